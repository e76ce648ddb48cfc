/**
 * SQL fragments that select people who object to being remembered, and conditions that hide them. Every query
 * that reads or writes memory builds them in.
 */
import { type SQL, sql } from "drizzle-orm"
import { NO_AUTHOR } from "../../domain/events.ts"
import { isSnowflake } from "../../domain/ids.ts"
import type { Id, Time, Viewer } from "../../domain/types.ts"
import { findPrinted, type NamePrint } from "../../text/name-prints.ts"
import { SharedTable, SharedValue } from "../db/one-statement.ts"

/**
 * Returns the condition "does not want to be remembered", for a left-joined member `m` and a person's id who
 * may not be a member.
 */
export function joinedMemberObjects(optIn: boolean, person: SQL = sql`person.value`): SQL {
  const silent = optIn
    ? sql`(m.consent IS NOT 'in' AND ${person} <> ${sql.raw(`'${NO_AUTHOR}'`)})`
    : sql`m.consent IS 'out'`
  return sql`(${silent} OR ${person} IN (SELECT user_id FROM objections))`
}

/** Returns an id for SQL. Where parameters are scarce it is written into the text; an id is digits only. */
export function inlineId(id: Id): SQL {
  if (!isSnowflake(id)) throw new Error("the id is not a snowflake")
  return sql`${new SharedValue(id, `'${id}'`)}`
}

/**
 * Returns the condition "does not object to being remembered", by the guild's current consent setting. `person` must name
 * its table. Conditions joined by AND are checked one by one, the cheap ones first.
 */
export function personConsents(guildId: Id, person: SQL): SQL {
  const guild = inlineId(guildId)
  const isOptIn = new SharedTable(
    sql`SELECT settings->>'consent' = 'opt_in' AS yes FROM guilds WHERE id = ${guild}`,
  )
  const out = new SharedTable(
    sql`SELECT id FROM members INDEXED BY members_consent WHERE guild_id = ${guild} AND consent = 'out'`,
  )
  return sql`(${person} NOT IN (SELECT user_id FROM objections) AND ${person} NOT IN ${out}
    AND ((SELECT yes FROM ${isOptIn}) IS NOT 1 OR ${person} = ${sql.raw(`'${NO_AUTHOR}'`)}
      OR EXISTS (SELECT 1 FROM members c WHERE c.guild_id = ${guild} AND c.id = ${person} AND c.consent = 'in')))`
}

/**
 * The most objections to check one by one against the guild's members. With more, every guild counts as
 * having objectors.
 */
const MAX_CHECKED_OBJECTIONS = 100

/**
 * 1 if anyone in the guild objects, else 0, for a row of `guilds`. In an opt-in guild everyone who has not
 * agreed objects. If nobody does, the viewer's `hidesObjectors` is false and no read checks objections.
 */
export const guildHasObjectors: SQL<number> = sql<number>`(CASE
  WHEN coalesce(guilds.settings->>'consent', 'opt_out') <> 'opt_out' THEN 1
  WHEN EXISTS (SELECT 1 FROM members INDEXED BY members_consent WHERE guild_id = guilds.id AND consent = 'out') THEN 1
  WHEN (SELECT count(*) FROM (SELECT 1 FROM objections LIMIT ${sql.raw(String(MAX_CHECKED_OBJECTIONS + 1))})) > ${sql.raw(String(MAX_CHECKED_OBJECTIONS))} THEN 1
  ELSE EXISTS (SELECT 1 FROM objections CROSS JOIN members m ON m.guild_id = guilds.id AND m.id = objections.user_id) END)`

/** A reader as far as it decides whose objections hide nothing from them. */
type Reader = Pick<Viewer, "guildId" | "userId"> & Partial<Pick<Viewer, "linked">>

/** Returns the viewer's own accounts as an SQL list; nobody's if the viewer is no single person. */
export function ownIds({ userId, linked = [] }: Reader): SQL {
  const own = userId === null ? [] : [userId, ...linked]
  return sql`(${sql.join(own.map(inlineId), sql`, `)})`
}

/**
 * Returns the condition "this viewer may see this person mentioned": the person does not object, is the
 * viewer, or the viewer is an operator.
 */
export function mentionable(viewer: Viewer, person: SQL): SQL {
  if (!viewer.hidesObjectors) return sql`1`
  const self = viewer.userId === null ? sql`` : sql`${person} IN ${ownIds(viewer)} OR `
  return sql`(${self}${personConsents(viewer.guildId, person)})`
}

/**
 * Returns the condition "this viewer may see this memory" as far as its subject and the names in it decide.
 * `memory` is the table's name in the query.
 */
export function mentionableMemory(viewer: Viewer, memory = sql`memories`): SQL {
  if (!viewer.hidesObjectors) return sql`1`
  const subject = mentionable(viewer, sql`${memory}.subject_id`)
  return sql`((${memory}.scope <> 'user' OR ${subject}) AND NOT ${factNamesObjector(viewer, { memory })})`
}

/**
 * Returns the condition "this memory names someone else who objects". `among` is a text that contains the
 * facts of all memories in question.
 */
export function factNamesObjector(
  viewer: Reader,
  { memory = sql`memories`, among = null }: { memory?: SQL; among?: SQL | null } = {},
): SQL {
  // Ignores the subject's own name, which may contain another person's.
  const fact = sql`replace(${memory}.fact, coalesce((SELECT name FROM members o WHERE o.guild_id = ${memory}.guild_id
    AND o.id = ${memory}.subject_id AND ${memory}.scope = 'user'), ''), '')`
  return namesObjector(viewer, fact, { whole: sql`${memory}.fact`, among })
}

/** Returns a text, or `instead` if the text names someone who objects. */
export function unlessNamesObjector(viewer: Viewer, text: SQL, instead: SQL): SQL<string> {
  if (!viewer.hidesObjectors) return sql<string>`${text}`
  return sql<string>`CASE WHEN ${namesObjector(viewer, text)} THEN ${instead} ELSE ${text} END`
}

/**
 * Matches whole words only. D1 limits patterns to 50 bytes, so each name is replaced by a control character
 * that the pattern looks for.
 */
const WHOLE_WORD = sql.raw("'*[^A-Za-z0-9_À-ӿ]' || char(1) || '[^A-Za-z0-9_À-ӿ]*'")

/**
 * Returns the condition "this text names someone who objects". Follows `names.ts`, except that a lower-case
 * name counts only when capitalized, because SQL has no dictionary. In an opt-in guild, people who merely
 * never agreed are not searched for. `whole` contains `text` and is faster to read. `among` is a text that contains all
 * texts in question: names that are not in it are skipped.
 */
export function namesObjector(
  viewer: Reader,
  text: SQL,
  { whole = text, among = null }: { whole?: SQL; among?: SQL | null } = {},
): SQL {
  const { guildId } = viewer
  const guild = inlineId(guildId)
  const named = among === null ? sql`1` : sql`instr(${among}, name) > 0`
  const written = sql`CASE WHEN name GLOB '*[^a-z]*' THEN name ELSE upper(substr(name, 1, 1)) || substr(name, 2) END`
  const objecting = new SharedTable(sql`SELECT name FROM (SELECT ${written} AS name
      FROM (${objectorsOf(guildId)}) said WHERE length(name) >= 3 AND id NOT IN ${ownIds(viewer)}
        AND NOT EXISTS (SELECT 1 FROM members b WHERE b.guild_id = ${guild} AND b.name = said.name COLLATE NOCASE
          AND b.id <> said.id AND b.consent IS NOT 'out')) WHERE ${named}`)
  return sql`EXISTS (SELECT 1 FROM ${objecting} objecting WHERE instr(${whole}, name) > 0
      AND ' ' || replace(${text}, name, char(1)) || ' ' GLOB ${WHOLE_WORD})`
}

/**
 * Selects `id`, `name`, `name_prints` and `since` of members who objected, in this guild or for the whole deployment. They
 * are few.
 */
function objectorsOf(guildId: Id): SQL {
  const guild = inlineId(guildId)
  // With UNION, the planner would scan all members in id order to merge the results.
  return sql`SELECT id, name, name_prints, consent_at AS since FROM members INDEXED BY members_consent WHERE guild_id = ${guild} AND consent = 'out'
    UNION ALL SELECT d.id, d.name, d.name_prints, objections.at FROM objections CROSS JOIN members d ON d.guild_id = ${guild} AND d.id = objections.user_id`
}

/**
 * Someone who must not be mentioned. `name` is `null` if they are not known in the guild. An erased person
 * has no name, only prints of it.
 */
export interface Objector {
  id: Id
  name: string | null
  prints: NamePrint[] | null
  /** Since when they object, to the millisecond; `null` if unknown. */
  since: Time | null
}

/** Returns the objectors' names, including those of erased people as far as these texts hold them. */
export function objectorNames(objectors: readonly Objector[], texts: readonly string[]): string[] {
  const prints = objectors.flatMap((objector) => objector.prints ?? [])
  return [...objectors.flatMap(({ name }) => name ?? []), ...findPrinted(texts, prints)]
}

/**
 * Selects the people to redact in what channels return, as one JSON value: people who object, and in an
 * opt-in guild people who withdrew their agreement. People who never agreed there were never read, or each
 * channel knows them. `objectorsFromAnswer` reads it.
 */
export function objectorsQuery(viewer: Viewer): SQL {
  const guild = inlineId(viewer.guildId)
  return sql`SELECT json_group_array(json_object('id', id, 'name', name, 'prints', json(name_prints), 'since', since)) FROM (${objectorsOf(viewer.guildId)}
      UNION ALL SELECT user_id, NULL, NULL, at FROM objections WHERE user_id NOT IN (SELECT id FROM members WHERE guild_id = ${guild} AND id = user_id)
      UNION ALL SELECT id, name, name_prints, consent_at FROM members INDEXED BY members_taken_back WHERE guild_id = ${guild} AND consent_at IS NOT NULL AND consent IS NULL
        AND (SELECT settings->>'consent' FROM guilds WHERE id = ${guild}) = 'opt_in') WHERE id NOT IN ${ownIds(viewer)}`
}

/** Parses the answer of `objectorsQuery`. */
export function objectorsFromAnswer(answer: string | null | undefined): Objector[] {
  // The JSON comes only from the query above.
  return JSON.parse(answer ?? "[]") as Objector[]
}
