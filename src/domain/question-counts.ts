/** Counts of recalls and answers by UTC day. They name nobody and hold no words. Pure. */

import { z } from "zod"
import type { LocalDate } from "./calendar.ts"
import type { ShownItems } from "./shown-lately.ts"

/** Upper bounds of a latency's buckets, in milliseconds. One more bucket, `OVER`, holds what took longer. */
export const LATENCY_BOUNDS_MS = [50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800]
export const OVER = "over"

/** A recall or an answer that somebody got. */
export interface QuestionOutcome {
  event: "recall" | "answer"
  /** Of a recall: see `recallOutcome`. Of an answer: its method. */
  outcome: string
  /** Sources and models it had to do without, by name. */
  degraded: readonly string[]
  ms: number
}

/** `shown`: what a recall showed, and where, if later recalls are to give way to other finds. */
export interface CountedQuestion {
  question: QuestionOutcome
  shown: ShownItems | null
}

/** Seven of eight answerable questions find an item with this score (decision 054). */
const USEFUL_SCORE = 0.25

/**
 * Returns `useful` if an item probably bears on the question, `weak` if none does (facts about the people asked about
 * come with any question), and `empty` without items.
 */
export function recallOutcome(items: readonly { score: number }[]): "useful" | "weak" | "empty" {
  if (items.length === 0) return "empty"
  return items.some(({ score }) => score >= USEFUL_SCORE) ? "useful" : "weak"
}

/**
 * Numbers by day, measure and kind. The measures are `recall` and `answer` (kind: the outcome), `…_degraded` (what it
 * did without) and `…_ms` (the bucket).
 */
export const QuestionDays = z.record(
  z.string(),
  z.record(z.string(), z.record(z.string(), z.int().nonnegative())),
)
export type QuestionDays = z.output<typeof QuestionDays>

/** Returns the counts with one more question on `day`. */
export function withQuestion(days: QuestionDays, day: LocalDate, question: QuestionOutcome): QuestionDays {
  const { event, outcome, degraded, ms } = question
  const counts = { ...days[day] }
  const add = (measure: string, kind: string) => {
    counts[measure] = { ...counts[measure], [kind]: (counts[measure]?.[kind] ?? 0) + 1 }
  }
  add(event, outcome)
  for (const source of new Set(degraded)) add(`${event}_degraded`, source)
  add(`${event}_ms`, bucketOf(ms))
  return { ...days, [day]: counts }
}

function bucketOf(ms: number): string {
  const bound = LATENCY_BOUNDS_MS.find((most) => ms <= most)
  return bound === undefined ? OVER : String(bound)
}

/** Returns the numbers one by one. */
export function listCounts(
  days: QuestionDays,
): { day: LocalDate; measure: string; kind: string; n: number }[] {
  return Object.entries(days).flatMap(([day, counts]) =>
    Object.entries(counts).flatMap(([measure, kinds]) =>
      Object.entries(kinds).map(([kind, n]) => ({ day, measure, kind, n })),
    ),
  )
}
