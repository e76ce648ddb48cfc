/** Turns counts by day into a time series: sums by day or week, rates and latencies. Pure. */

import { addDays, dayNumber, type LocalDate } from "../domain/calendar.ts"
import { JUNK_LABELS } from "../domain/claim-labels.ts"
import { LATENCY_BOUNDS_MS, OVER } from "../domain/question-counts.ts"
import type { DayCount } from "../memory/read/stats.ts"

/** Numbers by name. */
type Numbers = Record<string, number>

export interface ClaimSums {
  /** Accepted claims that state something. `ended`: those by which a known fact ended. */
  kept: number
  ended: number
  shadowed: number
  queued: number
  rejected: number
  /** Memories that people did something with, by label, whenever their claims were decided. */
  labels: Numbers
}

/** The outcomes of recalls or answers. */
export interface QuestionSums {
  count: number
  byOutcome: Numbers
  /** Questions that had to do without a source or a model, by its name. */
  degraded: Numbers
  /** Numbers by bucket: see `LATENCY_BOUNDS_MS`. */
  histogram: number[]
  /** Estimated from the histogram, in milliseconds; `null` without questions. */
  p50: number | null
  p95: number | null
}

export interface Sums {
  windows: { count: number; methods: Numbers; fallbacks: Numbers }
  claims: ClaimSums & {
    junk: number
    /** `null` if nothing was kept. */
    junkRate: number | null
    /** By type and scope; `null` if a refused or forgotten claim does not keep it. */
    by: (ClaimSums & { type: string | null; scope: string | null })[]
  }
  recalls: QuestionSums
  answers: QuestionSums & { judged: Numbers }
}

/** Its days, both included, are those of the range. */
interface Point extends Sums {
  from: LocalDate
  to: LocalDate
}

/** The days of a series, both included. */
export interface SeriesRange {
  from: LocalDate
  to: LocalDate
  step: "day" | "week"
}

export interface Series {
  points: Point[]
  total: Sums
}

/** Returns a point for each day, or week from Monday, that has any count, and the sums of all. */
export function seriesOf(counts: readonly DayCount[], { from, to, step }: SeriesRange): Series {
  const shown = counts.filter(({ measure }) => measure !== "counted")
  const first = (day: LocalDate) => (step === "day" ? day : addDays(day, -((dayNumber(day) + 3) % 7)))
  const groups = Map.groupBy(shown, ({ day }) => first(day))
  const points = [...groups]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([day, rows]): Point => {
      const last = step === "day" ? day : addDays(day, 6)
      return { from: day < from ? from : day, to: last > to ? to : last, ...sumsOf(rows) }
    })
  return { points, total: sumsOf(shown) }
}

const LABEL = "label:"

function sumsOf(rows: readonly DayCount[]): Sums {
  const windows = rows.filter(({ measure }) => measure === "window")
  const claims = claimSums(rows)
  const junk = JUNK_LABELS.reduce((sum, label) => sum + (claims.labels[label] ?? 0), 0)
  const judged = rows.filter(({ measure }) => measure === "judged")
  return {
    windows: {
      count: total(windows),
      methods: sumsBy(windows, ({ kind }) => kind),
      fallbacks: sumsBy(
        windows.filter(({ scope }) => scope !== ""),
        ({ scope }) => scope,
      ),
    },
    claims: {
      ...claims,
      junk,
      junkRate: claims.kept === 0 ? null : junk / claims.kept,
      by: claimsByKind(rows),
    },
    recalls: questionSums(rows, "recall"),
    answers: { ...questionSums(rows, "answer"), judged: sumsBy(judged, ({ kind }) => kind) },
  }
}

const CLAIM_MEASURES = ["accepted", "ended", "shadowed", "queued", "rejected"]

function claimSums(rows: readonly DayCount[]): ClaimSums {
  const of = (measure: string) => total(rows.filter((row) => row.measure === measure))
  const labels = rows.filter(({ measure }) => measure.startsWith(LABEL))
  return {
    kept: of("accepted"),
    ended: of("ended"),
    shadowed: of("shadowed"),
    queued: of("queued"),
    rejected: of("rejected"),
    labels: sumsBy(labels, ({ measure }) => measure.slice(LABEL.length)),
  }
}

function claimsByKind(rows: readonly DayCount[]): Sums["claims"]["by"] {
  const claims = rows.filter(({ measure }) => CLAIM_MEASURES.includes(measure) || measure.startsWith(LABEL))
  return [...Map.groupBy(claims, ({ kind, scope }) => `${kind} ${scope}`)]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([key, some]) => {
      const [type, scope] = key.split(" ")
      return { type: type || null, scope: scope || null, ...claimSums(some) }
    })
}

function questionSums(rows: readonly DayCount[], event: "recall" | "answer"): QuestionSums {
  const by = (measure: string) =>
    sumsBy(
      rows.filter((row) => row.measure === measure),
      ({ kind }) => kind,
    )
  const byOutcome = by(event)
  const histogram = histogramOf(by(`${event}_ms`))
  return {
    count: Object.values(byOutcome).reduce((sum, n) => sum + n, 0),
    byOutcome,
    degraded: by(`${event}_degraded`),
    histogram,
    p50: latencyAt(histogram, 0.5),
    p95: latencyAt(histogram, 0.95),
  }
}

const total = (rows: readonly DayCount[]): number => rows.reduce((sum, { n }) => sum + n, 0)

function sumsBy(rows: readonly DayCount[], name: (row: DayCount) => string): Numbers {
  const sums: Numbers = {}
  for (const row of rows) sums[name(row)] = (sums[name(row)] ?? 0) + row.n
  return sums
}

/** Returns the numbers in the order of the buckets. */
function histogramOf(counts: Readonly<Record<string, number>>): number[] {
  return [...LATENCY_BOUNDS_MS.map(String), OVER].map((bucket) => counts[bucket] ?? 0)
}

/**
 * Estimates the latency that a share of the questions did not exceed: linear within its bucket, as Prometheus'
 * `histogram_quantile` does. Milliseconds; at most the last bound; `null` without questions. @internal
 */
export function latencyAt(histogram: readonly number[], share: number): number | null {
  const wanted = share * histogram.reduce((sum, n) => sum + n, 0)
  if (wanted === 0) return null
  let before = 0
  for (const [at, bound] of LATENCY_BOUNDS_MS.entries()) {
    const here = histogram[at] ?? 0
    const from = LATENCY_BOUNDS_MS[at - 1] ?? 0
    if (before + here >= wanted) return Math.round(from + ((bound - from) * (wanted - before)) / here)
    before += here
  }
  return LATENCY_BOUNDS_MS.at(-1) ?? null
}
