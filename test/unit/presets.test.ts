/** The presets are policies that anyone can start from, and the source design's ranks as that design says. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { DEFAULT_POLICY, PolicySchema } from "../../src/policy/policy.ts"
import { PRESET_NAMES, withPreset } from "../../src/policy/presets.ts"
import { score } from "../../src/recall/rank/rank.ts"
import { NOON } from "./builders.ts"

const DAY = 86_400_000
const item = fc.record({
  similarity: fc.double({ min: 0, max: 1, noNaN: true }),
  importance: fc.constantFrom(0.3, 0.6, 1),
  days: fc.integer({ min: 0, max: 400 }),
})

test("every preset makes a valid policy, and the default one takes any other back", () => {
  for (const name of PRESET_NAMES) {
    const policy = PolicySchema.parse(withPreset(DEFAULT_POLICY, name, {}))
    expect(PolicySchema.parse(withPreset(policy, "default", {}))).toEqual(DEFAULT_POLICY)
  }
})

test("the source design orders by 0.3 · similarity + 0.4 · importance + 0.3 / (1 + days / 30)", () => {
  const { recall } = PolicySchema.parse(withPreset(DEFAULT_POLICY, "source", {}))
  const linear = ({
    similarity,
    importance,
    days,
  }: {
    similarity: number
    importance: number
    days: number
  }) => 0.3 * similarity + 0.4 * importance + 0.3 / (1 + days / 30)
  fc.assert(
    fc.property(item, item, (a, b) => {
      const scored = [a, b].map(({ days, ...rest }) =>
        score({ ...rest, at: NOON - days * DAY }, NOON, recall),
      )
      for (const [at, one] of [a, b].entries()) expect(scored[at]).toBeCloseTo(linear(one), 10)
    }),
  )
})
