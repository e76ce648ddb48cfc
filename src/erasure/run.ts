/** Takes a guild's erasures through their steps, oldest first. Each page can be cut off anywhere and run again without harm. */
import { z } from "zod"
import { describeError } from "../domain/errors.ts"
import type { Id, Time } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { retryAt } from "../runtime/object/alarm-clock.ts"
import type { StateRows } from "../runtime/object/state-rows.ts"
import type { ErasureContext } from "./context.ts"
import { closeJob, type ErasureJob, nextJob, noteProgress, ReportSchema } from "./jobs.ts"
import type { PersonTracesStore } from "./person-traces-store.ts"
import { beginProgress, formatFailure, nextMove, type Progress } from "./plan.ts"
import { stepOf } from "./steps.ts"

export interface EraserDeps
  extends Pick<ErasureContext, "db" | "channel" | "index" | "responder" | "said" | "now"> {
  db: Database
  guildId: Id
  said: PersonTracesStore
  state: StateRows
  firstRetryMs: number
  random(): number
}

/** An erasure as the Eraser holds it between pages: where it is, and the secrets that are its own. */
const UnderWay = z.object({
  id: z.string(),
  step: z.string(),
  cursor: z.string().nullable(),
  report: ReportSchema,
  pseudonym: z.string(),
  salt: z.int(),
  /** Pages in a row that failed, or had to wait. */
  attempts: z.int(),
  retryAt: z.number(),
})
type UnderWay = z.output<typeof UnderWay>

const KEY = "under_way"
/** One invocation may call other objects and the database some thousand times, and a page takes up to 20 of them. */
const PAGES_A_RUN = 30

/** Works until `deadline`. Returns when to go on; null where nothing is left to erase. Throws where not even the list of erasures can be read. */
export async function runErasures(tools: EraserDeps, deadline: Time): Promise<Time | null> {
  for (const pages = { left: PAGES_A_RUN }; pages.left > 0 && tools.now() < deadline; ) {
    const job = await nextJob(tools.db, tools.guildId)
    if (job === null) {
      forget(tools)
      return null
    }
    const waits = await work(await taken(tools, job), { job, tools, deadline, pages })
    if (waits !== null) return waits
  }
  return tools.now()
}

/** The erasure as it was left, or at its beginning. */
async function taken(tools: EraserDeps, job: ErasureJob): Promise<UnderWay> {
  const left = tools.state.get(KEY, UnderWay.nullable())
  if (left?.id === job.id && stepOf(job.kind, left.step) !== null) return left
  tools.said.clear()
  const random = crypto.getRandomValues(new Int32Array(3))
  const started: UnderWay = {
    id: job.id,
    ...beginProgress(job.kind, job.report),
    pseudonym: `p_${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}`,
    salt: random[0] ?? 0,
    attempts: 0,
    retryAt: 0,
  }
  tools.state.set(KEY, started)
  await noteProgress(tools.db, job.id, started.step, started.report)
  return started
}

/** Page after page of one erasure. Returns when to go on where one failed or has to wait; null where it is done or the time is up. */
async function work(
  start: UnderWay,
  {
    job,
    tools,
    deadline,
    pages,
  }: { job: ErasureJob; tools: EraserDeps; deadline: Time; pages: { left: number } },
): Promise<Time | null> {
  if (start.retryAt > tools.now()) return start.retryAt
  const erasing: ErasureContext = { ...tools, job, pseudonym: start.pseudonym, salt: start.salt }
  for (let at = start; pages.left > 0 && tools.now() < deadline; pages.left -= 1) {
    const next = await advance(at, erasing, tools)
    if (next === "done") return null
    if (next.retryAt > 0) return next.retryAt
    at = next
  }
  return null
}

async function advance(at: UnderWay, erasing: ErasureContext, tools: EraserDeps): Promise<UnderWay | "done"> {
  const { job } = erasing
  try {
    const step = stepOf(job.kind, at.step)
    if (step === null) throw new Error(`there is no step ${at.step}`)
    const move = nextMove(job.kind, at, await step(erasing, at.cursor))
    if (move.kind === "done") {
      await close(erasing, move.report)
      return "done"
    }
    if (move.kind === "wait") return await put(tools, at, move.progress)
    const next = { ...at, ...move.progress, attempts: 0, retryAt: 0 }
    tools.state.set(KEY, next)
    if (next.step !== at.step || at.attempts > 0) await noteProgress(tools.db, job.id, next.step, next.report)
    return next
  } catch (error) {
    // The fallback for any outage: the erasure stays where it is and goes on later, for ever.
    console.error({ event: "erasure.failed", erasure: job.id, step: at.step, error: describeError(error) })
    return putOff(tools, at)
  }
}

/** Later again, with growing delay; the report tells why. */
async function put(tools: EraserDeps, at: UnderWay, progress: Progress): Promise<UnderWay> {
  const attempts = at.attempts + 1
  const next = { ...at, ...progress, attempts, retryAt: later(tools, attempts) }
  tools.state.set(KEY, next)
  await noteProgress(tools.db, at.id, next.step, next.report)
  return next
}

async function putOff(tools: EraserDeps, at: UnderWay): Promise<UnderWay> {
  // What was saved last is where it is: a page may have been done, and only the note of it in the database lost.
  const saved = tools.state.get(KEY, UnderWay.nullable()) ?? at
  const attempts = at.attempts + 1
  const retry = later(tools, attempts)
  const next = {
    ...saved,
    attempts,
    retryAt: retry,
    report: { ...saved.report, detail: formatFailure(at.step, attempts, retry) },
  }
  tools.state.set(KEY, next)
  // The report may be what is out of reach: then it says so the next time.
  await noteProgress(tools.db, at.id, next.step, next.report).catch(() => undefined)
  return next
}

/** Closed with a pseudonym in the person's place, and nothing of it kept here. */
async function close(erasing: ErasureContext, report: z.output<typeof ReportSchema>): Promise<void> {
  const { job, db, pseudonym, now } = erasing
  const person = job.kind === "person"
  const target = person ? pseudonym : job.target
  const requestedBy = person && job.requestedBy === job.target ? pseudonym : job.requestedBy
  await closeJob(db, { id: job.id, target, requestedBy }, report, now())
}

function forget(tools: EraserDeps): void {
  tools.said.clear()
  tools.state.set(KEY, null)
}

function later(tools: EraserDeps, attempts: number): Time {
  return retryAt(tools.now(), attempts, tools.firstRetryMs, tools.random())
}
