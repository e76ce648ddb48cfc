/** Which database holds a guild, how a set of statements lands in it as one, and the queries that span guilds. */
import { eq, type SQL, sql } from "drizzle-orm"
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1"
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core"
import { HOUR } from "../../domain/calendar.ts"
import type { Id, Time } from "../../domain/types.ts"
import { apiKeys } from "./schema.ts"

export type Database = DrizzleD1Database & { $client: D1Database }

/** The database of one guild. Today there is one; nothing else may assume so. */
export function guildDatabase(bindings: { DB: D1Database }, _guildId: Id): Database {
  return drizzle(bindings.DB)
}

/** The API key of this id, in force or not, whichever guild it is of; null where there is none. */
export async function findKey(bindings: { DB: D1Database }, id: string) {
  const rows = await drizzle(bindings.DB).select().from(apiKeys).where(eq(apiKeys.id, id))
  return rows[0] ?? null
}

/**
 * Guilds whose index owes the database something, by id, after `after`: rows without a vector or in another index or
 * model than `home`, or vectors to remove. With `home` null, there being no model, the last alone.
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

/** Guilds with an erasure that is not done, or whose grace after leaving is over, by id, after `after`. */
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

/** The guilds in which a person is known, those they were last heard in first. */
export async function guildsOfPerson(bindings: { DB: D1Database }, userId: Id, most: number): Promise<Id[]> {
  const rows = await drizzle(bindings.DB).all<{ id: Id }>(
    sql`SELECT guild_id AS id FROM members WHERE id = ${userId} ORDER BY seen_at DESC LIMIT ${most}`,
  )
  return rows.map((row) => row.id)
}

/** Guilds that no night has purged since the day `since` (YYYY-MM-DD), or that have no nights because they are leaving; by id, after `after`. */
export function guildsUnpurged(
  bindings: { DB: D1Database },
  { since, after, limit }: { since: string; after: Id; limit: number },
): Promise<{ id: Id; settings: string; purgedOn: string | null }[]> {
  return drizzle(bindings.DB).all(
    sql`SELECT id, settings, purged_on AS purgedOn FROM guilds WHERE id > ${after}
      AND (leaving_at IS NOT NULL OR coalesce(purged_on, '') < ${since}) ORDER BY id LIMIT ${limit}`,
  )
}

/** Guilds by id, after `after`, with what tells whether their night is to begin (`nightsDue`). */
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

/** Takes down that these guilds' nights were begun. */
export async function markNights(
  bindings: { DB: D1Database },
  begun: readonly { guildId: Id; day: string }[],
): Promise<void> {
  await drizzle(bindings.DB).run(
    sql`UPDATE guilds SET night_on = night.value ->> 'day' FROM json_each(${JSON.stringify(begun)}) AS night
      WHERE guilds.id = night.value ->> 'guildId' AND coalesce(night_on, '') < night.value ->> 'day'`,
  )
}

/** Lets go of what can no longer be undone, in all guilds. */
export async function purgeUndo(bindings: { DB: D1Database }, now: number): Promise<void> {
  await drizzle(bindings.DB).run(sql`DELETE FROM undo WHERE expires_at <= ${now}`)
}

const dialect = new SQLiteAsyncDialect()

/** A statement to land: raw SQL, or a built query. */
export type BatchStatement = SQL | { toSQL(): { sql: string; params: unknown[] } }

/**
 * Several reads of one text each, in one statement: a statement more costs more than a column more. Nothing is asked where there is
 * nothing to ask. Together they may bind at most 100 parameters.
 */
export async function readTogether(
  db: Database,
  reads: Readonly<Record<string, SQL>>,
): Promise<Record<string, string | null>> {
  const columns = Object.entries(reads).map(([name, read]) => sql`(${read}) AS ${sql.identifier(name)}`)
  if (columns.length === 0) return {}
  const { sql: text, params } = dialect.sqlToQuery(sql`SELECT ${sql.join(columns, sql`, `)}`)
  return (
    (await db.$client
      .prepare(text)
      .bind(...params)
      .first<Record<string, string | null>>()) ?? {}
  )
}

/** Lands statements together or not at all. drizzle's own `batch` does not take raw SQL with parameters. */
export async function runBatch(db: Database, statements: readonly BatchStatement[]): Promise<D1Result[]> {
  const prepared = statements.map((statement) => {
    const { sql, params } = "toSQL" in statement ? statement.toSQL() : dialect.sqlToQuery(statement)
    return db.$client.prepare(sql).bind(...params)
  })
  return db.$client.batch(prepared)
}

// Until when a night that says nothing counts as under way.

/**
 * A night of which nothing was heard for so long is dead. Milliseconds. The longest that a living one is silent is one step: six
 * attempts of ten minutes and five minutes between them (`workflow.ts`), twice where a step that only reads comes before it.
 */
const LEASE_MS = 3 * HOUR

/** Whether a row of `runs` is a night under way. */
export function nightInProgress(now: Time): SQL {
  const since = now - LEASE_MS
  return sql`(runs.state = 'running' AND (runs.started_at > ${since}
    OR EXISTS (SELECT 1 FROM run_steps WHERE run_id = runs.id AND run_steps.finished_at > ${since})))`
}
