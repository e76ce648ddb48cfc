/** The policy gate: whether a change may be written, as one pure function of the change, the rules and what is already there. */
import type { Memory, MemoryType, Scope } from "../../domain/types.ts"
import { IMPORTANCE_WEIGHT } from "../../domain/types.ts"
import { confidence } from "./confidence.ts"
import type { Change, NoChange } from "./reconcile.ts"

export interface GateRule {
  mode: "auto" | "shadow" | "manual"
  min_confidence: number
  min_evidence: number
  allowed_types: MemoryType[]
  /** Types that wait in the review queue however sure they are. */
  approval_types: MemoryType[]
  /** Scopes that may be written at all. */
  scopes: Scope[]
  max_writes_per_window: number
  max_writes_per_hour: number
  max_memories_per_subject: number
  max_expiring_per_person: number
}

/** What is there when the change is judged. Counts are of active memories of the change's subject, itself left out. */
export interface GateState {
  readOnly: boolean
  writesInWindow: number
  writesInHour: number
  /** Active memories of the subject. */
  active: readonly Memory[]
}

export type GateReason =
  | "fits"
  | "read_only"
  | "scope_off"
  | "type_off"
  | "low_confidence"
  | "little_evidence"
  | "shadow_mode"
  | "manual_mode"
  | "needs_approval"
  | "window_full"
  | "hour_full"
  | "subject_full"
  | NoChange

export type Judgment =
  | { kind: "accepted"; reason: "fits"; evict: Memory[] }
  | { kind: "shadowed" | "queued" | "rejected"; reason: GateReason }

/** Judges one change. `evict` names the memories that must go so that the caps hold. */
export function judgeChange(change: Change, rule: GateRule, ledger: GateState): Judgment {
  if (change.kind === "nothing") return { kind: "rejected", reason: change.reason }
  const refused = refusal(change, rule, ledger)
  if (refused) return { kind: "rejected", reason: refused }
  if (rule.mode === "shadow") return { kind: "shadowed", reason: "shadow_mode" }
  // Kept out of sight until enough is heard: what is not kept would never add up.
  if (change.kind !== "retire" && change.memory.evidenceCount < rule.min_evidence) {
    return { kind: "shadowed", reason: "little_evidence" }
  }
  if (change.kind !== "retire" && rule.approval_types.includes(change.memory.type)) {
    return { kind: "queued", reason: "needs_approval" }
  }
  if (rule.mode === "manual") return { kind: "queued", reason: "manual_mode" }
  const evict = overflow(change, rule, ledger)
  return evict === null
    ? { kind: "rejected", reason: "subject_full" }
    : { kind: "accepted", reason: "fits", evict }
}

type Real = Exclude<Change, { kind: "nothing" }>

function refusal(change: Real, rule: GateRule, ledger: GateState): GateReason | null {
  if (ledger.readOnly) return "read_only"
  if (!rule.scopes.includes(change.memory.subject.scope)) return "scope_off"
  if (ledger.writesInWindow >= rule.max_writes_per_window) return "window_full"
  if (ledger.writesInHour >= rule.max_writes_per_hour) return "hour_full"
  if (change.kind === "retire") return null
  if (!rule.allowed_types.includes(change.memory.type)) return "type_off"
  // A contest lowers its own confidence: what counts at the gate is what it would be uncontested.
  const sure = confidence({ ...change.memory, contradicts: null })
  return sure < rule.min_confidence ? "low_confidence" : null
}

/** The memories that must go for this one to fit; null where it cannot, or would itself be the first to go. */
function overflow(change: Real, rule: GateRule, ledger: GateState): Memory[] | null {
  if (change.kind === "retire" || change.kind === "outdated") return []
  if (change.kind === "reinforce" && change.before.status === "active") return []
  const leaving = change.kind === "supersede" ? [change.old, ...change.others] : []
  const gone = new Set([change.memory, ...leaving].map((memory) => memory.id))
  const staying = change.kind === "contest" ? change.other.id : null
  const others = ledger.active.filter((memory) => !gone.has(memory.id))
  const perPerson =
    change.memory.subject.scope === "user" ? rule.max_expiring_per_person : Number.POSITIVE_INFINITY
  const expiring = others.filter((memory) => memory.expiresAt !== null)
  const byExpiry =
    change.memory.expiresAt === null ? [] : room(expiring, change.memory, { cap: perPerson, staying })
  if (byExpiry === null) return null
  const left = others.filter((memory) => !byExpiry.includes(memory))
  const byCount = room(left, change.memory, { cap: rule.max_memories_per_subject, staying })
  return byCount === null ? null : [...byExpiry, ...byCount]
}

/** Least important, then oldest, expiring memories first (W7), the incoming one among them; permanent ones never give way. */
function room(
  others: Memory[],
  incoming: Memory,
  limit: { cap: number; staying: string | null },
): Memory[] | null {
  const surplus = others.length + 1 - limit.cap
  if (surplus <= 0) return []
  const going = [...others, incoming]
    .filter((memory) => memory.expiresAt !== null && memory.id !== limit.staying)
    .sort(leastWorthFirst)
    .slice(0, surplus)
  return going.length < surplus || going.includes(incoming) ? null : going
}

/**
 * Which of a subject's active memories must go for the caps to hold, which may have been lowered: the same that would give way to a
 * new one. Permanent ones stay, however many.
 */
export function memoriesOverCaps(
  active: readonly Memory[],
  rule: Pick<GateRule, "max_memories_per_subject" | "max_expiring_per_person">,
): Memory[] {
  const expiring = active.filter((memory) => memory.expiresAt !== null).sort(leastWorthFirst)
  const isPerson = active[0]?.subject.scope === "user"
  const byExpiry = isPerson ? expiring.length - rule.max_expiring_per_person : 0
  return expiring.slice(0, Math.max(0, byExpiry, active.length - rule.max_memories_per_subject))
}

function leastWorthFirst(a: Memory, b: Memory): number {
  return IMPORTANCE_WEIGHT[a.importance] - IMPORTANCE_WEIGHT[b.importance] || a.lastSaidAt - b.lastSaidAt
}
