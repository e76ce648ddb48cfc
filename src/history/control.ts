/**
 * Carries out requests about an import of old messages: preview, start, pause, resume and stop. Each is one batch
 * with its audit row, and a repeated request changes nothing.
 */
import { type SQL, sql } from "drizzle-orm"
import { snowflakeAt } from "../domain/ids.ts"
import type { Id, Time } from "../domain/types.ts"
import { type Database, runBatch } from "../memory/db/database.ts"
import { historyJobs } from "../memory/db/schema.ts"
import { type AuditActor, auditRowIf } from "../memory/write/audit.ts"
import type { HistoryEstimate } from "./estimate.ts"
import {
  findHistoryJob,
  type HistoryJob,
  type JobState,
  openHistoryJobs,
  type SkipReason,
} from "./job-rows.ts"

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
  { since, excluded, ...key }: PreviewRequest,
  by: AuditActor,
): Promise<ControlResult> {
  return addJob(db, { ...key, kind: "discord", state: "counting", since, excluded, estimate: null }, by)
}

/** An upload that was checked. */
export interface UploadRequest {
  guildId: Id
  id: string
  kind: "export" | "package"
  estimate: HistoryEstimate
  /** Its channels, with their messages by people. `reason`: why one is left out. */
  channels: readonly { id: Id; total: number; reason: SkipReason | null }[]
}

/** Adds the import of an upload, ready to start. It replaces one of its kind that was not started; of a package, its owner's. */
export async function previewUpload(
  db: Database,
  { channels, ...key }: UploadRequest,
  by: AuditActor,
): Promise<ControlResult> {
  const { guildId, id } = key
  const rows = sql`INSERT INTO history_channels (guild_id, job_id, channel_id, state, reason, total, read, accepted, duplicates, rejected)
    SELECT ${guildId}, ${id}, value->>'id', iif(value->>'reason' IS NULL, 'waiting', 'skipped'), value->>'reason', value->>'total', 0, 0, 0, '{}'
    FROM json_each(${JSON.stringify(channels)}) WHERE EXISTS (SELECT 1 FROM history_jobs WHERE guild_id = ${guildId} AND id = ${id})
    ON CONFLICT DO NOTHING`
  const isNew = sql`NOT EXISTS (SELECT 1 FROM history_jobs WHERE guild_id = ${guildId} AND id = ${id})`
  const entry = { guildId, action: "history.upload" as const, target: id, detail: { kind: key.kind } }
  const more = { before: [auditRowIf(sql`${isNew} AND NOT ${busyWith(key, by)}`, by, entry)], after: [rows] }
  return addJob(db, { ...key, state: "ready", since: null, excluded: [] }, by, more)
}

type NewJob = Pick<HistoryJob, "guildId" | "id" | "kind" | "state" | "since" | "excluded" | "estimate">

/** The imports that one excludes: those of its kind, and of packages those of the same person. */
function rivalsOf({ guildId, kind }: Pick<NewJob, "guildId" | "kind">, by: AuditActor): SQL {
  return sql`guild_id = ${guildId} AND kind = ${kind} AND (kind <> 'package' OR requested_by = ${by.actor})`
}

function busyWith(job: Pick<NewJob, "guildId" | "kind">, by: AuditActor): SQL {
  return sql`EXISTS (SELECT 1 FROM history_jobs WHERE ${rivalsOf(job, by)} AND state IN ('running', 'paused'))`
}

/** Returns the import that is under way, because of which no other of this kind may begin; `null` if there is none. */
export async function historyUnderWay(
  db: Database,
  job: Pick<NewJob, "guildId" | "kind">,
  by: AuditActor,
): Promise<HistoryJob | null> {
  const open = await openHistoryJobs(db, job.guildId)
  return (
    open.find(
      ({ kind, state, requestedBy }) =>
        kind === job.kind &&
        (state === "running" || state === "paused") &&
        (kind !== "package" || requestedBy === by.actor),
    ) ?? null
  )
}

async function addJob(
  db: Database,
  job: NewJob,
  by: AuditActor,
  { before, after }: { before: SQL[]; after: SQL[] } = { before: [], after: [] },
): Promise<ControlResult> {
  const { guildId, id, kind, state, since, excluded, estimate } = job
  const known = await findHistoryJob(db, guildId, id)
  if (known !== null) return { job: known }
  const [rivals, busy] = [rivalsOf(job, by), busyWith(job, by)]
  await runBatch(db, [
    ...before,
    sql`UPDATE history_jobs SET state = 'stopped', reason = 'replaced', updated_at = ${by.now}, finished_at = ${by.now}
      WHERE ${rivals} AND id <> ${id} AND state IN ('counting', 'ready') AND NOT ${busy}`,
    sql`INSERT INTO history_jobs (guild_id, id, kind, state, since, excluded, estimate, spent_usd, calls, requested_by, requested_at, updated_at)
      SELECT ${guildId}, ${id}, ${kind}, ${state}, ${since}, ${JSON.stringify(excluded)}, ${estimate && JSON.stringify(estimate)}, 0, 0,
        ${by.actor}, ${by.now}, ${by.now}
      WHERE NOT ${busy} ON CONFLICT DO NOTHING`,
    ...after,
  ])
  const added = await findHistoryJob(db, guildId, id)
  return added === null ? { refused: "in_progress", job: await historyUnderWay(db, job, by) } : { job: added }
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

/** Stops imports whose upload nobody started in time, or was erased with a person. */
export async function endUploads(
  db: Database,
  guildId: Id,
  { ids, reason, now }: { ids: readonly string[]; reason: "expired" | "erased"; now: Time },
): Promise<void> {
  if (ids.length === 0) return
  await runBatch(db, [
    sql`UPDATE history_jobs SET state = 'stopped', reason = ${reason}, updated_at = ${now}, finished_at = ${now}
      WHERE guild_id = ${guildId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND state NOT IN ('stopped', 'done')`,
  ])
}

interface Move {
  guildId: Id
  id: string
  from: readonly JobState[]
  to: JobState
  verb: "start" | "pause" | "resume" | "stop"
  changes?: { untilId?: Id; capUsd?: number | null; finishedAt?: Time }
}

async function move(
  db: Database,
  { guildId, id, from, to, verb, changes = {} }: Move,
  by: AuditActor,
): Promise<ControlResult> {
  const known = await findHistoryJob(db, guildId, id)
  if (known === null) return { refused: "unknown", job: null }
  // Only its owner starts what they wrote. Others may halt it, because it costs the guild.
  if (known.kind === "package" && verb === "start" && known.requestedBy !== by.actor)
    return { refused: "unknown", job: null }
  if (known.state === to) return { job: known }
  if (!from.includes(known.state)) return { refused: "wrong_state", job: known }
  const still = sql`EXISTS (SELECT 1 FROM history_jobs WHERE guild_id = ${guildId} AND id = ${id} AND state = ${known.state})`
  // No model reads an import without calls, so its cap limits nothing.
  const isCapped = changes.capUsd !== undefined && known.estimate?.calls.high !== 0
  const detail = isCapped ? { cap_usd: changes.capUsd } : {}
  // An import that ends before it was started is only canceled.
  const deed = verb === "stop" && known.untilId === null ? "cancel" : verb
  await runBatch(db, [
    // Before the change, so that a request that comes second leaves no row.
    auditRowIf(still, by, { guildId, action: `history.${deed}`, target: id, detail }),
    db
      .update(historyJobs)
      .set({ state: to, reason: null, updatedAt: by.now, ...changes })
      .where(sql`guild_id = ${guildId} AND id = ${id} AND state = ${known.state}`),
  ])
  const job = await findHistoryJob(db, guildId, id)
  if (job === null) return { refused: "unknown", job: null }
  return job.state === to ? { job } : { refused: "wrong_state", job }
}
