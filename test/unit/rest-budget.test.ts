/** All shards together stay within Discord's limits for one bot, and far below the rate that bans its address. */
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { discordRest } from "../../src/discord/bot/rest.ts"
import {
  FULL_REST_BUDGET,
  grantRest,
  MOST_REFUSED,
  type RestAsk,
  type RestBudget,
  type RestLease,
} from "../../src/discord/bot/rest-budget.ts"

const START = 1_800_000_000_000

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The budget as shard 0 keeps it. */
function sharedBudget() {
  const shared = { budget: FULL_REST_BUDGET, asked: 0 }
  const ask = async (told: RestAsk): Promise<RestLease> => {
    shared.asked += 1
    const { budget, lease } = grantRest(shared.budget, told, Date.now())
    shared.budget = budget
    return lease
  }
  return { shared, ask }
}

/** Answers like Discord: so many requests in a second, then 429 until the second is over. */
function limitedDiscord(perSecond: () => number) {
  const counts = { served: 0, refused: 0 }
  let [second, used] = [0, 0]
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const now = Math.floor(Date.now() / 1_000)
    if (now !== second) [second, used] = [now, 0]
    used += 1
    if (used <= perSecond()) {
      counts.served += 1
      return Response.json([])
    }
    counts.refused += 1
    const headers = { "retry-after": "1", "x-ratelimit-global": "true", "x-ratelimit-scope": "global" }
    return Response.json({ message: "limited", retry_after: 1, global: true }, { status: 429, headers })
  })
  return counts
}

/** Each of 32 shards repairs without pause for `seconds`, each channel once. */
async function repairEverything(ask: (told: RestAsk) => Promise<RestLease>, seconds: number): Promise<void> {
  const until = Date.now() + seconds * 1_000
  const walk = async (_: unknown, shard: number) => {
    const report = (told: Omit<RestAsk, "holder" | "use">) =>
      ask({ ...told, holder: `${shard}`, use: "repair" })
    const env = { DISCORD_TOKEN: "t" }
    // Only these settings are read.
    const rest = discordRest(env as Partial<Env> as Env, {}, report)
    for (let call = 1; Date.now() < until; call += 1) {
      const failed = await rest?.get(`/channels/${shard * 100_000 + call}/messages`).then(
        () => false,
        () => true,
      )
      if (failed) await new Promise((resolve) => setTimeout(resolve, 5_000))
    }
  }
  const walks = Array.from({ length: 32 }, walk)
  await vi.advanceTimersByTimeAsync((seconds + 60) * 1_000)
  await Promise.all(walks)
}

test("32 shards that repair at once are refused nothing, use most of the limit, and seldom ask for leases", async () => {
  const counts = limitedDiscord(() => 50)
  const { shared, ask } = sharedBudget()
  await repairEverything(ask, 120)
  expect(counts.refused).toBe(0)
  expect(counts.served).toBeGreaterThan(120 * 25)
  expect(shared.asked).toBeLessThan(counts.served / 3)
})

test("32 shards of a bot whose limit others use up are refused far less than 10,000 times in ten minutes", async () => {
  const counts = limitedDiscord(() => 10)
  const { shared, ask } = sharedBudget()
  await repairEverything(ask, 600)
  expect(counts.refused).toBeGreaterThan(0)
  expect(counts.refused).toBeLessThan(MOST_REFUSED + 32 * 10)
  expect(Object.values(shared.budget.refused).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0)
})

test("after Discord refused all requests of the bot, the next one waits although it is for another route", async () => {
  const counts = limitedDiscord(() => 0)
  const reports: number[] = []
  const lease = async ({ limitedForMs }: { limitedForMs: number }): Promise<RestLease> => {
    reports.push(limitedForMs)
    return limitedForMs > 0
      ? { kind: "later", inMs: limitedForMs }
      : { kind: "lease", requests: 9, everyMs: 0, forMs: 60_000 }
  }
  const env = { DISCORD_TOKEN: "t" }
  // Only these settings are read.
  const rest = discordRest(env as Partial<Env> as Env, {}, lease)
  const first = expect(rest?.get("/channels/1/messages", { withinMs: 500 })).rejects.toThrow("before")
  await vi.advanceTimersByTimeAsync(500)
  await first
  await expect(rest?.get("/channels/2/messages", { withinMs: 500 })).rejects.toThrow("no request")
  expect(counts.refused).toBe(1)
  expect(reports).toEqual([0, expect.toSatisfy((ms) => ms > 0)])
})

function ask(more: Partial<RestAsk> = {}): RestAsk {
  return { holder: "1", use: "repair", refused: 0, limitedForMs: 0, ...more }
}

function grants(budget: RestBudget, told: RestAsk, at = 0) {
  return grantRest(budget, told, START + at)
}

test("a shard alone gets the whole share, and a second one waits for the end of the lease", () => {
  const first = grants(FULL_REST_BUDGET, ask())
  expect(first.lease).toMatchObject({ kind: "lease", requests: 175, forMs: 5_000 })
  const second = grants(first.budget, ask({ holder: "2" }), 1_000)
  expect(second.lease).toEqual({ kind: "later", inMs: 4_000 })
  const renewed = grants(second.budget, ask(), 5_000)
  expect(renewed.lease).toMatchObject({ kind: "lease", requests: 87 })
  expect(grants(renewed.budget, ask({ holder: "2" }), 5_000).lease).toMatchObject({ requests: 87 })
})

test("while Discord refuses everything, nobody gets a lease", () => {
  const { budget, lease } = grants(FULL_REST_BUDGET, ask({ refused: 1, limitedForMs: 30_000 }))
  expect(lease).toEqual({ kind: "later", inMs: 30_000 })
  expect(grants(budget, ask({ holder: "2", use: "answer" }), 10_000).lease).toEqual({
    kind: "later",
    inMs: 20_000,
  })
  expect(grants(budget, ask({ holder: "2" }), 30_000).lease.kind).toBe("lease")
})

test("after too many refused requests nobody gets a lease until ten minutes have passed", () => {
  const { budget, lease } = grants(FULL_REST_BUDGET, ask({ refused: MOST_REFUSED }))
  expect(lease).toEqual({ kind: "later", inMs: 11 * 60_000 })
  expect(grants(budget, ask({ use: "answer" }), 60_000).lease.kind).toBe("later")
  const later = grants(budget, ask(), 11 * 60_000)
  expect(later.lease.kind).toBe("lease")
  expect(Object.keys(grants(later.budget, ask(), 12 * 60_000).budget.refused)).toEqual([])
})

test("answers have a part of the limit that repairs cannot take", () => {
  const repairs = grants(FULL_REST_BUDGET, ask())
  const answer = () => ask({ holder: "", use: "answer" })
  const first = grants(repairs.budget, answer())
  const second = grants(first.budget, answer())
  expect([first.lease, second.lease]).toMatchObject([{ requests: 5 }, { requests: 5 }])
  const third = grants(second.budget, answer())
  expect(third.lease).toEqual({ kind: "later", inMs: 100 })
  expect(grants(third.budget, answer(), 500).lease).toMatchObject({ requests: 5 })
})
