/** Of whom more is known than when it was last looked through, and the writing down that it was. Ids go out, no words. */
import { type SQL, sql } from "drizzle-orm"
import { WEEK } from "../../domain/calendar.ts"
import type { Id, Time } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { members } from "../db/schema.ts"
import { joinedMemberObjects } from "../read/consent-sql.ts"
import { rollBackIf } from "./statements.ts"

/** When a memory `f` was written or last said. */
const AT = sql.raw("max(f.created_at, f.last_said_at)")
/** Of whom nothing new was heard for so long, little is new: it waits until they are heard of again. */
const NEWS_MS = WEEK

/**
 * People with at least two facts that hold at `now`, one of them new in the last week, those with the most new ones first: who is left out
 * tonight has more another night. Without bots, those who left, and those who do not want to be remembered.
 */
export async function duePeople(
  db: Database,
  guildId: Id,
  { now, optIn, limit }: { now: Time; optIn: boolean; limit: number },
): Promise<Id[]> {
  const news = sql`${AT} > coalesce(m.consolidated_at, 0)`
  // A cross join is SQLite's way to fix the order: the index of facts brings each person's together.
  const rows = await db.all<{ id: Id }>(sql`SELECT f.subject_id AS id FROM memories f
    CROSS JOIN members m ON m.guild_id = f.guild_id AND m.id = f.subject_id
    WHERE f.guild_id = ${guildId} AND f.scope = 'user' AND f.status = 'active' AND (f.expires_at IS NULL OR f.expires_at > ${now})
      AND m.bot IS NOT 1 AND m.left_at IS NULL AND (${joinedMemberObjects(optIn, sql`f.subject_id`)}) IS NOT TRUE
    GROUP BY f.subject_id HAVING count(*) >= 2
      AND sum(${news} AND ${AT} > ${now - NEWS_MS}) > 0 ORDER BY sum(${news}) DESC, f.subject_id LIMIT ${limit}`)
  return rows.map(({ id }) => id)
}

/** The query for when each of these people was last looked through; null: never. */
export function lastConsolidatedQuery(db: Database, guildId: Id, people: readonly Id[]) {
  return db
    .select({ id: members.id, at: members.consolidatedAt })
    .from(members)
    .where(sql`guild_id = ${guildId} AND id IN (SELECT value FROM json_each(${JSON.stringify(people)}))`)
}

/** Notes that what is known of these people was looked through, as it was at `at`. */
export function markConsolidated(guildId: Id, people: readonly { id: Id; at: Time }[]): SQL {
  const list = sql`json_each(${JSON.stringify(people)}) j`
  // Joined to the list, SQLite walks all members of the guild for each page.
  return sql`UPDATE members SET consolidated_at = (SELECT j.value->>'at' FROM ${list} WHERE j.value->>'id' = members.id)
    WHERE guild_id = ${guildId} AND id IN (SELECT j.value->>'id' FROM ${list})`
}

/** Undoes the whole batch if memory is paused by now. Who objects by now, the statements about them look for themselves. */
export function guardUnpaused(guildId: Id): SQL {
  return rollBackIf(
    guildId,
    sql`EXISTS (SELECT 1 FROM guilds g WHERE g.id = ${guildId} AND coalesce(g.settings->>'read_only', 0))`,
  )
}
