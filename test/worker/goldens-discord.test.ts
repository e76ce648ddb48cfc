/**
 * Compares whole Discord sessions, answer by answer, with golden files: a member's, a manager's, a chat, and
 * one about privacy.
 */
import { afterEach, test, vi } from "vitest"
import { deep } from "../dice.ts"
import { expectGolden, layout } from "../unit/golden.ts"
import { says } from "./answering-world.ts"
import { idOf, people, Session, START, village } from "./golden-session.ts"
import { GENERAL, guildStructure, MODS, member, tell } from "./guild-structure.ts"
import { hear, ok, talk } from "./http.ts"
import { type From, onMessage, onPerson, pressed, sent, slash, typing } from "./interacting.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

afterEach(() => {
  vi.useRealTimers()
})

const GUILD = (n: number) => `52946180337215${String(n).padStart(4, "0")}`
const HOUR = 3_600_000
const ADA = { id: "11", name: "Ada" }
/** A user id that no other test has, because an export lists the user's choices in every guild. */
const ADA_ALONE = "731101"
const BO = { id: "12", name: "Bo" }
const BOT = { id: "990000000000000001", name: "Keepsake", bot: true }

deep("a member's session reads the same", async () => {
  const [guild, session] = [GUILD(1), new Session()]
  await village(guild, "I love archery and rowing")
  const { ada, bo } = people(guild)
  const run = (title: string, who: From, name: string, given = {}) =>
    session.answer(title, slash(name, session.from(who), given))
  const press = (title: string, who: From, id: string, values?: string[]) =>
    session.answer(title, pressed(id, session.from(who), values ? { values } : {}))

  const profile = await run("/profile", ada, "profile")
  await session.picture(
    "profile",
    "A page of /profile: what the bot knows about Ada, each fact with a button to open it",
    profile,
  )
  await run("/profile of somebody", ada, "profile", { people: { user: BO } })
  await run("/profile of nobody known", ada, "profile", { people: { user: { id: "77", name: "New" } } })
  await run("/profile of a bot", ada, "profile", { people: { user: BOT } })
  await session.answer("menu on a person", onPerson("What do you know?", session.from(bo), ADA))
  const opened = await press("open", ada, idOf(profile, "open:"))
  const sources = await press("sources", ada, idOf(opened, "sources:"))
  await press("back to the fact", ada, idOf(sources, "open:"))
  await press("back to the profile", ada, idOf(opened, "page:"))
  await session.form("correct", pressed(idOf(opened, "correct:"), session.from(ada)))
  const corrected = idOf(opened, "correct:").replace(/^correct/, "corrected")
  const fields = { fact: "Ada bakes bread", importance: "high", lifetime: "90d" }
  await session.answer(
    "corrected by somebody else",
    sent(corrected, session.from({ ...bo, user: "13" }), { fields }),
  )
  const changed = await session.answer("corrected", sent(corrected, session.from(ada), { fields }))
  await session.answer(
    "corrected without words",
    sent(corrected, session.from(ada), { fields: { fact: "…" } }),
  )
  await press("undo", ada, idOf(changed, "undo:"))
  await press("undo twice", ada, idOf(changed, "undo:"))

  const told = await run("/remember", ada, "remember", { values: { fact: "I keep three ferrets" } })
  await session.picture("remember", "A page of /remember: the stored fact with a button to forget it", told)
  await press("show", ada, idOf(told, "forget:").replace(/^forget/, "show"))
  const about = { fact: "Bo collects barometers" }
  await run("/remember of somebody", ada, "remember", { values: about, people: { member: BO } })
  const mine = { fact: "I live in Rome" }
  await run("/remember of somebody, in their words", ada, "remember", {
    values: mine,
    people: { member: BO },
  })
  await run("/remember nothing", ada, "remember", { values: { fact: "?!" } })
  await run("/remember a secret", ada, "remember", { values: { fact: "my password is hunter2secret" } })
  await run("/remember of a bot", ada, "remember", { values: about, people: { member: BOT } })
  const stranger = { ...BO, id: "78", roles: null }
  await run("/remember of no member", ada, "remember", { values: about, people: { member: stranger } })
  const words = { id: "1500", author: "12", name: "Bo", content: "I breed axolotls" }
  await session.answer("menu on a message", onMessage("Remember this", session.from(ada), words))
  const signs = { ...words, content: "!!" }
  await session.answer("menu on signs", onMessage("Remember this", session.from(ada), signs))

  await run("/recall", ada, "recall", { values: { about: "cello archery" } })
  await run("/recall of somebody", ada, "recall", { values: { about: "plays" }, people: { member: BO } })
  await run("/recall nothing", ada, "recall", { values: { about: "zeppelins" } })
  const talked = await run("/recap", ada, "recap", {})
  await session.picture(
    "recap",
    "A page of /recap: conversations by day, with summaries, people and links",
    talked,
  )
  await run("/recap of two days", ada, "recap", { values: { days: 2 } })
  await run("/recap of a channel", ada, "recap", { channels: { channel: { id: GENERAL, name: "general" } } })
  await run("/recap since one last spoke", ada, "recap", { values: { since: "last-spoke" } })
  const help = await run("/help", ada, "help")
  await session.picture("help", "A page of /help: what the bot does and what it hears in this channel", help)
  await run("/server with nothing", ada, "server")
  await run("/remember of the server", ada, "remember", {
    values: { fact: "our book club meets on Tuesdays" },
  })
  const ofServer = await run("/server", ada, "server")
  await session.picture(
    "server",
    "A page of /server: a fact of the server with a button to open it",
    ofServer,
  )
  const known = await press("open a fact of the server", ada, idOf(ofServer, "server-fact:"))
  await press("pin it", ada, idOf(known, "server-pin:on:"))
  const german = { ...ada, locale: "de" }
  await run("/help in German", german, "help")
  await run("/server in Spanish", { ...ada, locale: "es-419" }, "server")
  const answer = await run("/ask", bo, "ask", { values: { question: "Where does Ada live?" } })
  const title = "A question with /ask and its answer: where Ada lives, with a link to the message it rests on"
  await session.picture("answer", title, answer, { by: "Bo", command: "ask" })
  const judged = await press("it is wrong, says Ada", ada, idOf(answer, "answer:wrong:"))
  await session.picture(
    "judged",
    "The fact behind an answer that Ada called wrong, with buttons to correct and forget it",
    judged,
  )
  await press("it is outdated, says Bo", bo, idOf(answer, "answer:outdated:"))
  await press("it is right, says Bo", bo, idOf(answer, "answer:right:"))
  await run("/ask in private", bo, "ask", { values: { question: "What does Ada play?", private: true } })
  await run("/ask what is not known", bo, "ask", { values: { question: "Who owns a zeppelin?" } })
  const typed = { name: "what", value: "pl" }
  await session.suggestions("typing in /forget", typing("forget", typed, { from: session.from(ada) }))
  const topic = { name: "topic", value: "" }
  await session.suggestions("typing a topic", typing("recall", topic, { from: session.from(ada) }))

  const gone = await run("/forget one thing", ada, "forget", { values: { what: "ferrets" } })
  await session.picture("forget", "A page of /forget: the forgotten fact with a button to undo it", gone)
  const back = await press("undo forgetting", ada, idOf(gone, "undo:"))
  await press("open it again", ada, idOf(back, "open:"))
  await run("/forget nothing", ada, "forget", { values: { what: "zeppelins" } })
  const which = await run("/forget several", ada, "forget", { values: { what: "everything" } })
  await press("keep", ada, idOf(which, "keep"))
  const sure = await press("all of them", ada, idOf(which, "forget-all:"))
  await press("sure", ada, idOf(sure, "forget-sure:"))
  await press("a page that is made up", ada, "page:x")
  await press("a button that is no more", ada, "gone:x")
  await expectGolden("discord/member-session.txt", session.toString())
})

deep("messages to the bot in a channel get the same answers", async () => {
  const [guild, session] = [GUILD(2), new Session(10_000)]
  await village(guild)
  const said = [
    "help",
    "what do you know about me?",
    "what do you know about <@12>?",
    "where does Ada live?",
    "who owns a zeppelin?",
    "thanks!",
    "never mind",
    "remember that I keep three ferrets",
    "remember that <@12> likes tea",
    "remember that I like <@12>",
    "remember ...",
    "forget that I keep three ferrets",
    "forget everything you know about me",
    "where did you learn that?",
  ]
  for (const words of said) {
    const { id } = session.from(people(guild).ada)
    const mentions = words.includes("<@12>") ? [BO] : []
    const at = Date.now()
    const answer = await says(guild, words, { user: "11", name: "Ada", mentions, at, id: String(id) })
    // Replies with components come as JSON.
    session.add(words, answer?.startsWith("{") ? layout(JSON.parse(answer)) : String(answer))
  }
  await expectGolden("discord/mention-session.txt", session.toString())
})

deep("a manager's session reads the same", async () => {
  const [guild, session] = [GUILD(3), new Session()]
  await village(guild)
  const { manager, ada } = people(guild)
  const run = (title: string, path: string, given = {}) =>
    session.answer(title, slash("keepsake", session.from(manager), { path, ...given }))
  const press = (title: string, id: string, values?: string[]) =>
    session.answer(title, pressed(id, session.from(manager), values ? { values } : {}))
  const channels = { channel: { id: GENERAL, name: "general" } }

  await session.answer("by a member", slash("keepsake", session.from(ada), { path: "status" }))
  const status = await run("status", "status")
  for (const page of ["channel", "policy", "history", "review", "status"])
    await press(`open ${page}`, `admin-open:${page}`)
  await press("pause", idOf(status, "admin-pause:"))
  await session.answer(
    "/remember while paused",
    slash("remember", session.from(ada), { values: { fact: "I row" } }),
  )
  await run("resume", "resume")
  const off = await run("a channel off and quiet", "channel", {
    channels,
    values: { mode: "off", quiet: true },
  })
  await run("all channels", "channel")
  const inherits = await press("as its parent", idOf(off, "admin-channel:"), ["inherit"])
  await press("not quiet", idOf(inherits, "admin-quiet:"))
  await press("the default", "admin-channel:default", ["notes"])
  await run("a mode without a channel", "channel", { values: { mode: "off" } })
  await run("no mode", "channel", { channels, values: { mode: "loud" } })

  const policy = await run("policy", "policy")
  await press("ask first", idOf(policy, "admin-policy:mode"), ["manual"])
  await press("an old version", idOf(policy, "admin-policy:confidence"), ["0.9"])
  await press("consent", idOf(policy, "admin-policy:consent"), ["opt_in"])
  await press("consent back", idOf(policy, "admin-policy:consent"), ["opt_out"])
  await press("messages", idOf(policy, "admin-policy:messages"), ["3"])
  await press("notes", idOf(policy, "admin-policy:notes"), ["90"])
  const allowing = await run("policy again", "policy")
  await press("allow", idOf(allowing, "admin-policy:sensitive"), ["health", "minors"])
  const history = await run("history", "history")
  await session.answer(
    "/remember, to be approved",
    slash("remember", session.from(ada), { values: { fact: "I row" } }),
  )
  await session.answer(
    "/remember, to be rejected",
    slash("remember", session.from(ada), { values: { fact: "I ski" } }),
  )
  const review = await run("review", "review")
  const next = await press("next", idOf(review, "admin-review:next"))
  await press("reject", idOf(next, "admin-review:reject"))
  const last = await run("review the last", "review")
  const reword = await session.form("reword", pressed(idOf(last, "admin-reword:"), session.from(manager)))
  const reworded = sent(reword.custom_id, session.from(manager), { fields: { fact: "Ada rows boats" } })
  await session.answer("reworded", reworded)
  await press("decided before", idOf(last, "admin-review:approve"))
  await press("back to an earlier version", idOf(history, "admin-rollback:"))
  await run("history after all", "history")

  const persona = await session.form("persona", slash("keepsake", session.from(manager), { path: "persona" }))
  const fields = { persona: "a **pirate**", house_rules: "no spoilers" }
  await session.answer(
    "persona set",
    sent(persona.custom_id, session.from(manager), { fields, fromMessage: false }),
  )
  const other = { persona: "a poet", house_rules: "" }
  await session.answer(
    "persona overtaken",
    sent(persona.custom_id, session.from(manager), { fields: other, fromMessage: false }),
  )
  await run("status after all", "status")
  await expectGolden("discord/admin-session.txt", session.toString())
})

test("a session about one's privacy reads the same", async () => {
  const [guild, session] = [GUILD(4), new Session()]
  await tell(guild, {
    ...guildStructure(guild),
    members: [member(ADA_ALONE, [], "Ada"), member("12", [MODS], "Bo")],
  })
  await bindModel(channelOf(guild, GENERAL), () => [
    claim("P1", "Ada plays the hurdy-gurdy", { topics: ["music"] }),
  ])
  await hear(guild, GENERAL, talk(1_000, START - 3 * HOUR, [[ADA_ALONE, "Ada", "I play the hurdy-gurdy"]]))
  await ok("PUT", `/v1/guilds/${guild}/settings`, { retention_days: 14, retention: { notes_days: 90 } })
  const { bo, ...others } = people(guild)
  const ada = { ...others.ada, user: ADA_ALONE }
  const run = (title: string, who: From, path: string, given = {}) =>
    session.answer(title, slash("privacy", session.from(who), { path, ...given }))
  const press = (title: string, who: From, id: string) =>
    session.answer(title, pressed(id, session.from(who)))

  const see = await run("see", ada, "see")
  await session.picture(
    "privacy",
    "A page of /privacy see: whether Ada is remembered, what is stored about her, and for how long",
    see,
  )
  await run("see, of whom nothing is held", bo, "see")
  await run("export", ada, "export")
  await press("opt out", ada, idOf(see, "privacy-consent:out"))
  await run("see, opted out", ada, "see")
  await run("opt in", ada, "opt-in")
  await press("open see", ada, "privacy-open:see")
  const erase = await run("erase", ada, "erase")
  const erasing = await press("erase and stay", ada, idOf(erase, "privacy-erase:stay"))
  await press("progress", ada, idOf(erasing, "privacy-erasure:"))
  await press("progress of another's", bo, idOf(erasing, "privacy-erasure:"))
  await press("progress of none", ada, "privacy-erasure:e_1")
  await expectGolden("discord/privacy-session.txt", session.toString())
})
