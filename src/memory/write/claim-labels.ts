/**
 * Labels logged claims with what became of their memories (`domain/claim-labels.ts`). Each statement runs in the batch
 * of the act that it tells of. A rejected claim wrote no memory, so it has no label.
 */
import { type SQL, sql } from "drizzle-orm"
import { utcDate } from "../../domain/calendar.ts"
import { DECISION_LABELS, type DecisionLabel, type JudgmentLabel } from "../../domain/claim-labels.ts"
import type { Id, Memory, Time } from "../../domain/types.ts"
import type { Correction } from "./correction.ts"

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

/** Labels the claims that wrote these memories. A judgment leaves the label of a decision. */
export function labelClaims(guildId: Id, labeled: readonly LabeledMemory[], now: Time): SQL[] {
  const byLabel = Map.groupBy(labeled, ({ label }) => label)
  return [...byLabel].map(([label, memories]) => {
    const ids = memories.map(({ id }) => id)
    const isDecision = DECISION_LABELS.some((one) => one === label)
    const may = isDecision ? sql`` : sql` AND (label IS NULL OR label NOT IN ${listed(DECISION_LABELS)})`
    return sql`UPDATE claim_log SET label = ${label}, labeled_on = ${utcDate(now)} WHERE ${wrote(guildId, ids)}${may}`
  })
}

/** Selects the claims that wrote these memories. Ids of another guild's memories select nothing. */
function wrote(guildId: Id, ids: readonly string[]): SQL {
  return sql`verdict <> 'rejected' AND memory_id IN (SELECT m.id FROM memories m WHERE m.id IN ${listed(ids)} AND m.guild_id = ${guildId})`
}

function listed(values: readonly string[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`
}
