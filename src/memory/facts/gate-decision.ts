/**
 * The gate's decision on one claim, from numbers and names alone: no words, no memories. The claim log stores these
 * inputs, so a logged claim is decided again exactly as it was, or under another policy. Pure.
 */
import { z } from "zod"
import { type MemoryType, SCOPES, type Scope, TYPES } from "../../domain/types.ts"
import type { NoChange } from "./reconcile.ts"

export interface GateRule {
  /** False: nothing new is learned. */
  enabled: boolean
  mode: "auto" | "shadow" | "manual"
  min_confidence: number
  /** Replaces `min_confidence` for single types. */
  confidence_by_type: Partial<Record<MemoryType, number>>
  min_evidence: number
  allowed_types: MemoryType[]
  /** Types that always wait in the review queue, however confident. */
  approval_types: MemoryType[]
  /** Scopes that may be written. */
  scopes: Scope[]
  /** Subjects that may not be written about, each its scope, a colon and its id. */
  closed_subjects: readonly string[]
  /** The most characters of a new fact. */
  max_fact_chars: number
  max_writes_per_window: number
  max_writes_per_hour: number
  max_memories_per_subject: number
  max_expiring_per_person: number
}

/** The room a change finds among the active memories of its subject, without itself and those it replaces. */
const RoomSchema = z.object({
  /** The number for all groups of readers. */
  all: z.int(),
  /** The number that counts towards the caps where the claim was made, and how many of these expire. */
  counted: z.int(),
  expiring: z.int(),
  /** The number that would leave before the new memory does. */
  movable: z.int(),
  /** True if the new memory expires: then it counts towards the cap on expiring memories. */
  expires: z.boolean(),
})

/** All that the gate's decision depends on beside the rule. */
export const GateInputsSchema = z.object({
  kind: z.enum(["create", "reinforce", "supersede", "contest", "outdated", "retire"]),
  scope: z.enum(SCOPES),
  subjectId: z.string(),
  type: z.enum(TYPES),
  /** The memory's confidence if nothing contradicted it. */
  confidence: z.number(),
  statements: z.int(),
  /** Several people may be meant. */
  severalMeant: z.boolean(),
  /** Told to be remembered: the hourly cap does not apply. */
  told: z.boolean(),
  readOnly: z.boolean(),
  /** Chance chose the claim for review, should the gate reject it for its quality alone. Rows from before have none. */
  drawn: z.boolean().default(false),
  /** Length of the memory's words. Rows from before have none. */
  factChars: z.int().default(0),
  /** Claims written before it in its window, and memories said in the hour before. */
  writesInWindow: z.int(),
  writesInHour: z.int(),
  /** `null` if the change takes no room. */
  room: RoomSchema.nullable(),
})
export type GateInputs = z.output<typeof GateInputsSchema>

type GateReason =
  | "fits"
  | "read_only"
  | "writing_off"
  | "scope_off"
  | "subject_off"
  | "type_off"
  | "fact_too_long"
  | "low_confidence"
  | "little_evidence"
  | "shadow_mode"
  | "manual_mode"
  | "needs_approval"
  | "several_meant"
  | "drawn"
  | "window_full"
  | "hour_full"
  | "subject_full"
  | NoChange

/** `evict`: how many memories leave, the least worth first. */
export type GateDecision =
  | { kind: "accepted"; reason: "fits"; evict: number }
  | { kind: "shadowed" | "queued" | "rejected"; reason: GateReason }

/** Decides one change. The first rule that applies gives the reason. */
export function decideChange(inputs: GateInputs, rule: GateRule): GateDecision {
  const refused = refusal(inputs, rule)
  if (refused)
    return inputs.drawn && mayBeDrawn(refused, inputs, rule)
      ? { kind: "queued", reason: "drawn" }
      : { kind: "rejected", reason: refused }
  if (rule.mode === "shadow") return { kind: "shadowed", reason: "shadow_mode" }
  const { kind, type, statements, severalMeant, room, scope } = inputs
  // Stored but hidden until there is enough evidence: discarded statements would never add up.
  if (kind !== "retire" && statements < rule.min_evidence)
    return { kind: "shadowed", reason: "little_evidence" }
  if (severalMeant) return { kind: "queued", reason: "several_meant" }
  if (kind !== "retire" && rule.approval_types.includes(type))
    return { kind: "queued", reason: "needs_approval" }
  if (rule.mode === "manual") return { kind: "queued", reason: "manual_mode" }
  const evict = room === null ? 0 : surplusOf(room, scope, rule)
  return evict === null
    ? { kind: "rejected", reason: "subject_full" }
    : { kind: "accepted", reason: "fits", evict }
}

function refusal(inputs: GateInputs, rule: GateRule): GateReason | null {
  if (inputs.readOnly) return "read_only"
  if (!rule.enabled) return "writing_off"
  if (!rule.scopes.includes(inputs.scope)) return "scope_off"
  if (rule.closed_subjects.includes(`${inputs.scope}:${inputs.subjectId}`)) return "subject_off"
  if (inputs.writesInWindow >= rule.max_writes_per_window) return "window_full"
  if (!inputs.told && inputs.writesInHour >= rule.max_writes_per_hour) return "hour_full"
  if (inputs.kind === "retire") return null
  if (!rule.allowed_types.includes(inputs.type)) return "type_off"
  if (inputs.kind !== "reinforce" && inputs.factChars > rule.max_fact_chars) return "fact_too_long"
  // Refusing it would keep the fact that it denies.
  if (inputs.kind === "supersede" || inputs.kind === "contest") return null
  const least = rule.confidence_by_type[inputs.type] ?? rule.min_confidence
  return inputs.confidence < least ? "low_confidence" : null
}

/** Reasons that say something of a claim's quality or number, and nothing of safety, consent or readers. */
const QUALITY_REASONS: readonly GateReason[] = ["low_confidence", "window_full", "hour_full"]

/**
 * Returns true if a rejected claim may wait for review instead: it would make a memory of its own that somebody can
 * decide on, nobody was told that it is refused, and nothing else speaks against it.
 */
function mayBeDrawn(reason: GateReason, inputs: GateInputs, rule: GateRule): boolean {
  const { kind, type, told, severalMeant, factChars } = inputs
  const isNew = kind === "create" || kind === "supersede" || kind === "contest"
  return (
    QUALITY_REASONS.includes(reason) &&
    isNew &&
    !told &&
    !severalMeant &&
    rule.allowed_types.includes(type) &&
    factChars <= rule.max_fact_chars
  )
}

/** Returns true if chance alone decided that a claim was rejected, or waits for review. */
export function isByChance(inputs: GateInputs, rule: GateRule): boolean {
  return decideChange({ ...inputs, drawn: true }, rule).reason === "drawn"
}

/** All groups of readers together hold at most this many times `max_memories_per_subject`. */
const MAX_PLACES = 10

/**
 * Returns how many memories must leave so that the new one fits. Returns `null` if it cannot fit, or would have to
 * leave first itself.
 */
function surplusOf(room: NonNullable<GateInputs["room"]>, scope: Scope, rule: GateRule): number | null {
  const isCapped = room.expires && scope === "user"
  const byExpiry = isCapped ? Math.max(0, room.expiring + 1 - rule.max_expiring_per_person) : 0
  const byCount = Math.max(0, room.counted - byExpiry + 1 - rule.max_memories_per_subject)
  const surplus = byExpiry + byCount
  if (surplus > room.movable) return null
  return room.all - surplus + 1 > MAX_PLACES * rule.max_memories_per_subject ? null : surplus
}
