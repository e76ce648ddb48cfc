/**
 * Labels logged claims with what became of their memories (`domain/claim-labels.ts`). Each statement runs in the batch
 * of the act that it tells of. A rejected claim wrote no memory, so it has no label.
 */
import { type SQL, sql } from "drizzle-orm"
import { DAY, utcDate } from "../../domain/calendar.ts"
import { DECISION_LABELS, type DecisionLabel, type JudgmentLabel } from "../../domain/claim-labels.ts"
import type { Id, Memory, Time } from "../../domain/types.ts"
import type { AppliedClaims } from "../facts/apply-claims.ts"
import { unlogMemories } from "./claim-log.ts"
import type { Correction } from "./correction.ts"
import type { Order } from "./order.ts"

/** The outcome that a person's act gives a memory. */
export interface LabeledMemory {
  id: string
  label: DecisionLabel | JudgmentLabel
}

/** Returns the labels that a correction from `before` to `next` gives, also to memories merged into this one. Pure. */
export function correctionLabels(
  { before, next, change }: { before: Memory; next: Memory; change: Correction },
  { merged, others }: { merged: readonly Memory[]; others: readonly Memory[] },
): LabeledMemory[] {
  const label = correctionLabel(before, next, change)
  // Of a contradiction, the decision for one side is one against the other.
  const against = others.filter(
    ({ id, status, contradicts }) =>
      change.status === "active" &&
      status === "active" &&
      (before.contradicts === id || contradicts === before.id),
  )
  return [
    ...[before, ...merged].map(({ id }) => ({ id, label })),
    ...against.map(({ id }) => ({ id, label: "rejected" as const })),
  ]
}

function correctionLabel(before: Memory, next: Memory, { status }: Correction): LabeledMemory["label"] {
  if (status === "superseded") return "rejected"
  const isSameTime = JSON.stringify(next.time ?? null) === JSON.stringify(before.time ?? null)
  if (next.fact !== before.fact || !isSameTime) return "corrected"
  if (status === undefined) return "refiled"
  return before.status === "queued" || before.status === "shadow" ? "approved" : "confirmed"
}

/** Labels the claims that wrote these memories, if `condition` holds. A judgment leaves the label of a decision. */
export function labelClaims(
  guildId: Id,
  labeled: readonly LabeledMemory[],
  { now, condition = sql`1` }: { now: Time; condition?: SQL },
): SQL[] {
  const byLabel = Map.groupBy(labeled, ({ label }) => label)
  return [...byLabel].map(([label, memories]) => {
    const ids = memories.map(({ id }) => id)
    const isDecision = DECISION_LABELS.some((one) => one === label)
    const may = isDecision ? sql`` : sql` AND (label IS NULL OR label NOT IN ${listed(DECISION_LABELS)})`
    return sql`UPDATE claim_log SET label = ${label}, labeled_on = ${utcDate(now)} WHERE ${wrote(guildId, ids)}${may} AND ${condition}`
  })
}

/** Notes the day of the first recall that showed these memories. */
export function noteRecall(guildId: Id, ids: readonly string[], now: Time): SQL {
  return sql`UPDATE claim_log SET recalled_on = ${utcDate(now)} WHERE ${wrote(guildId, ids)} AND recalled_on IS NULL`
}

/** Labels the claims of memories that an order says again after a recall had shown them. */
export function labelRepeated({ guildId, proposals, now }: Order, applied: AppliedClaims): SQL[] {
  const again = proposals.flatMap(({ saidAt }, at) => {
    const judged = applied.judged[at]
    const isRepeated = applied.verdicts[at]?.kind === "accepted" && judged?.change === "reinforce"
    return isRepeated && judged.memoryId !== null ? [{ id: judged.memoryId, on: utcDate(saidAt) }] : []
  })
  if (again.length === 0) return []
  const ids = again.map(({ id }) => id)
  const said = sql`(SELECT max(j.value->>'on') FROM json_each(${JSON.stringify(again)}) j WHERE j.value->>'id' = claim_log.memory_id)`
  return [
    sql`UPDATE claim_log SET label = 'repeated', labeled_on = ${utcDate(now)}
      WHERE ${wrote(guildId, ids)} AND label IS NULL AND recalled_on <= ${said}`,
  ]
}

/** Labels the claims of expired memories that no noted recall has shown. Runs before the memories are deleted. */
export function labelUnused(guildId: Id, expired: readonly Memory[], now: Time): SQL[] {
  // Shadows and what waits for a decision are never recalled.
  const ids = expired.filter(({ status }) => status === "active").map(({ id }) => id)
  if (ids.length === 0) return []
  return [
    sql`UPDATE claim_log SET label = 'unused', labeled_on = ${utcDate(now)} WHERE ${wrote(guildId, ids)} AND label IS NULL
      AND NOT EXISTS (SELECT 1 FROM claim_log one WHERE one.memory_id = claim_log.memory_id AND one.recalled_on IS NOT NULL)`,
  ]
}

/** Names of the columns that a forgotten claim keeps as they were. */
const KEPT = ["op", "type", "method", "verdict", "reason", "policy_version", "holdout"]

/**
 * Deletes the claims of memories that a person has forgotten, and leaves for each claim that wrote them a row that says
 * only of what kind it was and how it was decided: no ids, counts, lengths or times but its UTC day, and confidence in
 * tenths. `undoId` is the undo row that holds the claims, with the id of what is left of each; `null` if there is none.
 */
export function forgetClaims(
  ids: readonly string[],
  { undoId, now }: { undoId: string | null; now: Time },
): SQL[] {
  const kept = sql.raw(KEPT.join(", "))
  const own = sql.raw(KEPT.map((name) => `l.${name}`).join(", "))
  return [
    sql`INSERT INTO claim_log (guild_id, at, id, n, ${kept}, base, confidence, label, labeled_on)
      SELECT l.guild_id, l.at - l.at % ${DAY}, coalesce(u.remainder, lower(hex(randomblob(12)))), 0, ${own}, round(l.base, 1), round(l.confidence, 1),
        'forgotten', ${utcDate(now)}
      FROM claim_log l LEFT JOIN (SELECT c.value->>'at' AS at, c.value->>'id' AS id, c.value->>'remainder' AS remainder
        FROM undo, json_each(undo.body, '$.claims') c WHERE undo.id = ${undoId}) u ON u.at = l.at AND u.id = l.id
      WHERE l.verdict <> 'rejected' AND l.memory_id IN ${listed(ids)}`,
    ...unlogMemories(ids),
  ]
}

/** Selects the claims that wrote these memories. Ids of another guild's memories select nothing. */
function wrote(guildId: Id, ids: readonly string[]): SQL {
  // The plus keeps the planner from reading all of the guild's memories.
  return sql`verdict <> 'rejected' AND memory_id IN (SELECT m.id FROM memories m WHERE m.id IN ${listed(ids)} AND +m.guild_id = ${guildId})`
}

function listed(values: readonly string[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`
}
