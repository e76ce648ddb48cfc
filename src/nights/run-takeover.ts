/**
 * Replaces a run that is recorded as running although its Workflow instance has ended. Asks Cloudflare only
 * when one run meets another.
 */
import { describeError } from "../domain/errors.ts"
import type { Time } from "../domain/types.ts"
import type { BatchStatement, Database } from "../memory/db/database.ts"
import type { KnownRun } from "./deps.ts"
import { runningOf } from "./ledger/run-reading.ts"
import { abandonRun, openRun, type Run } from "./ledger/runs.ts"
import type { NightRunner } from "./runner/runner.ts"

/**
 * Milliseconds. A manual run is recorded before its instance starts, so Cloudflare may not know it for this
 * long.
 */
const STARTING_MS = 60_000

/** All other statuses belong to a run that goes on, or may; `unknown` proves nothing. */
const ENDED_STATUSES: readonly InstanceStatus["status"][] = ["complete", "errored", "terminated"]

/** Access to a run's instance. */
export interface InstanceLookup {
  NIGHTS: Pick<NightRunner, "get">
  /** When this worker started, if its runs do not outlive it (local development). `null`: they do. */
  since: Time | null
  now: Time
}

/**
 * Returns true if a run's instance has ended or does not exist. Returns false if Cloudflare cannot be asked;
 * the lease then decides.
 */
export async function hasEnded(
  { id, startedAt }: KnownRun,
  { NIGHTS, since, now }: InstanceLookup,
): Promise<boolean> {
  if (since !== null && startedAt < since) return true
  try {
    const instance = await NIGHTS.get(id)
    const { status } = await instance.status()
    return ENDED_STATUSES.includes(status)
  } catch (error) {
    if (isMissing(error)) return now - startedAt >= STARTING_MS
    // Fallback: the lease.
    console.warn({ event: "night.unasked", run: id, error: describeError(error) })
    return false
  }
}

/**
 * Cloudflare reports a missing instance only in the message: `(instance.not_found) Instance not found`;
 * locally without the rest.
 */
function isMissing(error: unknown): boolean {
  return `${error}`.includes("instance.not_found")
}

/**
 * Opens a run like `openRun`. If the instance of the run in progress has ended, closes that run as failed and
 * opens this one. Tries once: if a third run came first, that one stays.
 */
export async function openOrTakeOver(
  db: Database,
  run: Parameters<typeof openRun>[1],
  about: { ended(other: KnownRun): Promise<boolean>; noted?: readonly BatchStatement[] },
): Promise<Run | null> {
  const { ended, noted = [] } = about
  const opened = await openRun(db, run, noted)
  if (opened?.state === "running") return opened
  const other = await runningOf(db, run.guildId)
  if (other === null || !(await ended(other))) return opened
  await abandonRun(db, { guildId: run.guildId, runId: other.id }, run.startedAt)
  return openRun(db, run, noted)
}
