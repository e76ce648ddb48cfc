/** Imports of old messages for every door: previews, starts, pauses, resumes and stops them, and says how far they are. */
import { Refused } from "../domain/errors.ts"
import type { Id, Time } from "../domain/types.ts"
import {
  type ControlRefusal,
  pauseHistory,
  previewHistory,
  resumeHistory,
  startHistory,
  stopHistory,
} from "../history/control.ts"
import { offeredCap } from "../history/estimate.ts"
import { findHistoryJob, type HistoryJob, historySums, type JobSums } from "../history/job-rows.ts"
import type { AuditActor } from "../memory/write/audit.ts"
import { readSettings } from "../settings.ts"
import type { Entered } from "./enter.ts"
import { isMemoryPaused } from "./models.ts"

/** An import with the sums over its channels. */
export interface HistoryProgress {
  job: HistoryJob
  sums: JobSums
}

/** Begins to count what an import would read. `id`: repeated requests with it are one. */
export async function requestPreview(
  env: Env,
  { db, guild }: Pick<Entered, "db" | "guild">,
  { id, since, excluded, by }: { id: string; since: Time | null; excluded: readonly Id[]; by: AuditActor },
): Promise<HistoryProgress> {
  requireBotToken(env)
  const result = await previewHistory(db, { guildId: guild.id, id, since, excluded }, by)
  return settled(env, { db, guild }, { id, result })
}

/** Only with the bot's token can Discord be asked for messages. */
function requireBotToken(env: Env): void {
  if (readSettings(env).DISCORD_TOKEN === undefined)
    throw new Refused({ reason: "discord_unset", variable: "DISCORD_TOKEN" })
}

export type HistoryAct = "start" | "pause" | "resume" | "stop"

/**
 * `capUsd` counts for a start only: `undefined` takes the cap that the preview offers. A person's own package has the cap
 * that the guild's setting gives it.
 */
export async function actOnHistory(
  env: Env,
  entered: Pick<Entered, "db" | "guild">,
  {
    act,
    id,
    capUsd,
    by,
  }: { act: HistoryAct; id: string; capUsd?: number | null | undefined; by: AuditActor },
): Promise<HistoryProgress> {
  const { db, guild } = entered
  const key = { guildId: guild.id, id }
  const job = await findHistoryJob(db, guild.id, id)
  if (job?.kind === "discord" && (act === "start" || act === "resume")) requireBotToken(env)
  switch (act) {
    case "start": {
      // While memory is paused nothing that is read is saved, and an import reads nothing twice.
      if (isMemoryPaused({ env }, entered)) throw new Refused({ reason: "read_only" })
      const cap = capOf(entered, job, capUsd)
      return settled(env, entered, { id, result: await startHistory(db, { ...key, capUsd: cap }, by) })
    }
    case "pause":
      return settled(env, entered, { id, result: await pauseHistory(db, key, by) })
    case "resume":
      return settled(env, entered, { id, result: await resumeHistory(db, key, by) })
    case "stop":
      return settled(env, entered, { id, result: await stopHistory(db, key, by) })
  }
}

function capOf(
  { guild }: Pick<Entered, "guild">,
  job: HistoryJob | null,
  wanted: number | null | undefined,
): number | null {
  const offered = job?.estimate ? offeredCap(job.estimate) : null
  if (job?.kind !== "package") return wanted === undefined ? offered : wanted
  const { own_history } = guild.settings
  if (own_history === "off") throw new Refused({ reason: "forbidden" })
  return own_history === "model" ? offered : 0
}

/** Wakes the importer, which finds its work in the rows. Throws `Refused` if nothing was changed. */
export async function settled(
  env: Pick<Env, "HISTORIES">,
  { db, guild }: Pick<Entered, "db" | "guild">,
  { id, result }: { id: string; result: { job: HistoryJob } | ControlRefusal },
): Promise<HistoryProgress> {
  if ("refused" in result) throw new Refused(refusalOf(id, result))
  await env.HISTORIES.getByName(guild.id).wake(guild.id)
  const sums = await historySums(db, guild.id, [result.job.id])
  return { job: result.job, sums: sums(result.job.id) }
}

function refusalOf(id: string, { refused, job }: ControlRefusal): Refused["refusal"] {
  if (refused === "unknown" || job === null) return { reason: "unknown_history", historyId: id }
  return refused === "in_progress"
    ? { reason: "history_running", historyId: job.id }
    : { reason: "history_state", historyId: job.id, state: job.state }
}

/** Refuses an import that the guild does not have. */
export async function historyProgress(
  { db, guild }: Pick<Entered, "db" | "guild">,
  id: string,
): Promise<HistoryProgress> {
  const job = await findHistoryJob(db, guild.id, id)
  if (job === null) throw new Refused({ reason: "unknown_history", historyId: id })
  const sums = await historySums(db, guild.id, [id])
  return { job, sums: sums(id) }
}
