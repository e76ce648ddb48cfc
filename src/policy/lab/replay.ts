/**
 * Replays the claim log under another gate rule, in the order of the log.
 *
 * Counterfactual: the gate's decision, and the counts of writes in window and hour, which follow from the decisions
 * before. Frozen: everything before the gate (checks, sensitive classes, reconciliation, similarity, confidence),
 * read-only mode, consents, chance, and the number of memories that the subject had. Pure.
 */
import { HOUR } from "../../domain/calendar.ts"
import type { MemoryType, Time, Verdict } from "../../domain/types.ts"
import { replayClaim } from "../../memory/facts/claim-features.ts"
import type { GateRule } from "../../memory/facts/gate-decision.ts"
import type { LabRow } from "./outcomes.ts"

export interface ReplayedDecision {
  verdict: Verdict["kind"]
  reason: string
}

/** A claim that became a write, or did not, other than in the log. */
interface Flip {
  at: Time
  by: 1 | -1
}

/** Sorts rows as the gate saw them: by time, then window, then place in the window. */
export function inLogOrder(rows: readonly LabRow[]): LabRow[] {
  return [...rows].sort(
    (a, b) =>
      a.at - b.at || compare(a.windowId ?? a.id, b.windowId ?? b.id) || a.n - b.n || compare(a.id, b.id),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * Decides all rows again, given in log order. Under the rule by which a row was logged, and the same rule before it,
 * each decision is the logged one. `live` is the rule in force: forgotten claims, which keep no gate inputs, change
 * only as far as the candidate's threshold is above that of `live`.
 */
export function replayLog(
  rows: readonly LabRow[],
  rule: GateRule,
  live: GateRule = rule,
): ReplayedDecision[] {
  let hour: Flip[] = []
  let window: { id: string | null; flips: number } = { id: null, flips: 0 }
  return rows.map((row) => {
    hour = hour.filter(({ at }) => at > row.at - HOUR)
    if (row.windowId === null || row.windowId !== window.id) window = { id: row.windowId, flips: 0 }
    const flips = hour.reduce((sum, { by }) => sum + by, 0)
    const decision = decide(row, { rule, live, inWindow: window.flips, inHour: flips })
    const by = Number(isWrite(row, decision)) - Number(isWrite(row, row))
    if (by === 1 || by === -1) {
      window.flips += by
      hour.push({ at: row.at, by })
    }
    return decision
  })
}

interface Terms {
  rule: GateRule
  live: GateRule
  /** Claims that became writes, or did not, other than in the log: in the window and in the hour before. */
  inWindow: number
  inHour: number
}

function decide(row: LabRow, { rule, live, inWindow, inHour }: Terms): ReplayedDecision {
  const { verdict, reason, gate } = row
  if (gate === null) return decideWithoutInputs(row, rule, live)
  const writesInWindow = Math.max(0, gate.writesInWindow + inWindow)
  const writesInHour = Math.max(0, gate.writesInHour + inHour)
  return replayClaim({ verdict, reason, gate: { ...gate, writesInWindow, writesInHour } }, rule)
}

/**
 * Decides a row without the gate's inputs. It keeps its verdict, except for a forgotten claim: of that, type and
 * confidence in tenths are known. Without this, a stricter policy would answer for the worst claims of the present one.
 */
function decideWithoutInputs(row: LabRow, rule: GateRule, live: GateRule): ReplayedDecision {
  const { verdict, reason, label, type, confidence } = row
  const kept = { verdict, reason }
  if (label !== "forgotten" || verdict !== "accepted" || type === null || confidence === null) return kept
  if (!rule.allowed_types.includes(type) && live.allowed_types.includes(type))
    return { verdict: "rejected", reason: "type_off" }
  const least = thresholdOf(rule, type)
  return least > thresholdOf(live, type) && confidence < least
    ? { verdict: "rejected", reason: "low_confidence" }
    : kept
}

/** Returns true if a decision writes a memory; hidden ones count towards the caps too. */
function isWrite({ gate }: LabRow, { verdict }: ReplayedDecision): boolean {
  if (gate === null || verdict === "rejected") return false
  return verdict === "accepted" || (gate.kind !== "retire" && gate.kind !== "outdated")
}

/** Returns the least confidence with which a rule accepts a claim of a type. */
export function thresholdOf(rule: GateRule, type: MemoryType): number {
  return rule.confidence_by_type[type] ?? rule.min_confidence
}
