/** Builds rows of the claim log for the tests of the policy lab. */
import type { GateInputs, GateRule } from "../../src/memory/facts/gate-decision.ts"
import { decideChange } from "../../src/memory/facts/gate-decision.ts"
import type { LabRow } from "../../src/policy/lab/outcomes.ts"
import { NOON, rule } from "./builders.ts"

export function inputs(given: Partial<GateInputs> = {}): GateInputs {
  return {
    kind: "create",
    scope: "user",
    subjectId: "1",
    type: "preference",
    confidence: 0.7,
    statements: 1,
    severalMeant: false,
    told: false,
    readOnly: false,
    writesInWindow: 0,
    writesInHour: 0,
    room: { all: 1, counted: 1, expiring: 0, movable: 0, expires: false },
    drawn: false,
    factChars: 40,
    ...given,
  }
}

let made = 0

/** A claim as `judgedBy` decides it; `n` numbers its window as well, if none is given. */
export function logged(
  given: Partial<LabRow> & { gate?: GateInputs | null } = {},
  judgedBy: GateRule = rule(),
): LabRow {
  made += 1
  const gate = given.gate === undefined ? inputs() : given.gate
  const decision =
    gate === null ? { kind: "accepted" as const, reason: "fits" } : decideChange(gate, judgedBy)
  return {
    id: String(made).padStart(24, "0"),
    at: NOON + made * 1_000,
    windowId: `w${made}`,
    n: 0,
    op: "save",
    type: gate?.type ?? "preference",
    importance: "medium",
    lifetime: "90d",
    method: "model",
    change: gate?.kind ?? null,
    confidence: gate?.confidence ?? null,
    verdict: decision.kind,
    reason: decision.reason,
    policyVersion: 1,
    inputTokens: 900,
    outputTokens: 100,
    latencyMs: 500,
    holdout: true,
    memoryId: decision.kind === "rejected" ? null : `m${made}`,
    label: null,
    propensity: null,
    ...given,
    gate,
  }
}

export function times<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n))
}
