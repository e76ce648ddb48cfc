/** Tells which messages evidence cites, and from which channel: a channel retracts only its own words. */
import { sql } from "drizzle-orm"
import type { Id } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"

/** Returns true if evidence cites the message of this channel, or would again after an undo. */
export async function isCited(
  db: Database,
  { guildId, channelId }: { guildId: Id; channelId: Id },
  messageId: Id,
): Promise<boolean> {
  const rows = await db.all(
    sql`SELECT 1 AS cited FROM evidence
      WHERE guild_id = ${guildId} AND message_id = ${messageId} AND coalesce(channel_id, ${channelId}) = ${channelId}
      UNION ALL SELECT 1 FROM undo WHERE guild_id = ${guildId}
        AND instr(body, ${`"${messageId}"`}) > 0 AND instr(body, ${`"${channelId}"`}) > 0 LIMIT 1`,
  )
  return rows.length > 0
}

/** Returns the ids among `ids` that evidence cites, but never from this channel. */
export async function saidElsewhere(
  db: Database,
  guildId: Id,
  { ids, channelId }: { ids: readonly Id[]; channelId: Id },
): Promise<Id[]> {
  const rows = await db.all<{ id: Id }>(
    sql`SELECT message_id AS id FROM evidence
      WHERE guild_id = ${guildId} AND message_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
      GROUP BY message_id HAVING max(coalesce(channel_id, ${channelId}) = ${channelId}) = 0`,
  )
  return rows.map(({ id }) => id)
}
