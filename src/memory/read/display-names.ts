/** Looks up the names of people whom a row names that the viewer may read. Reads take a Viewer. */
import { sql } from "drizzle-orm"
import type { Id, Person, Viewer } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { mentionable } from "./consent-sql.ts"

/** Returns names by id. People who object or left no name are left out. */
export async function displayNames(
  db: Database,
  viewer: Viewer,
  ids: readonly Id[],
): Promise<Map<Id, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.all<Person>(
    sql`SELECT id, name FROM members WHERE guild_id = ${viewer.guildId} AND name <> ''
      AND id IN (SELECT value FROM json_each(${JSON.stringify([...new Set(ids)])})) AND ${mentionable(viewer, sql`members.id`)}`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
