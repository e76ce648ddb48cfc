/** Deletes what has had its time, page by page: each page lands whole, and what was begun is carried on by the next call. What its time is, is decided in privacy/retention.ts. */
import { type SQL, sql } from "drizzle-orm"
import type { Id, Time } from "../../domain/types.ts"
import { type BatchStatement, type Database, runBatch } from "../db/database.ts"
import { fromRow, removeNotes } from "../db/rows.ts"
import { memories } from "../db/schema.ts"
import { auditRow } from "../write/audit.ts"
import { removeIfUnchanged } from "../write/correct.ts"

/** What is older than this goes; null: nothing does. */
export interface Cutoffs {
  notes: Time | null
  expired: Time | null
  history: Time | null
  windows: Time | null
  audit: Time | null
  /** A day in UTC, as usage is counted. */
  usage: string | null
  runs: Time | null
  digests: Time
}

export interface PurgeJob {
  guildId: Id
  before: Cutoffs
  /** The local day it is done for. */
  day: string
  now: Time
}

/** Rows of each kind that went. */
export type DeletedCounts = Record<string, number>

/** What went, and whether all did. */
export interface PurgeResult {
  gone: DeletedCounts
  done: boolean
}

/** Rows that one statement deletes at most; memories take several statements each. */
const PAGE = 500
const MEMORIES = 50
/** A night has some dozen steps. */
const RUNS = 50

/** Purges a guild, and notes what went. */
export async function purgeGuild(
  db: Database,
  purge: PurgeJob,
  mayGoOn: () => boolean,
): Promise<PurgeResult> {
  const purged = await purgePages(db, purge, mayGoOn)
  const statements = purgeRecord(db, purge, purged)
  if (statements.length > 0) await runBatch(db, statements)
  return purged
}

/**
 * Purges page by page for as long as it may, which is asked before each. Nothing of it is noted: that is for `conclusion`. Cost: for
 * each row that goes, one read of an index and the writes of its deletion, index entries and full text among them; where nothing is
 * due, some ten rows are read.
 */
export async function purgePages(
  db: Database,
  purge: PurgeJob,
  mayGoOn: () => boolean,
): Promise<PurgeResult> {
  const gone: DeletedCounts = {}
  let done = true
  for (const [kind, step] of Object.entries(stepsOf(db, purge))) {
    const count = await exhaust(step, mayGoOn)
    if (count.rows > 0) gone[kind] = count.rows
    done &&= count.done
  }
  return { gone, done }
}

/** The statements that note what went, and the day where nothing is left of it. */
export function purgeRecord(
  db: Database,
  { guildId, day, now }: PurgeJob,
  { gone, done }: PurgeResult,
): BatchStatement[] {
  const row = auditRow(
    db,
    { actor: "retention", now },
    { guildId, action: "guild.purge", target: guildId, detail: gone },
  )
  return [
    ...(Object.keys(gone).length > 0 ? [row] : []),
    ...(done ? [sql`UPDATE guilds SET purged_on = ${day} WHERE id = ${guildId}`] : []),
  ]
}

/** Deletes one page; how many rows went, and whether there may be more. */
type Step = () => Promise<{ rows: number; more: boolean }>

async function exhaust(step: Step, mayGoOn: () => boolean): Promise<{ rows: number; done: boolean }> {
  let rows = 0
  while (mayGoOn()) {
    const page = await step()
    rows += page.rows
    if (!page.more) return { rows, done: true }
  }
  return { rows, done: false }
}

function stepsOf(db: Database, { guildId, before }: PurgeJob): Record<string, Step> {
  const { expired, history } = before
  const steps: Record<string, Step | null> = {
    expired: expired === null ? null : () => removeMemories(db, guildId, expiredBefore(expired)),
    history: history === null ? null : () => removeMemories(db, guildId, replacedBefore(history)),
    notes: before.notes === null ? null : notesStep(db, guildId, before.notes),
    windows: before.windows === null ? null : windowsStep(db, guildId, before.windows),
    audit: before.audit === null ? null : auditStep(db, guildId, before.audit),
    usage: before.usage === null ? null : usageStep(db, guildId, before.usage),
    runs: before.runs === null ? null : runsStep(db, guildId, before.runs),
    digests: digestsStep(db, guildId, before.digests),
  }
  // fromEntries keeps what is not null, which the filter's type does not tell.
  return Object.fromEntries(Object.entries(steps).filter(([, step]) => step !== null)) as Record<string, Step>
}

function expiredBefore(at: Time): SQL {
  return sql`expires_at IS NOT NULL AND expires_at < ${at} AND status <> 'superseded'`
}

/** What was merged stays with what it was merged into: by it, the same words are known when they are said again. */
function replacedBefore(at: Time): SQL {
  return sql`status = 'superseded' AND replaced_at < ${at}
    AND NOT (merged AND EXISTS (SELECT 1 FROM memories s WHERE s.id = memories.superseded_by))`
}

/** Those that were said again meanwhile stay, and so does their page until the next call. */
async function removeMemories(db: Database, guildId: Id, due: SQL): Promise<{ rows: number; more: boolean }> {
  const rows = await db.select().from(memories).where(sql`guild_id = ${guildId} AND ${due}`).limit(MEMORIES)
  if (rows.length === 0) return { rows: 0, more: false }
  const landed = await removeIfUnchanged(db, guildId, rows.map(fromRow))
  return { rows: landed ? rows.length : 0, more: !landed || rows.length === MEMORIES }
}

function notesStep(db: Database, guildId: Id, before: Time): Step {
  return async () => {
    const rows = await db.all<{ seq: number }>(
      sql`SELECT seq FROM notes WHERE guild_id = ${guildId} AND to_at < ${before} ORDER BY to_at LIMIT ${PAGE}`,
    )
    if (rows.length > 0) await runBatch(db, removeNotes(rows.map(({ seq }) => seq)))
    return { rows: rows.length, more: rows.length === PAGE }
  }
}

/** The verdicts go. The window's row stays: it is what keeps the same messages, sent once more, from being counted twice. */
function windowsStep(db: Database, guildId: Id, before: Time): Step {
  return paged(
    db,
    sql`UPDATE windows SET verdicts = '[]' WHERE id IN
    (SELECT id FROM windows WHERE guild_id = ${guildId} AND last_at < ${before} AND verdicts <> '[]' LIMIT ${PAGE})`,
  )
}

function auditStep(db: Database, guildId: Id, before: Time): Step {
  return paged(
    db,
    sql`DELETE FROM audit WHERE seq IN (SELECT seq FROM audit WHERE guild_id = ${guildId} AND at < ${before} ORDER BY at LIMIT ${PAGE})`,
  )
}

function usageStep(db: Database, guildId: Id, before: string): Step {
  return paged(
    db,
    sql`DELETE FROM usage WHERE (guild_id, day, purpose, model) IN
    (SELECT guild_id, day, purpose, model FROM usage WHERE guild_id = ${guildId} AND day < ${before} LIMIT ${PAGE})`,
  )
}

/** Nights go with their steps. One that was cut off leaves a draft, which goes too. */
function runsStep(db: Database, guildId: Id, before: Time): Step {
  return async () => {
    const rows = await db.all<{ id: string }>(
      sql`SELECT id FROM runs WHERE guild_id = ${guildId} AND started_at < ${before} ORDER BY started_at LIMIT ${RUNS}`,
    )
    const ids = sql`(SELECT value FROM json_each(${JSON.stringify(rows.map(({ id }) => id))}))`
    if (rows.length > 0)
      await runBatch(db, [
        sql`DELETE FROM run_drafts WHERE run_id IN ${ids}`,
        sql`DELETE FROM run_steps WHERE run_id IN ${ids}`,
        sql`DELETE FROM runs WHERE id IN ${ids}`,
      ])
    return { rows: rows.length, more: rows.length === RUNS }
  }
}

function digestsStep(db: Database, guildId: Id, before: Time): Step {
  return paged(
    db,
    sql`DELETE FROM digests WHERE (guild_id, user_id, kind, audience) IN
    (SELECT guild_id, user_id, kind, audience FROM digests WHERE guild_id = ${guildId} AND updated_at < ${before} LIMIT ${PAGE})`,
  )
}

function paged(db: Database, statement: BatchStatement): Step {
  return async () => {
    // RETURNING counts rows; what the database counts itself are its own writes, index entries among them.
    const [result] = await runBatch(db, [sql`${statement as SQL} RETURNING 1 AS one`])
    const rows = result?.results.length ?? 0
    return { rows, more: rows === PAGE }
  }
}
