/** Reads a logged claim for the policy lab: its outcome, and how the outcome could come to be known. Pure. */
import { WEEK } from "../../domain/calendar.ts"
import type { ClaimLabel, LoggedChange } from "../../domain/claim-labels.ts"
import type { Importance, Lifetime, MemoryType, Method, Time, Verdict } from "../../domain/types.ts"
import type { GateInputs } from "../../memory/facts/gate-decision.ts"

/** The part of a row of the claim log that the lab reads. */
export interface LabRow {
  id: string
  at: Time
  /** Null if it was told directly, or forgotten. */
  windowId: string | null
  n: number
  op: "save" | "update" | "forget"
  type: MemoryType | null
  importance: Importance | null
  lifetime: Lifetime | null
  method: Method
  change: LoggedChange | null
  /** Of the memory, as judged; a forgotten claim keeps it in tenths. */
  confidence: number | null
  gate: GateInputs | null
  verdict: Verdict["kind"]
  reason: string
  policyVersion: number
  /** Of the window's model calls as a whole, repeated in each of its rows. */
  inputTokens: number | null
  outputTokens: number | null
  latencyMs: number | null
  holdout: boolean
  memoryId: string | null
  label: ClaimLabel | null
  /** Probability with which chance sent the claim to review; null if chance had no part. */
  propensity: number | null
}

export type ClaimOutcome = "good" | "bad"

const OUTCOMES: Record<ClaimLabel, ClaimOutcome | null> = {
  approved: "good",
  confirmed: "good",
  right: "good",
  repeated: "good",
  rejected: "bad",
  wrong: "bad",
  corrected: "bad",
  forgotten: "bad",
  refiled: null,
  outdated: null,
  unused: null,
}

/** Returns a claim's outcome; `null` if nobody said anything of its quality. */
export function outcomeOf({ label }: Pick<LabRow, "label">): ClaimOutcome | null {
  return label === null ? null : OUTCOMES[label]
}

/**
 * Returns true for a claim that states something. One that ends a memory keeps nothing, so the lab does not count it:
 * a label of it tells of the memory that it ended.
 */
export function statesSomething({ op, change }: Pick<LabRow, "op" | "change">): boolean {
  return op !== "forget" && change !== "retire" && change !== "outdated"
}

/** Reasons for which chance may send a claim to review instead of rejecting it. */
const BY_CHANCE = ["low_confidence", "window_full", "hour_full"]

/**
 * How an outcome comes to be known: it became a memory (`kept`), it waits for a person or is hidden by rule
 * (`waiting`), chance alone decides if a person sees it (`chance`), or never.
 */
export type Arm = "kept" | "waiting" | "chance" | "never"

export function armOf({ verdict, reason, propensity, gate }: LabRow): Arm {
  if (verdict === "accepted") return "kept"
  if (reason === "drawn" || propensity !== null) return "chance"
  if (verdict !== "rejected") return "waiting"
  // Rows from before the random review are like those after it.
  return BY_CHANCE.includes(reason) && gate !== null && mayWait(gate) ? "chance" : "never"
}

/** Chance sends only claims to review that would make a memory of their own (`memory/facts/gate-decision.ts`). */
function mayWait({ kind, told, severalMeant }: GateInputs): boolean {
  return (kind === "create" || kind === "supersede" || kind === "contest") && !told && !severalMeant
}

/** The last weeks are held out as well as a fifth of the windows, so that a policy is judged by the present too. */
const HELD_OUT_WEEKS = 2

/** The part of the log that judges policies, the part that tuning sees, or both. */
export type LabSet = "holdout" | "tuning" | "all"

/** Returns true if a row belongs to the set at the time `now`. */
export function isInSet(row: Pick<LabRow, "at" | "holdout">, set: LabSet, now: Time): boolean {
  if (set === "all") return true
  const isHeldOut = row.holdout || row.at > now - HELD_OUT_WEEKS * WEEK
  return isHeldOut === (set === "holdout")
}
