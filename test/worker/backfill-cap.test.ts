/** An import's cap: the model reads until it is spent, then rules read the rest, and what was spent is recorded exactly. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { Backfill, DAY, MINUTE } from "./backfill-world.ts"
import { asShard } from "./gateway-told.ts"
import { ok, type Page } from "./http.ts"
import { bindModel, channelOf } from "./stand-ins.ts"

const LONG_AGO = Date.parse("2025-03-01T12:00:00Z")
const TALKS = 6

interface Result {
  /** Windows by how they were read, oldest first. */
  read: string[]
  calls: number
  prompts: number
  spentUsd: number
  /** What the guild's usage says that the calls cost. */
  costUsd: number
}

/** Imports some talks, a day apart, with a model bound to their channel. */
async function imported(capUsd: number | null): Promise<Result> {
  let result: Result | null = null
  await asShard({}, async (shard) => {
    const told = new Backfill(shard)
    const general = told.channel("general")
    await shard.hear()
    await told.keepImporterWaiting()
    for (let nth = 0; nth < TALKS; nth++) {
      told.past(general, LONG_AGO + nth * DAY, `I love hiking number ${nth}`)
      told.past(general, LONG_AGO + nth * DAY + MINUTE, `and I live in town number ${nth}`)
    }
    const model = await bindModel(channelOf(told.guild, general), () => [])
    const id = await told.preview()
    await told.start(id, capUsd)
    await told.run()
    await told.flush(general)
    const { items } = await ok<Page<{ method: string; fallback: string | null }>>(
      "GET",
      `/v1/guilds/${told.guild}/windows`,
    )
    const job = await ok<{ spent_usd: number; calls: number }>(
      "GET",
      `/v1/guilds/${told.guild}/history/${id}`,
    )
    const usage = env.DB.prepare("SELECT coalesce(sum(cost_usd), 0) AS usd FROM usage WHERE guild_id = ?")
    result = {
      read: items.toReversed().map(({ method, fallback }) => `${method} ${fallback}`),
      calls: job.calls,
      prompts: model.prompts.length,
      spentUsd: job.spent_usd,
      costUsd: (await usage.bind(told.guild).first<number>("usd")) ?? 0,
    }
  })
  if (result === null) throw new Error("nothing was imported")
  return result
}

test("without a cap the model reads every window, and the import's row says what that cost", async () => {
  const { read, calls, prompts, spentUsd, costUsd } = await imported(null)
  expect(read).toEqual(Array.from({ length: TALKS }, () => "model null"))
  expect(calls).toBe(TALKS)
  expect(prompts).toBe(TALKS)
  expect(spentUsd).toBeGreaterThan(0)
  expect(spentUsd).toBeCloseTo(costUsd, 12)
})

test("once the cap is spent, rules read the rest, and nothing more is spent", async () => {
  const free = await imported(null)
  const eachUsd = free.spentUsd / TALKS
  const { read, calls, spentUsd, costUsd } = await imported(1.5 * eachUsd)
  // The second window passes the cap, which is checked before a window is read.
  const rest = Array.from({ length: TALKS - 2 }, () => "rule spend_cap")
  expect(read).toEqual(["model null", "model null", ...rest])
  expect(calls).toBe(2)
  expect(spentUsd).toBeCloseTo(2 * eachUsd, 12)
  expect(spentUsd).toBeCloseTo(costUsd, 12)
})
