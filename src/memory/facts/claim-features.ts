/** Reduces a claim to the part that the claim log keeps: filing, measures and the gate's inputs, never words. Pure. */
import type { LoggedChange } from "../../domain/claim-labels.ts"
import type { Claim, Filing, Id, Scope, Source, Verdict } from "../../domain/types.ts"
import { readFact, stemOverlap } from "../../text/similarity.ts"
import { confidence } from "./confidence.ts"
import { type GateState, gateInputs } from "./gate.ts"
import { decideChange, type GateDecision, type GateInputs, type GateRule } from "./gate-decision.ts"
import type { ClaimOrigin, KnownMemory, Proposal } from "./known.ts"
import { type Change, sameSubject } from "./reconcile.ts"
import { certaintyOf } from "./states.ts"

/** A claim as it was made. */
export interface ClaimFeatures extends Omit<Filing, "time">, ClaimOrigin {
  op: Claim["op"]
  scope: Scope
  subjectId: Id
  /** Someone other than the subject said it. */
  reported: boolean
  secondReading: "confirmed" | "denied" | null
  citedLines: number
  factChars: number
  /** `null` if it cites no line. */
  source: Source | null
}

/** `cited`: the lines it cites, as far as they exist. */
export function claimFeatures(
  claim: Claim,
  origin: ClaimOrigin,
  cited: readonly { source: Source }[],
): ClaimFeatures {
  const { op, subject, type, section, importance, lifetime, confirmed } = claim
  return {
    ...origin,
    ...{ op, type, section, importance, lifetime },
    scope: subject.scope,
    subjectId: subject.id,
    reported: claim.reportedBy !== null,
    secondReading: confirmed === undefined ? null : confirmed ? "confirmed" : "denied",
    citedLines: cited.length,
    factChars: claim.fact.length,
    source: cited[0]?.source ?? null,
  }
}

/** `claimFeatures` for a claim that is about to be judged; `n` is its place if it has none of its own. */
export function featuresOfProposal({ claim, evidence, origin }: Proposal, n: number): ClaimFeatures {
  const citedChars = evidence.reduce((sum, { excerpt }) => sum + excerpt.length, 0)
  return claimFeatures(claim, origin ?? { n, base: claim.confidence, citedChars }, evidence)
}

/** A claim as reconciliation and the gate saw it. */
export interface JudgedClaim {
  change: LoggedChange
  certainty: number
  /** Of the memory in its new state; `null` if the claim changes nothing. */
  confidence: number | null
  statements: number | null
  contradicted: boolean | null
  known: number
  similarity: number | null
  /** `null` if the claim changes nothing, so that the gate was not asked. */
  gate: GateInputs | null
  memoryId: string | null
}

/** `known`: what was known before the claim. Only memories that the same people read count. */
export function judgedClaim(
  proposal: Proposal,
  change: Change,
  { known, ledger }: { known: readonly KnownMemory[]; ledger: GateState },
): JudgedClaim {
  const { claim } = proposal
  const mine = known.filter((memory) => memory.merges && sameSubject(memory.subject, claim.subject))
  const base = {
    change: change.kind,
    certainty: certaintyOf(proposal),
    known: mine.reduce((sum, one) => sum + (one.status === "superseded" ? 0 : one.evidenceCount), 0),
    similarity: nearest(claim.fact, mine),
  }
  if (change.kind === "nothing")
    return { ...base, confidence: null, statements: null, contradicted: null, gate: null, memoryId: null }
  const { memory } = change
  return {
    ...base,
    confidence: confidence(memory),
    statements: memory.evidenceCount,
    contradicted: memory.contradicts !== null || change.kind === "supersede",
    gate: gateInputs(change, ledger),
    memoryId: memory.id,
  }
}

/** Returns the overlap of stems with the nearest memory, in thousandths. */
function nearest(fact: string, mine: readonly KnownMemory[]): number | null {
  if (fact === "" || mine.length === 0) return null
  const { stems } = readFact(fact)
  const overlaps = mine.map((memory) => stemOverlap(stems, readFact(memory.fact).stems))
  return Math.round(Math.max(...overlaps) * 1000) / 1000
}

/** A decision as the log keeps it. */
interface LoggedDecision {
  verdict: Verdict["kind"]
  reason: string
  gate: GateInputs | null
}

/**
 * Decides a logged claim again under `rule`. Under the rule in force when it was logged, the result is its own verdict
 * and reason. What came before the gate is frozen: checks, second reading, reconciliation, confidence. The state that
 * the gate saw is that of the log; a caller that replays a sequence puts its own counts into `gate`.
 */
export function replayClaim(
  { verdict, reason, gate }: LoggedDecision,
  rule: GateRule,
): Pick<LoggedDecision, "verdict" | "reason"> {
  if (gate === null) return { verdict, reason }
  const decision = decideChange(gate, rule)
  return { verdict: decision.kind, reason: decision.reason }
}

/**
 * Decides the claims of one order again under another rule, in order. Counts of writes in the window are those that the
 * rule itself would have had, and those in the hour follow; everything else is frozen. `null`: the gate was not asked.
 */
export function replayOrder(gates: readonly (GateInputs | null)[], rule: GateRule): (GateDecision | null)[] {
  let written = 0
  return gates.map((gate) => {
    if (gate === null) return null
    const writesInHour = gate.writesInHour - gate.writesInWindow + written
    const decision = decideChange({ ...gate, writesInWindow: written, writesInHour }, rule)
    if (leavesTrace(decision, gate)) written += 1
    return decision
  })
}

/** Returns true if a decision counts as a write: hidden changes of active memories leave no trace. */
function leavesTrace({ kind }: GateDecision, gate: GateInputs): boolean {
  if (kind === "accepted") return true
  return kind !== "rejected" && gate.room !== null
}
