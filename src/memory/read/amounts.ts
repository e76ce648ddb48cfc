/** How much a guild holds, in numbers for those who manage it. It reads no words. */
import { sql } from "drizzle-orm"
import type { Id, Time } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"

export interface Amounts {
  /** Memories in force, out of sight, and waiting for approval. */
  active: number
  shadow: number
  queued: number
  notes: number
  /** People about whom something is known. */
  people: number
}

/** Raw SQL: sums of two tables in one trip. */
export async function amountsOf(db: Database, guildId: Id, now: Time): Promise<Amounts> {
  const rows = await db.all<Amounts>(
    sql`SELECT (SELECT count(*) FROM notes WHERE guild_id = ${guildId} AND kind = 'conversation') AS notes,
      coalesce(sum(status = 'active'), 0) AS active, coalesce(sum(status = 'shadow'), 0) AS shadow,
      coalesce(sum(status = 'queued'), 0) AS queued,
      count(DISTINCT CASE WHEN scope = 'user' AND status = 'active' THEN subject_id END) AS people
    FROM memories WHERE guild_id = ${guildId} AND (expires_at IS NULL OR expires_at > ${now})`,
  )
  return rows[0] ?? { active: 0, shadow: 0, queued: 0, people: 0, notes: 0 }
}
