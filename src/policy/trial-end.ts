/** The statements that end a guild's running trial, for the batch of whatever ends it. */
import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../domain/types.ts"
import { type AuditActor, auditRowEach } from "../memory/write/audit.ts"

/**
 * - `stopped`: somebody ended it, or changed the policy in force.
 * - `adopted`: its candidate came into force.
 * - `rolled_back`: a guardrail or an alarm ended it.
 */
export const TRIAL_OUTCOMES = ["stopped", "adopted", "rolled_back"] as const
export type TrialOutcome = (typeof TRIAL_OUTCOMES)[number]

export interface TrialEnd {
  outcome: TrialOutcome
  /** The guardrail that ended it, or a person's reason. */
  reason: string | null
  /** The trial; `null` for whichever runs. */
  id?: string | null
}

/**
 * Ends a guild's running trial with an audit row, if there is one and `condition` holds. The last statement returns the
 * trial's `id`. A trial that has ended stays as it is, so a repeated batch changes nothing.
 */
export function endTrialStatements(
  guildId: Id,
  by: AuditActor,
  { outcome, reason, id = null, condition = sql`true` }: TrialEnd & { condition?: SQL },
): SQL[] {
  const running = sql`guild_id = ${guildId} AND ended_at IS NULL AND (${id} IS NULL OR id = ${id}) AND ${condition}`
  const detail = sql`json_object('outcome', ${outcome}, 'reason', ${reason}, 'stage', stage, 'version', version)`
  return [
    auditRowEach(sql`SELECT id, ${detail} AS detail FROM policy_trials WHERE ${running}`, by, {
      guildId,
      action: "trial.end",
    }),
    sql`UPDATE policy_trials SET ended_at = ${by.now}, ended_by = ${by.actor}, outcome = ${outcome}, reason = ${reason}
      WHERE ${running} RETURNING id`,
  ]
}

/** Another policy comes into force: a candidate is compared with the policy it was made from, and with no other. */
export const POLICY_CHANGED = { outcome: "stopped", reason: "policy_changed" } as const
