/** The order of erasure steps, and what follows each step. Pure. */
import type { ErasureKind, Report } from "./jobs.ts"

/**
 * A person. First nothing by them is heard or answered any more. Then hashes of their words are collected, to
 * find quotes, and ids of what rests on their words, which channels delete later. Then their data is removed: where it was heard, where others repeat it, and in the database,
 * the person's own row last. Then everything is checked.
 */
const PERSON = [
  "refuse",
  "tell",
  "answers",
  "names",
  "words",
  "listen",
  "count_memories",
  "count_notes",
  "silence",
  "quotes",
  "memories",
  "notes",
  "windows",
  "digests",
  "drafts",
  "traces",
  "events",
  "vectors",
  "check_channels",
  "check_index",
  "check_memories",
  "check_notes",
  "check_windows",
  "check_drafts",
  "check_events",
] as const

/** A deleted channel with its threads: its objects, then the data that rests on them. */
const CHANNEL = ["wipe", "statements", "remains", "vectors", "check"] as const

/**
 * A guild. Its objects are wiped before its rows, its index after it removed its vectors elsewhere, and its
 * own row goes last.
 */
const GUILD = ["tell", "wipe", "answers", "rows", "vectors", "index", "check", "guild"] as const

/** @internal */
export const STEPS = { person: PERSON, channel: CHANNEL, guild: GUILD } as const satisfies Record<
  ErasureKind,
  readonly string[]
>
export type StepOf<K extends ErasureKind> = (typeof STEPS)[K][number]

/** Returns how many steps of an erasure are done. A check that found something begins them again. */
export function stepsDone(kind: ErasureKind, step: string | null): { done: number; of: number } {
  const steps: readonly string[] = STEPS[kind]
  return { done: step === null ? 0 : Math.max(0, steps.indexOf(step)), of: steps.length }
}

/** Position of an erasure. Each step defines the meaning of its `cursor`; `null` is the step's start. */
export interface Progress {
  step: string
  cursor: string | null
  report: Report
}

/** Result of one page of a step. `next: null` means that the step is done. */
export interface ErasurePage {
  next: string | null
  counts?: Record<string, number>
  /** Counts of the whole erasure so far. They replace what was counted before. */
  totals?: Record<string, number>
  /** Number of items a check still found. */
  left?: number
  /** Set if the step must wait for something elsewhere; the same page runs again later. */
  waits?: string
}

export type Move =
  | { kind: "go"; progress: Progress }
  | { kind: "wait"; progress: Progress }
  | { kind: "done"; report: Report }

/** Maximum runs of all steps. After that, anything left is only reported. */
const MOST_ROUNDS = 3

/** Returns the start of an erasure. */
export function beginProgress(kind: ErasureKind, report: Report): Progress {
  return { step: STEPS[kind][0], cursor: null, report: { ...report, left: null, detail: null } }
}

/**
 * Decides what follows a page. If a check found something, all steps run again, a limited number of times.
 */
export function nextMove(kind: ErasureKind, progress: Progress, page: ErasurePage): Move {
  const { step, cursor } = progress
  const report = addCounts(progress.report, page)
  if (page.waits !== undefined)
    return { kind: "wait", progress: { step, cursor, report: { ...report, detail: page.waits } } }
  const cleared = { ...report, detail: null }
  if (page.next !== null) return { kind: "go", progress: { step, cursor: page.next, report: cleared } }
  const steps: readonly string[] = STEPS[kind]
  const next = steps[steps.indexOf(step) + 1]
  if (next !== undefined && !(kind === "guild" && step === "check" && mustRepeat(cleared)))
    return { kind: "go", progress: { step: next, cursor: null, report: cleared } }
  if (mustRepeat(cleared))
    return { kind: "go", progress: beginProgress(kind, { ...cleared, rounds: cleared.rounds + 1 }) }
  return { kind: "done", report: { ...cleared, left: cleared.left ?? 0 } }
}

function mustRepeat(report: Report): boolean {
  return (report.left ?? 0) > 0 && report.rounds < MOST_ROUNDS
}

function addCounts(report: Report, page: ErasurePage): Report {
  const counts = { ...report.counts }
  for (const [kind, count] of Object.entries(page.counts ?? {}))
    if (count > 0) counts[kind] = (counts[kind] ?? 0) + count
  // An erasure that lost its ids and starts over finds fewer.
  for (const [kind, count] of Object.entries(page.totals ?? {}))
    if (count > 0) counts[kind] = Math.max(counts[kind] ?? 0, count)
  return { ...report, counts, left: page.left === undefined ? report.left : (report.left ?? 0) + page.left }
}

/** Describes a failed step for the report. It leaves out the error, which may hold somebody's words. */
export function formatFailure(step: string, attempts: number, nextAt: number): string {
  const times = attempts === 1 ? "once" : `${attempts} times`
  return `step ${step} failed ${times}; next try at ${new Date(nextAt).toISOString()}`
}
