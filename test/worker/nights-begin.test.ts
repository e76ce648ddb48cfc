/** The hourly job starts each guild's night once, through crashes and refusals, for thousands of guilds. */

import { createScheduledController, introspectWorkflow } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { afterAll, beforeEach, expect, test } from "vitest"
import worker from "../../src/index.ts"
import { type BatchClock, type BeginBindings, beginNights } from "../../src/nights/begin.ts"

const NIGHT = Date.parse("2026-11-21T00:10:00Z")
const HOUR = 3_600_000

async function clear(): Promise<void> {
  await env.DB.batch(["guilds", "runs", "run_steps"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
}
// The job covers all guilds, so guilds of earlier files are removed, and these thousands afterwards.
beforeEach(clear)
afterAll(clear)

/** Inserts `count` guilds, with ids from 7001 on, whose last night was on the 20th. */
async function guilds(count: number, settings: unknown = {}): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => String(7_001 + index))
  await env.DB.prepare(
    "INSERT INTO guilds (id, settings, policy_version, writes, created_at, night_on) SELECT value, ?, 0, 0, 1, '2026-11-20' FROM json_each(?)",
  )
    .bind(JSON.stringify(settings), JSON.stringify(ids))
    .run()
  return ids
}

async function begunOn(day: string): Promise<string[]> {
  const rows = await env.DB.prepare("SELECT id FROM guilds WHERE night_on = ? ORDER BY id")
    .bind(day)
    .all<{ id: string }>()
  return rows.results.map(({ id }) => id)
}

/** A clock that stands at `at` and advances only by waiting. */
function clockAt(at: number): BatchClock & { waited: number[] } {
  const waited: number[] = []
  return {
    waited,
    now: () => at + waited.reduce((sum, one) => sum + one, 0),
    wait: async (milliseconds) => {
      waited.push(milliseconds)
    },
  }
}

/** A fake platform that remembers created instances and refuses those that `refuses` says, call by call. */
function platform(refuses: (call: number, id: string) => "all" | "this" | null = () => null) {
  const made = new Map<string, unknown>()
  const calls: number[] = []
  const createBatch = async ({ instances = [] }: WorkflowBatchCreateOptions<unknown>) => {
    calls.push(instances.length)
    if (instances.some(({ id = "" }) => refuses(calls.length, id) === "all")) throw new Error("429")
    const errors = instances.flatMap(({ id = "", params }, index) => {
      if (made.has(id))
        return [{ index, id, code: 10_405, message: "workflows.api.error.instance.already_exists" }]
      if (refuses(calls.length, id) === "this") return [{ index, id, code: 10_001, message: "internal" }]
      made.set(id, params)
      return []
    })
    return { created: [], errors }
  }
  // The job uses only this overload of the binding.
  return { made, calls, NIGHTS: { createBatch } as unknown as BeginBindings["NIGHTS"] }
}

function round(
  given: { NIGHTS: BeginBindings["NIGHTS"] },
  pace = clockAt(NIGHT),
  DB = env.DB,
): Promise<void> {
  return beginNights({ DB, NIGHTS: given.NIGHTS }, pace)
}

test("each guild's night starts under its own id, once however often the job runs", async () => {
  const [first = "", second = ""] = await guilds(2)
  const cloud = platform()
  for (let hour = 0; hour < 3; hour++) await round(cloud, clockAt(NIGHT + hour * HOUR))
  expect([...cloud.made]).toEqual(
    [first, second].map((guildId) => {
      const runId = `${guildId}_2026-11-21`
      return [runId, { guildId, runId, trigger: "schedule", requestedBy: "schedule" }]
    }),
  )
  expect(cloud.calls).toEqual([2])
  expect(await begunOn("2026-11-21")).toEqual([first, second])
})

test("the next hour recovers from a crash between starting and recording, and starts nothing twice", async () => {
  const ids = await guilds(3)
  const cloud = platform()
  const crashing = new Proxy(env.DB, {
    get: (db, name) => {
      const value = Reflect.get(db, name)
      if (name !== "prepare") return typeof value === "function" ? value.bind(db) : value
      return (text: string) => {
        if (text.startsWith("UPDATE guilds SET night_on")) throw new Error("the worker is gone")
        return db.prepare(text)
      }
    },
  })
  await round(cloud, clockAt(NIGHT), crashing)
  expect([cloud.made.size, await begunOn("2026-11-21")]).toEqual([3, []])
  await round(cloud, clockAt(NIGHT + HOUR))
  expect([cloud.made.size, await begunOn("2026-11-21")]).toEqual([3, ids])
})

test("a refused batch delays no other and starts in the next hour", async () => {
  const ids = await guilds(1_250)
  const cloud = platform((call) => (call === 2 || call === 6 ? "all" : null))
  await round(cloud)
  expect(await begunOn("2026-11-21")).toHaveLength(1_050)
  await round(cloud, clockAt(NIGHT + HOUR))
  expect(cloud.made.size).toBe(1_250)
  expect(await begunOn("2026-11-21")).toEqual(ids)
})

test("a guild whose instance alone is refused is not marked as started", async () => {
  const [first, second = "", third] = await guilds(3)
  const cloud = platform((call, id) => (call === 1 && id.startsWith(second) ? "this" : null))
  await round(cloud)
  expect(await begunOn("2026-11-21")).toEqual([first, third])
  await round(cloud, clockAt(NIGHT + HOUR))
  expect(await begunOn("2026-11-21")).toEqual([first, second, third])
})

test("a guild with a running night gets the next one when that ends or has been silent for three hours", async () => {
  const [guild = ""] = await guilds(1)
  const cloud = platform()
  await env.DB.prepare(
    "INSERT INTO runs (id, guild_id, day, trigger, requested_by, state, started_at) VALUES ('h', ?, '2026-11-20', 'hand', 'admin', 'running', ?)",
  )
    .bind(guild, NIGHT - HOUR)
    .run()
  await round(cloud)
  await round(cloud, clockAt(NIGHT + HOUR))
  expect(await begunOn("2026-11-21")).toEqual([])
  await round(cloud, clockAt(NIGHT + 2 * HOUR))
  expect(await begunOn("2026-11-21")).toEqual([guild])
})

test("five thousand guilds with the same midnight start in one job, a hundred a second", {
  timeout: 60_000,
}, async () => {
  await guilds(5_000, { timezone: "Europe/London" })
  const cloud = platform()
  const pace = clockAt(NIGHT)
  const counted = { statements: 0, read: 0, written: 0 }
  await round(cloud, pace, counting(counted))
  expect(cloud.made.size).toBe(5_000)
  expect(await begunOn("2026-11-21")).toHaveLength(5_000)
  expect(cloud.calls).toEqual(Array.from({ length: 50 }, () => 100))
  expect(pace.waited.reduce((sum, one) => sum + one, 0)).toBe(50_000)
  expect(counted.statements).toBeLessThanOrEqual(11 + 50)
  expect(counted.written).toBeLessThanOrEqual(5_000)
  expect(counted.read).toBeLessThanOrEqual(5_000 * 5 + 61)
  const idle = { statements: 0, read: 0, written: 0 }
  await round(cloud, clockAt(NIGHT + HOUR), counting(idle))
  expect(idle).toEqual({ statements: 11, read: expect.toSatisfy((rows) => rows <= 5_100), written: 0 })
})

test("the real platform starts each night once, and reports an existing instance", async () => {
  const [guild = ""] = await guilds(1)
  await using nights = await introspectWorkflow(env.NIGHTS)
  await round(env)
  // A night that still runs would postpone the next round instead.
  await (await nights.get())[0]?.waitForStatus("complete")
  await env.DB.prepare("UPDATE guilds SET night_on = '2026-11-20'").run()
  await round(env, clockAt(NIGHT + HOUR))
  expect(await nights.get()).toHaveLength(1)
  expect(await begunOn("2026-11-21")).toEqual([guild])
})

test("the hourly cron starts nights, and the five-minute cron does not", async () => {
  const [guild = ""] = await guilds(1)
  await using nights = await introspectWorkflow(env.NIGHTS)
  await worker.scheduled(createScheduledController({ cron: "*/5 * * * *" }), env)
  expect(await nights.get()).toHaveLength(0)
  await worker.scheduled(createScheduledController({ cron: "17 * * * *" }), env)
  const [seen] = await nights.get()
  await seen?.waitForStatus("complete")
  const rows = await env.DB.prepare("SELECT guild_id, trigger, state FROM runs").all()
  expect(rows.results).toEqual([{ guild_id: guild, trigger: "schedule", state: "done" }])
})

/** A database that counts statements and billed rows. */
function counting(into: { statements: number; read: number; written: number }): D1Database {
  const noted = (results: D1Result[]) => {
    for (const { meta } of results) {
      into.statements += 1
      into.read += meta.rows_read ?? 0
      into.written += meta.rows_written ?? 0
    }
    return results
  }
  const wrapped = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get: (target, name) => {
        if (name === "bind") return (...values: unknown[]) => wrapped(target.bind(...values))
        if (name === "all" || name === "run")
          return async () => noted([(await target[name]()) as D1Result])[0]
        const value = Reflect.get(target, name)
        return typeof value === "function" ? value.bind(target) : value
      },
    })
  return new Proxy(env.DB, {
    get: (db, name) => {
      if (name === "prepare") return (text: string) => wrapped(db.prepare(text))
      const value = Reflect.get(db, name)
      return typeof value === "function" ? value.bind(db) : value
    },
  })
}
