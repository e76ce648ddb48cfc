/**
 * The policy gate: decides whether a change may be written, from the change, the rules and the existing
 * memories. Pure.
 */
import type { Memory, MemoryType, Scope } from "../../domain/types.ts"
import { IMPORTANCE_WEIGHT } from "../../domain/types.ts"
import { confidence } from "./confidence.ts"
import type { CapPart } from "./known.ts"
import type { Change, NoChange } from "./reconcile.ts"

export interface GateRule {
  /** False: nothing new is learned. */
  enabled: boolean
  mode: "auto" | "shadow" | "manual"
  min_confidence: number
  min_evidence: number
  allowed_types: MemoryType[]
  /** Types that always wait in the review queue, however confident. */
  approval_types: MemoryType[]
  /** Scopes that may be written. */
  scopes: Scope[]
  /** Subjects that may not be written about, each its scope, a colon and its id. */
  closed_subjects: readonly string[]
  max_writes_per_window: number
  max_writes_per_hour: number
  max_memories_per_subject: number
  max_expiring_per_person: number
}

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
}

type GateReason =
  | "fits"
  | "read_only"
  | "writing_off"
  | "scope_off"
  | "subject_off"
  | "type_off"
  | "low_confidence"
  | "little_evidence"
  | "shadow_mode"
  | "manual_mode"
  | "needs_approval"
  | "several_meant"
  | "window_full"
  | "hour_full"
  | "subject_full"
  | NoChange

export type Judgment =
  | { kind: "accepted"; reason: "fits"; evict: Memory[] }
  | { kind: "shadowed" | "queued" | "rejected"; reason: GateReason }

/** Judges one change. `evict` lists the memories to delete so that the caps hold. */
export function judgeChange(change: Change, rule: GateRule, ledger: GateState): Judgment {
  if (change.kind === "nothing") return { kind: "rejected", reason: change.reason }
  const refused = refusal(change, rule, ledger)
  if (refused) return { kind: "rejected", reason: refused }
  if (rule.mode === "shadow") return { kind: "shadowed", reason: "shadow_mode" }
  // Stored but hidden until there is enough evidence: discarded statements would never add up.
  if (change.kind !== "retire" && change.memory.evidenceCount < rule.min_evidence) {
    return { kind: "shadowed", reason: "little_evidence" }
  }
  if (ledger.severalMeant) return { kind: "queued", reason: "several_meant" }
  if (change.kind !== "retire" && rule.approval_types.includes(change.memory.type)) {
    return { kind: "queued", reason: "needs_approval" }
  }
  if (rule.mode === "manual") return { kind: "queued", reason: "manual_mode" }
  const evict = overflow(change, rule, ledger)
  return evict === null
    ? { kind: "rejected", reason: "subject_full" }
    : { kind: "accepted", reason: "fits", evict }
}

type RealChange = Exclude<Change, { kind: "nothing" }>

function refusal(change: RealChange, rule: GateRule, ledger: GateState): GateReason | null {
  if (ledger.readOnly) return "read_only"
  if (!rule.enabled) return "writing_off"
  const { scope, id } = change.memory.subject
  if (!rule.scopes.includes(scope)) return "scope_off"
  if (rule.closed_subjects.includes(`${scope}:${id}`)) return "subject_off"
  if (ledger.writesInWindow >= rule.max_writes_per_window) return "window_full"
  if (ledger.writesInHour >= rule.max_writes_per_hour) return "hour_full"
  if (change.kind === "retire") return null
  if (!rule.allowed_types.includes(change.memory.type)) return "type_off"
  // Refusing it would keep the fact that it denies.
  if (change.kind === "supersede" || change.kind === "contest") return null
  const sure = confidence({ ...change.memory, contradicts: null })
  return sure < rule.min_confidence ? "low_confidence" : null
}

/**
 * Returns the memories to evict so that this one fits. Returns `null` if it cannot fit or would be evicted
 * first itself.
 */
function overflow(change: RealChange, rule: GateRule, ledger: GateState): Memory[] | null {
  if (change.kind === "retire" || change.kind === "outdated") return []
  // To people who read only here, a fact first stated elsewhere is new.
  const known = ledger.active.find(({ id }) => id === change.memory.id)
  if (change.kind === "reinforce" && change.before.status === "active" && known?.cap !== "elsewhere")
    return []
  const leaving = change.kind === "supersede" ? [change.old, ...change.others] : []
  const gone = new Set([change.memory, ...leaving].map((memory) => memory.id))
  const staying = change.kind === "contest" ? change.other.id : null
  const all = ledger.active.filter((memory) => !gone.has(memory.id))
  const others = all.filter(takesRoom)
  const perPerson =
    change.memory.subject.scope === "user" ? rule.max_expiring_per_person : Number.POSITIVE_INFINITY
  const expiring = others.filter((memory) => memory.expiresAt !== null)
  const byExpiry =
    change.memory.expiresAt === null ? [] : makeRoom(expiring, change.memory, { cap: perPerson, staying })
  if (byExpiry === null) return null
  const left = others.filter((memory) => !byExpiry.includes(memory))
  const byCount = makeRoom(left, change.memory, { cap: rule.max_memories_per_subject, staying })
  if (byCount === null) return null
  const evicted = [...byExpiry, ...byCount]
  const total = all.length - evicted.length + 1
  return total > MAX_PLACES * rule.max_memories_per_subject ? null : evicted
}

/** All groups of readers together hold at most this many times `max_memories_per_subject`. */
const MAX_PLACES = 10

function takesRoom({ cap = "evictable" }: CappedMemory): boolean {
  return cap === "evictable" || cap === "counted"
}

function mayLeave({ expiresAt, cap = "evictable" }: CappedMemory): boolean {
  return expiresAt !== null && cap === "evictable"
}

/**
 * Evicts expiring memories only, least important first, then oldest (W7). The incoming memory competes too.
 * Permanent memories are never evicted.
 */
function makeRoom(
  others: CappedMemory[],
  incoming: Memory,
  limit: { cap: number; staying: string | null },
): Memory[] | null {
  const surplus = others.length + 1 - limit.cap
  if (surplus <= 0) return []
  const going = [...others, incoming]
    .filter((memory) => mayLeave(memory) && memory.id !== limit.staying)
    .sort(leastWorthFirst)
    .slice(0, surplus)
  return going.length < surplus || going.includes(incoming) ? null : going
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
