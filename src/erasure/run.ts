/**
 * Takes a guild's erasures through their steps, oldest first. Every page may be cut off anywhere and run
 * again without harm.
 */

import { z } from "zod"
import { describeError } from "../domain/errors.ts"
import type { Measure } from "../domain/metrics.ts"
import type { Id, Time } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { retryAt } from "../runtime/object/alarm-clock.ts"
import type { StateRows } from "../runtime/object/state-rows.ts"
import type { ErasureContext } from "./context.ts"
import { closeJob, type ErasureJob, nextJob, noteProgress, ReportSchema } from "./jobs.ts"
import type { ErasureJournal } from "./journal.ts"
import type { PersonTracesStore } from "./person-traces-store.ts"
import { beginProgress, formatFailure, nextMove, type Progress } from "./plan.ts"
import { stepOf } from "./steps.ts"

export interface EraserDeps
  extends Pick<
    ErasureContext,
    "db" | "channel" | "index" | "responder" | "nightAlarm" | "historyImporter" | "tracesStore" | "now"
  > {
  db: Database
  guildId: Id
  tracesStore: PersonTracesStore
  state: StateRows
  journal: ErasureJournal
  firstRetryMs: number
  measure: Measure
  random(): number
}

/** An erasure's state between pages: its position, and its own secrets. */
const JobState = z.object({
  id: z.string(),
  step: z.string(),
  cursor: z.string().nullable(),
  report: ReportSchema,
  pseudonym: z.string(),
  salt: z.int(),
  /** Pages in a row that failed or had to wait. */
  attempts: z.int(),
  retryAt: z.number(),
})
type JobState = z.output<typeof JobState>

const KEY = "under_way"
/**
 * One invocation may make some thousand calls to other objects and the database, and a page makes up to 20.
 */
const PAGES_A_RUN = 30

/**
 * Works until `deadline`. Returns when to go on; `null` if nothing is left to erase. Throws if even the list
 * of erasures cannot be read.
 */
export async function runErasures(deps: EraserDeps, deadline: Time): Promise<Time | null> {
  for (const pages = { left: PAGES_A_RUN }; pages.left > 0 && deps.now() < deadline; ) {
    const job = await nextJob(deps.db, deps.guildId)
    if (job === null) {
      clearState(deps)
      return null
    }
    const waits = await runPages(await resumeOrStart(deps, job), { job, deps, deadline, pages })
    if (waits !== null) return waits
  }
  return deps.now()
}

/** Returns the erasure's stored state, or its beginning. */
async function resumeOrStart(deps: EraserDeps, job: ErasureJob): Promise<JobState> {
  const left = deps.state.get(KEY, JobState.nullable())
  if (left?.id === job.id && stepOf(job.kind, left.step) !== null) return left
  deps.tracesStore.clear()
  const random = crypto.getRandomValues(new Int32Array(3))
  const started: JobState = {
    id: job.id,
    ...beginProgress(job.kind, job.report),
    pseudonym: `p_${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}`,
    salt: random[0] ?? 0,
    attempts: 0,
    retryAt: 0,
  }
  deps.state.set(KEY, started)
  await noteProgress(deps.db, job.id, started.step, started.report)
  return started
}

/**
 * Runs one erasure page by page. Returns when to go on if a page failed or has to wait; `null` if the erasure
 * is done or the time is up.
 */
async function runPages(
  start: JobState,
  {
    job,
    deps,
    deadline,
    pages,
  }: { job: ErasureJob; deps: EraserDeps; deadline: Time; pages: { left: number } },
): Promise<Time | null> {
  if (start.retryAt > deps.now()) return start.retryAt
  const context: ErasureContext = { ...deps, job, pseudonym: start.pseudonym, salt: start.salt }
  for (let at = start; pages.left > 0 && deps.now() < deadline; pages.left -= 1) {
    const next = await advance(at, context, deps)
    if (next === "done") return null
    if (next.retryAt > 0) return next.retryAt
    at = next
  }
  return null
}

async function advance(at: JobState, context: ErasureContext, deps: EraserDeps): Promise<JobState | "done"> {
  const { job } = context
  try {
    const step = stepOf(job.kind, at.step)
    if (step === null) throw new Error(`there is no step ${at.step}`)
    const move = nextMove(job.kind, at, await step(context, at.cursor))
    if (move.kind === "done") {
      deps.journal.finish(job.kind, job.target, deps.now())
      await close(context, move.report)
      return "done"
    }
    if (move.kind === "wait") return await waitLonger(deps, at, move.progress)
    const next = { ...at, ...move.progress, attempts: 0, retryAt: 0 }
    deps.state.set(KEY, next)
    if (next.step !== at.step || at.attempts > 0) await noteProgress(deps.db, job.id, next.step, next.report)
    return next
  } catch (error) {
    // Fallback for any outage: the erasure stays where it is and is retried indefinitely.
    console.error({ event: "erasure.failed", erasure: job.id, step: at.step, error: describeError(error) })
    deps.measure({ event: "failure", guildId: deps.guildId, reason: `erasure ${at.step}` })
    return retryLater(deps, at)
  }
}

/** Postpones the erasure with growing delay; the report says why. */
async function waitLonger(deps: EraserDeps, at: JobState, progress: Progress): Promise<JobState> {
  const attempts = at.attempts + 1
  const next = { ...at, ...progress, attempts, retryAt: nextRetryAt(deps, attempts) }
  deps.state.set(KEY, next)
  await noteProgress(deps.db, at.id, next.step, next.report)
  return next
}

async function retryLater(deps: EraserDeps, at: JobState): Promise<JobState> {
  // The saved state is the true one: a page may have succeeded, with only its progress note in the database
  // lost.
  const saved = deps.state.get(KEY, JobState.nullable()) ?? at
  const attempts = at.attempts + 1
  const retry = nextRetryAt(deps, attempts)
  const next = {
    ...saved,
    attempts,
    retryAt: retry,
    report: { ...saved.report, detail: formatFailure(at.step, attempts, retry) },
  }
  deps.state.set(KEY, next)
  // The database itself may be down; the next attempt then writes the report.
  await noteProgress(deps.db, at.id, next.step, next.report).catch(() => undefined)
  return next
}

/** Closes the job with a pseudonym in place of the person. Its requester got one in the step `drafts`. */
async function close(context: ErasureContext, report: z.output<typeof ReportSchema>): Promise<void> {
  const { job, db, pseudonym, now } = context
  const target = job.kind === "person" ? pseudonym : job.target
  await closeJob(db, { id: job.id, target }, report, now())
}

/** Forgets the erasure in progress; it starts over. */
export function clearState(deps: Pick<EraserDeps, "tracesStore" | "state">): void {
  deps.tracesStore.clear()
  deps.state.set(KEY, null)
}

function nextRetryAt(deps: EraserDeps, attempts: number): Time {
  return retryAt(deps.now(), attempts, deps.firstRetryMs, deps.random())
}
