/** Confidence follows the documented formula, stays from 0 to 1, and never falls with more evidence. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { METHODS, SOURCES } from "../../src/domain/types.ts"
import { averageCertainty, confidence, sourceWeight } from "../../src/memory/facts/confidence.ts"

test.each([
  // certainty, statements, contested → confidence
  [0.8, 1, false, 0.8],
  [0.8, 2, false, 0.88],
  [0.8, 3, false, 0.96],
  [0.8, 4, false, 1],
  [0.8, 40, false, 1],
  [0.6, 1, false, 0.6],
  [0.6, 5, false, 0.84],
  [0.8, 1, true, 0.4],
  [0.8, 40, true, 0.5],
  [1, 1, true, 0.5],
  [0, 9, false, 0],
  [0.5, 0, false, 0.5],
])(
  "certainty %d over %d statements, contested: %s, gives %d",
  (certainty, evidenceCount, contested, expected) => {
    expect(confidence({ certainty, evidenceCount, contradicts: contested ? "m" : null })).toBe(expected)
  },
)

test.each([
  ["model", "explicit", 1],
  ["rule", "explicit", 1],
  ["verbatim", "passive", 1],
  ["model", "passive", 0.8],
  ["model", "chat", 0.8],
  ["tool", "chat", 0.7],
  ["rule", "passive", 0.6],
] as const)("a statement read by %s from a %s source counts %d", (method, source, expected) => {
  expect(sourceWeight(method, source)).toBe(expected)
})

test("every method and source has a weight from 0.6 to 1", () => {
  const weights = METHODS.flatMap((method) => SOURCES.map((source) => sourceWeight(method, source)))
  expect(Math.min(...weights)).toBe(0.6)
  expect(Math.max(...weights)).toBe(1)
})

const share = fc.double({ min: 0, max: 1, noNaN: true })
const count = fc.integer({ min: 1, max: 500 })

test("confidence stays from 0 to 1, halves under a contradiction, and never falls with more evidence", () => {
  fc.assert(
    fc.property(share, count, count, (certainty, some, more) => {
      const alone = confidence({ certainty, evidenceCount: some, contradicts: null })
      const contested = confidence({ certainty, evidenceCount: some, contradicts: "m" })
      const grown = confidence({ certainty, evidenceCount: some + more, contradicts: null })
      expect(alone).toBeGreaterThanOrEqual(0)
      expect(alone).toBeLessThanOrEqual(1)
      expect(Math.abs(contested - alone / 2)).toBeLessThanOrEqual(0.001)
      expect(grown).toBeGreaterThanOrEqual(alone)
    }),
  )
})

test("confidence never falls as certainty rises", () => {
  fc.assert(
    fc.property(share, share, count, (a, b, evidenceCount) => {
      const of = (certainty: number) => confidence({ certainty, evidenceCount, contradicts: null })
      expect(of(Math.max(a, b))).toBeGreaterThanOrEqual(of(Math.min(a, b)))
    }),
  )
})

test("a mean stays between the values it averages", () => {
  fc.assert(
    fc.property(share, fc.integer({ min: 0, max: 500 }), share, (certainty, statements, added) => {
      const mean = averageCertainty(certainty, statements, added)
      const [low, high] =
        statements === 0 ? [added, added] : [Math.min(certainty, added), Math.max(certainty, added)]
      expect(mean).toBeGreaterThanOrEqual(low - 0.001)
      expect(mean).toBeLessThanOrEqual(high + 0.001)
    }),
  )
})

test("tenths with inexact binary sums still meet their threshold", () => {
  expect(averageCertainty(0.1, 1, 0.5)).toBe(0.3)
  expect(confidence({ certainty: 0.7 * 0.8 + 0.04, evidenceCount: 1, contradicts: null })).toBe(0.6)
})
