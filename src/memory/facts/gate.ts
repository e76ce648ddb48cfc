/**
 * The policy gate: finds what the decision on a change depends on (`gate-decision.ts` decides), and which memories
 * leave for it. Pure.
 */
import { IMPORTANCE_WEIGHT, type Memory } from "../../domain/types.ts"
import { confidence } from "./confidence.ts"
import { decideChange, type GateDecision, type GateInputs, type GateRule } from "./gate-decision.ts"
import type { CapPart } from "./known.ts"
import type { Change } from "./reconcile.ts"

/** A memory and its part in the caps of a place. If omitted, `evictable`. */
export type CappedMemory = Memory & { cap?: CapPart }

/**
 * The state a change is judged against. Counts cover active memories of the change's subject, without the
 * changed memory itself.
 */
export interface GateState {
  readOnly: boolean
  writesInWindow: number
  writesInHour: number
  /** Active memories of the subject. The caps count those stated where the change is from. */
  active: readonly CappedMemory[]
  /** The claim may be about several people. */
  severalMeant?: boolean
  /** Told to be remembered: the hourly cap does not apply. */
  told?: boolean
  /** Chance chose the claim for review. */
  drawn?: boolean
}

export type Judgment =
  | { kind: "accepted"; reason: "fits"; evict: Memory[] }
  | Exclude<GateDecision, { kind: "accepted" }>

export type RealChange = Exclude<Change, { kind: "nothing" }>

/** Judges one change. `evict` lists the memories to delete so that the caps hold. */
export function judgeChange(change: Change, rule: GateRule, ledger: GateState): Judgment {
  if (change.kind === "nothing") return { kind: "rejected", reason: change.reason }
  const decision = decideChange(gateInputs(change, ledger), rule)
  if (decision.kind !== "accepted") return decision
  const evict = decision.evict === 0 ? [] : movable(change, ledger).slice(0, decision.evict)
  return { ...decision, evict }
}

/** Returns what the gate's decision on a change depends on. */
export function gateInputs(change: RealChange, ledger: GateState): GateInputs {
  const { memory } = change
  return {
    kind: change.kind,
    scope: memory.subject.scope,
    subjectId: memory.subject.id,
    type: memory.type,
    confidence: confidence({ ...memory, contradicts: null }),
    statements: memory.evidenceCount,
    severalMeant: ledger.severalMeant ?? false,
    told: ledger.told ?? false,
    readOnly: ledger.readOnly,
    drawn: ledger.drawn ?? false,
    factChars: memory.fact.length,
    writesInWindow: ledger.writesInWindow,
    writesInHour: ledger.writesInHour,
    room: takesNoRoom(change, ledger) ? null : roomFor(change, ledger),
  }
}

function takesNoRoom(change: RealChange, { active }: GateState): boolean {
  if (change.kind === "retire" || change.kind === "outdated") return true
  // To people who read only here, a fact first stated elsewhere is new.
  const known = active.find(({ id }) => id === change.memory.id)
  return change.kind === "reinforce" && change.before.status === "active" && known?.cap !== "elsewhere"
}

function roomFor(change: RealChange, ledger: GateState): NonNullable<GateInputs["room"]> {
  const all = others(change, ledger)
  const counted = all.filter(takesRoom)
  return {
    all: all.length,
    counted: counted.length,
    expiring: counted.filter(({ expiresAt }) => expiresAt !== null).length,
    movable: movable(change, ledger).length,
    expires: change.memory.expiresAt !== null,
  }
}

/** Returns the active memories of the subject without the changed one and those it replaces. */
function others(change: RealChange, { active }: GateState): CappedMemory[] {
  const leaving = change.kind === "supersede" ? [change.old, ...change.others] : []
  const gone = new Set([change.memory, ...leaving].map(({ id }) => id))
  return active.filter(({ id }) => !gone.has(id))
}

/**
 * Returns the memories that can make room, in the order in which they leave: expiring ones only, least important
 * first, then oldest (W7), and none that is worth more than the new one, which competes too. Permanent memories are
 * never evicted.
 */
function movable(change: RealChange, ledger: GateState): CappedMemory[] {
  const { memory } = change
  const staying = change.kind === "contest" ? change.other.id : null
  return others(change, ledger)
    .filter((other) => mayLeave(other) && other.id !== staying)
    .filter((other) => memory.expiresAt === null || leastWorthFirst(other, memory) <= 0)
    .sort(leastWorthFirst)
}

function takesRoom({ cap = "evictable" }: CappedMemory): boolean {
  return cap === "evictable" || cap === "counted"
}

function mayLeave({ expiresAt, cap = "evictable" }: CappedMemory): boolean {
  return expiresAt !== null && cap === "evictable"
}

/**
 * Returns the active memories of a subject to delete so that the caps hold, for example after they were
 * lowered. They are the ones a new memory would evict. Permanent memories stay, however many there are.
 */
export function memoriesOverCaps(
  given: readonly CappedMemory[],
  rule: Pick<GateRule, "max_memories_per_subject" | "max_expiring_per_person">,
): Memory[] {
  const active = given.filter(takesRoom)
  const expiring = active.filter((memory) => memory.expiresAt !== null)
  const isPerson = active[0]?.subject.scope === "user"
  const byExpiry = isPerson ? expiring.length - rule.max_expiring_per_person : 0
  return expiring
    .filter(mayLeave)
    .sort(leastWorthFirst)
    .slice(0, Math.max(0, byExpiry, active.length - rule.max_memories_per_subject))
}

function leastWorthFirst(a: Memory, b: Memory): number {
  return IMPORTANCE_WEIGHT[a.importance] - IMPORTANCE_WEIGHT[b.importance] || a.lastSaidAt - b.lastSaidAt
}
