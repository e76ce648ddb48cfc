/** Whose own a memory is to change: who it is about, or who alone said it. It looks at what may be shown to nobody, and tells yes or no. */
import { sql } from "drizzle-orm"
import type { Id } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"

/** Whether all of these are a person's own. A statement of somebody else counts wherever it was said, whoever may read it. */
export async function areOwn(
  db: Database,
  guildId: Id,
  ids: readonly string[],
  userId: Id,
): Promise<boolean> {
  const strange = sql`SELECT 1 AS strange FROM memories m JOIN evidence e ON e.memory_id = m.id
    WHERE m.guild_id = ${guildId} AND m.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
      AND NOT (m.scope = 'user' AND m.subject_id = ${userId}) AND e.author_id <> ${userId} LIMIT 1`
  return (await db.all(strange)).length === 0
}
