/** The policy lab: replay of the log, verdicts on candidates, thresholds, and drift. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { certify, withRecalls } from "../../src/policy/lab/certify.ts"
import { driftOf, type SnapshotWeek } from "../../src/policy/lab/drift.ts"
import type { LabRow } from "../../src/policy/lab/outcomes.ts"
import { inLogOrder, replayLog } from "../../src/policy/lab/replay.ts"
import { SnapshotSchema, snapshotOf } from "../../src/policy/lab/snapshot.ts"
import { tuneThresholds } from "../../src/policy/lab/thresholds.ts"
import { propertyRuns } from "../dice.ts"
import { NOON, rule } from "./builders.ts"
import { inputs, logged, times } from "./policy-lab-rows.ts"

const now = NOON + 400 * 86_400_000

test("the whole log replays to its own verdicts, whatever the rule and the counts were", () => {
  const claim = fc.record({
    confidence: fc.constantFrom(0.3, 0.6, 0.9),
    kind: fc.constantFrom("create" as const, "supersede" as const, "retire" as const),
    drawn: fc.boolean(),
    writesInWindow: fc.nat(6),
    writesInHour: fc.nat(6),
  })
  const rules = fc.record({
    min_confidence: fc.constantFrom(0, 0.6, 0.95),
    max_writes_per_window: fc.nat(6),
    max_writes_per_hour: fc.nat(6),
  })
  fc.assert(
    fc.property(fc.array(claim, { maxLength: 30 }), rules, (claims, given) => {
      const rows = inLogOrder(
        claims.map((one, n) => logged({ gate: inputs(one), windowId: `w${n >> 2}`, n }, rule(given))),
      )
      const decisions = replayLog(rows, rule(given))
      expect(decisions).toEqual(rows.map(({ verdict, reason }) => ({ verdict, reason })))
    }),
    { numRuns: propertyRuns(100) },
  )
})

test("a candidate that accepts more fills window and hour sooner", () => {
  const live = rule({ max_writes_per_window: 2, max_writes_per_hour: 3 })
  const claim = (confidence: number, before: number, windowId: string, n: number) =>
    logged({ gate: inputs({ confidence, writesInWindow: before, writesInHour: before }), windowId, n }, live)
  const rows = inLogOrder([
    claim(0.4, 0, "a", 0),
    claim(0.9, 0, "a", 1),
    claim(0.9, 1, "a", 2),
    logged({ gate: inputs({ confidence: 0.9, writesInHour: 2 }), windowId: "b" }, live),
  ])
  expect(rows.map(({ reason }) => reason)).toEqual(["low_confidence", "fits", "fits", "fits"])
  const candidate = rule({ max_writes_per_window: 2, max_writes_per_hour: 3, min_confidence: 0.3 })
  expect(replayLog(rows, candidate, live).map(({ reason }) => reason)).toEqual([
    "fits",
    "fits",
    "window_full",
    "fits",
  ])
  const strict = rule({ max_writes_per_window: 2, max_writes_per_hour: 2, min_confidence: 0.3 })
  expect(replayLog(rows, strict, live).at(-1)?.reason).toBe("hour_full")
})

test("a stricter candidate does not answer for forgotten claims that it would have rejected", () => {
  const forgotten = logged({
    gate: null,
    windowId: null,
    memoryId: null,
    confidence: 0.6,
    label: "forgotten",
  })
  const of = (candidate: ReturnType<typeof rule>) => replayLog([forgotten], candidate, rule())[0]?.verdict
  expect(of(rule())).toBe("accepted")
  expect(of(rule({ min_confidence: 0.7 }))).toBe("rejected")
  expect(of(rule({ confidence_by_type: { preference: 0.7 } }))).toBe("rejected")
  expect(of(rule({ confidence_by_type: { profile: 0.9 } }))).toBe("accepted")
  expect(of(rule({ allowed_types: ["profile"] }))).toBe("rejected")
})

/** Claims of two types: preferences of low confidence are good, tasks of high confidence are bad. */
function planted(count: number): LabRow[] {
  return times(count, (n) => {
    const isGood = n % 10 !== 0
    if (n % 2 === 0)
      return logged({
        gate: inputs({ type: "task_state", confidence: 0.7 }),
        label: n % 5 === 0 ? "approved" : "rejected",
      })
    return logged({
      gate: inputs({ confidence: 0.5, drawn: n % 3 === 0 }),
      propensity: 1 / 3,
      label: n % 3 === 0 ? (isGood ? "approved" : "rejected") : null,
    })
  })
}
const better = rule({ confidence_by_type: { preference: 0.4, task_state: 0.9 } })
const worse = rule({ confidence_by_type: { task_state: 0.3 }, min_confidence: 0.6 })

test("a better candidate is certified, and the policy in force is refused against it", () => {
  const rows = planted(300)
  expect(certify(rows, { live: rule(), candidate: better, unsafe: [], now }).certificate).toEqual({
    verdict: "certified",
  })
  const { certificate } = certify(rows, { live: better, candidate: rule(), unsafe: [], now })
  expect(certificate).toMatchObject({ verdict: "refused", reasons: ["lower_score", "lower_quality"] })
})

test("a candidate that gains most is refused if it is unsafe", () => {
  const rows = planted(300)
  const trial = { live: rule(), candidate: better, now }
  expect(certify(rows, { ...trial, unsafe: ["sensitive.health"] }).certificate).toMatchObject({
    verdict: "refused",
    reasons: ["unsafe"],
    unsafe: ["sensitive.health"],
  })
  const live = rule({ closed_subjects: ["user:1"] })
  const closed = times(5, () => logged({}, live))
  expect(
    certify([...rows, ...closed], { live, candidate: better, unsafe: [], now }).certificate,
  ).toMatchObject({ verdict: "refused", unsafe: ["replay:subject_off"] })
})

test("with few labels the answer is how many more would tell, and they do", () => {
  const few = certify(planted(14), { live: rule(), candidate: better, unsafe: [], now }).certificate
  expect(few).toMatchObject({ verdict: "not_yet", same: false })
  const more = few.verdict === "not_yet" ? (few.more ?? 0) : 0
  expect(more).toBeGreaterThan(0)
  expect(more).toBeLessThan(200)
  const same = certify(planted(14), { live: rule(), candidate: rule(), unsafe: [], now }).certificate
  expect(same).toEqual({ verdict: "not_yet", same: true, more: null, days: null })
  expect(certify([], { live: rule(), candidate: worse, unsafe: [], now }).certificate).toMatchObject({
    verdict: "not_yet",
  })
})

test("recalls may refuse a candidate, certify one whose gate decides alike, and hold back one until they are seen", () => {
  const same = { verdict: "not_yet", same: true, more: null, days: null } as const
  const certified = { verdict: "certified" } as const
  const seen = (lower: number, upper: number) => ({ changed: 9, difference: { lower, upper, pairs: 40 } })
  expect(withRecalls(certified, { changed: 0, difference: null })).toBe(certified)
  expect(withRecalls(certified, seen(-0.3, -0.1))).toMatchObject({ reasons: ["less_useful_recalls"] })
  expect(withRecalls(same, seen(0.01, 0.2))).toEqual(certified)
  expect(withRecalls(certified, seen(-0.01, 0.1))).toBe(certified)
  expect(withRecalls(certified, { changed: 9, difference: null })).toMatchObject({ verdict: "not_yet" })
  const unsafe = withRecalls({ verdict: "refused", reasons: ["unsafe"], unsafe: [] }, seen(0.1, 0.2))
  expect(unsafe.verdict).toBe("refused")
})

test("only held-out claims judge a candidate", () => {
  const rows = planted(300).map((row) => ({ ...row, holdout: false }))
  const { certificate, evaluated, replayed } = certify(rows, {
    live: rule(),
    candidate: better,
    unsafe: [],
    now,
  })
  expect({ evaluated, replayed, verdict: certificate.verdict }).toEqual({
    evaluated: 0,
    replayed: 300,
    verdict: "not_yet",
  })
})

test("reports do not depend on the order in which rows are read, and repeat exactly", () => {
  const rows = planted(120)
  const trial = { live: rule(), candidate: better, unsafe: [], now }
  expect(certify(rows.toReversed(), trial)).toEqual(certify(rows, trial))
  const aim = { alpha: 0.2, delta: 0.1 }
  expect(tuneThresholds(rows.toReversed(), rule(), aim)).toEqual(tuneThresholds(rows, rule(), aim))
})

test("thresholds fall as far as enough good claims show, and never where many are bad", () => {
  const tuned = tuneThresholds(
    [
      ...times(200, () => logged({ label: "approved" })),
      ...times(90, () =>
        logged({ gate: inputs({ confidence: 0.5, drawn: true }), propensity: 0.3, label: "approved" }),
      ),
      ...times(90, () =>
        logged({ gate: inputs({ confidence: 0.4, drawn: true }), propensity: 0.3, label: "rejected" }),
      ),
      ...times(60, (n) =>
        logged({ gate: inputs({ type: "episode" }), label: n % 2 === 0 ? "approved" : "rejected" }),
      ),
      ...times(10, () => logged({ gate: inputs({ type: "profile" }), label: "approved" })),
    ],
    rule(),
    { alpha: 0.1, delta: 0.1 },
  )
  const of = (type: string) => tuned.find((one) => one.type === type)
  expect(of("preference")).toMatchObject({ kind: "certified", threshold: 0.45, live: 0.6 })
  expect(of("episode")).toMatchObject({ kind: "refused" })
  // 22 outcomes without a bad one are the fewest that can pass.
  expect(of("profile")).toMatchObject({ kind: "not_yet", more: 12 })
  expect(of("constraint")).toMatchObject({ kind: "not_yet", more: 22, tested: [] })
})

test("rows of one memory share its label, so they count once", () => {
  const rows = times(40, (n) => logged({ memoryId: `one${n % 10}`, label: "approved" }))
  const [, preference] = tuneThresholds(rows, rule(), { alpha: 0.1, delta: 0.1 })
  expect(preference).toMatchObject({ type: "preference", kind: "not_yet", more: 12 })
})

test("outcomes of a higher review share are thinned to the share that leaves most", () => {
  const drawn = (propensity: number) =>
    logged({ gate: inputs({ confidence: 0.5, drawn: true }), propensity, label: "approved" })
  const rows = [
    ...times(100, () => logged({ label: "approved" })),
    ...times(100, () => drawn(0.1)),
    ...times(100, () => drawn(0.5)),
  ]
  const preference = tuneThresholds(rows, rule(), { alpha: 0.1, delta: 0.1 }).find(
    ({ type }) => type === "preference",
  )
  const low = preference?.tested.find(({ threshold }) => threshold === 0.5)
  // 100 accepted, 100 of 0.1, and about a fifth of those of 0.5.
  expect(low?.outcomes).toBeGreaterThan(205)
  expect(low?.outcomes).toBeLessThan(240)
})

function week(n: number, given: Partial<Parameters<typeof logged>[0]> = {}, version = 1): SnapshotWeek {
  const rows = times(120, (k) =>
    logged({ gate: inputs({ type: (k + n) % 3 === 0 ? "profile" : "episode" }), ...given }),
  )
  return {
    week: `week ${String(n).padStart(2, "0")}`,
    policyVersion: version,
    claims: rows.length,
    body: snapshotOf(rows),
  }
}

test("a week of other claims raises the alarm, and is no reference for the next", () => {
  const calm = times(8, (n) => week(n))
  const weeks = [...calm, week(8, { method: "rule" }), week(9, { method: "rule" }), week(10)]
  const drifts = driftOf(weeks)
  expect(drifts.slice(0, 4).every(({ kind }) => kind === "learning")).toBe(true)
  expect(drifts.map((one) => (one.kind === "compared" ? one.alarms.length > 0 : null)).slice(4)).toEqual([
    ...times(4, () => false),
    true,
    true,
    false,
  ])
  expect(driftOf(weeks)).toEqual(drifts)
})

test("a week under a new policy is compared with those of the policy before", () => {
  const drifts = driftOf([...times(6, (n) => week(n)), week(6, { verdict: "rejected" }, 2)])
  expect(drifts.at(-1)).toMatchObject({
    kind: "compared",
    policyVersion: 2,
    against: { weeks: 6, policyVersion: 1 },
    alarms: expect.arrayContaining(["kinds_psi"]),
  })
})

test("a week of few claims says nothing", () => {
  const few = { ...week(8), claims: 12 }
  expect(driftOf([...times(8, (n) => week(n)), few]).at(-1)).toMatchObject({ kind: "learning" })
})

test("a snapshot counts kinds and tenths of confidence, and reads back from JSON", () => {
  const body = snapshotOf([
    logged({ gate: inputs({ confidence: 0.3 }) }),
    logged({ gate: inputs({ confidence: 1 }) }),
    logged({
      gate: null,
      confidence: null,
      type: null,
      importance: null,
      lifetime: null,
      verdict: "rejected",
    }),
  ])
  expect(body).toEqual({
    kinds: {
      "-|-|-|model|rejected": 1,
      "preference|medium|90d|model|accepted": 1,
      "preference|medium|90d|model|rejected": 1,
    },
    deciles: [0, 0, 0, 1, 0, 0, 0, 0, 0, 1],
    centroid: null,
  })
  expect(SnapshotSchema.parse(JSON.parse(JSON.stringify(body)))).toEqual(body)
})

test("a handful of labels certifies and refuses nothing, however clear they are", () => {
  const rows = times(60, (n) =>
    logged({
      holdout: true,
      gate: inputs({ type: n % 2 === 0 ? "episode" : "profile", confidence: 0.7 }),
      label: n < 8 ? (n % 2 === 0 ? "rejected" : "approved") : null,
    }),
  )
  const [all, some] = [rule({}), rule({ allowed_types: ["profile"] })]
  for (const [live, candidate] of [
    [all, some],
    [some, all],
  ] as const)
    expect(certify(rows, { live, candidate, unsafe: [], now }).certificate).toMatchObject({
      verdict: "not_yet",
      more: expect.toSatisfy((more) => more >= 12),
    })
  const rare = { changed: 3, difference: { lower: 0.2, upper: 0.4, pairs: 3 } }
  expect(withRecalls({ verdict: "not_yet", same: true, more: null, days: null }, rare)).toMatchObject({
    verdict: "not_yet",
  })
})
