/** Voids what a model wrote for a night still under way when the words it rests on are taken back. */

import { type SQL, sql } from "drizzle-orm"
import type { Id, Time } from "../../domain/types.ts"

/**
 * The statements that let go of all that models said in a guild's nights and nobody wrote: it may hold words that are being taken back.
 * A step under way asks again if it has to be done again; what it wrote down to write next, its own guards judge.
 */
export function voidDrafts(guildId: Id, now: Time): SQL[] {
  return voidDraftsWhere(sql`guild_id = ${guildId}`, now)
}

/** The same of drafts that a condition over `run_drafts` tells. */
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

/** The same of charges that stand as JSON in a column: the SQL of the counts of a step of which nothing else was written. */
export function unpricedCounts(usage: SQL): SQL {
  const tokens = sql`(SELECT sum((value ->> 'inputTokens') + (value ->> 'outputTokens')) FROM json_each(${usage}) WHERE value ->> 'costUsd' IS NULL)`
  return sql`CASE WHEN ${tokens} > 0 THEN json_object(${UNPRICED}, ${tokens}) ELSE '{}' END`
}

/** Stands among the counts of the few steps that have any. Rows from before it was counted have no dollars instead: null. */
export const UNPRICED = "unpriced_tokens"
