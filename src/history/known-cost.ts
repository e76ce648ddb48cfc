/** Reads what an estimate rests on: how much was counted, and what the guild's windows of the last weeks took. */
import { sql } from "drizzle-orm"
import type { Id, Time } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import type { Counted, KnownCost } from "./estimate.ts"

export async function countedOf(db: Database, job: { guildId: Id; id: string }): Promise<Counted> {
  const rows = await db.all<Counted>(
    sql`SELECT coalesce(sum(total), 0) AS messages, count(*) AS channels, count(*) FILTER (WHERE total IS NULL) AS uncounted
      FROM history_channels WHERE guild_id = ${job.guildId} AND job_id = ${job.id} AND state <> 'skipped'`,
  )
  return rows[0] ?? { messages: 0, channels: 0, uncounted: 0 }
}

/**
 * Returns the guild's calls and dollars for reading since a day, and the messages of the windows that ended since then.
 * An import in that time has windows of older talk: its cost is left out with its calls.
 */
export async function knownCost(
  db: Database,
  guildId: Id,
  { since, day }: { since: Time; day: string },
): Promise<KnownCost> {
  // Raw SQL: two sums of one guild in one round trip.
  const rows = await db.all<KnownCost>(
    sql`SELECT (SELECT coalesce(sum(message_count), 0) FROM windows WHERE guild_id = ${guildId} AND last_at >= ${since}) AS messages,
        max(0, coalesce(sum(calls), 0) - coalesce((SELECT sum(calls) FROM history_jobs WHERE guild_id = ${guildId} AND updated_at >= ${since}), 0)) AS calls,
        max(0, coalesce(sum(cost_usd), 0) - coalesce((SELECT sum(spent_usd) FROM history_jobs WHERE guild_id = ${guildId} AND updated_at >= ${since}), 0)) AS usd,
        coalesce(sum(input_tokens + output_tokens) FILTER (WHERE cost_usd IS NULL), 0) AS unpriced
      FROM usage WHERE guild_id = ${guildId} AND day >= ${day} AND purpose IN ('extraction', 'second_reading')`,
  )
  return rows[0] ?? { messages: 0, calls: 0, usd: 0, unpriced: 0 }
}
