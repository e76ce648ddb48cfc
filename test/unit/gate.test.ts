import { describe, expect, test } from "vitest"
import { type GateState, judgeChange } from "../../src/memory/facts/gate.ts"
import type { GateRule } from "../../src/memory/facts/gate-decision.ts"
import type { KnownMemory } from "../../src/memory/facts/known.ts"
import type { Change } from "../../src/memory/facts/reconcile.ts"
import { known, NOON, rule } from "./builders.ts"

const gateState = (given: Partial<GateState> = {}): GateState => ({
  readOnly: false,
  writesInWindow: 0,
  writesInHour: 0,
  active: [],
  ...given,
})
const fact = (given: Partial<KnownMemory> = {}) => known("Kai plays chess", { lastSaidAt: NOON, ...given })
const created = (given: Partial<KnownMemory> = {}): Change => ({ kind: "create", memory: fact(given) })
const verdict = (change: Change, rules: Partial<GateRule> = {}, given: Partial<GateState> = {}) => {
  const { kind, reason } = judgeChange(change, rule(rules), gateState(given))
  return `${kind}: ${reason}`
}

test.each([
  [0.599, "rejected: low_confidence"],
  [0.6, "accepted: fits"],
  [0.601, "accepted: fits"],
])("at a minimum of 0.6, a confidence of %d is %s", (certainty, expected) => {
  expect(verdict(created({ certainty }))).toBe(expected)
})

test("a change is never too uncertain to replace or contest what it denies", () => {
  const other = known("Kai hates chess")
  const memory = fact({ certainty: 0.1, contradicts: other.id })
  expect(verdict({ kind: "contest", memory, other })).toBe("accepted: fits")
  expect(verdict({ kind: "supersede", memory, old: other, others: [] })).toBe("accepted: fits")
  expect(verdict(created({ certainty: 0.1 }))).toBe("rejected: low_confidence")
})

test.each([
  [9, 0, "accepted: fits"],
  [15, 0, "rejected: window_full"],
  [16, 0, "rejected: window_full"],
  [0, 49, "accepted: fits"],
  [0, 50, "rejected: hour_full"],
])(
  "after %d writes in the window and %d in the hour, one more is %s",
  (writesInWindow, writesInHour, expected) => {
    expect(verdict(created(), {}, { writesInWindow, writesInHour })).toBe(expected)
  },
)

test.each([
  [1, "shadowed: little_evidence"],
  [2, "shadowed: little_evidence"],
  [3, "accepted: fits"],
])("with a minimum of three statements, %d is %s", (evidenceCount, expected) => {
  expect(verdict(created({ evidenceCount }), { min_evidence: 3 })).toBe(expected)
})

describe("a judgment", () => {
  const retire: Change = { kind: "retire", memory: fact({ status: "superseded" }) }
  test.each<[string, Change, Partial<GateRule>, Partial<GateState>, string]>([
    ["read-only stops a save", created(), {}, { readOnly: true }, "rejected: read_only"],
    ["read-only stops a retraction too", retire, {}, { readOnly: true }, "rejected: read_only"],
    [
      "nothing new is learned while writing is off",
      created(),
      { enabled: false },
      {},
      "rejected: writing_off",
    ],
    [
      "a subject that is switched off is not written about",
      created(),
      { closed_subjects: ["user:1"] },
      {},
      "rejected: subject_off",
    ],
    ["a disabled scope is not written", created(), { scopes: ["guild"] }, {}, "rejected: scope_off"],
    ["a disabled type is not written", created(), { allowed_types: ["episode"] }, {}, "rejected: type_off"],
    ["a retraction needs no type", retire, { allowed_types: [] }, {}, "accepted: fits"],
    [
      "a retraction needs no approval of its type",
      retire,
      { approval_types: ["profile"] },
      {},
      "accepted: fits",
    ],
    ["shadow mode shadows a new fact", created(), { mode: "shadow" }, {}, "shadowed: shadow_mode"],
    ["manual mode queues a new fact", created(), { mode: "manual" }, {}, "queued: manual_mode"],
    [
      "a type that needs approval is queued",
      created(),
      { approval_types: ["profile"] },
      {},
      "queued: needs_approval",
    ],
    [
      "shadow mode queues nothing",
      created(),
      { mode: "shadow", approval_types: ["profile"] },
      {},
      "shadowed: shadow_mode",
    ],
    [
      "an empty change is refused with its own reason",
      { kind: "nothing", reason: "unknown_target" },
      {},
      {},
      "rejected: unknown_target",
    ],
    [
      "low confidence is refused even in shadow mode",
      created({ certainty: 0.1 }),
      { mode: "shadow" },
      {},
      "rejected: low_confidence",
    ],
  ])("%s", (_, change, rules, given, expected) => {
    expect(verdict(change, rules, given)).toBe(expected)
  })
})
