/** The SQL of who does not want to be remembered, and of what that keeps from being shown. Fragments only: whoever reads or writes memory builds them in. */
import { type SQL, sql } from "drizzle-orm"
import { isSnowflake } from "../../domain/ids.ts"
import type { Id, Viewer } from "../../domain/types.ts"

/** "Does not want to be remembered", over a left-joined member `m` and the id of a person who may be no member. */
export function joinedMemberObjects(optIn: boolean, person: SQL = sql`person.value`): SQL {
  return sql`(${optIn ? sql`m.consent IS NOT 'in'` : sql`m.consent IS 'out'`} OR ${person} IN (SELECT user_id FROM objections))`
}

/** An id as it stands in SQL. A recall binds nearly all of the 100 parameters that D1 takes; ids are digits, so they need none. */
function written(id: Id): SQL {
  if (!isSnowflake(id)) throw new Error("an id that is no snowflake")
  return sql.raw(`'${id}'`)
}

/** The same where no member is joined, by the guild's own setting of consent as it is now. `person` has to name its table. */
export function personObjects(guildId: Id, person: SQL): SQL {
  const guild = written(guildId)
  return sql`(${person} IN (SELECT user_id FROM objections) OR CASE (SELECT settings->>'consent' FROM guilds WHERE id = ${guild})
    WHEN 'opt_in' THEN NOT EXISTS (SELECT 1 FROM members c WHERE c.guild_id = ${guild} AND c.id = ${person} AND c.consent = 'in')
    ELSE ${person} IN (SELECT id FROM members WHERE guild_id = ${guild} AND consent = 'out') END)`
}

/** So many objections are looked at one by one for the guild they concern; past them, any guild counts as one with objectors. */
const FEW = 100

/**
 * Whether anybody in a guild objects, over its row of `guilds`: 0 or 1. In an opt-in guild whoever has not agreed does. Where nobody
 * does, a viewer says so (`hidesObjectors`), and no read asks who objects.
 */
export const guildHasObjectors: SQL<number> = sql<number>`(CASE
  WHEN coalesce(guilds.settings->>'consent', 'opt_out') <> 'opt_out' THEN 1
  WHEN EXISTS (SELECT 1 FROM members INDEXED BY members_consent WHERE guild_id = guilds.id AND consent = 'out') THEN 1
  WHEN (SELECT count(*) FROM (SELECT 1 FROM objections LIMIT ${sql.raw(String(FEW + 1))})) > ${sql.raw(String(FEW))} THEN 1
  ELSE EXISTS (SELECT 1 FROM objections CROSS JOIN members m ON m.guild_id = guilds.id AND m.id = objections.user_id) END)`

/** "This viewer may be told of this person": they do not object, or it is they themselves who read, or an operator does. */
export function mentionable(viewer: Viewer, person: SQL): SQL {
  if (!viewer.hidesObjectors) return sql`1`
  const self = viewer.userId === null ? sql`` : sql`${person} = ${written(viewer.userId)} OR `
  return sql`(${self}NOT ${personObjects(viewer.guildId, person)})`
}

/** "This memory may be told to this viewer", as far as its subject and the names in it go. `memory` is its table's name in the query. */
export function mentionableMemory(viewer: Viewer, memory = sql`memories`): SQL {
  if (!viewer.hidesObjectors) return sql`1`
  const subject = mentionable(viewer, sql`${memory}.subject_id`)
  return sql`((${memory}.scope <> 'user' OR ${subject}) AND NOT ${factNamesObjector(viewer, { memory })})`
}

/** "This memory names someone else who objects". `among`: a text that holds the facts of all memories it is asked of. */
export function factNamesObjector(
  viewer: Pick<Viewer, "guildId" | "userId">,
  { memory = sql`memories`, among = null }: { memory?: SQL; among?: SQL | null } = {},
): SQL {
  // Its subject may have a name that holds another's.
  const fact = sql`replace(${memory}.fact, coalesce((SELECT name FROM members o WHERE o.guild_id = ${memory}.guild_id
    AND o.id = ${memory}.subject_id AND ${memory}.scope = 'user'), ''), '')`
  return namesObjector(viewer, fact, among)
}

/** A text, or `instead` where it names someone who objects. */
export function unlessNamesObjector(viewer: Viewer, text: SQL, instead: SQL): SQL<string> {
  if (!viewer.hidesObjectors) return sql<string>`${text}`
  return sql<string>`CASE WHEN ${namesObjector(viewer, text)} THEN ${instead} ELSE ${text} END`
}

/** Whole words only. D1 takes patterns of 50 bytes at most: so names are replaced by a sign, which the pattern looks for. */
const WHOLE = sql.raw("'*[^A-Za-z0-9_À-ӿ]' || char(1) || '[^A-Za-z0-9_À-ӿ]*'")

/**
 * "This text names someone who objects". As naming.ts has it, but that names of lower-case letters alone count capitalized
 * only: there is no dictionary here. Who merely never agreed, in an opt-in guild, is not looked for. `among`, a text that holds all
 * those it is asked of, spares looking in each for a name that is in none.
 */
export function namesObjector(
  viewer: Pick<Viewer, "guildId" | "userId">,
  text: SQL,
  among: SQL | null = null,
): SQL {
  const { guildId, userId } = viewer
  const [guild, self] = [written(guildId), userId === null ? sql`NULL` : written(userId)]
  const named = among === null ? sql`1` : sql`instr(${among}, name) > 0`
  return sql`EXISTS (WITH objecting(name) AS MATERIALIZED (
      SELECT name FROM (SELECT CASE WHEN name GLOB '*[^a-z]*' THEN name ELSE upper(substr(name, 1, 1)) || substr(name, 2) END AS name
      FROM (${objectorsOf(guildId)}) said WHERE length(name) >= 3 AND id IS NOT ${self}
        AND NOT EXISTS (SELECT 1 FROM members b WHERE b.guild_id = ${guild} AND b.name = said.name COLLATE NOCASE
          AND b.id <> said.id AND b.consent IS NOT 'out')) WHERE ${named})
    SELECT 1 FROM objecting WHERE instr(${text}, name) > 0
      AND ' ' || replace(${text}, name, char(1)) || ' ' GLOB ${WHOLE})`
}

/** Those members who said that they object, here or for the whole deployment: `id` and `name`. Few. */
function objectorsOf(guildId: Id): SQL {
  const guild = written(guildId)
  // UNION would have the planner walk all members in the order of their ids, to merge what it finds.
  return sql`SELECT id, name FROM members INDEXED BY members_consent WHERE guild_id = ${guild} AND consent = 'out'
    UNION ALL SELECT d.id, d.name FROM objections CROSS JOIN members d ON d.guild_id = ${guild} AND d.id = objections.user_id`
}

/** Someone of whom nothing is told. `name` is null where they are not known in the guild. */
export interface Objector {
  id: Id
  name: string | null
}

/**
 * Who is to be hushed in what channels bring, as one JSON value: those who object, and in an opt-in guild those who took
 * their agreement back. Who never agreed there was never heard, or is known by each channel. `objectorsIn` reads it.
 */
export function objectorsQuery(viewer: Viewer): SQL {
  const [guild, self] = [written(viewer.guildId), viewer.userId === null ? sql`NULL` : written(viewer.userId)]
  return sql`SELECT json_group_array(json_object('id', id, 'name', name)) FROM (${objectorsOf(viewer.guildId)}
      UNION ALL SELECT user_id, NULL FROM objections WHERE user_id NOT IN (SELECT id FROM members WHERE guild_id = ${guild} AND id = user_id)
      UNION ALL SELECT id, name FROM members INDEXED BY members_taken_back WHERE guild_id = ${guild} AND consent_at IS NOT NULL AND consent IS NULL
        AND (SELECT settings->>'consent' FROM guilds WHERE id = ${guild}) = 'opt_in') WHERE id IS NOT ${self}`
}

/** The answer of `objectorsQuery`. */
export function objectorsFromAnswer(answer: string | null | undefined): Objector[] {
  // Worded by the query above alone.
  return JSON.parse(answer ?? "[]") as Objector[]
}
