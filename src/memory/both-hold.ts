/** Pairs of memories of which somebody said that both hold, whatever their words: settled, they are not contested again. */
import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../vocabulary.ts"
import type { Database } from "./database.ts"
import { memories } from "./schema.ts"

/** Takes note that both hold. Triggers drop it when one of the two goes or is worded anew. */
export function holdTogether(guildId: Id, ids: readonly [string, string]): SQL {
  const [one, other] = [...ids].sort()
  return sql`INSERT INTO both_hold (guild_id, one, other) VALUES (${guildId}, ${one}, ${other}) ON CONFLICT DO NOTHING`
}

/** The ids that hold beside a row of `memories`, as a JSON array. */
export const BESIDE = sql<string>`(SELECT json_group_array(CASE b.one WHEN ${memories.id} THEN b.other ELSE b.one END)
  FROM both_hold b WHERE b.guild_id = ${memories.guildId} AND (b.one = ${memories.id} OR b.other = ${memories.id}))`

/** By each of these memories, those that hold beside it. Shown to nobody, so without a viewer. */
export async function holdingBeside(
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
