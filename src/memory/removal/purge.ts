/**
 * Deletes expired data page by page. Each page is one batch, and the next call continues where this one
 * stopped. `privacy/retention.ts` decides the cutoffs.
 */
import { sql } from "drizzle-orm"
import { type BatchStatement, type Database, runBatch } from "../db/database.ts"
import { auditRow } from "../write/audit.ts"
import { type PurgeJob, type PurgeStep, purgeSteps } from "./purge-steps.ts"

/** Deleted rows of each kind. */
export type DeletedCounts = Record<string, number>

/** The deleted rows, and whether nothing is left to delete. */
export interface PurgeResult {
  gone: DeletedCounts
  done: boolean
}

/** Purges a guild and records the result. */
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
 * Purges page by page while `mayGoOn` returns true. Does not record the result: see `purgeRecord`. Cost: for
 * each deleted row one index read and the writes of its deletion, including index entries and full text; if
 * nothing is due, about ten rows are read.
 */
export async function purgePages(
  db: Database,
  purge: PurgeJob,
  mayGoOn: () => boolean,
): Promise<PurgeResult> {
  const gone: DeletedCounts = {}
  let done = true
  for (const [kind, step] of Object.entries(purgeSteps(db, purge))) {
    const count = await runToEnd(step, mayGoOn)
    if (count.rows > 0) gone[kind] = count.rows
    done &&= count.done
  }
  return { gone, done }
}

/** Returns the statements that record the deleted rows and, if the purge is complete, its day. */
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

async function runToEnd(step: PurgeStep, mayGoOn: () => boolean): Promise<{ rows: number; done: boolean }> {
  let rows = 0
  while (mayGoOn()) {
    const page = await step()
    rows += page.rows
    if (!page.more) return { rows, done: true }
  }
  return { rows, done: false }
}
