/**
 * The ledger counts model usage by day, purpose and model with its price, under concurrency, and reports it
 * to the guild's managers.
 */
import { env } from "cloudflare:workers"
import { afterEach, expect, test, vi } from "vitest"
import { USD_PER_NEURON as BILLED, costUsd } from "../../src/ai/cost.ts"
import type { Usage } from "../../src/domain/types.ts"
import { guildDatabase } from "../../src/memory/db/database.ts"
import {
  BILLED_USD_PER_NEURON,
  readLedger,
  recordUsage,
  spendingOf,
  spentQuery,
} from "../../src/memory/write/usage.ts"
import { openGuild } from "../../src/policy/guild.ts"
import { call, ok, type Problem } from "./http.ts"
import { START, setClock } from "./live.ts"

const GUILD = "7310"
const NOON = Date.parse("2026-11-20T12:00:00Z")
const DAY = 86_400_000
const BGE = "@cf/baai/bge-reranker-base"
const GLM = "@cf/zai-org/glm-4.7-flash"

afterEach(() => {
  vi.useRealTimers()
})

const spent = (purpose: string, model: string, inputTokens: number) => {
  const usage: Usage = { purpose, model, inputTokens, outputTokens: 5 }
  return { ...usage, costUsd: costUsd(usage) }
}

function record(guild: string, now: number, ...usage: ReturnType<typeof spent>[]): Promise<void> {
  return recordUsage(guildDatabase(env, guild), guild, { usage, now })
}

async function spending(guild: string, now: number) {
  return spendingOf(await spentQuery(guildDatabase(env, guild), guild, now))
}

test("a day's calls add up by purpose and model, with a price if known", async () => {
  await record(GUILD, NOON, spent("rerank", BGE, 1_000))
  await record(GUILD, NOON, spent("rerank", BGE, 500), spent("expand", "llama3", 300))
  await record(GUILD, NOON)
  const { results } = await env.DB.prepare(
    "SELECT day, purpose, calls, input_tokens, cost_usd FROM usage WHERE guild_id = ? ORDER BY purpose DESC",
  )
    .bind(GUILD)
    .all()
  expect(results).toEqual([
    {
      day: "2026-11-20",
      purpose: "rerank",
      calls: 2,
      input_tokens: 1_500,
      cost_usd: expect.closeTo(1_500 * 283e-6 * 0.000_011, 12),
    },
    { day: "2026-11-20", purpose: "expand", calls: 1, input_tokens: 300, cost_usd: null },
  ])
})

test("concurrent writers lose no usage", async () => {
  const writers = Array.from({ length: 40 }, (_, index) =>
    record("7313", NOON, spent(index % 2 ? "answer" : "digest", GLM, 95)),
  )
  await Promise.all(writers)
  expect((await spending("7313", NOON)).today).toMatchObject({ tokens: 4_000 })
  const calls = await readLedger(guildDatabase(env, "7313"), "7313", {
    from: "2026-11-20",
    to: "2026-11-20",
    by: "purpose",
  })
  expect(calls.map(({ key, calls }) => [key, calls])).toEqual([
    ["answer", 20],
    ["digest", 20],
  ])
})

test("day and month totals cover all purposes, and no other guild, day or month", async () => {
  const guild = "7311"
  expect((await spending(guild, NOON)).today).toEqual({ tokens: 0, neurons: null, usd: 0, unpriced: 0 })
  await record(guild, NOON, spent("rerank", BGE, 100), spent("extraction", "m", 20))
  await record(guild, NOON - 19 * DAY, spent("rerank", BGE, 7))
  await record(guild, NOON - 20 * DAY, spent("rerank", BGE, 999))
  await record(guild, NOON + DAY, spent("rerank", BGE, 999))
  await record("7312", NOON, spent("rerank", BGE, 999))
  const { today, month } = await spending(guild, NOON)
  expect(today).toMatchObject({ tokens: 130, unpriced: 25 })
  expect(today.neurons).toBeCloseTo(100 * 283e-6, 10)
  expect(month).toMatchObject({ tokens: 142, unpriced: 25 })
  expect(month.usd).toBeCloseTo(107 * 283e-6 * 0.000_011, 14)
})

test("another provider's cost is not shown as neurons, and both places use the same neuron price", async () => {
  const usage = { purpose: "answer", model: "qwen3:8b", inputTokens: 10, outputTokens: 0, costUsd: 2 }
  await recordUsage(guildDatabase(env, "7314"), "7314", { usage: [usage], now: NOON })
  expect((await spending("7314", NOON)).today).toEqual({ tokens: 10, neurons: null, usd: 2, unpriced: 0 })
  await record("7314", NOON, spent("digest", GLM, 1_000_000))
  expect((await spending("7314", NOON)).today.neurons).toBeCloseTo(5_500.182, 6)
  expect(BILLED_USD_PER_NEURON).toBe(BILLED)
})

test("if only some calls have a known price, their sum is kept", async () => {
  const usage = { purpose: "answer", model: "qwen3:8b", inputTokens: 10, outputTokens: 0, costUsd: 2 }
  const add = (costUsd: number | null) =>
    recordUsage(guildDatabase(env, "7315"), "7315", { usage: [{ ...usage, costUsd }], now: NOON })
  for (const price of [null, 2, null, 3]) await add(price)
  expect((await spending("7315", NOON)).today).toMatchObject({ tokens: 40, usd: 5 })
})

interface Row {
  key: string
  calls: number
  tokens: number
  input_tokens: number
  output_tokens: number
  neurons: number | null
  cost_usd: number
  unpriced_tokens: number
}
interface UsageBody {
  from: string
  to: string
  items: Row[]
  total: Omit<Row, "key">
}

/** A known guild with calls on two days. */
async function booked(guild: string): Promise<void> {
  await openGuild(guildDatabase(env, guild), guild, { now: NOON, mode: "full" })
  await record(guild, NOON - DAY, spent("extraction", GLM, 95), spent("answer", "llama3", 45))
  await record(guild, NOON, spent("extraction", GLM, 195))
}

const usageOf = (guild: string, query: string) =>
  ok<UsageBody>("GET", `/v1/guilds/${guild}/usage?from=2026-11-01&to=2026-11-30&${query}`)

test.each([
  [
    "day",
    [
      ["2026-11-19", 150],
      ["2026-11-20", 200],
    ],
  ],
  [
    "purpose",
    [
      ["answer", 50],
      ["extraction", 300],
    ],
  ],
  [
    "model",
    [
      [GLM, 300],
      ["llama3", 50],
    ],
  ],
])("the ledger groups by %s, always with the same total", async (by, sums) => {
  const guild = `732${by.length}`
  await booked(guild)
  const { items, total, ...span } = await usageOf(guild, `by=${by}`)
  expect(items.map(({ key, tokens }) => [key, tokens])).toEqual(sums)
  expect(span).toEqual({ from: "2026-11-01", to: "2026-11-30" })
  expect(total).toEqual({
    tokens: 350,
    calls: 3,
    input_tokens: 335,
    output_tokens: 15,
    unpriced_tokens: 50,
    neurons: expect.closeTo((290 * 5_500 + 10 * 36_400) / 1_000_000, 10),
    cost_usd: expect.closeTo(((290 * 5_500 + 10 * 36_400) / 1_000_000) * 0.000_011, 12),
  })
})

test("usage covers the last thirty days by default and at most 400", async () => {
  await openGuild(guildDatabase(env, "7330"), "7330", { now: NOON, mode: "full" })
  setClock(START)
  for (const back of [0, 29, 30]) await record("7330", START - back * DAY, spent("answer", GLM, 5))
  const told = await ok<UsageBody>("GET", "/v1/guilds/7330/usage")
  expect([told.from, told.to, told.items.length]).toEqual(["2089-12-03", "2090-01-01", 2])
  expect((await usageOf("7330", "by=day")).items).toEqual([])
  const span = (from: string) => call<Problem>("GET", `/v1/guilds/7330/usage?from=${from}&to=2089-12-31`)
  expect(await span("2088-11-27")).toMatchObject({ status: 200 })
  expect(await span("2088-11-26")).toMatchObject({
    status: 400,
    body: { errors: [{ field: "query.from" }] },
  })
})

interface StatsBody {
  spend: {
    state: string
    cap: string | null
    until: string | null
    caps: Record<string, { limit: number; spent: number; left: number }>
    today: { tokens: number; by_purpose: Row[] }
    month: { tokens: number }
    forecast: { today: { tokens: number }; month: { tokens: number }; days: number } | null
  }
  [name: string]: unknown
}

test("stats show spending by purpose, what the caps leave, and a forecast", async () => {
  const guild = "7340"
  setClock(START)
  await ok("PUT", `/v1/guilds/${guild}/settings`, { daily_tokens: 1_000 })
  for (const back of [1, 2, 3, 4]) await record(guild, START - back * DAY, spent("extraction", GLM, 395))
  await record(guild, START, spent("extraction", GLM, 395), spent("answer", GLM, 445))
  const stats = await ok<StatsBody>("GET", `/v1/guilds/${guild}/stats`)
  expect(stats).toMatchObject({
    memories: { active: 0, shadow: 0, queued: 0 },
    channels: { full: 0, notes: 0, off: 0, quiet: 0, heard: 0 },
    unread: { messages: 0, windows: 0, silent_channels: 0 },
    reader: "rules",
    spend: {
      state: "reserve",
      cap: "daily_tokens",
      until: "2090-01-02T00:00:00.000Z",
      caps: { daily_tokens: { limit: 1_000, spent: 850, left: 150 } },
      today: { tokens: 850 },
      // The first of January, so the days of last month do not count.
      month: { tokens: 850 },
      // Half a day at 400 remains, and thirty days.
      forecast: { today: { tokens: 1_050 }, month: { tokens: 13_050 }, days: 4 },
    },
  })
  expect(stats.spend.today.by_purpose.map(({ key, tokens }) => [key, tokens])).toEqual([
    ["answer", 450],
    ["extraction", 400],
  ])
})
