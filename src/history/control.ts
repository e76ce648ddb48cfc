/**
 * Carries out requests about an import from Discord: preview, start, pause, resume and stop. Each is one batch
 * with its audit row, and a repeated request changes nothing.
 */
import { sql } from "drizzle-orm"
import { snowflakeAt } from "../domain/ids.ts"
import type { Id, Time } from "../domain/types.ts"
import { type Database, runBatch } from "../memory/db/database.ts"
import { historyJobs } from "../memory/db/schema.ts"
import { type AuditActor, auditRowIf } from "../memory/write/audit.ts"
import { findHistoryJob, type HistoryJob, type JobState, newHistoryJob, openHistoryJob } from "./job-rows.ts"

export interface PreviewRequest {
  guildId: Id
  /** Requests with the same id are one import. */
  id: string
  since: Time | null
  /** Channels to leave out, with their threads. */
  excluded: readonly Id[]
}

/** Why nothing was changed: another import is in progress, or this one is not in a state for that. */
export type ControlRefusal = { refused: "in_progress" | "unknown" | "wrong_state"; job: HistoryJob | null }
type ControlResult = { job: HistoryJob } | ControlRefusal

/**
 * Begins a preview. It replaces one that nobody started. Nothing is read and nothing is stored but counts until somebody
 * starts it.
 */
export async function previewHistory(
  db: Database,
  request: PreviewRequest,
  by: AuditActor,
): Promise<ControlResult> {
  const { guildId, id } = request
  const known = await findHistoryJob(db, guildId, id)
  if (known !== null) return { job: known }
  const replaceable = sql`guild_id = ${guildId} AND kind = 'discord' AND state IN ('counting', 'ready')`
  const busy = sql`EXISTS (SELECT 1 FROM history_jobs WHERE guild_id = ${guildId} AND kind = 'discord' AND state IN ('running', 'paused'))`
  const row = newHistoryJob(request, by)
  await runBatch(db, [
    sql`UPDATE history_jobs SET state = 'stopped', reason = 'replaced', updated_at = ${by.now}, finished_at = ${by.now}
      WHERE ${replaceable} AND NOT ${busy}`,
    sql`INSERT INTO history_jobs (guild_id, id, kind, state, since, excluded, spent_usd, calls, requested_by, requested_at, updated_at)
      SELECT ${guildId}, ${id}, 'discord', 'counting', ${row.since}, ${JSON.stringify(row.excluded)}, 0, 0, ${by.actor}, ${by.now}, ${by.now}
      WHERE NOT ${busy} ON CONFLICT DO NOTHING`,
  ])
  const job = await findHistoryJob(db, guildId, id)
  return job === null ? { refused: "in_progress", job: await openHistoryJob(db, guildId) } : { job }
}

/** Starts an import whose preview is ready. It reads what was said until now. `capUsd`: `null` for no cap. */
export function startHistory(
  db: Database,
  { guildId, id, capUsd }: { guildId: Id; id: string; capUsd: number | null },
  by: AuditActor,
): Promise<ControlResult> {
  const changes = { untilId: snowflakeAt(by.now), capUsd }
  return move(db, { guildId, id, from: ["ready"], to: "running", verb: "start", changes }, by)
}

export function pauseHistory(
  db: Database,
  job: { guildId: Id; id: string },
  by: AuditActor,
): Promise<ControlResult> {
  return move(db, { ...job, from: ["running"], to: "paused", verb: "pause" }, by)
}

export function resumeHistory(
  db: Database,
  job: { guildId: Id; id: string },
  by: AuditActor,
): Promise<ControlResult> {
  return move(db, { ...job, from: ["paused"], to: "running", verb: "resume" }, by)
}

/** Stops an import for good. What it brought stays, and another import goes on from there without repeating anything. */
export function stopHistory(
  db: Database,
  job: { guildId: Id; id: string },
  by: AuditActor,
): Promise<ControlResult> {
  const from: JobState[] = ["counting", "ready", "running", "paused"]
  return move(db, { ...job, from, to: "stopped", verb: "stop", changes: { finishedAt: by.now } }, by)
}

interface Move {
  guildId: Id
  id: string
  from: readonly JobState[]
  to: JobState
  verb: string
  changes?: { untilId?: Id; capUsd?: number | null; finishedAt?: Time }
}

async function move(
  db: Database,
  { guildId, id, from, to, verb, changes = {} }: Move,
  by: AuditActor,
): Promise<ControlResult> {
  const known = await findHistoryJob(db, guildId, id)
  if (known === null) return { refused: "unknown", job: null }
  if (known.state === to) return { job: known }
  if (!from.includes(known.state)) return { refused: "wrong_state", job: known }
  const still = sql`EXISTS (SELECT 1 FROM history_jobs WHERE guild_id = ${guildId} AND id = ${id} AND state = ${known.state})`
  const detail = { ...(changes.capUsd === undefined ? {} : { cap_usd: changes.capUsd }) }
  await runBatch(db, [
    // Before the change, so that a request that comes second leaves no row.
    auditRowIf(still, by, { guildId, action: `history.${verb}`, target: id, detail }),
    db
      .update(historyJobs)
      .set({ state: to, reason: null, updatedAt: by.now, ...changes })
      .where(sql`guild_id = ${guildId} AND id = ${id} AND state = ${known.state}`),
  ])
  const job = await findHistoryJob(db, guildId, id)
  if (job === null) return { refused: "unknown", job: null }
  return job.state === to ? { job } : { refused: "wrong_state", job }
}
