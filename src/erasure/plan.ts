/** The order in which things are erased, and what comes after each step. Pure. */
import type { ErasureKind, Report } from "./jobs.ts"

/**
 * A person: nobody hears them any more, and nothing they asked is answered; what they said is taken down as hashes, for quotes; then it goes, first where it
 * was heard, then where others repeat it, then from the database, the row of the person last; then all is looked over.
 */
const PERSON = [
  "refuse",
  "tell",
  "answers",
  "names",
  "words",
  "listen",
  "silence",
  "quotes",
  "memories",
  "notes",
  "windows",
  "digests",
  "drafts",
  "traces",
  "vectors",
  "check_channels",
  "check_memories",
  "check_notes",
  "check_windows",
  "check_drafts",
] as const

/** A channel that is gone with its threads: its object, then what rests on it. */
const CHANNEL = ["wipe", "statements", "remains", "vectors", "check"] as const

/** A guild: no object of it is left when its rows go; its index goes when it has removed its vectors elsewhere, its own row last. */
const GUILD = ["tell", "wipe", "answers", "rows", "vectors", "index", "check", "guild"] as const

export const STEPS = { person: PERSON, channel: CHANNEL, guild: GUILD } as const satisfies Record<
  ErasureKind,
  readonly string[]
>
export type StepOf<K extends ErasureKind> = (typeof STEPS)[K][number]

/** Where an erasure is. `cursor` is where in its step, as the step itself understands it; null at its start. */
export interface Progress {
  step: string
  cursor: string | null
  report: Report
}

/** What one page of a step came to. `next` null: the step is done. */
export interface ErasurePage {
  next: string | null
  counts?: Record<string, number>
  /** What is still there, found by a check. */
  left?: number
  /** It has to wait for something elsewhere: the same page is asked for again later. */
  waits?: string
}

export type Move =
  | { kind: "go"; progress: Progress }
  | { kind: "wait"; progress: Progress }
  | { kind: "done"; report: Report }

/** So often everything is gone through before what is left is only reported. */
const MOST_ROUNDS = 3

/** Where an erasure begins. */
export function beginProgress(kind: ErasureKind, report: Report): Progress {
  return { step: STEPS[kind][0], cursor: null, report: { ...report, left: null, detail: null } }
}

/** What comes after a page. Where a look over everything found something, all is gone through again, but not for ever. */
export function nextMove(kind: ErasureKind, progress: Progress, page: ErasurePage): Move {
  const { step, cursor } = progress
  const report = counted(progress.report, page)
  if (page.waits !== undefined)
    return { kind: "wait", progress: { step, cursor, report: { ...report, detail: page.waits } } }
  const settled = { ...report, detail: null }
  if (page.next !== null) return { kind: "go", progress: { step, cursor: page.next, report: settled } }
  const steps: readonly string[] = STEPS[kind]
  const next = steps[steps.indexOf(step) + 1]
  if (next !== undefined && !(kind === "guild" && step === "check" && mustRepeat(settled)))
    return { kind: "go", progress: { step: next, cursor: null, report: settled } }
  if (mustRepeat(settled))
    return { kind: "go", progress: beginProgress(kind, { ...settled, rounds: settled.rounds + 1 }) }
  return { kind: "done", report: { ...settled, left: settled.left ?? 0 } }
}

function mustRepeat(report: Report): boolean {
  return (report.left ?? 0) > 0 && report.rounds < MOST_ROUNDS
}

function counted(report: Report, page: ErasurePage): Report {
  const counts = { ...report.counts }
  for (const [kind, count] of Object.entries(page.counts ?? {}))
    if (count > 0) counts[kind] = (counts[kind] ?? 0) + count
  return { ...report, counts, left: page.left === undefined ? report.left : (report.left ?? 0) + page.left }
}

/** What a report says of a step that failed: no words of anybody, for an error may carry them. */
export function formatFailure(step: string, attempts: number, nextAt: number): string {
  const times = attempts === 1 ? "once" : `${attempts} times`
  return `step ${step} failed ${times}; next try at ${new Date(nextAt).toISOString()}`
}
