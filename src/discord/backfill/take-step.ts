/**
 * Takes a step of each import of a guild: list, count or read. Lets go of what channels hold for imports that ended, and
 * of their uploads.
 */
import { HOUR } from "../../domain/calendar.ts"
import type { Time } from "../../domain/types.ts"
import { refuseHistory } from "../../history/channel-rows.ts"
import { endUploads } from "../../history/control.ts"
import { findHistoryJob, type HistoryJob, openHistoryJobs } from "../../history/job-rows.ts"
import { countStep } from "./count-step.ts"
import type { BackfillDeps, BackfillStep } from "./deps.ts"
import { discordPages } from "./discord-pages.ts"
import { listStep } from "./list-step.ts"
import { readStep, releaseChannels } from "./read-step.ts"
import { pagesOfUpload } from "./upload-pages.ts"

const IDLE: BackfillStep = { kind: "idle" }

/** Keeps an import that failed from holding up the others. */
export interface StepGuard {
  /** Returns until when an import waits after a failure; 0 if it does not. */
  heldUntil(job: HistoryJob): Time
  /** Returns when to try again; `null` for never. */
  failed(job: HistoryJob, error: unknown): Time | null
}

const RETHROWS: StepGuard = {
  heldUntil: () => 0,
  failed: (_, error) => {
    throw error
  },
}

/** A step may be cut off anywhere and taken again without harm. Without a guard it throws if a service is down. */
export async function takeStep(deps: BackfillDeps, guard: StepGuard = RETHROWS): Promise<BackfillStep> {
  let jobs = await openHistoryJobs(deps.db, deps.guildId)
  await releaseChannels(
    deps,
    jobs.map(({ id }) => id),
  )
  const lookAgainAt = await tidyUploads(deps, jobs)
  jobs = jobs.filter(({ state }) => state !== "paused")
  let step: BackfillStep = lookAgainAt === null ? IDLE : { kind: "wait", until: lookAgainAt }
  for (const job of jobs) step = sooner(step, await guardedStep(deps, job, guard))
  return step
}

async function guardedStep(deps: BackfillDeps, job: HistoryJob, guard: StepGuard): Promise<BackfillStep> {
  const heldUntil = guard.heldUntil(job)
  if (heldUntil > deps.now()) return { kind: "wait", until: heldUntil }
  try {
    return await stepOf(deps, job)
  } catch (error) {
    const until = guard.failed(job, error)
    return until === null ? IDLE : { kind: "wait", until }
  }
}

async function stepOf(deps: BackfillDeps, job: HistoryJob): Promise<BackfillStep> {
  if (job.kind !== "discord")
    return job.state === "running" ? readStep(deps, job, pagesOfUpload(deps.uploads)) : IDLE
  const { discord } = deps
  if (discord === null) {
    await refuseHistory(deps.db, job, { reason: "no_discord", now: deps.now() })
    return IDLE
  }
  const asking = { ...deps, discord }
  if (job.state === "counting") return (await listStep(asking, job)) ?? countStep(asking, job)
  return job.state === "running" ? readStep(asking, job, discordPages(asking)) : IDLE
}

function sooner(one: BackfillStep, other: BackfillStep): BackfillStep {
  if (one.kind === "next" || other.kind === "idle") return one
  if (other.kind === "next" || one.kind === "idle") return other
  return one.until <= other.until ? one : other
}

/** An upload that nobody starts or resumes is deleted after so long. */
const KEPT_MS = 24 * HOUR
/** An upload without an import is one whose check was cut off. */
const CHECK_MS = HOUR

/** Deletes uploads that are no longer needed. Returns when the next one may be; `null` if none is stored. */
async function tidyUploads(deps: BackfillDeps, open: readonly HistoryJob[]): Promise<Time | null> {
  let next: Time | null = null
  const expired: string[] = []
  for (const { id, at } of deps.uploads.list()) {
    const job = open.find((one) => one.id === id) ?? null
    const until =
      job === null ? at + CHECK_MS : (job.state === "running" ? deps.now() : job.updatedAt) + KEPT_MS
    const isOver = job === null && (await findHistoryJob(deps.db, deps.guildId, id)) !== null
    if (!isOver && until > deps.now()) next = Math.min(next ?? until, until)
    else {
      if (job !== null) expired.push(id)
      deps.uploads.drop(id)
    }
  }
  await endUploads(deps.db, deps.guildId, { ids: expired, reason: "expired", now: deps.now() })
  return next
}
