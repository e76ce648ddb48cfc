/** The pages that a purge deletes, by kind of data. `purge.ts` runs them. */
import { type SQL, sql } from "drizzle-orm"
import { DEPLOYMENT } from "../../domain/ids.ts"
import type { Id, Time } from "../../domain/types.ts"
import { type BatchStatement, type Database, runBatch } from "../db/database.ts"
import { fromRow, removeNotes } from "../db/rows.ts"
import { memories } from "../db/schema.ts"
import { personConsents } from "../read/consent-sql.ts"
import { labelUnused } from "../write/claim-labels.ts"
import { removeIfUnchanged } from "../write/correct.ts"

/** Rows older than the cutoff are deleted; `null` deletes none. */
export interface Cutoffs {
  notes: Time | null
  expired: Time | null
  history: Time | null
  windows: Time | null
  audit: Time | null
  /** A UTC day, as usage is counted. */
  usage: string | null
  runs: Time | null
  labels: Time | null
  events: Time | null
  claims: Time | null
  /** A UTC day. */
  stats: string | null
  digests: Time
  /** Of people erased before, unless they object to being remembered. */
  namePrints: Time
}

export interface PurgeJob {
  guildId: Id
  before: Cutoffs
  /** The local day the purge is for. */
  day: string
  now: Time
}

/** The most rows one statement deletes. Memories take several statements each. */
const PAGE = 500
const MEMORY_PAGE = 50
/** A night has about a dozen steps. */
const RUN_PAGE = 50

/** Deletes one page and returns the number of rows and whether there may be more. */
export type PurgeStep = () => Promise<{ rows: number; more: boolean }>

/** Returns the steps of a purge by the name under which their rows are counted. */
export function purgeSteps(db: Database, job: PurgeJob): Record<string, PurgeStep> {
  const { guildId, before } = job
  const { expired, history } = before
  const rowsBefore = (table: PurgedTable, column: string, cutoff: Time | string | null) =>
    cutoff === null ? null : deleteStep(db, guildId, { table, column, cutoff })
  const steps: Record<string, PurgeStep | null> = {
    expired: expired === null ? null : () => removeMemories(db, job, expiredBefore(expired)),
    history: history === null ? null : () => removeMemories(db, job, replacedBefore(history)),
    notes: before.notes === null ? null : notesStep(db, guildId, before.notes),
    windows: before.windows === null ? null : windowsStep(db, guildId, before.windows),
    audit: rowsBefore("audit", "at", before.audit),
    usage: rowsBefore("usage", "day", before.usage),
    runs: before.runs === null ? null : runsStep(db, guildId, before.runs),
    // Records of imports go like those of nights. One that was interrupted begins anew then.
    imports: rowsBefore("imports", "updated_at", before.runs),
    past: before.runs === null ? null : pastStep(db, guildId, before.runs),
    labels: rowsBefore("answer_labels", "at", before.labels),
    events: rowsBefore("events", "created_at", before.events),
    claims: rowsBefore("claim_log", "at", before.claims),
    stats: rowsBefore("stats_days", "day", before.stats),
    recalls: rowsBefore("recall_log", "at", before.claims),
    snapshots: rowsBefore("memory_snapshots", "week", before.stats),
    digests: rowsBefore("digests", "updated_at", before.digests),
    // The rows of no guild have no people.
    name_prints: guildId === DEPLOYMENT ? null : namePrintsStep(db, guildId, before.namePrints),
  }
  // `fromEntries` keeps the non-null steps, which the filter's type does not express.
  return Object.fromEntries(Object.entries(steps).filter(([, step]) => step !== null)) as Record<
    string,
    PurgeStep
  >
}

function expiredBefore(at: Time): SQL {
  return sql`expires_at IS NOT NULL AND expires_at < ${at} AND status <> 'superseded'`
}

/** A merged memory stays as long as its target: it recognizes the same words when they are said again. */
function replacedBefore(at: Time): SQL {
  return sql`status = 'superseded' AND replaced_at < ${at}
    AND NOT (merged AND EXISTS (SELECT 1 FROM memories s WHERE s.id = memories.superseded_by))`
}

/** A memory that was said again in the meantime stays, and with it its page until the next call. */
async function removeMemories(
  db: Database,
  { guildId, now }: PurgeJob,
  due: SQL,
): Promise<{ rows: number; more: boolean }> {
  const rows = await db
    .select()
    .from(memories)
    .where(sql`guild_id = ${guildId} AND ${due}`)
    .limit(MEMORY_PAGE)
  if (rows.length === 0) return { rows: 0, more: false }
  const found = rows.map(fromRow)
  const landed = await removeIfUnchanged(db, guildId, found, labelUnused(guildId, found, now))
  return { rows: landed ? rows.length : 0, more: !landed || rows.length === MEMORY_PAGE }
}

function notesStep(db: Database, guildId: Id, before: Time): PurgeStep {
  return async () => {
    const rows = await db.all<{ seq: number }>(
      sql`SELECT seq FROM notes WHERE guild_id = ${guildId} AND to_at < ${before} ORDER BY to_at LIMIT ${PAGE}`,
    )
    if (rows.length > 0) await runBatch(db, removeNotes(rows.map(({ seq }) => seq)))
    return { rows: rows.length, more: rows.length === PAGE }
  }
}

/**
 * Deletes the verdicts. The window's row stays: it keeps the same messages from being counted twice if they
 * are sent again.
 */
function windowsStep(db: Database, guildId: Id, before: Time): PurgeStep {
  return pagedStep(
    db,
    sql`UPDATE windows SET verdicts = '[]' WHERE id IN
    (SELECT id FROM windows WHERE guild_id = ${guildId} AND last_at < ${before} AND verdicts <> '[]' LIMIT ${PAGE})`,
  )
}

/** Tables whose rows are deleted by age alone, with their primary keys. */
const PURGED = {
  audit: "seq",
  usage: "guild_id, day, purpose, model",
  imports: "guild_id, id",
  answer_labels: "guild_id, message_id, user_id",
  claim_log: "guild_id, at, id",
  stats_days: "guild_id, day, measure, kind, scope",
  recall_log: "guild_id, at, id",
  memory_snapshots: "guild_id, week",
  events: "guild_id, id",
  digests: "guild_id, user_id, kind, audience",
} as const
type PurgedTable = keyof typeof PURGED

function deleteStep(
  db: Database,
  guildId: Id,
  { table, column, cutoff }: { table: PurgedTable; column: string; cutoff: Time | string },
): PurgeStep {
  const [name, key, age] = [sql.raw(table), sql.raw(PURGED[table]), sql.raw(column)]
  return pagedStep(
    db,
    sql`DELETE FROM ${name} WHERE (${key}) IN
    (SELECT ${key} FROM ${name} WHERE guild_id = ${guildId} AND ${age} < ${cutoff} ORDER BY ${age} LIMIT ${PAGE})`,
  )
}

/** Deletes nights with their steps, and the draft that an interrupted night leaves. */
function runsStep(db: Database, guildId: Id, before: Time): PurgeStep {
  return async () => {
    const rows = await db.all<{ id: string }>(
      sql`SELECT id FROM runs WHERE guild_id = ${guildId} AND started_at < ${before} ORDER BY started_at LIMIT ${RUN_PAGE}`,
    )
    const ids = sql`(SELECT value FROM json_each(${JSON.stringify(rows.map(({ id }) => id))}))`
    if (rows.length > 0)
      await runBatch(db, [
        sql`DELETE FROM run_drafts WHERE run_id IN ${ids}`,
        sql`DELETE FROM run_steps WHERE run_id IN ${ids}`,
        sql`DELETE FROM runs WHERE id IN ${ids}`,
      ])
    return { rows: rows.length, more: rows.length === RUN_PAGE }
  }
}

/** Deletes the prints that no conversation needs any more and no objection does. */
function namePrintsStep(db: Database, guildId: Id, before: Time): PurgeStep {
  return pagedStep(
    db,
    sql`UPDATE members SET name_prints = NULL WHERE guild_id = ${guildId} AND erased_at < ${before} AND name_prints IS NOT NULL
      AND ${personConsents(guildId, sql`members.id`)}`,
  )
}

function pagedStep(db: Database, statement: BatchStatement): PurgeStep {
  return async () => {
    // RETURNING counts rows. D1's own count is of writes, index entries included.
    const [result] = await runBatch(db, [sql`${statement as SQL} RETURNING 1 AS one`])
    const rows = result?.results.length ?? 0
    return { rows, more: rows === PAGE }
  }
}

/** Deletes records of imports of old messages, with their channels. One that still runs stays. */
function pastStep(db: Database, guildId: Id, before: Time): PurgeStep {
  return async () => {
    const rows = await db.all<{ id: string }>(
      sql`SELECT id FROM history_jobs WHERE guild_id = ${guildId} AND updated_at < ${before} AND state NOT IN ('running', 'paused') LIMIT ${RUN_PAGE}`,
    )
    const ids = sql`(SELECT value FROM json_each(${JSON.stringify(rows.map(({ id }) => id))}))`
    if (rows.length > 0)
      await runBatch(db, [
        sql`DELETE FROM history_channels WHERE guild_id = ${guildId} AND job_id IN ${ids}`,
        sql`DELETE FROM history_jobs WHERE guild_id = ${guildId} AND id IN ${ids}`,
      ])
    return { rows: rows.length, more: rows.length === RUN_PAGE }
  }
}
