/** Chance sends a small share of the claims rejected for their quality to review, and never one refused for another reason. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { hashShare } from "../../src/domain/hash.ts"
import { SCOPES, TYPES } from "../../src/domain/types.ts"
import {
  decideChange,
  type GateInputs,
  GateInputsSchema,
  type GateRule,
  isByChance,
} from "../../src/memory/facts/gate-decision.ts"
import { rule } from "./builders.ts"
import { inputs } from "./policy-lab-rows.ts"

const anyInputs: fc.Arbitrary<GateInputs> = fc.record({
  kind: fc.constantFrom("create", "reinforce", "supersede", "contest", "outdated", "retire"),
  scope: fc.constantFrom(...SCOPES),
  subjectId: fc.constantFrom("11", "12"),
  type: fc.constantFrom(...TYPES),
  confidence: fc.constantFrom(0.3, 0.6, 0.9),
  statements: fc.integer({ min: 1, max: 3 }),
  severalMeant: fc.boolean(),
  told: fc.boolean(),
  readOnly: fc.boolean(),
  drawn: fc.constant(true),
  factChars: fc.constantFrom(20, 200),
  writesInWindow: fc.integer({ min: 0, max: 4 }),
  writesInHour: fc.integer({ min: 0, max: 4 }),
  room: fc.constant(null),
})
const rules: fc.Arbitrary<GateRule> = fc
  .record({
    enabled: fc.boolean(),
    mode: fc.constantFrom("auto", "shadow", "manual"),
    min_confidence: fc.constantFrom(0.5, 0.8),
    confidence_by_type: fc.constantFrom({}, { profile: 0.95 }, { episode: 0 }),
    allowed_types: fc.subarray([...TYPES]),
    scopes: fc.subarray([...SCOPES]),
    closed_subjects: fc.constantFrom<string[]>([], ["user:11", "guild:12"]),
    max_fact_chars: fc.constantFrom(100, 300),
    max_writes_per_window: fc.integer({ min: 0, max: 5 }),
    max_writes_per_hour: fc.integer({ min: 0, max: 5 }),
  })
  .map((given) => rule(given))

const BY_QUALITY = ["low_confidence", "window_full", "hour_full"]

test("chance changes a rejection for quality alone, and no other decision", () => {
  fc.assert(
    fc.property(anyInputs, rules, (drawn, gate) => {
      const before = decideChange({ ...drawn, drawn: false }, gate)
      const after = decideChange(drawn, gate)
      if (after.reason !== "drawn") {
        expect(after).toEqual(before)
        return
      }
      expect(after.kind).toBe("queued")
      expect(before.kind).toBe("rejected")
      expect(BY_QUALITY).toContain(before.reason)
      const { scope, subjectId, type } = drawn
      expect(gate.enabled && !drawn.readOnly && !drawn.told && !drawn.severalMeant).toBe(true)
      expect(gate.scopes).toContain(scope)
      expect(gate.closed_subjects).not.toContain(`${scope}:${subjectId}`)
      expect(gate.allowed_types).toContain(type)
      expect(isByChance({ ...drawn, drawn: false }, gate)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test("a type's own threshold replaces the common one, lower or higher", () => {
  const claim = inputs({ type: "episode", confidence: 0.5, room: null })
  const decide = (gate: Partial<GateRule>) => decideChange(claim, rule(gate)).reason
  expect(decide({})).toBe("low_confidence")
  expect(decide({ confidence_by_type: { episode: 0.5 } })).toBe("fits")
  expect(decide({ confidence_by_type: { profile: 0.5 } })).toBe("low_confidence")
  expect(decide({ min_confidence: 0.3, confidence_by_type: { episode: 0.6 } })).toBe("low_confidence")
})

test("a row from before has no draw and no length, and replays as it was", () => {
  const old = { ...fc.sample(anyInputs, { numRuns: 1, seed: 7 })[0], drawn: undefined, factChars: undefined }
  expect(GateInputsSchema.parse(old)).toMatchObject({ drawn: false, factChars: 0 })
})

test("the draw hits its share of ten thousand ids, and not the held-out ones alone", () => {
  const ids = Array.from({ length: 10_000 }, (_, at) => String(at))
  const drawn = ids.filter((id) => hashShare(["review", id]) < 0.02)
  expect(drawn.length).toBeGreaterThan(150)
  expect(drawn.length).toBeLessThan(250)
  const held = drawn.filter((id) => hashShare(["holdout", id]) < 0.2)
  expect(held.length / drawn.length).toBeLessThan(0.35)
})
