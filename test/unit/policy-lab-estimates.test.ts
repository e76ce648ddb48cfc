/** The estimates of the policy lab against values computed by other means, and by hand. */
import { expect, test } from "vitest"
import { CLAIM_LABELS } from "../../src/domain/claim-labels.ts"
import { certify } from "../../src/policy/lab/certify.ts"
import { comparePolicies, groupPairs } from "../../src/policy/lab/estimate.ts"
import {
  binomialTail,
  correlationsOf,
  effectiveSize,
  mostTolerated,
  type Observation,
  weightedSum,
  wilson,
} from "../../src/policy/lab/intervals.ts"
import { armOf, isInSet, type LabRow, outcomeOf, statesSomething } from "../../src/policy/lab/outcomes.ts"
import { DAY, NOON, rule } from "./builders.ts"
import { inputs, logged, times } from "./policy-lab-rows.ts"

/** P(X ≤ k) for X binomial with probability a/b, from whole numbers without any rounding. */
function exactTail(k: number, count: number, [a, b]: [bigint, bigint]): number {
  let [sum, choose] = [0n, 1n]
  for (let i = 0; i <= k; i++) {
    sum += choose * a ** BigInt(i) * (b - a) ** BigInt(count - i)
    choose = (choose * BigInt(count - i)) / BigInt(i + 1)
  }
  return Number((sum * 10n ** 18n) / b ** BigInt(count)) / 1e18
}

test("binomial tails are exact, from a coin to two thousand claims", () => {
  expect(binomialTail(2, 10, 0.5)).toBeCloseTo(56 / 1024, 14)
  expect(binomialTail(0, 22, 0.1)).toBeCloseTo(0.9 ** 22, 14)
  expect(binomialTail(5, 100, 0.1)).toBeCloseTo(0.0575768864870336, 12)
  expect(binomialTail(180, 2_000, 0.1)).toBeCloseTo(exactTail(180, 2_000, [1n, 10n]), 11)
  expect(binomialTail(3, 40, 0.3)).toBeCloseTo(exactTail(3, 40, [3n, 10n]), 13)
  expect([binomialTail(-1, 5, 0.2), binomialTail(5, 5, 0.2), binomialTail(2, 5, 1)]).toEqual([0, 1, 0])
})

test("the most bad claims that a test tolerates are the last with a tail below its level", () => {
  for (const [count, share] of [
    [21, 0.1],
    [22, 0.1],
    [100, 0.1],
    [500, 0.07],
  ] as const) {
    const most = mostTolerated(count, share, 0.1)
    expect(binomialTail(most, count, share)).toBeLessThanOrEqual(0.1)
    expect(binomialTail(most + 1, count, share)).toBeGreaterThan(0.1)
  }
  expect(mostTolerated(21, 0.1, 0.1)).toBe(-1)
})

test("score intervals are those of Newcombe's table, and never collapse", () => {
  for (const [good, count, low, high] of [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const) {
    const interval = wilson(good / count, count)
    expect(interval.low).toBeCloseTo(low, 4)
    expect(interval.high).toBeCloseTo(high, 4)
  }
  expect(wilson(0.5, 0)).toEqual({ value: 0.5, low: 0, high: 1 })
})

test("a difference of two shares has the interval of Newcombe's method 10", () => {
  // 56 of 70 against 48 of 80: 0.0524 to 0.3339.
  const { low, high, value } = weightedSum([
    { weight: 1, share: wilson(56 / 70, 70) },
    { weight: -1, share: wilson(48 / 80, 80) },
  ])
  expect(value).toBeCloseTo(0.2, 10)
  expect(low).toBeCloseTo(0.0524, 4)
  expect(high).toBeCloseTo(0.3339, 4)
})

test("claims of one window or memory that come out alike count as fewer", () => {
  const seen = (good: boolean, window: string, memory: string): Observation => ({
    good,
    weight: 1,
    window,
    memory,
  })
  const alike = times(40, (n) => seen(n % 8 < 4, `w${Math.floor(n / 4)}`, `m${n}`))
  const apart = times(40, (n) => seen(n % 2 === 0, `w${n}`, `m${n}`))
  expect(correlationsOf([alike])).toEqual({ window: 1, memory: 0 })
  expect(effectiveSize(alike, correlationsOf([alike]))).toBeCloseTo(10)
  expect(effectiveSize(apart, correlationsOf([apart]))).toBe(40)
  const oneMemory = times(40, (n) => seen(n % 8 < 4, `w${n}`, `m${Math.floor(n / 4)}`))
  expect(effectiveSize(oneMemory, correlationsOf([oneMemory]))).toBeCloseTo(10)
})

test("each label is good, bad or no outcome", () => {
  const by = Object.groupBy(CLAIM_LABELS, (label) => outcomeOf({ label }) ?? "none")
  expect(by).toEqual({
    good: ["approved", "confirmed", "right", "repeated"],
    bad: ["rejected", "corrected", "forgotten", "wrong"],
    none: ["refiled", "outdated", "unused"],
  })
})

test("only claims that chance may send to review count as rejected by chance", () => {
  const low = inputs({ confidence: 0.4 })
  expect(armOf(logged({ gate: low }))).toBe("chance")
  expect(armOf(logged({ gate: { ...low, drawn: true } }))).toBe("chance")
  expect(armOf(logged({ gate: { ...low, told: true } }))).toBe("never")
  expect(armOf(logged({ gate: { ...low, kind: "reinforce" } }))).toBe("never")
  expect(armOf(logged({ gate: inputs({ severalMeant: true }) }))).toBe("waiting")
  expect(armOf(logged({ gate: inputs() }, rule({ scopes: ["guild"] })))).toBe("never")
  expect(armOf(logged())).toBe("kept")
})

test("the set for tuning and the holdout share no row, and the last two weeks are held out", () => {
  const now = NOON + 100 * DAY
  const row = (at: number, holdout: boolean) => ({ at: NOON + at * DAY, holdout })
  for (const one of [row(0, false), row(0, true), row(90, false), row(90, true)])
    expect(isInSet(one, "holdout", now)).toBe(!isInSet(one, "tuning", now))
  expect(isInSet(row(85, false), "tuning", now)).toBe(true)
  expect(isInSet(row(87, false), "tuning", now)).toBe(false)
})

test("a claim that ends something is not counted", () => {
  expect(statesSomething({ op: "save", change: "retire" })).toBe(false)
  expect(statesSomething({ op: "forget", change: null })).toBe(false)
  expect(statesSomething({ op: "update", change: "supersede" })).toBe(true)
})

/** 40 accepted claims, of which 8 are labeled, 6 good; 20 rejected ones, of which chance sent 4 to review, 1 good. */
function handMade(): LabRow[] {
  const kept = times(40, (n) => logged({ label: n < 6 ? "approved" : n < 8 ? "forgotten" : null }))
  const rejected = times(20, (n) =>
    logged({
      gate: inputs({ confidence: 0.4, drawn: n < 4 }),
      propensity: 0.2,
      label: n === 0 ? "approved" : n < 4 ? "rejected" : null,
    }),
  )
  return [...kept, ...rejected]
}

test("the quality of a candidate weighs what chance showed of the rejected claims, as computed by hand", () => {
  const trial = { live: rule(), candidate: rule({ min_confidence: 0.3 }), unsafe: [], now: NOON + DAY }
  const { comparison } = certify(handMade(), trial)
  expect(comparison).toMatchObject({ claims: 60, gained: 20, lost: 0, decided: 4 })
  // Live: 6 of 8. Candidate: (40 × 6/8 + 20 × 1/4) / 60.
  expect(comparison.live.quality?.value).toBeCloseTo(0.75, 12)
  expect(comparison.candidate.quality?.value).toBeCloseTo(35 / 60, 12)
  expect(comparison.difference.quality?.value).toBeCloseTo(35 / 60 - 0.75, 12)
  // The plain share of the labels would be 7 of 12, by a coincidence of equal rates; with half the review it is not.
  expect(comparison.candidate.goodPer100.value).toBeCloseTo((100 * 35) / 60, 10)
  expect(comparison.difference.goodPer100.value).toBeCloseTo((100 * 5) / 60, 10)
  // 5 good at a point, 15 bad at −3.
  expect(comparison.difference.score.value).toBeCloseTo((100 * (5 - 45)) / 60, 10)
  // 60 windows of 1,000 tokens and half a second.
  expect(comparison.live.tokensPerKept).toBeCloseTo(60_000 / 40)
  expect(comparison.candidate.latencyPerKept).toBeCloseTo(30_000 / 60)
})

test("outcomes of different propensities are weighted by their inverse", () => {
  const drawn = (propensity: number, label: "approved" | "rejected") =>
    logged({ gate: inputs({ confidence: 0.4, drawn: true }), propensity, label })
  const rows = [drawn(0.1, "approved"), drawn(0.2, "rejected"), drawn(0.2, "rejected")]
  const accept = { verdict: "accepted" as const, reason: "fits" }
  const { candidate } = comparePolicies(
    groupPairs(rows.map((row) => ({ row, live: row, candidate: accept }))),
  )
  // 10 / (10 + 5 + 5)
  expect(candidate.quality?.value).toBeCloseTo(0.5, 12)
  expect(candidate.naive?.value).toBeCloseTo(1 / 3, 12)
})

test("claims whose outcome the log cannot know may be all good or all bad", () => {
  const live = rule({ allowed_types: ["profile"] })
  const rows = times(50, () => logged({}, live))
  const { comparison } = certify(rows, { live, candidate: rule(), unsafe: [], now: NOON + DAY })
  expect(comparison.candidate).toMatchObject({ accepted: 50, outcomes: 0, unknown: 1 })
  expect(comparison.candidate.quality).toEqual({ value: 0.5, low: 0, high: 1 })
})

test("a model call is paid once for its window, however many claims it makes", () => {
  const rows = times(4, (n) => logged({ windowId: "one", n }))
  const { comparison } = certify(rows, { live: rule(), candidate: rule(), unsafe: [], now: NOON + DAY })
  expect(comparison.live.tokensPerKept).toBe(250)
})
