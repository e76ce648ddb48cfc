/** Voids model drafts of a night in progress when words they rest on are retracted. */

import { type SQL, sql } from "drizzle-orm"
import type { Id, Time } from "../../domain/types.ts"

/**
 * Returns the statements that discard all unwritten model replies of a guild's nights, since they may contain
 * retracted words. A step in progress asks again if it has to repeat; guards check the statements it has
 * already prepared.
 */
export function voidDrafts(guildId: Id, now: Time): SQL[] {
  return voidDraftsWhere(sql`guild_id = ${guildId}`, now)
}

/** Returns the same statements for the drafts that match a condition over `run_drafts`. */
export function voidDraftsWhere(drafts: SQL, now: Time): SQL[] {
  const sum = (field: string) =>
    sql`(SELECT coalesce(sum(value ->> ${field}), 0) FROM json_each(run_drafts.usage))`
  return [
    sql`INSERT INTO run_steps (guild_id, run_id, step, state, started_at, finished_at, counts, calls, input_tokens, output_tokens, cost_usd, error)
      SELECT guild_id, run_id, step, 'failed', at, ${now}, ${unpricedCounts(sql`run_drafts.usage`)}, json_array_length(usage),
        ${sum("inputTokens")}, ${sum("outputTokens")}, ${sum("costUsd")}, 'asked and paid for, not written'
      FROM run_drafts WHERE ${drafts}
      ON CONFLICT (run_id, step) DO UPDATE SET counts = excluded.counts, calls = excluded.calls, input_tokens = excluded.input_tokens,
        output_tokens = excluded.output_tokens, cost_usd = excluded.cost_usd WHERE run_steps.state = 'failed'`,
    sql`DELETE FROM run_drafts WHERE ${drafts}`,
  ]
}

/**
 * Returns the SQL that counts the unpriced tokens of the charges stored as JSON in a column, as the `counts`
 * of a step that wrote nothing else.
 */
function unpricedCounts(usage: SQL): SQL {
  const tokens = sql`(SELECT sum((value ->> 'inputTokens') + (value ->> 'outputTokens')) FROM json_each(${usage}) WHERE value ->> 'costUsd' IS NULL)`
  return sql`CASE WHEN ${tokens} > 0 THEN json_object(${UNPRICED}, ${tokens}) ELSE '{}' END`
}

/**
 * A key in the `counts` of steps with unpriced tokens. Rows written before it was counted have a null cost
 * instead.
 */
export const UNPRICED = "unpriced_tokens"
