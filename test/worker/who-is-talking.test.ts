/** Answers know whom they speak to: the asker, those who talk, are mentioned or stand in the notes found. */
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { asks, says } from "./answering-world.ts"
import { NOON } from "./builders.ts"
import {
  GENERAL,
  guildStructure,
  MOD_ROOM,
  MODS,
  OFFTOPIC,
  only,
  tell,
  textChannel,
} from "./guild-structure.ts"
import { call, hear, memories, ok, type RecallBody, talk } from "./http.ts"
import { fakeModels } from "./recall-asker.ts"

const FIRST = 512_903_776_518_200_000n
let guilds = 0n

/** Ada, Bo, Cy and Dee told about themselves in public, and Bo something among mods. */
async function guildOfFour(): Promise<string> {
  guilds += 1n
  const guild = String(FIRST + guilds)
  await tell(
    guild,
    guildStructure(guild, [textChannel("220", [], { name: "chess-club", topic: "Games and openings" })]),
  )
  const told: [string, string, string][] = [
    ["22", "Bo", "I live in Bergen and I work as a nurse"],
    ["11", "Ada", "I live in Trondheim and I play the hurdygurdy"],
    ["33", "Cy", "I collect stamps"],
    ["44", "Dee", "I play chess every week"],
  ]
  for (const [index, line] of told.entries())
    await hear(guild, OFFTOPIC, talk(5_000 + 10 * index, NOON + index * 60_000, [line]))
  await hear(guild, MOD_ROOM, talk(6_000, NOON, [["22", "Bo", "I work at Quibblesoft and I love fencing"]]))
  return guild
}

/** Returns the element about people in the prompt of an answer. */
async function toldOf(guild: string, question: string, from: Parameters<typeof says>[2] = {}) {
  const model = fakeModels()
  model.says = () => ({ answer: "Hm.", used: [], basis: "chat" })
  await says(guild, question, { ...from, bound: { AI: model.ai } })
  return peopleIn(model.asked.chat.at(-1) ?? "")
}

function peopleIn(prompt: string): string {
  return /<people>\n([\s\S]*?)<\/people>/.exec(prompt)?.[1] ?? ""
}

test("an answer's prompt tells of the asker, whatever was asked, and only what its readers may read", async () => {
  const guild = await guildOfFour()
  const told = await toldOf(guild, "who plays chess?", { roles: [MODS] })
  expect(told).toMatch(/^Bo \(asks\): .*Bergen/m)
  expect(told).not.toMatch(/Quibblesoft|fencing|hurdygurdy/)
  const inside = await toldOf(guild, "who plays chess?", {
    channel: MOD_ROOM,
    roles: [MODS],
  })
  expect(inside).toMatch(/Quibblesoft/)
})

test("the prompt tells each fact about those mentioned and those who just talked once", async () => {
  const guild = await guildOfFour()
  await hear(guild, GENERAL, talk(7_000, NOON + 600_000, [["33", "Cy", "anybody up for the cinema?"]]))
  const model = fakeModels()
  model.says = () => ({ answer: "Hm.", used: [], basis: "chat" })
  const mentions = [{ id: "11", name: "Ada" }]
  await says(guild, "who plays chess, <@11>?", { mentions, bound: { AI: model.ai } })
  const prompt = model.asked.chat.at(-1) ?? ""
  for (const fact of [
    "Ada lives in Trondheim",
    "Ada plays the hurdygurdy",
    "Cy collects stamps",
    "Bo lives in Bergen",
  ])
    expect(
      prompt.match(new RegExp(`\\[\\d+\\] (?:\\([^)]*\\) )?${fact}(?! \\w|\\.)`, "g")),
      fact,
    ).toHaveLength(1)
  expect(peopleIn(prompt)).toMatch(/^Lately: .*Cy collects stamps \(\d+ days ago\)/m)
})

test("a person who is not to be remembered is in no prompt", async () => {
  const guild = await guildOfFour()
  await ok("PUT", `/v1/guilds/${guild}/members/22/consent`, { consent: "out" })
  await ok("PUT", `/v1/guilds/${guild}/members/11/consent`, { consent: "out" })
  const told = await toldOf(guild, "who plays chess, <@11>?", { mentions: [{ id: "11", name: "Ada" }] })
  expect(told).not.toMatch(/Bergen|nurse|Trondheim|hurdygurdy/)
})

test("the merged digest of the asker is in the prompt, and answers ask no model for it", async () => {
  const guild = await guildOfFour()
  await hear(
    guild,
    OFFTOPIC,
    talk(8_000, Date.now() - 3_600_000, [["22", "Bo", "The heater in my flat broke again"]]),
  )
  const model = fakeModels()
  model.says = () => ({ answer: "Hm.", used: [], basis: "chat" })
  await says(guild, "who plays chess?", { bound: { AI: model.ai } })
  expect(peopleIn(model.asked.chat[0] ?? "")).toMatch(/^In short: .*heater/m)
  expect(model.asked.chat).toHaveLength(1)
  const usage = await env.DB.prepare("SELECT purpose FROM usage WHERE guild_id = ? AND purpose = 'digest'")
    .bind(guild)
    .all()
  expect(usage.results).toEqual([])
})

test("the channel's name and topic tell which facts are on the topic", async () => {
  const guild = await guildOfFour()
  await ok("PUT", `/v1/guilds/${guild}/policy`, { people: { person_tokens: 0, recent_tokens: 0 } })
  await hear(guild, "220", talk(9_000, NOON + 700_000, [["44", "Dee", "hello there"]]), {
    name: "chess-club",
  })
  const here = await toldOf(guild, "who is around today?", { channel: "220" })
  expect(here).toMatch(/^On the topic: .*Dee plays chess/m)
  await hear(guild, GENERAL, talk(9_100, NOON + 800_000, [["44", "Dee", "hello there"]]))
  expect(await toldOf(guild, "who is around today?")).not.toMatch(/chess/)
})

test("a forum post's tags and the category tell which facts are on the topic, as far as they may be read", async () => {
  const guild = await guildOfFour()
  await ok("PUT", `/v1/guilds/${guild}/policy`, { people: { person_tokens: 0, recent_tokens: 0 } })
  const tags = [
    { id: "901", name: "Chess" },
    { id: "902", name: "Stamps" },
  ]
  const category = { id: "400", type: 4, name: "Things", permission_overwrites: [] }
  const forum = {
    id: "410",
    type: 15,
    name: "games",
    parent_id: "400",
    available_tags: tags,
    permission_overwrites: [],
  }
  const post = { id: "411", type: 11, name: "hello", parent_id: "410", applied_tags: ["901"] }
  const told = (channels: object[], threads: object[]) =>
    tell(guild, guildStructure(guild, channels as Record<string, unknown>[], { threads }))
  const here = async () => {
    await hear(guild, "411", talk(9_200, NOON + 700_000, [["44", "Dee", "hello there"]]))
    return toldOf(guild, "who is around today?", { channel: "411", parent: "410" })
  }
  await told([category, forum], [post])
  const tagged = await here()
  expect(tagged).toMatch(/^On the topic: .*Dee plays chess/m)
  expect(tagged).not.toMatch(/stamps/)
  await told([category, forum], [{ ...post, applied_tags: [] }])
  expect(await here()).not.toMatch(/chess/)
  await told([{ ...category, name: "Chess" }, forum], [{ ...post, applied_tags: [] }])
  expect(await here()).toMatch(/^On the topic: .*Dee plays chess/m)
  const hidden = { ...category, name: "Chess", permission_overwrites: only(guild, MODS) }
  await told([hidden, forum], [{ ...post, applied_tags: [] }])
  expect(await here()).not.toMatch(/chess/)
})

test("the policy sets the budgets, and 0 tokens leave it all out", async () => {
  const guild = await guildOfFour()
  await ok("PUT", `/v1/guilds/${guild}/policy`, { people: { max_tokens: 0 } })
  expect(await toldOf(guild, "which film is on tonight?")).toBe("")
  const { status } = await call("PUT", `/v1/guilds/${guild}/policy`, { people: { asker_tokens: -1 } })
  expect(status).toBe(400)
})

test("a greeting to a bot with a persona tells of the asker alone, and searches nothing", async () => {
  const guild = await guildOfFour()
  await ok("PUT", `/v1/guilds/${guild}/settings`, { persona: "a gruff lighthouse keeper" })
  const model = fakeModels()
  model.says = () => ({ answer: "Aye.", used: [], basis: "chat" })
  await asks(guild, "hello!", { bound: { AI: model.ai } })
  const prompt = model.asked.chat[0] ?? ""
  expect(peopleIn(prompt)).toMatch(/^Bo \(asks\): /)
  expect(prompt).toContain("<memory>\n</memory>")
  expect(prompt).not.toMatch(/Ada|Cy/)
})

test("an answer is given without the people if they cannot be read", async () => {
  const guild = await guildOfFour()
  const warn = vi.spyOn(console, "warn").mockReturnValue()
  const DB = new Proxy(env.DB, {
    get(database, name) {
      if (name === "prepare")
        return (text: string) => {
          if (text.includes("of_profile")) throw new Error("D1_ERROR: out of reach")
          return database.prepare(text)
        }
      const value: unknown = Reflect.get(database, name)
      return typeof value === "function" ? value.bind(database) : value
    },
  })
  const model = fakeModels()
  model.says = () => ({ answer: "Dee does [1].", used: [1], basis: "memory" })
  expect(await says(guild, "who plays chess?", { bound: { AI: model.ai, DB } })).toContain("Dee does [1].")
  expect(peopleIn(model.asked.chat[0] ?? "")).toBe("")
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ event: "answer.degraded", guild }))
  warn.mockRestore()
})

test("what is said where the readers cannot read pushes no fact out of the prompt", async () => {
  const guild = await guildOfFour()
  const before = await toldOf(guild, "who plays chess?", { roles: [MODS] })
  const secrets = ["fencing", "rowing", "surfing", "baking", "knitting", "sailing", "climbing", "skiing"]
  for (const [index, word] of secrets.entries())
    await hear(
      guild,
      MOD_ROOM,
      talk(11_000 + 10 * index, NOON + 3_600_000 + index * 60_000, [["22", "Bo", `I love ${word}`]]),
    )
  // Repeating a public fact among mods makes it neither newer nor more certain for others.
  await hear(guild, MOD_ROOM, talk(12_000, NOON + 7_200_000, [["22", "Bo", "I live in Bergen"]]))
  expect(await toldOf(guild, "who plays chess?", { roles: [MODS] })).toBe(before)
})

test("recall takes everyone in the conversation, and ignores people it does not know", async () => {
  const guild = await guildOfFour()
  const ask = { query: "Trondheim", channel_id: GENERAL }
  const recalled = (more: object) => ok<RecallBody>("POST", `/v1/guilds/${guild}/recall`, { ...ask, ...more })
  const factsOf = async (more: object) =>
    (await recalled(more)).items.flatMap(({ kind, text }) => (kind === "memory" ? [text] : []))
  expect(await factsOf({})).toEqual(["Ada lives in Trondheim"])
  expect((await factsOf({ user_ids: ["33", "44", "999"] })).sort()).toEqual([
    "Ada lives in Trondheim",
    "Cy collects stamps",
    "Dee plays chess every week",
  ])
  expect((await recalled({ user_ids: ["22"] })).text).not.toContain("Quibblesoft")
  const { status } = await call("POST", `/v1/guilds/${guild}/recall`, {
    ...ask,
    user_ids: Array.from({ length: 11 }, (_, n) => String(100 + n)),
  })
  expect(status).toBe(400)
})

test("memories are filtered by topic, as far as the reader knows their topics", async () => {
  const guild = await guildOfFour()
  const [stamps] = await memories(guild, "?q=stamps")
  await ok("PATCH", `/v1/guilds/${guild}/memories/${stamps?.id}`, { topics: ["Collecting", "post"] })
  const found = async (query: string) => (await memories(guild, query)).map(({ fact }) => fact)
  expect(await found("?topic=collecting")).toEqual(["Cy collects stamps"])
  expect(await found(`?topic=POST&channel_id=${GENERAL}`)).toEqual(["Cy collects stamps"])
  expect(await found("?topic=collect")).toEqual([])
  // Said among mods as well: an outsider does not know who gave it its topics.
  await hear(guild, MOD_ROOM, talk(9_900, NOON + 900_000, [["33", "Cy", "I collect stamps"]]))
  const count = await memories(guild, "?q=stamps")
  if (count.length === 1) expect(await found(`?topic=post&channel_id=${GENERAL}`)).toEqual([])
})

test("recall writes xml and tagged lists in the classic style, too", async () => {
  const guild = await guildOfFour()
  const told = async (format: string) =>
    (
      await ok<RecallBody>("POST", `/v1/guilds/${guild}/recall`, {
        ...{ query: "Where does Ada live?", channel_id: GENERAL, format, style: "classic" },
      })
    ).text
  expect(await told("tagged")).toMatch(/^\[profile\] Ada lives in Trondheim \(confidence: 0\.\d\d\)$/m)
  expect(await told("xml")).toMatch(/<user name="Ada">\nBio: Ada lives in Trondheim \[/)
})
