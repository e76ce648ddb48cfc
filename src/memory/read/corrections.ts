/**
 * Finds the correction that gave a memory its present words, from the audit log, so that statements made before it are
 * not taken for its source. The former words are not kept. Reads take a Viewer.
 */
import { sql } from "drizzle-orm"
import type { Id, Person, Time, Viewer } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { mentionable } from "./consent-sql.ts"
import { mayKnowOf } from "./members.ts"
import type { FoundMemory } from "./search.ts"

export interface WordsCorrected {
  at: Time
  /** The person, if the viewer may know of them; `null` also for the operator and API keys. */
  by: Person | null
}

/**
 * Returns the last correction of a memory's words that was not undone, if one of the statements that the viewer may read
 * was made before it and now counts for the corrected words; otherwise `null`.
 */
export async function findCorrection(
  db: Database,
  viewer: Viewer,
  { memory, evidence }: FoundMemory,
): Promise<WordsCorrected | null> {
  const first = evidence.find(({ fact }) => (fact ?? memory.fact) === memory.fact)
  if (memory.version === 1 || first === undefined) return null
  const rows = await db.all<{ at: Time; id: Id | null; name: string | null }>(
    sql`SELECT c.at, m.id, m.name FROM audit c
      LEFT JOIN members m ON m.guild_id = c.guild_id AND c.actor = 'member ' || m.id AND m.name <> ''
        AND ${mentionable(viewer, sql`m.id`)} AND (m.id IS ${viewer.userId} OR ${mayKnowOf(viewer, sql`m.id`)})
      WHERE c.guild_id = ${viewer.guildId} AND c.at > ${first.saidAt} AND c.target = ${memory.id}
        AND c.action IN ('memory.correct', 'memory.approve')
        AND EXISTS (SELECT 1 FROM json_each(c.detail, '$.fields') f WHERE f.value = 'fact')
        AND NOT EXISTS (SELECT 1 FROM audit u WHERE u.guild_id = c.guild_id AND u.at >= c.at
          AND u.action = 'memory.undo' AND u.detail->>'undoes' = c.seq)
      ORDER BY c.seq DESC LIMIT 1`,
  )
  const row = rows[0]
  if (row === undefined) return null
  return { at: row.at, by: row.id === null || row.name === null ? null : { id: row.id, name: row.name } }
}
