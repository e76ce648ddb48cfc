/** Counts what a stricter setting would hide or delete, as far as the viewer may read it. It changes nothing. */
import { sql } from "drizzle-orm"
import type { Time, Viewer } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { mentionable } from "./consent-sql.ts"
import { mayKnowOf } from "./members.ts"
import { readableNote } from "./note-reads.ts"
import { readableMemory } from "./search.ts"

/** Counts the people who have not opted in, and the memories in use about them. */
export async function countNotOptedIn(
  db: Database,
  viewer: Viewer,
  now: Time,
): Promise<{ people: number; memories: number }> {
  const rows = await db.all<{ people: number; memories: number }>(
    sql`SELECT count(*) AS people, coalesce(sum(about), 0) AS memories FROM (
      SELECT (SELECT count(*) FROM memories f WHERE f.guild_id = ${viewer.guildId} AND f.scope = 'user'
        AND f.subject_id = members.id AND f.status = 'active' AND (f.expires_at IS NULL OR f.expires_at > ${now}) AND ${readableMemory(viewer, sql`f`)}) AS about
      FROM members WHERE guild_id = ${viewer.guildId} AND name <> '' AND bot IS NOT 1 AND consent IS NOT 'in'
        AND ${mentionable(viewer, sql`members.id`)} AND ${mayKnowOf(viewer, sql`members.id`)})`,
  )
  return rows[0] ?? { people: 0, memories: 0 }
}

/** Counts the notes of conversations that ended before a time. */
export async function countNotesBefore(db: Database, viewer: Viewer, before: Time): Promise<number> {
  const rows = await db.all<{ notes: number }>(
    sql`SELECT count(*) AS notes FROM notes WHERE guild_id = ${viewer.guildId} AND to_at < ${before} AND ${readableNote(viewer)}`,
  )
  return rows[0]?.notes ?? 0
}
