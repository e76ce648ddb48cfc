/**
 * Attributions as reads apply them: what is known of an account counts as known of the person it speaks for. Readers
 * see exactly the memories they would see without; only whose they are changes.
 */
import { type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import type { Id, Viewer } from "../domain/types.ts"
import { personConsents } from "../memory/read/consent-sql.ts"

/** The person that each attributed account speaks for, by the account's id. */
export type Attributions = ReadonlyMap<Id, { id: Id; name: string | null }>

export const NO_ATTRIBUTIONS: Attributions = new Map()

/**
 * Returns a guild's attributions as JSON, for a row of `guilds`; NULL if the guild reads by account. One that involves
 * somebody who objects has no effect. The text is part of the guild's stamp, so it is in a fixed order.
 */
export function attributionsColumn(guildId: Id): SQL<string | null> {
  const consents = (person: SQL) => personConsents(guildId, person)
  return sql<string | null>`(CASE WHEN coalesce(guilds.settings->>'identities', 'person') = 'person' THEN (
    SELECT json_group_array(json_array(account, person, name)) FROM (
      SELECT l.account_id AS account, l.person_id AS person,
        (SELECT nullif(m.name, '') FROM members m WHERE m.guild_id = l.guild_id AND m.id = l.person_id) AS name
      FROM identity_links l WHERE l.guild_id = guilds.id AND l.kind = 'attribution' AND l.refused_by IS NULL
        AND ${consents(sql`l.account_id`)} AND ${consents(sql`l.person_id`)} ORDER BY l.account_id)) END)`
}

const Rows = z.array(z.tuple([z.string(), z.string(), z.string().nullable()]))

/** Parses `attributionsColumn`. */
export function parseAttributions(column: string | null): Attributions {
  if (column === null || column === "[]") return NO_ATTRIBUTIONS
  return new Map(Rows.parse(JSON.parse(column)).map(([account, id, name]) => [account, { id, name }]))
}

/**
 * Returns people with all their accounts: those that speak for them, and for the reader the linked ones. The people
 * come first.
 */
export function withAccounts(
  people: readonly Id[],
  { userId, linked }: Pick<Viewer, "userId" | "linked">,
  attributions: Attributions,
): Id[] {
  const own = userId !== null && people.includes(userId) ? linked : []
  const accounts = [...attributions].flatMap(([account, { id }]) => (people.includes(id) ? [account] : []))
  return [...new Set([...people, ...own, ...accounts])]
}

/** A memory as recall reads it, with its subject's name. */
interface Attributable {
  memory: { subject: { scope: string; id: Id } }
  subjectName: string | null
}

/**
 * Returns a function that files memories of attributed accounts under their person. It returns equal objects for equal
 * objects, so that lists which share a memory still share it.
 */
export function attributor(attributions: Attributions): <Found extends Attributable>(found: Found) => Found {
  const filed = new Map<object, object>()
  return <Found extends Attributable>(found: Found): Found => {
    const { subject } = found.memory
    const person = subject.scope === "user" ? attributions.get(subject.id) : undefined
    if (person === undefined) return found
    const before = filed.get(found)
    const memory = { ...found.memory, subject: { ...subject, id: person.id } }
    const after = before ?? { ...found, memory, subjectName: person.name }
    filed.set(found, after)
    // The map holds, for each object, a copy of that object's own type.
    return after as Found
  }
}
