/** Whose digests are worth writing ahead: who talks, who is read about, and where. Ids alone, shown to nobody, so without a viewer; who objects is left out where digests are read. */
import { sql } from "drizzle-orm"
import type { Id, Time } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"

/** Those who took part in the conversations of a span of time, those of the most conversations first. Its end is excluded. */
export async function talkative(
  db: Database,
  guildId: Id,
  { from, to, most }: { from: Time; to: Time; most: number },
): Promise<Id[]> {
  const rows = await db.all<{ id: Id }>(
    sql`SELECT p.value->>'id' AS id FROM notes n, json_each(n.participants) p
      WHERE n.guild_id = ${guildId} AND n.to_at >= ${from} AND n.to_at < ${to} AND n.kind = 'conversation'
      GROUP BY 1 ORDER BY count(*) DESC, max(n.to_at) DESC, 1 LIMIT ${most}`,
  )
  return rows.map(({ id }) => id)
}

/** How many messages were read of a span of time. Its end is excluded. */
export async function messagesRead(
  db: Database,
  guildId: Id,
  { from, to }: { from: Time; to: Time },
): Promise<number> {
  const rows = await db.all<{ count: number }>(
    sql`SELECT coalesce(sum(message_count), 0) AS count FROM windows WHERE guild_id = ${guildId} AND last_at >= ${from} AND last_at < ${to}`,
  )
  return rows[0]?.count ?? 0
}

/** For whom digests are stored that were written since a time, and for which audiences, the latest first. */
export async function digestedSince(
  db: Database,
  guildId: Id,
  since: Time,
): Promise<{ userId: Id; audience: string }[]> {
  return db.all(
    sql`SELECT user_id AS userId, audience FROM digests WHERE guild_id = ${guildId} AND updated_at >= ${since} AND body <> ''
      GROUP BY 1, 2 ORDER BY max(updated_at) DESC, 1, 2`,
  )
}

/** Where each of these people talked since a time, where most first. */
export async function whereTheyTalked(
  db: Database,
  guildId: Id,
  { people, since }: { people: readonly Id[]; since: Time },
): Promise<{ userId: Id; channelId: Id }[]> {
  return db.all(
    sql`SELECT np.user_id AS userId, np.channel_id AS channelId FROM json_each(${JSON.stringify(people)}) p
      CROSS JOIN note_people np ON np.guild_id = ${guildId} AND np.user_id = p.value AND np.to_at >= ${since}
      GROUP BY 1, 2 ORDER BY count(*) DESC, max(np.to_at) DESC, 2`,
  )
}
