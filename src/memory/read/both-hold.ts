/**
 * Pairs of memories that, by a person's decision, both hold, whatever their words. They are not contested
 * again.
 */
import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"

/** Records that both hold. Triggers drop the pair when either memory is deleted or reworded. */
export function insertBothHold(guildId: Id, ids: readonly [string, string]): SQL {
  const [one, other] = [...ids].sort()
  return sql`INSERT INTO both_hold (guild_id, one, other) VALUES (${guildId}, ${one}, ${other}) ON CONFLICT DO NOTHING`
}

/** Selects the pairs that contain any of these memories, as a JSON array of arrays. `ids` is a subquery. */
export function bothHoldPairs(guildId: Id, ids: SQL): SQL {
  return sql`(SELECT json_group_array(json_array(one, other)) FROM
    (SELECT one, other FROM both_hold WHERE guild_id = ${guildId} AND one IN ${ids}
      UNION SELECT one, other FROM both_hold WHERE guild_id = ${guildId} AND other IN ${ids}))`
}

/**
 * Restores pairs that an undone change had dropped. `beside` lists the versions of memories that the change
 * did not touch. If such a memory is gone or has another version, it may say something else, and its pair is
 * not restored.
 */
export function restoreBothHold(
  guildId: Id,
  pairs: readonly (readonly string[])[],
  beside: readonly { id: string; version: number }[],
): SQL {
  return sql`INSERT INTO both_hold (guild_id, one, other) SELECT ${guildId}, pair.value->>0, pair.value->>1
    FROM json_each(${JSON.stringify(pairs)}) pair
    WHERE NOT EXISTS (SELECT 1 FROM json_each(pair.value) side LEFT JOIN memories m ON m.id = side.value
      LEFT JOIN json_each(${JSON.stringify(beside)}) b ON b.value->>'id' = side.value
      WHERE m.id IS NULL OR m.version <> b.value->>'version')
    ON CONFLICT DO NOTHING`
}

/**
 * Selects the ids paired with a row of `memories`, as a JSON array. Column names are spelled out because
 * drizzle omits the table name of columns it knows.
 */
export const BOTH_HOLD_IDS = sql<string>`(SELECT json_group_array(beside) FROM
  (SELECT b.other AS beside FROM both_hold b WHERE b.guild_id = memories.guild_id AND b.one = memories.id
    UNION ALL SELECT b.one FROM both_hold b WHERE b.guild_id = memories.guild_id AND b.other = memories.id))`

/**
 * Returns, for each of these memories, the ids paired with it. Never shown to anyone, so without a viewer.
 */
export async function readBothHold(
  db: Database,
  guildId: Id,
  ids: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  const list = JSON.stringify(ids)
  const rows = await db.all<{ id: string; beside: string }>(
    sql`SELECT one AS id, other AS beside FROM both_hold WHERE guild_id = ${guildId} AND one IN (SELECT value FROM json_each(${list}))
      UNION ALL SELECT other, one FROM both_hold WHERE guild_id = ${guildId} AND other IN (SELECT value FROM json_each(${list}))`,
  )
  const groups = Map.groupBy(rows, ({ id }) => id)
  return new Map([...groups].map(([id, pairs]) => [id, new Set(pairs.map(({ beside }) => beside))]))
}
