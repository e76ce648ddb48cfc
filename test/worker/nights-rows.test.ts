/** What a page of a night reads does not grow with the guild: as the database itself counts it. */
import { env } from "cloudflare:workers"
import { afterAll, beforeEach, expect, test } from "vitest"
import { guildDatabase, runBatch } from "../../src/memory/db/database.ts"
import { memoryEvidenceQueries } from "../../src/memory/write/consolidate.ts"
import { markConsolidated } from "../../src/memory/write/due-people.ts"
import { NOON } from "./builders.ts"

const GUILD = "6701"
const MEMBERS = 400
const OBJECTING = 40
/** A page of people, and what is known of each. */
const [PEOPLE, FACTS] = [20, 10]
/** So many pairs of other facts were said to hold both. */
const PAIRS = 300

/** Nobody else's: who objects everywhere does so here. */
const idOf = (n: number) => String(6_701_000_000 + n)
const PAGE = Array.from({ length: PEOPLE }, (_, n) => idOf(n))

/** A guild of which the last members object. */
beforeEach(async () => {
  const members = Array.from({ length: MEMBERS }, (_, n) => ({
    id: idOf(n),
    name: `Person${n}`,
    consent: n < MEMBERS - OBJECTING ? null : "out",
  }))
  const facts = PAGE.flatMap((id) =>
    Array.from({ length: FACTS }, (_, n) => ({
      id: `${GUILD}_${id}_${n}`,
      about: id,
      fact: `They like thing ${n}`,
    })),
  )
  const pairs = Array.from({ length: PAIRS }, (_, n) => [`${n}`, `${PAIRS + n}`])
  await env.DB.batch([
    // Of this guild, and of another: what holds beside what there is nobody's business here.
    ...[GUILD, `${GUILD}0`].map((guild) =>
      env.DB.prepare(
        "INSERT OR IGNORE INTO both_hold (guild_id, one, other) SELECT ?, value ->> 0, value ->> 1 FROM json_each(?)",
      ).bind(guild, JSON.stringify(pairs)),
    ),
    env.DB.prepare(
      "INSERT OR IGNORE INTO guilds (id, settings, policy_version, writes, created_at) VALUES (?, '{}', 0, 0, 0)",
    ).bind(GUILD),
    env.DB.prepare(
      `INSERT OR IGNORE INTO members (guild_id, id, name, consent, seen_at)
        SELECT ?, value ->> 'id', value ->> 'name', value ->> 'consent', 0 FROM json_each(?)`,
    ).bind(GUILD, JSON.stringify(members)),
    env.DB.prepare(
      `INSERT OR IGNORE INTO memories (id, guild_id, scope, subject_id, fact, fact_key, type, topics, importance, certainty, confidence,
          lifetime, status, evidence_count, said_at, last_said_at, created_at, version)
        SELECT value ->> 'id', ?, 'user', value ->> 'about', value ->> 'fact', value ->> 'id', 'profile', '[]', 'medium', 1, 1,
          'permanent', 'active', 1, ?, ?, ?, 1 FROM json_each(?)`,
    ).bind(GUILD, NOON, NOON, NOON, JSON.stringify(facts)),
    env.DB.prepare(
      `INSERT OR IGNORE INTO evidence (memory_id, ref, guild_id, author_id, excerpt, said_at, method, source)
        SELECT value ->> 'id', value ->> 'id', ?, value ->> 'about', value ->> 'fact', ?, 'rule', 'passive' FROM json_each(?)`,
    ).bind(GUILD, NOON, JSON.stringify(facts)),
  ])
})

/** Rows without full text: others look through all there is. */
afterAll(async () => {
  await env.DB.batch(
    ["evidence", "memories", "members", "both_hold"].map((table) =>
      env.DB.prepare(`DELETE FROM ${table} WHERE guild_id IN (?, ?)`).bind(GUILD, `${GUILD}0`),
    ),
  )
})

test("writing down who was looked through reads no other members", async () => {
  const [result] = await runBatch(guildDatabase(env, GUILD), [
    markConsolidated(
      GUILD,
      PAGE.map((id) => ({ id, at: NOON })),
    ),
  ])
  expect(result?.meta.changes).toBe(PEOPLE)
  // The list once for each of them, which is less than the members once for each.
  expect(result?.meta.rows_read).toBeLessThan(PEOPLE * (PEOPLE + 5))
})

test("of each of those who object the name is looked for once, and not in every fact", async () => {
  const subjects = PAGE.map((id) => ({ scope: "user" as const, id }))
  const queries = memoryEvidenceQueries(guildDatabase(env, GUILD), GUILD, { subjects, optIn: false })
  const [facts, evidence] = await runBatch(guildDatabase(env, GUILD), queries)
  expect(facts?.results).toHaveLength(PEOPLE * FACTS)
  expect(evidence?.results).toHaveLength(PEOPLE * FACTS)
  const read = (facts?.meta.rows_read ?? 0) + (evidence?.meta.rows_read ?? 0)
  expect(read).toBeGreaterThan(2 * PEOPLE * FACTS)
  // Some ten rows for each fact with what it rests on.
  expect(read).toBeLessThan(20 * PEOPLE * FACTS)
})

test("a fact that goes looks for its own pairs alone", async () => {
  const gone = await env.DB.prepare("DELETE FROM memories WHERE guild_id = ? AND subject_id = ?")
    .bind(GUILD, PAGE[0])
    .run()
  expect(gone.meta.changes).toBeGreaterThanOrEqual(FACTS)
  // Each of the guild's pairs for each fact would be 3,000.
  expect(gone.meta.rows_read).toBeLessThan(100 * FACTS)
})
