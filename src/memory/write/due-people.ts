/**
 * Finds people, channels and servers with new facts since their last consolidation, and records consolidations of
 * people. Returns ids, no words.
 */
import { type SQL, sql } from "drizzle-orm"
import { WEEK } from "../../domain/calendar.ts"
import type { Id, Subject, Time } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { members } from "../db/schema.ts"
import { joinedMemberObjects } from "../read/consent-sql.ts"
import { rollBackIf } from "./statements.ts"

/** When a memory `f` was written or last said. */
const AT = sql.raw("max(f.created_at, f.last_said_at)")
/** Without news for this long, a person waits until they are heard of again. */
const NEWS_MS = WEEK

/**
 * Returns people with at least two facts in force at `now`, one of them new in the last week, most new facts
 * first: those left out tonight rank higher another night. Excludes bots, people who left, and people who do
 * not want to be remembered.
 */
export async function duePeople(
  db: Database,
  guildId: Id,
  { now, optIn, limit }: { now: Time; optIn: boolean; limit: number },
): Promise<Id[]> {
  const news = sql`${AT} > coalesce(m.consolidated_at, 0)`
  // SQLite keeps the order of a cross join: the index of facts keeps each person's facts together.
  const rows = await db.all<{ id: Id }>(sql`SELECT f.subject_id AS id FROM memories f
    CROSS JOIN members m ON m.guild_id = f.guild_id AND m.id = f.subject_id
    WHERE f.guild_id = ${guildId} AND f.scope = 'user' AND f.status = 'active' AND (f.expires_at IS NULL OR f.expires_at > ${now})
      AND m.bot IS NOT 1 AND m.left_at IS NULL AND (${joinedMemberObjects(optIn, sql`f.subject_id`)}) IS NOT TRUE
    GROUP BY f.subject_id HAVING count(*) >= 2
      AND sum(${news} AND ${AT} > ${now - NEWS_MS}) > 0 ORDER BY sum(${news}) DESC, f.subject_id LIMIT ${limit}`)
  return rows.map(({ id }) => id)
}

/**
 * Returns the server and its channels that have at least two facts in force at `now`, one of them new in the last
 * week. Their reviews are not recorded: a night compares what is new since the last one.
 */
export async function dueGroups(
  db: Database,
  guildId: Id,
  { now, limit }: { now: Time; limit: number },
): Promise<Subject[]> {
  return db.all<Subject>(sql`SELECT f.scope, f.subject_id AS id FROM memories f
    WHERE f.guild_id = ${guildId} AND f.scope IN ('channel', 'guild') AND f.status = 'active' AND (f.expires_at IS NULL OR f.expires_at > ${now})
    GROUP BY f.scope, f.subject_id HAVING count(*) >= 2 AND max(${AT}) > ${now - NEWS_MS} ORDER BY max(${AT}) DESC, f.subject_id LIMIT ${limit}`)
}

/** Returns the query for the last consolidation of each person; `null` means never. */
export function lastConsolidatedQuery(db: Database, guildId: Id, people: readonly Id[]) {
  return db
    .select({ id: members.id, at: members.consolidatedAt })
    .from(members)
    .where(sql`guild_id = ${guildId} AND id IN (SELECT value FROM json_each(${JSON.stringify(people)}))`)
}

/** Records that these people's memories were consolidated, as read at `at`. */
export function markConsolidated(guildId: Id, people: readonly { id: Id; at: Time }[]): SQL {
  const list = sql`json_each(${JSON.stringify(people)}) j`
  // With a join to the list, SQLite would scan all members of the guild for each page.
  return sql`UPDATE members SET consolidated_at = (SELECT j.value->>'at' FROM ${list} WHERE j.value->>'id' = members.id)
    WHERE guild_id = ${guildId} AND id IN (SELECT j.value->>'id' FROM ${list})`
}

/**
 * Rolls back the whole batch if memory has been paused. The statements about people check objections
 * themselves.
 */
export function guardUnpaused(guildId: Id): SQL {
  return rollBackIf(
    guildId,
    sql`EXISTS (SELECT 1 FROM guilds g WHERE g.id = ${guildId} AND coalesce(g.settings->>'read_only', 0))`,
  )
}
