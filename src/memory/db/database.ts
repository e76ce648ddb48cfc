/**
 * Decides which database holds a guild, runs statements as one batch, and holds every query that spans
 * guilds.
 */
import { eq, type SQL, sql } from "drizzle-orm"
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1"
import { HOUR } from "../../domain/calendar.ts"
import type { Id, Time } from "../../domain/types.ts"
import { compileOnce, dialect } from "./one-statement.ts"
import { apiKeys } from "./schema.ts"

export type Database = DrizzleD1Database & { $client: D1Database }

/** Returns the database of one guild. Today there is only one; no other code may rely on that. */
export function guildDatabase(bindings: { DB: D1Database }, _guildId: Id): Database {
  return drizzle(bindings.DB)
}

/** Returns the API key with this id, valid or not, of any guild; `null` if there is none. */
export async function findKey(bindings: { DB: D1Database }, id: string) {
  const rows = await drizzle(bindings.DB).select().from(apiKeys).where(eq(apiKeys.id, id))
  return rows[0] ?? null
}

/**
 * Returns ids of guilds whose vector index is behind the database, in order, after `after`: rows without a
 * vector, rows in another index or model than `home`, or vectors to remove. If `home` is `null` because there
 * is no model, only removals count.
 */
export async function guildsWithPendingVectors(
  bindings: { DB: D1Database },
  home: string | null,
  page: { after: Id; limit: number },
): Promise<Id[]> {
  const waiting = sql`SELECT id FROM guilds WHERE id > ${page.after} AND (embedded_with IS NOT ${home}
      OR EXISTS (SELECT 1 FROM memories INDEXED BY memories_unembedded WHERE guild_id = guilds.id AND coalesce(embedded_with, '') = '' AND status = 'active')
      OR EXISTS (SELECT 1 FROM notes INDEXED BY notes_unembedded WHERE guild_id = guilds.id AND coalesce(embedded_with, '') = ''))`
  const rows = await drizzle(bindings.DB).all<{ id: Id }>(
    sql`SELECT id FROM (SELECT guild_id AS id FROM vector_removals WHERE guild_id > ${page.after}
      UNION SELECT id FROM (${waiting}) WHERE ${home} IS NOT NULL) ORDER BY id LIMIT ${page.limit}`,
  )
  return rows.map((row) => row.id)
}

/** Returns people whose facts still use a former name, of all guilds or one, each with the guild's database. */
export async function renamedMembers(
  bindings: { DB: D1Database },
  { guildId, limit }: { guildId: Id | null; limit: number },
) {
  const db = drizzle(bindings.DB)
  const inGuild = guildId === null ? sql`1` : sql`guild_id = ${guildId}`
  const rows = await db.all<{ guildId: Id; id: Id; former: string; name: string }>(
    sql`SELECT guild_id AS guildId, id, former_name AS former, name FROM members
      WHERE former_name IS NOT NULL AND ${inGuild} ORDER BY guild_id, id LIMIT ${limit}`,
  )
  return rows.map((row) => ({ ...row, db }))
}

/**
 * Returns ids of guilds with an unfinished erasure or an expired grace period after leaving, in order, after
 * `after`.
 */
export async function guildsToErase(
  bindings: { DB: D1Database },
  page: { after: Id; limit: number; now: number },
): Promise<Id[]> {
  const rows = await drizzle(bindings.DB).all<{ id: Id }>(
    sql`SELECT id FROM (SELECT guild_id AS id FROM erasures WHERE state <> 'done' AND guild_id > ${page.after}
      UNION SELECT id FROM guilds WHERE leaving_at <= ${page.now} AND id > ${page.after}) ORDER BY id LIMIT ${page.limit}`,
  )
  return rows.map((row) => row.id)
}

/** Returns ids of all guilds, in order, after `after`. */
export async function guildIds(
  bindings: { DB: D1Database },
  page: { after: Id; limit: number },
): Promise<Id[]> {
  const rows = await drizzle(bindings.DB).all<{ id: Id }>(
    sql`SELECT id FROM guilds WHERE id > ${page.after} ORDER BY id LIMIT ${page.limit}`,
  )
  return rows.map((row) => row.id)
}

/** Returns the guilds a person is known in, most recently seen first. */
export async function guildsOfPerson(bindings: { DB: D1Database }, userId: Id, most: number): Promise<Id[]> {
  const rows = await drizzle(bindings.DB).all<{ id: Id }>(
    sql`SELECT guild_id AS id FROM members WHERE id = ${userId} ORDER BY seen_at DESC LIMIT ${most}`,
  )
  return rows.map((row) => row.id)
}

/** Returns which of these guilds this deployment knows. */
export async function guildsAmong(bindings: { DB: D1Database }, ids: readonly Id[]): Promise<Id[]> {
  const rows = await drizzle(bindings.DB).all<{ id: Id }>(
    sql`SELECT id FROM guilds WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  )
  return rows.map((row) => row.id)
}

/**
 * Returns guilds that were not purged since the day `since` (YYYY-MM-DD), or that have no nights because they
 * are leaving, by id after `after`.
 */
export function guildsUnpurged(
  bindings: { DB: D1Database },
  { since, after, limit }: { since: string; after: Id; limit: number },
): Promise<{ id: Id; settings: string; purgedOn: string | null }[]> {
  return drizzle(bindings.DB).all(
    sql`SELECT id, settings, purged_on AS purgedOn FROM guilds WHERE id > ${after}
      AND (leaving_at IS NOT NULL OR coalesce(purged_on, '') < ${since}) ORDER BY id LIMIT ${limit}`,
  )
}

/**
 * Returns guilds by id after `after`, with the data that decides whether their night starts (`nightsDue`).
 */
export async function guildsByNight(
  bindings: { DB: D1Database },
  page: { after: Id; limit: number; now: Time },
) {
  const rows = await drizzle(bindings.DB).all<{
    id: Id
    settings: string
    nightOn: string | null
    leavingAt: Time | null
    underWay: number
  }>(
    sql`SELECT id, settings, night_on AS nightOn, leaving_at AS leavingAt,
      EXISTS (SELECT 1 FROM runs WHERE runs.guild_id = guilds.id AND ${nightInProgress(page.now)}) AS underWay
      FROM guilds WHERE id > ${page.after} ORDER BY id LIMIT ${page.limit}`,
  )
  return rows.map((row) => ({ ...row, underWay: row.underWay === 1 }))
}

/** Returns the guilds with a running trial of a policy, by id after `after`. */
export async function guildsInTrial(
  bindings: { DB: D1Database },
  { after, limit }: { after: Id; limit: number },
): Promise<Id[]> {
  const rows = await drizzle(bindings.DB).all<{ id: Id }>(
    sql`SELECT guild_id AS id FROM policy_trials WHERE ended_at IS NULL AND guild_id > ${after} ORDER BY guild_id LIMIT ${limit}`,
  )
  return rows.map((row) => row.id)
}

/** Records that these guilds' nights were started. */
export async function markNights(
  bindings: { DB: D1Database },
  begun: readonly { guildId: Id; day: string }[],
): Promise<void> {
  await drizzle(bindings.DB).run(
    sql`UPDATE guilds SET night_on = night.value ->> 'day' FROM json_each(${JSON.stringify(begun)}) AS night
      WHERE guilds.id = night.value ->> 'guildId' AND coalesce(night_on, '') < night.value ->> 'day'`,
  )
}

/** Deletes expired undo rows, codes for links with their counters, and expired sessions of the dashboard. */
export async function purgeUndo(bindings: { DB: D1Database }, now: number): Promise<void> {
  await drizzle(bindings.DB).run(sql`DELETE FROM undo WHERE expires_at <= ${now}`)
  await drizzle(bindings.DB).run(
    sql`DELETE FROM identity_codes WHERE since <= ${now - HOUR} AND expires_at <= ${now}`,
  )
  await drizzle(bindings.DB).run(sql`DELETE FROM dashboard_sessions WHERE expires_at <= ${now}`)
}

/** A statement of a batch: raw SQL or a built query. */
export type BatchStatement = SQL | { toSQL(): { sql: string; params: unknown[] } }

/**
 * Runs several reads of one text value each as one statement, because a further statement costs more than a
 * further column. Without reads it sends nothing. Together they may bind at most 100 different values.
 */
export async function readTogether(
  db: Database,
  reads: Readonly<Record<string, SQL>>,
): Promise<Record<string, string | null>> {
  const columns = Object.entries(reads).map(([name, read]) => sql`(${read}) AS ${sql.identifier(name)}`)
  if (columns.length === 0) return {}
  const { text, values } = compileOnce(sql`SELECT ${sql.join(columns, sql`, `)}`)
  return (
    (await db.$client
      .prepare(text)
      .bind(...values)
      .first<Record<string, string | null>>()) ?? {}
  )
}

/**
 * Runs statements as one batch, all or nothing, `along` after them. drizzle's own `batch` does not accept raw SQL with
 * parameters.
 */
export async function runBatch(
  db: Database,
  statements: readonly BatchStatement[],
  along: readonly D1PreparedStatement[] = [],
): Promise<D1Result[]> {
  const prepared = statements.map((statement) => {
    const { sql, params } = "toSQL" in statement ? statement.toSQL() : dialect.sqlToQuery(statement)
    return db.$client.prepare(sql).bind(...params)
  })
  return db.$client.batch([...prepared, ...along])
}

/**
 * A night that reported nothing for this long counts as dead. Milliseconds. The longest silence of a live
 * night is one step: six attempts of ten minutes with five minutes between them (`workflow.ts`), doubled if a
 * read-only step comes first.
 */
const LEASE_MS = 3 * HOUR

/** Selects rows of `runs` that are nights in progress. */
export function nightInProgress(now: Time): SQL {
  const since = now - LEASE_MS
  return sql`(runs.state = 'running' AND (runs.started_at > ${since}
    OR EXISTS (SELECT 1 FROM run_steps WHERE run_id = runs.id AND run_steps.finished_at > ${since})))`
}
