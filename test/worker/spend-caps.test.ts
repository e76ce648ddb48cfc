/**
 * Every model call checks the caps, listening stops last, rules take over with a reason, and all billed calls
 * count.
 */
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { saveDirectStatement } from "../../src/extraction/direct-statement.ts"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { recordUsage, spendingOf, spentQuery } from "../../src/memory/write/usage.ts"
import { mayCallModels } from "../../src/nights/billed-step.ts"
import { asks } from "./answering-world.ts"
import { NOON } from "./builders.ts"
import { hear, ok, type Page, talk } from "./http.ts"
import { embedder, equipIndex, indexOf, marks } from "./indexing.ts"
import { alarmOf, DAY, line, live, MINUTE, pass, START, setClock } from "./live.ts"
import { toolsFor } from "./night-stage.ts"
import { fakeModels, isolate } from "./recall-asker.ts"
import { bindModel, type Channel, channelOf, claim } from "./stand-ins.ts"

beforeEach(() => setClock(START))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Records tokens spent by something else. */
function book(guild: string, tokens: number, now = Date.now()): Promise<void> {
  const usage = [{ purpose: "answer", model: "m", inputTokens: tokens, outputTokens: 0, costUsd: null }]
  return recordUsage(guildDatabase(env, guild), guild, { usage, now })
}

async function tokens(guild: string, now = Date.now()): Promise<number> {
  return spendingOf(await spentQuery(guildDatabase(env, guild), guild, now)).today.tokens
}

async function recorded(guild: string): Promise<[string, string | null][]> {
  const { items } = await ok<Page<{ method: string; fallback: string | null }>>(
    "GET",
    `/v1/guilds/${guild}/windows`,
  )
  return items.toReversed().map(({ method, fallback }) => [method, fallback])
}

const settings = (guild: string, change: object) => ok("PUT", `/v1/guilds/${guild}/settings`, change)

/** Ada says one thing, and her channel reads it. */
async function says(channel: Channel, guild: string, id: number): Promise<void> {
  await live(guild, channel, [line(id, `I love hiking number ${id}`, id * 10)])
  await pass(channel, START + (id * 10 + 5) * MINUTE)
}

test("all spending counts toward listening, which stops last and marks windows the rules read because of a cap", async () => {
  const warned = vi.spyOn(console, "warn").mockReturnValue()
  const channel = channelOf("37701", "100")
  const model = await bindModel(channel, () => [])
  await settings("37701", { daily_tokens: 1_000 })
  await book("37701", 850)
  await says(channel, "37701", 1)
  await says(channel, "37701", 2)
  expect(await tokens("37701")).toBe(1_090)
  await says(channel, "37701", 3)
  await says(channel, "37701", 4)
  expect(model.prompts).toHaveLength(2)
  expect(await recorded("37701")).toEqual([
    ["model", null],
    ["model", null],
    ["rule", "spend_cap"],
    ["rule", "spend_cap"],
  ])
  const told = warned.mock.calls.filter(([said]) => said?.event === "spend.cap")
  expect(told).toEqual([[expect.objectContaining({ guild: "37701", cap: "daily_tokens", use: "listening" })]])
  setClock(START + DAY)
  await live("37701", channel, [line(5, "I love chess", 24 * 60)])
  await pass(channel, START + DAY + 10 * MINUTE)
  expect((await recorded("37701")).at(-1)).toEqual(["model", null])
})

test("a window outside the sample says so, and so does one with an unusable reply", async () => {
  const channel = channelOf("37702", "100")
  await bindModel(channel, () => [])
  await settings("37702", { extraction_rate: 0 })
  await says(channel, "37702", 1)
  await settings("37702", {})
  // Not the requested list of claims.
  await bindModel(channel, () => "nonsense" as never)
  await says(channel, "37702", 2)
  expect(await recorded("37702")).toEqual([
    ["rule", "sample"],
    ["rule", "bad_reply"],
  ])
  // Both replies were billed.
  expect(await tokens("37702")).toBe(240)
})

test("parallel channels exceed a cap by at most one window each", async () => {
  vi.spyOn(console, "warn").mockReturnValue()
  const guild = "37703"
  await settings(guild, { daily_tokens: 100 })
  const channels = Array.from({ length: 6 }, (_, index) => String(200 + index))
  const models = await Promise.all(channels.map((id) => bindModel(channelOf(guild, id), () => [])))
  const say = (round: number) =>
    Promise.all(
      channels.map((id, index) =>
        hear(guild, id, talk(round * 100 + index, START, [["11", "Ada", "I love hiking"]])),
      ),
    )
  await say(1)
  const calls = () => models.reduce((sum, { prompts }) => sum + prompts.length, 0)
  const first = calls()
  expect(first).toBeGreaterThanOrEqual(1)
  expect(await tokens(guild)).toBeLessThanOrEqual(100 + channels.length * 120)
  await say(2)
  expect(calls()).toBe(first)
})

test("a failed attempt's cost counts before the next attempt, and once", async () => {
  vi.spyOn(console, "warn").mockReturnValue()
  const channel = channelOf("37704", "100")
  const model = await bindModel(channel, () => [])
  // Billed and unusable each time, and the model fails during the repair.
  model.says = (prompt) => {
    if (prompt.includes("could not be used")) throw new Error("1031: internal error")
    return "nonsense" as never
  }
  await live("37704", channel, [line(1, "I love hiking", 0)])
  await pass(channel, START + 4 * MINUTE)
  const attempts = () => model.prompts.filter((prompt) => !prompt.includes("could not be used")).length
  expect(attempts()).toBeGreaterThanOrEqual(1)
  expect(await tokens("37704")).toBe(attempts() * 120)
  await settings("37704", { daily_tokens: attempts() * 120 })
  const before = attempts()
  await pass(channel, START + 120 * MINUTE)
  expect(attempts()).toBe(before)
  expect(await recorded("37704")).toEqual([["rule", "spend_cap"]])
  expect(await tokens("37704")).toBe(before * 120)
})

test("a direct statement is charged for its model call even if the call failed", async () => {
  await settings("37705", {})
  const usage = { purpose: "extraction", model: "m", inputTokens: 70, outputTokens: 0 }
  const chat = {
    model: () => "m",
    complete: async () => ({ kind: "failed", failure: "retry_later", detail: "down", usage }) as const,
  }
  const telling = { guildId: "37705", about: { id: "11", name: "Ada" }, channelId: null, at: START }
  const verdicts = await saveDirectStatement(
    guildDatabase(env, "37705"),
    { ...telling, text: "I love hiking" },
    { chat, readOnly: false, deploymentCapUsd: null },
  )
  expect(verdicts).toMatchObject([{ kind: "accepted" }])
  expect(await tokens("37705")).toBe(70)
})

/** Someone has a beagle, in a guild that has spent most of its daily limit. */
async function nearItsCap(guild: string, recall: object = {}): Promise<void> {
  await ok("PUT", `/v1/guilds/${guild}/policy`, { recall })
  const channel = channelOf(guild, "100")
  await bindModel(channel, () => [claim("P1", "Ada has a beagle")])
  await live(guild, channel, [line(1, "my beagle", 0)])
  await pass(channel, START + 5 * MINUTE)
  await settings(guild, { daily_tokens: 10_000 })
  await book(guild, 8_000)
}

test("recall near a cap uses words only and reports it if vectors or a model switch were enabled", async () => {
  vi.spyOn(console, "warn").mockReturnValue()
  await nearItsCap("37706")
  const model = fakeModels()
  const asker = isolate({ AI: model.ai })
  for (const _ of ["cold", "warm"]) {
    const answer = await asker.ask("37706", { query: "who has a beagle" })
    expect(answer.items[0]?.text).toContain("beagle")
    expect(answer.degraded).toEqual(["vectors"])
  }
  await ok("PUT", "/v1/guilds/37706/policy", { recall: { rerank: true } })
  expect((await asker.ask("37706", { query: "whose beagle" })).degraded).toEqual(["vectors", "model"])
  expect(model.asked).toEqual({ embed: [], rerank: [], chat: [] })
  await settings("37706", {})
  expect((await asker.ask("37706", { query: "whose beagle" })).degraded).toEqual([])
  expect(model.asked.embed).toHaveLength(1)
})

test("a guild without models past a cap reports nothing missing", async () => {
  await nearItsCap("37707", { rerank: true, expand_query: true })
  expect((await isolate().ask("37707", { query: "whose beagle" })).degraded).toEqual([])
})

test("rows wait for vectors near a cap, and are embedded once it is raised or the day ends", async () => {
  vi.spyOn(console, "warn").mockReturnValue()
  await nearItsCap("37708")
  const index = indexOf("37708")
  const model = embedder()
  await equipIndex(index, { model })
  await index.wake("37708")
  await pass(index, START + 10 * MINUTE)
  expect(model.calls).toEqual([])
  const due = (await alarmOf(index)) ?? 0
  expect(new Date(due).toISOString()).toMatch(/^2090-01-02T00:0/)
  await settings("37708", {})
  await index.wake("37708")
  await pass(index, START + 12 * MINUTE)
  expect(model.calls).toHaveLength(1)
  expect((await marks("37708")).every(([, , mark]) => mark?.startsWith("embedded:"))).toBe(true)
  expect(await alarmOf(index)).toBeNull()
})

test("a night follows the same caps, read at that moment", async () => {
  vi.spyOn(console, "warn").mockReturnValue()
  const tools = toolsFor("37709", { now: () => NOON })
  expect(await mayCallModels(tools)).toBe(true)
  await settings("37709", { monthly_usd: 1 })
  const usage = { purpose: "cluster", model: "m", inputTokens: 1, outputTokens: 0, costUsd: 0.5 }
  const spend = () => recordUsage(tools.db, "37709", { usage: [usage], now: NOON - 5 * DAY })
  await spend()
  expect(await mayCallModels(tools)).toBe(true)
  await spend()
  expect(await mayCallModels(tools)).toBe(false)
  expect(await mayCallModels({ ...tools, now: () => NOON + 30 * DAY })).toBe(true)
  await settings("37709", { monthly_usd: 2 })
  expect(await mayCallModels(tools)).toBe(true)
})

test("answers near a cap quote known facts", async () => {
  vi.spyOn(console, "warn").mockReturnValue()
  await nearItsCap("37710")
  const model = fakeModels()
  expect(await asks("37710", "who has a beagle?", { bound: { AI: model.ai }, channel: "100" })).toContain(
    "beagle",
  )
  expect(model.asked.chat).toEqual([])
})
