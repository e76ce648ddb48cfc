/**
 * The spending and the facts of an import of old messages: added to its row in the batch that records a window, and
 * spending compared with its cap before the next window.
 */
import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import type { Charge } from "./order.ts"

/** Returns the statement that adds charges and new facts to an import; none if no import brought the window. */
export function countForHistory(
  guildId: Id,
  job: string | null,
  { usage, facts }: { usage: readonly Charge[]; facts: number },
): SQL[] {
  if (job === null || (usage.length === 0 && facts === 0)) return []
  const usd = usage.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0)
  return [
    sql`UPDATE history_jobs SET spent_usd = spent_usd + ${usd}, calls = calls + ${usage.length}, facts = facts + ${facts}
      WHERE guild_id = ${guildId} AND id = ${job}`,
  ]
}

/**
 * Returns true if an import has spent its cap. Windows that are being read at that moment come on top. An import whose
 * row is gone, as after a restore, has no budget that is known.
 */
export async function hasSpentCap(db: Database, guildId: Id, job: string): Promise<boolean> {
  const rows = await db.all<{ spent: 0 | 1 }>(
    sql`SELECT cap_usd IS NOT NULL AND spent_usd >= cap_usd AS spent FROM history_jobs WHERE guild_id = ${guildId} AND id = ${job}`,
  )
  return rows[0]?.spent !== 0
}
