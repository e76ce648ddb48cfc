/** The confidence of what rules claim: the share of its kind that people found sound. */
import { expect, test } from "vitest"
import { confidenceFrom } from "../../src/extraction/rules/kinds.ts"
import { confidence, sourceWeight } from "../../src/memory/facts/confidence.ts"
import { DEFAULT_POLICY } from "../../src/policy/policy.ts"

const passes = (sound: number, kept: number) => {
  const certainty = confidenceFrom([sound, kept]) * sourceWeight("rule", "passive")
  return confidence({ certainty, evidenceCount: 1, contradicts: null }) >= DEFAULT_POLICY.gate.min_confidence
}

test.each<[string, number, number, boolean]>([
  ["nobody has judged", 0, 0, true],
  ["one of three is unsound", 2, 3, false],
  ["one of twenty is unsound", 19, 20, true],
  ["one of five is unsound, often counted", 40, 50, false],
])("by default, of a kind of which %s, %i of %i: kept is %s", (_, sound, kept, isKept) => {
  expect(passes(sound, kept)).toBe(isKept)
})
