/** Lists the people of a guild by name, and looks up names, as far as a viewer may know of them. Reads take a Viewer. */
import { type SQL, sql } from "drizzle-orm"
import type { Id, Person, Time, Viewer } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { mentionable } from "./consent-sql.ts"
import { mayKnowOf } from "./members.ts"
import { readableMemory } from "./search.ts"

/** A person in the list, with the memories in force about them that the viewer may read. */
export interface ListedPerson extends Person {
  memories: number
}

interface PeoplePage {
  /** Part of the name, in any case; null for everybody. */
  words: string | null
  /** The last person of the previous page: their name in lower case and id. */
  after: { name: string; id: Id } | null
  limit: number
  now: Time
}

/** Returns one page of people by name. Bots, people who left no name and people who object are left out. */
export async function listPeople(
  db: Database,
  viewer: Viewer,
  { words, after, limit, now }: PeoplePage,
): Promise<ListedPerson[]> {
  const [name, id] = [after?.name ?? null, after?.id ?? null]
  return db.all<ListedPerson>(
    sql`SELECT id, name, (SELECT count(*) FROM memories f WHERE f.guild_id = ${viewer.guildId} AND f.scope = 'user'
        AND f.subject_id = members.id AND f.status = 'active' AND (f.expires_at IS NULL OR f.expires_at > ${now}) AND ${readableMemory(viewer, sql`f`)}) AS memories
      FROM members WHERE ${isListed(viewer)} AND (${words} IS NULL OR instr(lower(name), lower(${words})) > 0)
        AND (${id} IS NULL OR (lower(name), id) > (${name}, ${id}))
      ORDER BY lower(name), id LIMIT ${limit}`,
  )
}

/** Returns the people whose whole name this is, in any case. */
export async function peopleCalled(db: Database, viewer: Viewer, name: string): Promise<Person[]> {
  return db.all<Person>(
    sql`SELECT id, name FROM members WHERE ${isListed(viewer)} AND name = ${name} COLLATE NOCASE ORDER BY id LIMIT 10`,
  )
}

/** Returns the names of people whom a readable row names. People who object are left out. */
export async function namesOf(db: Database, viewer: Viewer, ids: readonly Id[]): Promise<Map<Id, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.all<Person>(
    sql`SELECT id, name FROM members WHERE guild_id = ${viewer.guildId} AND name <> ''
      AND id IN (SELECT value FROM json_each(${JSON.stringify([...new Set(ids)])})) AND ${mentionable(viewer, sql`members.id`)}`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function isListed(viewer: Viewer): SQL {
  return sql`guild_id = ${viewer.guildId} AND name <> '' AND bot IS NOT 1 AND ${mentionable(viewer, sql`members.id`)}
    AND ${mayKnowOf(viewer, sql`members.id`)}`
}
