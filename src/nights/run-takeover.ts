/** A night in the way of another: whether its instance has ended without a word, and what begins then. The platform is asked only where one meets another. */
import { describeError } from "../domain/errors.ts"
import type { Time } from "../domain/types.ts"
import type { BatchStatement, Database } from "../memory/db/database.ts"
import type { KnownRun, Night } from "./deps.ts"
import { runningOf } from "./ledger/run-reading.ts"
import { abandonRun, openRun, type Run } from "./ledger/runs.ts"

/** A night by hand is written down before its instance is started: so long the platform may not know it yet. Milliseconds. */
const STARTING_MS = 60_000

/** All others are those of a night that goes on, or may; `unknown` tells nothing. */
const ENDED: readonly InstanceStatus["status"][] = ["complete", "errored", "terminated"]

/** Whom to ask after a night. */
export interface InstanceLookup {
  NIGHTS: Pick<Workflow<Night>, "get">
  /** When this worker was started, where its nights do not outlive it: on one's own machine. null: they do. */
  since: Time | null
  now: Time
}

/** Whether the platform says that a night's instance has ended, or is none. False where it cannot be asked: then the lease decides. */
export async function hasEnded(
  { id, startedAt }: KnownRun,
  { NIGHTS, since, now }: InstanceLookup,
): Promise<boolean> {
  if (since !== null && startedAt < since) return true
  try {
    const instance = await NIGHTS.get(id)
    const { status } = await instance.status()
    return ENDED.includes(status)
  } catch (error) {
    if (isMissing(error)) return now - startedAt >= STARTING_MS
    // The fallback is the lease.
    console.warn({ event: "night.unasked", run: id, error: describeError(error) })
    return false
  }
}

/** The platform tells by words alone that it has no such instance: `(instance.not_found) Instance not found`, on one's own machine without the rest. */
function isMissing(error: unknown): boolean {
  return `${error}`.includes("instance.not_found")
}

/**
 * Opens a night as `openRun` does. One in the way whose instance has ended is closed as failed, and the night opened after all; asked
 * once, so that where another came first, that one stays in the way.
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
