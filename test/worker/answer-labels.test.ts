/**
 * What people say of an answer, by its buttons or by a reply, is kept as a label, leads to the facts behind it, and
 * corrects them by those who may.
 */
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { answerBasis } from "../../src/discord/bot/ui/answer-label.ts"
import { type Reply, replyBody } from "../../src/discord/bot/ui/command.ts"
import { wakeErasers } from "../../src/erasure/wake.ts"
import { says } from "./answering-world.ts"
import { eraseThrough, START } from "./erasing-world.ts"
import { GENERAL, guildStructure, MOD_ROOM, MODS, member, tell } from "./guild-structure.ts"
import { call, hear, memories, ok, type Page, talk } from "./http.ts"
import {
  customIdsOf,
  type From,
  MANAGE_GUILD,
  nextId,
  opened,
  pressed,
  replied,
  slash,
  wordsOf,
} from "./interacting.ts"
import { setClock } from "./live.ts"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

let guilds = 0

/** Ada told of herself in #general, and the server of its raid night; Bo is a moderator, Di manages the server. */
async function guildOfAda(): Promise<{ guild: string; ada: From; bo: From; di: From }> {
  guilds += 1
  const guild = `61294618033722${String(guilds).padStart(4, "0")}`
  const members = [member("11", [], "Ada"), member("12", [MODS], "Bo"), member("14", [], "Di")]
  await tell(guild, { ...guildStructure(guild), members })
  await hear(
    guild,
    GENERAL,
    talk(5_000, START - 3_600_000, [
      ["11", "Ada", "I live in Oslo and I play the cello"],
      ["11", "Ada", "I love bookbinding"],
    ]),
  )
  await hear(guild, MOD_ROOM, talk(6_000, START - 3_600_000, [["11", "Ada", "I work at Quibblesoft"]]))
  const at = { guild, channel: GENERAL }
  return {
    guild,
    ada: { ...at, user: "11", name: "Ada" },
    bo: { ...at, user: "12", name: "Bo", roles: [MODS] },
    di: { ...at, user: "14", name: "Di", permissions: MANAGE_GUILD },
  }
}

const ask = (who: From, question: string) => replied(slash("ask", who, { values: { question } }))
const labelled = (reply: Reply, label: string) =>
  customIdsOf(reply).find((id) => id.startsWith(`answer:${label}:`)) ?? ""
const press = (reply: Reply, label: string, who: From) =>
  replied(pressed(labelled(reply, label), who, { isPublic: true }))

interface Label {
  message_id: string
  channel_id: string
  user_id: string
  label: string
  memory_ids: string[]
}
const labels = async (guild: string, query = "") =>
  (await ok<Page<Label>>("GET", `/v1/guilds/${guild}/labels${query}`)).items

/** Replies to an answer in the channel, as the gateway delivers it. */
function replies(guild: string, words: string, to: Reply, who: From, id = nextId()): Promise<string | null> {
  const { user = "11", name = "Ada", roles = [] } = who
  const restsOn = answerBasis(JSON.parse(JSON.stringify(replyBody(to).components ?? [])))
  return says(guild, words, { user, name, roles, replyTo: "7000", restsOn, id, at: Date.now() })
}

test("every answer has quiet buttons that carry ids and no words; greetings have none", async () => {
  const { guild, ada, bo } = await guildOfAda()
  const answer = await ask(bo, "where does Ada live?")
  const [fact] = (await memories(guild)).filter((one) => one.fact === "Ada lives in Oslo")
  const id = fact?.id.replace("m_", "")
  expect(customIdsOf(answer)).toEqual([`answer:right:${id}`, `answer:wrong:${id}`, `answer:outdated:${id}`])
  expect(JSON.stringify(replyBody(answer).components)).not.toMatch(/Oslo|Ada/)
  expect(replyBody(answer).components).toMatchObject([
    {
      components: [
        { style: 2, label: "Right" },
        { style: 2, label: "Wrong" },
        { style: 2, label: "Outdated" },
      ],
    },
  ])
  expect(customIdsOf(await ask(ada, "who owns a zeppelin?"))).toEqual(["answer:right:", "answer:wrong:"])
  expect(customIdsOf(await ask(ada, "hello!"))).toEqual([])
})

test("Wrong leads the person concerned to correct or forget what the answer rests on", async () => {
  const { guild, ada, bo } = await guildOfAda()
  const answer = await ask(bo, "where does Ada live?")
  const page = await press(answer, "wrong", ada)
  expect(wordsOf(page)).toContain("Thanks, noted. You can correct it, or have me forget it:")
  expect(wordsOf(page)).toContain("Ada lives in Oslo")
  const [correct = "", forget = ""] = ["correct:", "forget:"].map((start) =>
    customIdsOf(page).find((id) => id.startsWith(start)),
  )
  expect(await opened(pressed(correct, ada))).toMatchObject({ title: "Correct what I remember" })
  await replied(pressed(forget, ada))
  expect((await memories(guild)).map((one) => one.fact)).not.toContain("Ada lives in Oslo")
})

test("others are told who can change it, and a manager can", async () => {
  const { bo, di } = await guildOfAda()
  const answer = await ask(bo, "where does Ada live?")
  const told = await press(answer, "outdated", bo)
  expect(wordsOf(told)).toContain(
    "That alone changes nothing: <@11> or someone with *Manage Server* can correct it or have me forget it.",
  )
  expect(customIdsOf(told).some((id) => /^(?:correct|forget):/.test(id))).toBe(false)
  expect(customIdsOf(await press(answer, "outdated", di)).some((id) => id.startsWith("correct:"))).toBe(true)
})

test("a person who may not read the fact gets the same words as if there were none", async () => {
  const { guild, ada, bo } = await guildOfAda()
  const hidden = await ask({ ...bo, channel: MOD_ROOM }, "where does Ada work? Quibblesoft?")
  const none = await ask(ada, "who owns a zeppelin?")
  expect(labelled(hidden, "wrong")).toMatch(/^answer:wrong:[0-9a-f]{24}/)
  const outsider = { guild, channel: GENERAL, user: "15", name: "Ed" }
  const [seen, nothing] = [await press(hidden, "wrong", outsider), await press(none, "wrong", outsider)]
  expect(wordsOf(seen)).toBe(wordsOf(nothing))
  expect(wordsOf(seen)).not.toContain("Quibblesoft")
})

test("labels are kept once per person and answer, counted, listed page by page, and say no words", async () => {
  const { guild, ada, bo, di } = await guildOfAda()
  const answer = await ask(bo, "where does Ada live?")
  const button = labelled(answer, "right")
  const right = pressed(button, ada, { isPublic: true })
  await replied(right)
  await replied(right)
  await press(answer, "wrong", bo)
  await press(answer, "outdated", di)
  const kept = await labels(guild)
  expect(kept.map(({ user_id, label }) => [user_id, label]).sort()).toEqual([
    ["11", "right"],
    ["12", "wrong"],
    ["14", "outdated"],
  ])
  expect(kept.every(({ memory_ids, channel_id }) => memory_ids.length === 1 && channel_id === GENERAL)).toBe(
    true,
  )
  expect(JSON.stringify(kept)).not.toMatch(/Oslo|Ada/)
  expect(await labels(guild, "?label=wrong")).toMatchObject([{ user_id: "12" }])
  const first = await ok<Page<Label>>("GET", `/v1/guilds/${guild}/labels?limit=2`)
  const rest = await ok<Page<Label>>("GET", `/v1/guilds/${guild}/labels?limit=2&cursor=${first.next}`)
  expect([...first.items, ...rest.items]).toEqual(kept)
  expect(rest.next).toBeNull()
  expect((await call("GET", `/v1/guilds/${guild}/labels?cursor=eyJhdCI6MSwiaWQiOiI1In0`)).status).toBe(400)
  expect(await ok("GET", `/v1/guilds/${guild}/stats`)).toMatchObject({
    answers: { right: 1, wrong: 1, outdated: 1 },
  })
  const status = await replied(slash("keepsake", { ...di, roles: [MODS] }, { path: "status" }))
  expect(wordsOf(status)).toContain("Answers judged: 1 right · 1 wrong · 1 outdated")
})

test("a manager's status counts no labels of channels that they cannot read", async () => {
  const { bo, di } = await guildOfAda()
  const there = { ...bo, channel: MOD_ROOM }
  await press(await ask(there, "where does Ada work? Quibblesoft?"), "right", there)
  expect(wordsOf(await replied(slash("keepsake", di, { path: "status" })))).not.toContain("Answers judged")
})

test("no label is kept of a person who opted out, nor while saving is paused", async () => {
  const { guild, ada, bo } = await guildOfAda()
  const answer = await ask(bo, "what does Ada love?")
  await ok("PUT", `/v1/guilds/${guild}/members/12/consent`, { consent: "out" })
  expect(wordsOf(await press(answer, "right", bo))).toContain("I keep no note of it")
  await ok("PUT", `/v1/guilds/${guild}/settings`, { read_only: true })
  expect(wordsOf(await press(answer, "right", ada))).toContain("I keep no note of it")
  expect(await labels(guild)).toEqual([])
})

test("a person's labels are in their export and go with their erasure", async () => {
  const { guild, ada, bo } = await guildOfAda()
  const answer = await ask(bo, "where does Ada live?")
  await press(answer, "right", bo)
  await press(answer, "wrong", ada)
  const file = await ok<{ labels: unknown[] }>("GET", `/v1/guilds/${guild}/members/12/export`)
  expect(file.labels).toEqual([
    { message_id: expect.any(String), channel_id: GENERAL, label: "right", at: expect.any(String) },
  ])
  await ok("POST", `/v1/guilds/${guild}/members/12/erase`, {})
  await eraseThrough(guild)
  expect((await labels(guild)).map(({ user_id }) => user_id)).toEqual(["11"])
})

test("what others said of answers about an erased person no longer names their facts", async () => {
  const { guild, bo, di } = await guildOfAda()
  const answer = await ask(bo, "where does Ada live?")
  await press(answer, "wrong", bo)
  await ok("POST", `/v1/guilds/${guild}/members/11/erase`, {})
  await eraseThrough(guild)
  expect(await labels(guild)).toMatchObject([{ user_id: "12", label: "wrong", memory_ids: [] }])
  // The button on Discord still names the fact.
  await press(answer, "outdated", di)
  expect((await labels(guild)).flatMap(({ memory_ids }) => memory_ids)).toEqual([])
})

test("an erased channel takes the labels given in it along, and its facts from the others", async () => {
  const { guild, ada, bo } = await guildOfAda()
  const fact = (await memories(guild)).find((one) => one.fact === "Ada works at Quibblesoft")
  expect(fact).toBeDefined()
  const inside = { ...bo, channel: MOD_ROOM }
  const hidden = await ask(inside, "where does Ada work? Quibblesoft?")
  await press(hidden, "right", inside)
  await press(hidden, "wrong", ada)
  expect(await labels(guild)).toHaveLength(2)
  await ok("DELETE", `/v1/guilds/${guild}/channels/${MOD_ROOM}`)
  await eraseThrough(guild)
  expect(await labels(guild)).toMatchObject([{ user_id: "11", channel_id: GENERAL, memory_ids: [] }])
})

test("an erased server keeps no labels", async () => {
  const { guild, ada, bo } = await guildOfAda()
  await press(await ask(bo, "where does Ada live?"), "right", ada)
  await ok("DELETE", `/v1/guilds/${guild}`)
  setClock(START + 8 * 24 * 3_600_000)
  await wakeErasers(env, Date.now())
  await eraseThrough(guild)
  const left = await env.DB.prepare("SELECT count(*) AS n FROM answer_labels WHERE guild_id = ?")
    .bind(guild)
    .first()
  expect(left).toEqual({ n: 0 })
})

test("“no, it's Bergen” in reply to an answer corrects the fact for the person it is about, with undo", async () => {
  const { guild, ada, bo } = await guildOfAda()
  const answer = await ask(bo, "where does Ada live?")
  const id = nextId()
  const said = await replies(guild, "no, it's Bergen", answer, ada, id)
  expect(said).toContain("## Corrected")
  expect(said).toContain("Ada lives in Bergen")
  expect(said).toContain("instead of: Ada lives in Oslo")
  expect(await replies(guild, "no, it's Bergen", answer, ada, id)).toContain("Ada lives in Bergen")
  const facts = async () => (await memories(guild)).map((one) => one.fact)
  expect(await facts()).toContain("Ada lives in Bergen")
  expect(await labels(guild)).toMatchObject([{ message_id: "7000", user_id: "11", label: "wrong" }])
  await replied(pressed(`undo:${id}`, ada))
  expect(await facts()).toContain("Ada lives in Oslo")
})

test("“no, I live in Bergen” replaces what the person said before", async () => {
  const { guild, ada, bo } = await guildOfAda()
  const answer = await ask(bo, "where does Ada live?")
  const said = await replies(guild, "no, I live in Bergen", answer, ada)
  expect(said).toContain("Ada lives in Bergen")
  const active = (await memories(guild, "?status=active")).map((one) => one.fact)
  expect(active).toContain("Ada lives in Bergen")
  expect(active).not.toContain("Ada lives in Oslo")
})

test("somebody else's “no, it's Bergen” changes nothing, and says who can", async () => {
  const { guild, bo } = await guildOfAda()
  const answer = await ask(bo, "where does Ada live?")
  const said = await replies(guild, "no, it's Bergen", answer, bo)
  expect(said).toBe(
    "Thanks, noted. That alone changes nothing: <@11> or someone with *Manage Server* can correct it or have me forget it.",
  )
  expect((await memories(guild)).map((one) => one.fact)).toContain("Ada lives in Oslo")
})

test("a reply that can mean no certain change leads to the fact instead", async () => {
  const { guild, ada, bo } = await guildOfAda()
  const answer = await ask(bo, "where does Ada live?")
  expect(await replies(guild, "no", answer, ada)).toContain("Tell me what is so instead")
  expect(await replies(guild, "no, somewhere nicer", answer, ada)).toContain(
    "I can't tell which words to change",
  )
  expect(await replies(guild, "that's right", answer, ada)).toBe("Thanks, noted.")
  expect((await memories(guild)).map((one) => one.fact)).toContain("Ada lives in Oslo")
})

test("a correction with a secret is refused, and a paused server corrects nothing", async () => {
  const { guild, ada, bo } = await guildOfAda()
  const answer = await ask(bo, "where does Ada live?")
  expect(await replies(guild, "no, her password is hunter2secret, not Oslo", answer, ada)).not.toContain(
    "Corrected",
  )
  await ok("PUT", `/v1/guilds/${guild}/settings`, { read_only: true })
  expect(await replies(guild, "no, it's Bergen", answer, ada)).not.toContain("Corrected")
  expect((await memories(guild)).map((one) => one.fact)).toContain("Ada lives in Oslo")
})

test("a reply to anything but an answer is read as before", async () => {
  const { guild } = await guildOfAda()
  expect(await says(guild, "no, it's Bergen", { user: "11", name: "Ada", replyTo: "7000" })).not.toContain(
    "noted",
  )
  expect(await labels(guild)).toEqual([])
})
