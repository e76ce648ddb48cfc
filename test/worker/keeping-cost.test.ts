/** Nightly cleanup costs next to nothing if nothing is due, and a few reads per row once a week. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { isSweep } from "../../src/nights/maintenance/purge.ts"
import { indexTerms } from "../../src/text/stems.ts"
import { NOON } from "./builders.ts"
import { hear, ok, talk } from "./http.ts"
import { night } from "./night-stage.ts"

const DAY = 86_400_000
const SIZE = 4_000
const WINDOWS = SIZE / 4
/** Statistics count each window of the last days, by its index entry and its row. */
const COUNTED = 2 * WINDOWS

/** A database that counts rows read and written. */
function metered(): { DB: D1Database; spent: { read: number; written: number } } {
  const spent = { read: 0, written: 0 }
  const count = (result: D1Result) => {
    spent.read += result.meta.rows_read
    spent.written += result.meta.rows_written
    return result
  }
  const real = new WeakMap<object, D1PreparedStatement>()
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      all: async () => count(await statement.all()),
      run: async () => count(await statement.run()),
      // `raw` returns no counts, so the query runs once more with `all`.
      raw: async () => {
        count(await statement.all())
        return statement.raw()
      },
    }
    real.set(wrapped, statement)
    // Drizzle calls only these methods.
    return wrapped as unknown as D1PreparedStatement
  }
  const batch = async (statements: D1PreparedStatement[]) =>
    (await env.DB.batch(statements.map((statement) => real.get(statement) ?? statement))).map(count)
  return {
    DB: { prepare: (query: string) => wrap(env.DB.prepare(query)), batch } as unknown as D1Database,
    spent,
  }
}

async function nightOf(guild: string, at: number) {
  const { DB, spent } = metered()
  const begun = performance.now()
  const { done } = await night(guild, { at, tools: { db: guildDatabase({ DB }, guild) } })
  expect(done).toContain("close")
  return { ...spent, ms: Math.round(performance.now() - begun) }
}

function nightThat(guild: string, sweeps: boolean): number {
  for (let at = NOON; ; at += DAY)
    if (isSweep({ guildId: guild, day: new Date(at).toISOString().slice(0, 10) }) === sweeps) return at
}

test("a night with nothing due reads and writes a handful of rows", async () => {
  await hear("36001", "100", talk(1, NOON - DAY, [["11", "Ada", "I love hiking"]]))
  const spent = await nightOf("36001", nightThat("36001", false))
  expect(spent.read).toBeLessThan(120)
  expect(spent.written).toBeLessThan(30)
})

/** Inserts memories, 50 per person with two statements each, all matching the same words. */
async function seeded(guild: string, { size, said }: { size: number; said: number }): Promise<void> {
  await ok("PUT", `/v1/guilds/${guild}/settings`, {})
  const run = (sql: string, ...values: unknown[]) =>
    env.DB.prepare(sql)
      .bind(...values)
      .run()
  const numbers = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)"
  await run(
    `${numbers} INSERT INTO memories (id, guild_id, scope, subject_id, fact, fact_key, type, topics, importance, certainty, confidence,
      lifetime, expires_at, status, evidence_count, said_at, last_said_at, created_at, version)
    SELECT '${guild}m' || i, '${guild}', 'user', i / 50, 'fact ' || i, 'key ' || i, 'episode', '[]', 'low', 1, 1, '30d', ?, 'active', 2, ?, ?, ?, 1 FROM n`,
    ...[size, NOON + 365 * DAY, said, said, said],
  )
  await run(
    `INSERT INTO evidence (memory_id, ref, guild_id, author_id, excerpt, said_at, method, source)
      SELECT m.id, r.value, guild_id, '11', 'x', said_at, 'rule', 'passive' FROM memories m, json_each('["a","b"]') r WHERE guild_id = ?`,
    guild,
  )
  await run(
    "INSERT INTO memory_terms (rowid, terms) SELECT seq, ? FROM memories WHERE guild_id = ?",
    indexTerms(guild, "walks the dog in the park"),
    guild,
  )
  await run(
    `${numbers} INSERT INTO windows (id, guild_id, channel_id, first_at, last_at, message_count, reason, method, verdicts, created_at)
      SELECT '${guild}w' || i, '${guild}', i % 20, ?, ?, 5, 'lull', 'rule', '[]', ? FROM n`,
    ...[WINDOWS, NOON, NOON, NOON],
  )
}

test("a large guild's night reads one index entry per memory, and once a week a few rows per memory", async () => {
  await seeded("36002", { size: SIZE, said: NOON - 30 * DAY })
  const plain = await nightOf("36002", nightThat("36002", false))
  const sweep = await nightOf("36002", nightThat("36002", true))
  expect(plain.read).toBeLessThan(3 * SIZE + COUNTED)
  expect(sweep.read).toBeLessThan(15 * SIZE + COUNTED)
  expect(Math.max(plain.written, sweep.written)).toBeLessThan(40)
})

test("a night after every memory was restated reads each once more for duplicates and once for its subject", async () => {
  await seeded("36003", { size: SIZE, said: NOON })
  expect((await nightOf("36003", nightThat("36003", false))).read).toBeLessThan(4 * SIZE)
})
