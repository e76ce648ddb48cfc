/** Folds a window's claims, one after another, over what is known: each sees what the ones before it did. Pure. */
import type { Evidence, Id, Memory, Time, Verdict } from "../vocabulary.ts"
import { type GateRule, judge } from "./gate.ts"
import { type Change, type Known, type Proposal, reconcile, sameSubject } from "./reconcile.ts"
import { searchText } from "./rows.ts"

/** What is known when claims are settled. */
export interface Premises {
  known: Known[]
  writesInHour: number
  readOnly: boolean
  /** People who do not want to be remembered. */
  silent: ReadonlySet<Id>
}

/** What to write: memories as they shall be, those to remove for room, evidence to add. */
export interface Settlement {
  changed: Memory[]
  evicted: Memory[]
  /** Those of `changed` whose words, or whether they are found by them, changed. */
  reworded: Memory[]
  evidence: Evidence[]
  verdicts: Verdict[]
  silent: ReadonlySet<Id>
  /** The version each changed or evicted memory had when it was read; 0 for a new one. */
  expected: { id: string; version: number }[]
}

interface State {
  known: Known[]
  writes: number
  changed: Map<string, Memory>
  evicted: Map<string, Memory>
  evidence: Evidence[]
  verdicts: Verdict[]
}

/** Settles proposals in order. Writes in the hour include those of this window. */
export function settle(
  guildId: Id,
  proposals: readonly Proposal[],
  premises: Premises,
  terms: { rule: GateRule; now: Time },
): Settlement {
  const state: State = {
    known: [...premises.known],
    writes: 0,
    changed: new Map(),
    evicted: new Map(),
    evidence: [],
    verdicts: [],
  }
  for (const proposal of proposals) {
    if (touches(proposal, premises.silent)) {
      state.verdicts.push(verdictOf(proposal, null, { kind: "rejected", reason: "opted_out" }))
      continue
    }
    const change = repeated(state, proposal) ?? reconcile(guildId, proposal, state.known, terms.now)
    const judgement = judge(change, terms.rule, {
      readOnly: premises.readOnly,
      writesInWindow: state.writes,
      writesInHour: premises.writesInHour + state.writes,
      active: activeOf(state.known, proposal),
    })
    state.verdicts.push(verdictOf(proposal, change, judgement))
    if (judgement.kind === "rejected" || change.kind === "nothing") continue
    if (judgement.kind === "accepted") for (const memory of judgement.evict) remove(state, memory)
    if (!apply(state, change, judgement.kind)) continue
    state.evidence.push(...proposal.evidence.map((item) => ({ ...item, memoryId: change.memory.id })))
    state.writes += 1
  }
  return finish(state, premises)
}

function touches(proposal: Proposal, silent: ReadonlySet<Id>): boolean {
  const { subject } = proposal.claim
  return (
    (subject.scope === "user" && silent.has(subject.id)) ||
    proposal.evidence.some((item) => silent.has(item.authorId))
  )
}

/** A window that says the same thing twice says it once. */
function repeated(state: State, proposal: Proposal): Change | null {
  const same = state.verdicts.some(
    (verdict) =>
      verdict.kind !== "rejected" &&
      verdict.fact === proposal.claim.fact &&
      verdict.op === proposal.claim.op &&
      sameSubject(verdict.subject, proposal.claim.subject),
  )
  return same ? { kind: "nothing", reason: "already_known" } : null
}

function activeOf(known: Known[], proposal: Proposal): Memory[] {
  return known.filter(
    (memory) => memory.status === "active" && sameSubject(memory.subject, proposal.claim.subject),
  )
}

/** Takes a change over into the state; false where it leaves no trace. */
function apply(
  state: State,
  change: Exclude<Change, { kind: "nothing" }>,
  kind: "accepted" | "shadowed" | "queued",
): boolean {
  if (kind !== "accepted") {
    // Nothing that is live may change for a claim that is only tried out or waits for a person.
    const adds = change.kind === "create" || change.kind === "supersede" || change.kind === "contest"
    if (adds) put(state, { ...change.memory, status: kind === "queued" ? "queued" : "shadow" })
    return adds
  }
  if (change.kind === "supersede") put(state, change.old)
  if (change.kind === "contest") put(state, change.other)
  const stays = change.kind === "retire" || change.kind === "outdated"
  put(state, stays ? change.memory : { ...change.memory, status: "active" })
  return true
}

function put(state: State, memory: Memory): void {
  state.changed.set(memory.id, memory)
  const merges = state.known.find((known) => known.id === memory.id)?.merges ?? true
  state.known = [...state.known.filter((known) => known.id !== memory.id), { ...memory, merges }]
}

function remove(state: State, memory: Memory): void {
  state.evicted.set(memory.id, memory)
  state.changed.delete(memory.id)
  state.known = state.known.filter((known) => known.id !== memory.id)
}

function finish(state: State, premises: Premises): Settlement {
  const before = new Map(premises.known.map((memory) => [memory.id, memory]))
  const found = (memory: Memory | undefined) => memory?.status === "active" && searchText(memory)
  const touched = [...state.changed.keys(), ...state.evicted.keys()]
  return {
    changed: [...state.changed.values()],
    evicted: [...state.evicted.values()].filter((memory) => before.has(memory.id)),
    reworded: [...state.changed.values()].filter((memory) => found(memory) !== found(before.get(memory.id))),
    evidence: state.evidence.filter((item) => state.changed.has(item.memoryId)),
    verdicts: state.verdicts,
    silent: premises.silent,
    expected: touched.map((id) => ({ id, version: before.get(id)?.version ?? 0 })),
  }
}

function verdictOf(
  proposal: Proposal,
  change: Change | null,
  judgement: { kind: Verdict["kind"]; reason: string },
): Verdict {
  return {
    kind: judgement.kind,
    reason: judgement.reason,
    op: proposal.claim.op,
    fact: proposal.claim.fact,
    subject: proposal.claim.subject,
    memoryId: change === null || change.kind === "nothing" ? null : change.memory.id,
  }
}
