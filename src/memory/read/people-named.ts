/**
 * Finds members by what they are called: by display name, by first name, and by what readable facts say they are called.
 * Only those whom the viewer may know of, and only from facts that the viewer may read.
 */
import { type SQL, sql } from "drizzle-orm"
import { DAY } from "../../domain/calendar.ts"
import type { Id, Person, Viewer } from "../../domain/types.ts"
import { nameKey, nameRanges, peopleMeant } from "../../text/person-names.ts"
import { queryTerms } from "../../text/stems.ts"
import type { Database } from "../db/database.ts"
import { members, memories } from "../db/schema.ts"
import { mentionable } from "./consent-sql.ts"
import { mayKnowOf } from "./members.ts"
import { readableMemory } from "./search.ts"

/** Words of which one is in every fact that gives a nickname. */
const NAMING_WORDS =
  "go goes called call nickname known name aka spitzname genannt heißt apodo llaman surnom appelle apelido chamam"
const MOST_FACTS = 200

/** "Ana goes by Annie", "Kai's nickname is Ace", "Bo wird Bobby genannt". */
const NAMING =
  /(?:go(?:es)? by|call me|(?:is |prefers to be |likes to be |wants to be )?(?:also )?(?:called|known as|nicknamed)|nickname is|aka|Spitzname ist|wird|le dicen|le llaman|(?:su )?apodo es|surnom est|se fait appeler|(?:o )?apelido é|é chamad[oa](?: de)?)\s+["“„«']?(?<name>[\p{L}\p{N}][\p{L}\p{N}_.-]{1,30})["”“»']?/iu

/**
 * Returns SQL for the ids of members whose display names may mean one of some names. Compare them with `peopleMeant`.
 * `names`: a JSON array of the names; `ranges`: one of `nameRanges` of the words that may begin a name.
 */
export function membersLike(guildId: Id, names: SQL, ranges: SQL): SQL {
  return sql`SELECT m.id FROM json_each(${names}) said CROSS JOIN members m
      ON m.guild_id = ${guildId} AND m.name = said.value COLLATE NOCASE
    UNION SELECT m.id FROM json_each(${ranges}) said CROSS JOIN members m
      ON m.guild_id = ${guildId} AND m.name >= said.value->>0 COLLATE NOCASE AND m.name < said.value->>1 COLLATE NOCASE`
}

export type PersonSaid =
  | { kind: "person"; name: string; person: Person }
  /** Several members have the name, and none or several of them spoke in the channel lately. */
  | { kind: "several"; name: string }

/** Returns whom the first of these names that means anybody means, the most telling first, or else `null`. */
export async function personNamed(
  db: Database,
  viewer: Viewer,
  names: readonly string[],
): Promise<PersonSaid | null> {
  const named = await peopleNamed(db, viewer, names)
  if (named === null) return null
  const { name, people } = named
  const [person, ...more] = people.length > 1 ? await spokeLately(db, viewer, people) : people
  return person && more.length === 0 ? { kind: "person", name, person } : { kind: "several", name }
}

async function peopleNamed(
  db: Database,
  viewer: Viewer,
  names: readonly string[],
): Promise<{ name: string; people: Person[] } | null> {
  if (names.length === 0) return null
  const [displayed, called] = [await membersNamed(db, viewer, names), await peopleCalled(db, viewer, names)]
  for (const name of names) {
    const people = peopleMeant(name, displayed)
    if (people.length > 0) return { name, people }
  }
  for (const name of names) {
    const people = called.filter((person) => nameKey(person.calledName) === nameKey(name))
    if (people.length > 0) return { name, people: distinct(people) }
  }
  return null
}

const LATELY_MS = 14 * DAY

/** Returns those of some people who spoke in the viewer's channel within 14 days of `now`. */
export async function spokeLately(
  db: Database,
  { guildId, channelId }: Viewer,
  people: readonly Person[],
  now = Date.now(),
): Promise<Person[]> {
  if (channelId === null) return []
  const [ids, since] = [JSON.stringify(people.map(({ id }) => id)), now - LATELY_MS]
  const rows = await db.all<{ id: Id }>(
    sql`SELECT np.user_id AS id FROM json_each(${ids}) j CROSS JOIN note_people np
        ON np.guild_id = ${guildId} AND np.user_id = j.value AND np.channel_id = ${channelId} AND np.to_at > ${since}
      UNION SELECT e.author_id FROM json_each(${ids}) j CROSS JOIN evidence e
        ON e.guild_id = ${guildId} AND e.author_id = j.value AND e.channel_id = ${channelId} AND e.said_at > ${since}`,
  )
  return people.filter(({ id }) => rows.some((row) => row.id === id))
}

/** Returns the members whom the viewer may know of and whose display names may mean one of these. */
export function membersNamed(db: Database, viewer: Viewer, names: readonly string[]): Promise<Person[]> {
  const [whole, ranges] = [sql`${JSON.stringify(names)}`, sql`${JSON.stringify(nameRanges(names))}`]
  const wanted = membersLike(viewer.guildId, whole, ranges)
  return db
    .select({ id: members.id, name: members.name })
    .from(members)
    .where(
      sql`guild_id = ${viewer.guildId} AND id IN (SELECT id FROM (${wanted})) AND name <> ''
        AND ${mentionable(viewer, sql`members.id`)} AND ${mayKnowOf(viewer, sql`members.id`)}`,
    )
}

/** Returns the name that a fact says its subject is called by, or `null`. */
export function calledNameIn(fact: string): string | null {
  return NAMING.exec(fact)?.groups?.name ?? null
}

/** Returns the people called by one of these names. Only facts in force that the viewer may read count. */
async function peopleCalled(
  db: Database,
  viewer: Viewer,
  names: readonly string[],
): Promise<(Person & { calledName: string })[]> {
  const wanted = new Set(names.map(nameKey))
  if (wanted.size === 0) return []
  const terms = queryTerms(viewer.guildId, NAMING_WORDS).map((term) => `"${term}"`)
  const rows = await db
    .select({ fact: memories.fact, id: sql<Id>`members.id`, name: sql<string>`members.name` })
    .from(
      sql`(SELECT rowid AS seq FROM memory_terms WHERE terms MATCH ${terms.join(" OR ")} LIMIT ${MOST_FACTS}) found`,
    )
    .innerJoin(memories, sql`memories.seq = found.seq`)
    .innerJoin(members, sql`members.guild_id = memories.guild_id AND members.id = memories.subject_id`)
    .where(
      sql`memories.guild_id = ${viewer.guildId} AND memories.scope = 'user' AND memories.status = 'active'
        AND ${readableMemory(viewer)} AND ${mentionable(viewer, sql`members.id`)}`,
    )
  return rows.flatMap(({ fact, ...person }) => {
    const calledName = calledNameIn(fact)
    return calledName !== null && wanted.has(nameKey(calledName)) ? [{ ...person, calledName }] : []
  })
}

function distinct(people: readonly Person[]): Person[] {
  return [...new Map(people.map(({ id, name }) => [id, { id, name }])).values()]
}
