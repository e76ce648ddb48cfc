/** A trial ends by itself when its candidate is unsafe, or plainly worse than the policy in force, and not before. */
import fc from "fast-check"
import { expect, test } from "vitest"
import {
  type ArmCounts,
  brokenGuardrail,
  type Guardrails,
  GuardrailsSchema,
} from "../../src/policy/guardrails.ts"
import { unsafeChanges } from "../../src/policy/lab/safety.ts"
import { mergePatch } from "../../src/policy/patch.ts"
import { DEFAULT_POLICY, PolicySchema } from "../../src/policy/policy.ts"
import { policyFor, type RunningTrial } from "../../src/policy/trial.ts"

const SOUND: ArmCounts = { claims: 100, kept: 80, judged: 20, bad: 4, tokens: 1_000, latencyMs: 800 }
const RAILS = GuardrailsSchema.parse({})

function broken(candidate: Partial<ArmCounts>, rest: { live?: Partial<ArmCounts>; leaks?: number } = {}) {
  const { live = {}, leaks = 0 } = rest
  const counts = { live: { ...SOUND, ...live }, candidate: { ...SOUND, ...candidate }, leaks }
  return brokenGuardrail(RAILS, counts)
}

test("each guardrail trips just past its limit", () => {
  expect(broken({})).toBeNull()
  expect(broken({ judged: 10, bad: 3 })).toBeNull()
  expect(broken({ judged: 10, bad: 4 })).toBe("max_rejected_share")
  expect(broken({ judged: 40, bad: 9 })).toBe("max_junk_rate")
  expect(broken({ tokens: 1_500 })).toBeNull()
  expect(broken({ tokens: 1_501 })).toBe("max_tokens_ratio")
  expect(broken({ latencyMs: 1_601 })).toBe("max_latency_ratio")
})

test("a candidate that is as bad as the policy in force is not rolled back for it", () => {
  expect(broken({ judged: 10, bad: 8 }, { live: { judged: 10, bad: 9 } })).toBeNull()
})

test("few claims or judgments trip nothing but a leak", () => {
  const few = { claims: 29, judged: 29, bad: 29, tokens: 9_000 }
  expect(broken(few)).toBeNull()
  expect(broken({ bad: 9 }, { live: { claims: 29 } })).toBeNull()
  expect(broken({ kept: 100, judged: 4, bad: 4 })).toBeNull()
  expect(broken(few, { leaks: 1 })).toBe("leaks")
})

test("without a model on one side, tokens and latency trip nothing", () => {
  expect(broken({ tokens: null, latencyMs: null })).toBeNull()
  expect(broken({}, { live: { tokens: null, latencyMs: 0 } })).toBeNull()
})

test("a candidate with better counts than the policy in force never trips", () => {
  const arm = fc.record({
    claims: fc.nat(200),
    kept: fc.nat(200),
    judged: fc.nat(50),
    bad: fc.nat(50),
    tokens: fc.option(fc.nat(5_000)),
    latencyMs: fc.option(fc.nat(5_000)),
  })
  fc.assert(
    fc.property(arm, (live) => {
      const rails: Guardrails = { ...RAILS, min_claims: 1, min_judged: 1 }
      expect(brokenGuardrail(rails, { live, candidate: { ...live, bad: 0 }, leaks: 0 })).toBeNull()
    }),
  )
})

test("a candidate is unsafe by each field that it loosens, and safe if it tightens all of them", () => {
  const live = PolicySchema.parse({
    gate: { enabled: false, scopes: ["user"] },
    recall: { enabled: false, scopes: ["user"] },
    sensitive: { health: "allow" },
    subjects: { "user:1": { write: false, read: false } },
  })
  const loosened = PolicySchema.parse({
    gate: { second_reading: false },
    digests: { tone: true },
    sensitive: { health: "allow", finances: "allow" },
  })
  expect(unsafeChanges(live, loosened)).toEqual([
    "gate.enabled",
    "recall.enabled",
    "gate.second_reading",
    "sensitive.finances",
    "subjects.user:1.write",
    "subjects.user:1.read",
    "digests.tone",
  ])
  expect(unsafeChanges(loosened, live)).toEqual([])
  const tuned = mergePatch(live, { gate: { min_confidence: 0.1, mode: "auto" }, recall: { judge: false } })
  expect(unsafeChanges(live, PolicySchema.parse(tuned))).toEqual([])
})

test("a share of a thousand keys, the same ones each time, goes to a rollout's candidate, and none to a shadow's", () => {
  const candidate = PolicySchema.parse({ gate: { min_confidence: 0.9 } })
  const trial: RunningTrial = { id: "t_1", version: 2, stage: "rollout", share: 0.2, policy: candidate }
  const guild = (given: Partial<RunningTrial>) => ({
    policy: DEFAULT_POLICY,
    policyVersion: 1,
    trial: { ...trial, ...given },
  })
  const keys = Array.from({ length: 1_000 }, (_, at) => `w_${at}`)
  const chosen = (given: Partial<RunningTrial>) =>
    keys.filter((key) => policyFor(guild(given), key).version === 2)
  expect(chosen({}).length).toBeGreaterThan(150)
  expect(chosen({}).length).toBeLessThan(250)
  expect(chosen({})).toEqual(chosen({}))
  // A larger share keeps those of a smaller one.
  expect(chosen({ share: 0.6 })).toEqual(expect.arrayContaining(chosen({})))
  expect(chosen({ share: 0 })).toEqual([])
  expect(chosen({ share: 1 })).toHaveLength(1_000)
  expect(chosen({ stage: "shadow", share: 1 })).toEqual([])
  expect(policyFor({ ...guild({}), trial: null }, "w_1")).toEqual({ policy: DEFAULT_POLICY, version: 1 })
})
