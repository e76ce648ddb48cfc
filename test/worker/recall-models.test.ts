/**
 * Models in recall are off by default, improve results when on, do no harm when they fail, and stay within
 * the day's tokens.
 */
import { afterEach, expect, test, vi } from "vitest"
import { isDeep } from "../dice.ts"
import { NOON } from "./builders.ts"
import { hear, ok, talk } from "./http.ts"
import { type FakeModels, fakeModels, isolate, spent, texts } from "./recall-asker.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

afterEach(() => {
  vi.restoreAllMocks()
})

/** Dee has a beagle. Of the three who play, Ada matches "plays the violin" best by words, and Cy least. */
async function band(guild: string, recall: object = {}): Promise<void> {
  await ok("PUT", `/v1/guilds/${guild}/policy`, { recall })
  await bindModel(channelOf(guild, "100"), () => [
    claim("P1", "Dee has a beagle"),
    claim("P2", "Ada plays the violin every evening", { lines: [2] }),
    claim("P3", "Bo plays the tuba", { lines: [3] }),
    claim("P4", "Cy fiddles", { lines: [4] }),
  ])
  const lines: [string, string, string][] = [
    ["14", "Dee", "my beagle"],
    ["11", "Ada", "violin practice, every evening"],
    ["12", "Bo", "tuba"],
    ["13", "Cy", "fiddle"],
  ]
  await hear(guild, "100", talk(1, NOON, lines))
}

const bound = ({ ai }: FakeModels) => ({ AI: ai, AI_EMBED_MODEL: "none" })
const VIOLIN = { query: "who plays the violin" }
const memoriesOf = async (asker: ReturnType<typeof isolate>, guild: string, ask = VIOLIN) => {
  const answer = await asker.ask(guild, ask)
  return { order: texts(answer, "memory"), degraded: answer.degraded }
}
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
/** A slow model takes its whole time limit, so only the deep tier waits for one. */
const downs: [string, () => never | Promise<never>][] = [
  [
    "down",
    () => {
      throw new Error("1031: internal error")
    },
  ],
  ...(isDeep ? [["slow", () => pause(6_000) as Promise<never>] as [string, () => Promise<never>]] : []),
]

test("recall asks no model unless the policy says so", async () => {
  const model = fakeModels()
  await band("91701")
  const asker = isolate(bound(model))
  for (const _ of ["cold", "warm"]) expect((await asker.ask("91701", VIOLIN)).degraded).toEqual([])
  expect(model.asked).toEqual({ embed: [], rerank: [], chat: [] })
})

test("a reranker enabled by the policy changes the order and is charged", async () => {
  const model = fakeModels()
  model.reranks = (found) => found.map((text) => (text.includes("fiddles") ? 0.99 : 0.01))
  await band("91702")
  const asker = isolate(bound(model))
  expect((await memoriesOf(asker, "91702")).order[0]).toContain("violin")
  await ok("PUT", "/v1/guilds/91702/policy", { recall: { rerank: true } })
  expect(await memoriesOf(asker, "91702")).toMatchObject({
    order: ["Cy fiddles", expect.stringContaining("violin"), expect.anything()],
    degraded: [],
  })
  expect(model.asked.rerank).toHaveLength(1)
  expect(await spent("91702")).toMatchObject({ rerank: 50 })
})

test.each(downs)("a reranker that is %s leaves the order as it was", async (how, reranks) => {
  const guild = how === "down" ? "91703" : "91704"
  const model = fakeModels()
  await band(guild)
  const asker = isolate(bound(model))
  const { order } = await memoriesOf(asker, guild)
  await ok("PUT", `/v1/guilds/${guild}/policy`, { recall: { rerank: true } })
  model.reranks = reranks
  vi.spyOn(console, "warn").mockReturnValue()
  const before = performance.now()
  const { answer } = await asker.begin(guild, VIOLIN)
  expect(performance.now() - before).toBeLessThan(2_000)
  expect([texts(answer, "memory"), answer.degraded]).toEqual([order, ["reranker"]])
})

const WIDER = { terms: ["beagle"], people: [], from: null, to: null, rewritten: null }

test("a query expanded by a model finds what its own words do not, and is charged", async () => {
  const model = fakeModels()
  model.says = () => WIDER
  await band("91705")
  const ask = { query: "which hound lives with us" }
  const asker = isolate(bound(model))
  expect((await memoriesOf(asker, "91705", ask)).order).not.toContain("Dee has a beagle")
  await ok("PUT", "/v1/guilds/91705/policy", { recall: { expand_query: true } })
  const wide = await memoriesOf(asker, "91705", ask)
  expect(wide).toMatchObject({ degraded: [] })
  expect(wide.order[0]).toBe("Dee has a beagle")
  expect(await spent("91705")).toMatchObject({ expand: 100 })
})

test.each(downs)("a question is searched as written if the expanding model is %s", async (how, says) => {
  const guild = how === "down" ? "91706" : "91707"
  const model = fakeModels()
  await band(guild)
  const ask = { query: `who plays the violin when it is ${how}` }
  const asker = isolate(bound(model))
  const { order } = await memoriesOf(asker, guild, ask)
  await ok("PUT", `/v1/guilds/${guild}/policy`, { recall: { expand_query: true } })
  model.says = says
  vi.spyOn(console, "warn").mockReturnValue()
  const before = performance.now()
  const { answer } = await asker.begin(guild, ask)
  expect(performance.now() - before).toBeLessThan(2_500)
  expect([texts(answer, "memory"), answer.degraded]).toEqual([order, ["expansion"]])
})

test("past the day's tokens no model is asked, and the answer lists what was skipped", async () => {
  const model = fakeModels()
  model.says = () => WIDER
  await band("91708", { rerank: true, expand_query: true })
  const usage = await spent("91708")
  const total = Object.values(usage).reduce((sum, tokens) => sum + tokens, 0)
  await ok("PUT", "/v1/guilds/91708/settings", { daily_tokens: total + 100 })
  const asker = isolate(bound(model))
  const asked = async (query: string) => {
    const { rerank, chat } = model.asked
    const before = [rerank.length, chat.length]
    const { degraded } = await asker.ask("91708", { query })
    return [rerank.length - (before[0] ?? 0), chat.length - (before[1] ?? 0), degraded]
  }
  vi.spyOn(console, "warn").mockReturnValue()
  expect(await asked("who plays, asked first")).toEqual([1, 1, []])
  expect(await asked("who plays, asked second")).toEqual([0, 0, ["model"]])
  expect(await asked("who plays, asked third")).toEqual([0, 0, ["model"]])
  expect(await spent("91708")).toEqual({ ...usage, rerank: 50, expand: 100 })
})

test("a memory's source message is not repeated below it after reranking", async () => {
  const model = fakeModels()
  model.reranks = (found) => found.map((text) => (text.includes(":") ? 0.01 : 0.99))
  await band("91709", { rerank: true })
  const answer = await isolate(bound(model)).ask("91709", { query: "violin practice" })
  const sources = answer.items.flatMap((item) => item.sources.map(({ message_id }) => message_id))
  expect(texts(answer)[0]).toContain("violin")
  expect(sources.filter((id) => id === "2")).toHaveLength(1)
})
