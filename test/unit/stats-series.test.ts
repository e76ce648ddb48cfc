/** Sums, rates and latencies of a time series. */
import { expect, test } from "vitest"
import {
  LATENCY_BOUNDS_MS,
  listCounts,
  type QuestionDays,
  recallOutcome,
  withQuestion,
} from "../../src/domain/question-counts.ts"
import { latencyAt, seriesOf } from "../../src/runtime/stats-series.ts"

const DAY = "2026-11-26"
const RANGE = { from: "2026-11-01", to: "2026-11-30", step: "day" } as const

/** Questions of one day with these latencies. */
function asked(...latencies: number[]): QuestionDays {
  return latencies.reduce<QuestionDays>(
    (days, ms) => withQuestion(days, DAY, { event: "recall", outcome: "useful", degraded: [], ms }),
    {},
  )
}
const recallsOf = (days: QuestionDays) =>
  seriesOf(
    listCounts(days).map((count) => ({ ...count, scope: "" })),
    RANGE,
  ).total.recalls

test("a latency is estimated within the bucket that holds it, and is unknown without questions", () => {
  expect(recallsOf(asked(60, 70, 80, 90))).toMatchObject({ count: 4, p50: 75, p95: 98 })
  expect(recallsOf(asked(10, 150, 150, 5_000))).toMatchObject({
    histogram: [1, 0, 2, 0, 0, 0, 0, 1, 0, 0],
    p50: 150,
  })
  expect(recallsOf(asked(50_000))).toMatchObject({ p50: 12_800, p95: 12_800 })
  expect(recallsOf({})).toMatchObject({ count: 0, p50: null, p95: null })
})

test("an estimate is never farther from the real latency than its bucket is wide", () => {
  const latencies = Array.from({ length: 200 }, (_, n) => ((n * 7_919) % 12_700) + 1).sort((a, b) => a - b)
  const { histogram } = recallsOf(asked(...latencies))
  for (const share of [0.1, 0.5, 0.9, 0.95, 0.99]) {
    const real = latencies[Math.ceil(share * latencies.length) - 1] ?? 0
    const bucket = LATENCY_BOUNDS_MS.findIndex((bound) => real <= bound)
    const estimate = latencyAt(histogram, share) ?? 0
    expect(estimate).toBeGreaterThanOrEqual(LATENCY_BOUNDS_MS[bucket - 1] ?? 0)
    expect(estimate).toBeLessThanOrEqual(LATENCY_BOUNDS_MS[bucket] ?? 0)
  }
})

test("a source that failed twice in a recall counts once", () => {
  const days = withQuestion({}, DAY, {
    event: "recall",
    outcome: "weak",
    degraded: ["messages", "messages"],
    ms: 1,
  })
  expect(recallsOf(days)).toMatchObject({ degraded: { messages: 1 }, byOutcome: { weak: 1 } })
})

test("a recall is useful if an item probably bears on the question", () => {
  expect(
    [[], [0.2], [0.01, 0.25]].map((scores) => recallOutcome(scores.map((score) => ({ score })))),
  ).toEqual(["empty", "weak", "useful"])
})

test("junk is what people rejected, corrected, forgot or called wrong, not what became outdated", () => {
  const labels = [
    "rejected",
    "corrected",
    "forgotten",
    "wrong",
    "outdated",
    "right",
    "approved",
    "confirmed",
    "unused",
  ]
  const count = { day: DAY, kind: "profile", scope: "user" }
  const { total } = seriesOf(
    [
      { ...count, measure: "accepted", n: 10 },
      { ...count, measure: "queued", n: 5 },
      ...labels.map((label) => ({ ...count, measure: `label:${label}`, n: 1 })),
    ],
    RANGE,
  )
  expect(total.claims).toMatchObject({ kept: 10, queued: 5, junk: 4, junkRate: 0.4 })
})

test("claims whose words must not be kept have neither type nor scope", () => {
  const { points } = seriesOf([{ day: DAY, measure: "rejected", kind: "", scope: "", n: 2 }], RANGE)
  expect(points[0]?.claims.by).toMatchObject([{ type: null, scope: null, rejected: 2 }])
})

test("a day on which nothing happened has no point, whether or not a night stored it", () => {
  expect(seriesOf([{ day: DAY, measure: "counted", kind: "", scope: "", n: 1 }], RANGE).points).toEqual([])
})
