/** What a channel must not hear again: what was said before its author, the channel or the guild was erased, and anything while the guild is leaving. */
import { sql } from "drizzle-orm"
import { z } from "zod"
import type { Id, Message, Time } from "../../domain/types.ts"
import type { Database } from "../../memory/db/database.ts"

export const ErasedSchema = z.object({
  /** People whose messages dated until then are refused. */
  people: z.record(z.string(), z.number()),
  /** Everybody's messages dated until then are refused. */
  until: z.number().nullable(),
  /** When the guild is to be erased. */
  leavingAt: z.number().nullable(),
})
export type Erased = z.output<typeof ErasedSchema>

export const NOTHING_ERASED: Erased = { people: {}, until: null, leavingAt: null }

/** While a place is being erased, nothing is heard there: its end is not known yet. */
const NEVER = 8_640_000_000_000_000

/** One round trip. */
export async function readErased(
  db: Database,
  { guildId, channelId }: { guildId: Id; channelId: Id },
): Promise<Erased> {
  const rows = await db.all<{ people: string; until: Time | null; leavingAt: Time | null }>(
    sql`SELECT (SELECT json_group_object(id, erased_at) FROM members WHERE guild_id = ${guildId} AND erased_at IS NOT NULL) AS people,
      (SELECT max(coalesce(finished_at, ${NEVER})) FROM erasures WHERE guild_id = ${guildId}
        AND (kind = 'guild' OR (kind = 'channel' AND target = ${channelId}))) AS until,
      (SELECT leaving_at FROM guilds WHERE id = ${guildId}) AS leavingAt`,
  )
  const row = rows[0]
  // json_group_object of this database over its own columns.
  return row ? ErasedSchema.parse({ ...row, people: JSON.parse(row.people) }) : NOTHING_ERASED
}

/** Whether a message was said before what it belongs to was erased. */
export function isErased({ people, until }: Erased, message: Pick<Message, "author" | "at">): boolean {
  const erasedAt = people[message.author.id]
  return (erasedAt !== undefined && message.at <= erasedAt) || (until !== null && message.at <= until)
}
