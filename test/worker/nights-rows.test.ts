/** The rows a night reads for one page of people do not grow with the guild, as the database counts them. */
import { env } from "cloudflare:workers"
import { afterAll, beforeEach, expect, test } from "vitest"
import { guildDatabase, runBatch } from "../../src/memory/db/database.ts"
import { memoryEvidenceQueries } from "../../src/memory/write/consolidate.ts"
import { markConsolidated } from "../../src/memory/write/due-people.ts"
import { NOON } from "./builders.ts"

const GUILD = "6701"
const MEMBERS = 400
const OBJECTING = 40
/** People on a page, and facts about each. */
const [PEOPLE, FACTS] = [20, 10]
/** Number of pairs of other facts that were said to both hold. */
const PAIRS = 300

/** Ids that no other test uses, because an opt-out of the whole deployment would apply here. */
const idOf = (n: number) => String(6_701_000_000 + n)
const PAGE = Array.from({ length: PEOPLE }, (_, n) => idOf(n))

/** A guild whose last members opted out. */
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
    // Pairs of this guild and of another, whose pairs must not matter here.
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

/** These rows have no full text, and other tests check the whole database. */
afterAll(async () => {
  await env.DB.batch(
    ["evidence", "memories", "members", "both_hold"].map((table) =>
      env.DB.prepare(`DELETE FROM ${table} WHERE guild_id IN (?, ?)`).bind(GUILD, `${GUILD}0`),
    ),
  )
})

test("marking reviewed people reads no other members", async () => {
  const [result] = await runBatch(guildDatabase(env, GUILD), [
    markConsolidated(
      GUILD,
      PAGE.map((id) => ({ id, at: NOON })),
    ),
  ])
  expect(result?.meta.changes).toBe(PEOPLE)
  // The list once per person, which is less than all members once per person.
  expect(result?.meta.rows_read).toBeLessThan(PEOPLE * (PEOPLE + 5))
})

test("each opted-out member's name is looked up once, and not once for every fact", async () => {
  const subjects = PAGE.map((id) => ({ scope: "user" as const, id }))
  const queries = memoryEvidenceQueries(guildDatabase(env, GUILD), GUILD, { subjects, optIn: false })
  const [facts, evidence] = await runBatch(guildDatabase(env, GUILD), queries)
  expect(facts?.results).toHaveLength(PEOPLE * FACTS)
  expect(evidence?.results).toHaveLength(PEOPLE * FACTS)
  const read = (facts?.meta.rows_read ?? 0) + (evidence?.meta.rows_read ?? 0)
  expect(read).toBeGreaterThan(2 * PEOPLE * FACTS)
  // About ten rows for each fact with its evidence.
  expect(read).toBeLessThan(20 * PEOPLE * FACTS)
})

test("deleting a fact reads only its own pairs", async () => {
  const gone = await env.DB.prepare("DELETE FROM memories WHERE guild_id = ? AND subject_id = ?")
    .bind(GUILD, PAGE[0])
    .run()
  expect(gone.meta.changes).toBeGreaterThanOrEqual(FACTS)
  // All the guild's pairs for each fact would be 3,000.
  expect(gone.meta.rows_read).toBeLessThan(100 * FACTS)
})
