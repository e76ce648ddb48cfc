/**
 * Applies the claims of a window one by one to the known memories; each sees the result of the ones before.
 * Pure.
 */
import type { Evidence, Id, Memory, Time, Verdict } from "../../domain/types.ts"
import type { NameRedactor } from "../../text/names.ts"
import { searchText } from "../db/rows.ts"
import { reconcileCandidate } from "./candidates.ts"
import { type JudgedClaim, judgedClaim } from "./claim-features.ts"
import { withFullerPlan } from "./fuller-plan.ts"
import { type GateState, type Judgment, judgeChange, type RealChange } from "./gate.ts"
import type { GateRule } from "./gate-decision.ts"
import type { KnownMemory, Proposal } from "./known.ts"
import { type Change, sameSubject } from "./reconcile.ts"
import {
  deciderFields,
  dedupeEvidence,
  evidenceFor,
  mergedInto,
  toPlainMemory,
  withConfidence,
  withReplacedAt,
} from "./states.ts"

/** The state claims are applied to. */
export interface Premises {
  known: KnownMemory[]
  writesInHour: number
  readOnly: boolean
  /** People who do not want to be remembered. */
  objectors: ReadonlySet<Id>
  /** Finds the names of those people: claims about others may not mention them either. */
  redactor: NameRedactor
  /** True if something the window was read with has been deleted or reworded. */
  outOfDate?: boolean
}

/** The result to write: new states of memories, memories to evict, and evidence to add. */
export interface AppliedClaims {
  changed: Memory[]
  evicted: Memory[]
  /** The memories of `changed` whose full text, or presence in the index, changed. */
  reworded: Memory[]
  evidence: Evidence[]
  verdicts: Verdict[]
  /** For each verdict, what it rests on; `null` if someone objects. */
  judged: (JudgedClaim | null)[]
  objectors: ReadonlySet<Id>
  /** The version each changed or evicted memory had when it was read; 0 for a new one. */
  expected: { id: string; version: number }[]
}

interface State {
  known: KnownMemory[]
  writes: number
  changed: Map<string, Memory>
  evicted: Map<string, Memory>
  evidence: Evidence[]
  verdicts: Verdict[]
  judged: (JudgedClaim | null)[]
}

/** Applies proposals in order. The hourly write count includes the writes of this window. */
export function applyClaims(
  guildId: Id,
  proposals: readonly Proposal[],
  premises: Premises,
  terms: { rule: GateRule; now: Time; told?: boolean },
): AppliedClaims {
  const state: State = {
    known: [...premises.known],
    writes: 0,
    changed: new Map(),
    evicted: new Map(),
    evidence: [],
    verdicts: [],
    judged: [],
  }
  for (const given of proposals) {
    const proposal = withFullerPlan(given, state.known)
    if (concernsObjector(proposal, premises)) {
      // Stores nothing about these people, not even the rejected words.
      const verdict = verdictOf(proposal, null, { kind: "rejected", reason: "opted_out" })
      state.verdicts.push({ ...verdict, fact: null })
      state.judged.push(null)
    } else {
      const change = reconcileCandidate(guildId, proposal, state.known, terms.now)
      const ledger = gateState(state, proposal, { ...premises, told: terms.told ?? false })
      state.judged.push(judgedClaim(proposal, change, { known: state.known, ledger }))
      applyJudgment(state, { proposal, change, judgment: judgeChange(change, terms.rule, ledger) })
    }
  }
  return toResult(state, premises, terms.now)
}

function gateState(state: State, proposal: Proposal, premises: Premises & { told: boolean }): GateState {
  return {
    told: premises.told,
    drawn: proposal.drawn ?? false,
    readOnly: premises.readOnly,
    writesInWindow: state.writes,
    writesInHour: premises.writesInHour + state.writes,
    severalMeant: proposal.claim.candidates !== undefined,
    active: state.known.filter(
      (memory) => memory.status === "active" && sameSubject(memory.subject, proposal.claim.subject),
    ),
  }
}

/** Applies the judgment to the state and records the verdict. */
function applyJudgment(
  state: State,
  judged: { proposal: Proposal; change: Change; judgment: Judgment },
): void {
  const { proposal, change, judgment } = judged
  state.verdicts.push(verdictOf(proposal, change, judgment))
  if (judgment.kind === "rejected" || change.kind === "nothing") return
  const kept =
    judgment.kind === "accepted"
      ? acceptChange(state, change, judgment.evict)
      : storeHidden(state, change, judgment.kind)
  if (kept) recordEvidence(state, kept, proposal, change.kind === "retire")
}

function concernsObjector({ claim, evidence }: Proposal, { objectors, redactor }: Premises): boolean {
  const { subject, fact } = claim
  return (
    (subject.scope === "user" && objectors.has(subject.id)) ||
    evidence.some((item) => objectors.has(item.authorId)) ||
    redactor.mentions(fact)
  )
}

/** Applies an accepted change and evicts memories to make room. Returns the memory the change is about. */
function acceptChange(state: State, change: RealChange, evict: Memory[]): Memory {
  for (const memory of [...evict, ...mergedInto(idsOf(evict), state.known)]) evictMemory(state, memory)
  const leaving = change.kind === "supersede" ? [change.old, ...change.others] : []
  const gone = idsOf(leaving)
  // Two that contest each other and leave together contest nothing any more.
  const left = (memory: Memory) =>
    gone.includes(memory.contradicts ?? "") ? withConfidence({ ...memory, contradicts: null }) : memory
  for (const memory of leaving) putMemory(state, left(memory))
  if (change.kind === "contest") putMemory(state, change.other)
  const isHistory = change.kind === "retire" || change.kind === "outdated"
  const memory: Memory = isHistory ? change.memory : { ...change.memory, status: "active" }
  putMemory(state, memory)
  clearContested(state, [...evict, ...(isHistory ? [memory] : leaving)])
  return memory
}

/**
 * Stores a shadowed or queued change out of sight. Returns `null` if it leaves no trace. Active memories
 * never change for it.
 */
function storeHidden(state: State, change: RealChange, kind: "shadowed" | "queued"): Memory | null {
  if (change.kind === "retire" || change.kind === "outdated") return null
  const before = state.known.find((memory) => memory.id === change.memory.id)?.status
  if (before === "active") return null
  const status = kind === "queued" || before === "queued" ? "queued" : "shadow"
  const memory: Memory = { ...change.memory, status }
  putMemory(state, memory)
  return memory
}

const idsOf = (all: readonly Memory[]): string[] => all.map(({ id }) => id)

function recordEvidence(state: State, memory: Memory, proposal: Proposal, retires: boolean): void {
  state.evidence.push(...evidenceFor(memory, proposal, retires))
  state.writes += 1
  state.known = state.known.map((known) =>
    known.id === memory.id ? { ...known, counted: true, ...attributionsNow(known, proposal) } : known,
  )
}

/** Returns the statements behind a memory now, if those before are known. */
function attributionsNow(known: KnownMemory, { evidence }: Proposal): Pick<KnownMemory, "said"> {
  const before = known.said ?? (known.version === 1 ? [] : null)
  if (before === null) return {}
  const words = evidence.map(({ authorId, saidAt, source }) => ({
    authorId,
    saidAt,
    explicit: source === "explicit",
  }))
  return { said: [...before, ...words] }
}

function putMemory(state: State, memory: Memory): void {
  const before = state.known.find((known) => known.id === memory.id)
  state.changed.set(memory.id, memory)
  state.known = [
    ...state.known.filter((known) => known.id !== memory.id),
    { merges: true, ...deciderFields(before), ...memory },
  ]
}

function evictMemory(state: State, memory: Memory): void {
  state.evicted.set(memory.id, memory)
  state.changed.delete(memory.id)
  state.known = state.known.filter((known) => known.id !== memory.id)
}

/** A memory whose contradiction is gone is no longer contested, unless another one contests it. */
function clearContested(state: State, gone: Memory[]): void {
  for (const { id } of gone) {
    const contested = state.known.filter(
      (memory) => memory.status !== "superseded" && memory.contradicts === id,
    )
    for (const memory of contested) {
      const other = state.known.find((known) => known.status === "active" && known.contradicts === memory.id)
      const contradicts = other?.id ?? null
      putMemory(state, withConfidence({ ...toPlainMemory(memory), contradicts, version: memory.version + 1 }))
    }
  }
}

function toResult(state: State, premises: Premises, now: Time): AppliedClaims {
  const before = new Map(premises.known.map((memory) => [memory.id, memory]))
  const found = (memory: Memory | undefined) => memory?.status === "active" && searchText(memory)
  const touched = new Set([...state.changed.keys(), ...state.evicted.keys()])
  return {
    changed: withReplacedAt([...state.changed.values()], now),
    evicted: [...state.evicted.values()].filter((memory) => before.has(memory.id)),
    reworded: [...state.changed.values()].filter((memory) => found(memory) !== found(before.get(memory.id))),
    evidence: dedupeEvidence(state.evidence, state.changed),
    verdicts: state.verdicts,
    judged: state.judged,
    objectors: premises.objectors,
    expected: [...touched].map((id) => ({ id, version: before.get(id)?.version ?? 0 })),
  }
}

function verdictOf(
  proposal: Proposal,
  change: Change | null,
  judgment: { kind: Verdict["kind"]; reason: string },
): Verdict {
  return {
    kind: judgment.kind,
    reason: judgment.reason,
    op: proposal.claim.op,
    fact: proposal.claim.fact,
    subject: proposal.claim.subject,
    memoryId: change === null || change.kind === "nothing" ? null : change.memory.id,
  }
}
