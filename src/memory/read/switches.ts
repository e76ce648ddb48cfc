/**
 * Switches of a guild's policy for reading: scopes and single subjects. Recall follows them. A read that a person makes
 * of stored memory, such as an export, does not.
 */
import { type SQL, sql } from "drizzle-orm"
import type { Id, Scope } from "../../domain/types.ts"
import { SharedTable } from "../db/one-statement.ts"
import { inlineId } from "./consent-sql.ts"

/** The scopes that may be recalled, and the subjects that may not, each its scope, a colon and its id. */
export interface ReadSwitches {
  guildId: Id
  scopes: readonly Scope[]
  closed: readonly string[]
  /** True if `closed` holds accounts that are attributed to a person who is switched off. */
  hasAttributed: boolean
}

/**
 * Returns the SQL condition "the policy lets recall read this memory" for a row of `memories`. It is checked before
 * limits and ranks, so that memories switched off change nothing of the others.
 */
export function isSwitchedOn(switches: ReadSwitches | null): SQL {
  if (switches === null) return sql`1`
  const { scopes, closed, hasAttributed } = switches
  const guildId = inlineId(switches.guildId)
  // Scopes come from a fixed list.
  const inScope = sql`memories.scope IN (${sql.raw(scopes.map((scope) => `'${scope}'`).join(", "))})`
  if (closed.length === 0) return inScope
  // The database reads the subjects from the policy itself, because hundreds of them would not fit into the statement.
  const named = sql`SELECT subject.key FROM guilds g CROSS JOIN policies p ON p.guild_id = g.id AND p.version = g.policy_version
      CROSS JOIN json_each(p.body, '$.subjects') subject WHERE g.id = ${guildId} AND subject.value->>'read' = 0`
  const attributed = sql`UNION ALL SELECT 'user:' || link.account_id FROM identity_links link WHERE link.guild_id = ${guildId}
      AND link.kind = 'attribution' AND link.refused_by IS NULL AND 'user:' || link.person_id IN (${named})`
  const off = new SharedTable(sql`${named} ${hasAttributed ? attributed : sql``}`)
  return sql`${inScope} AND memories.scope || ':' || memories.subject_id NOT IN ${off}`
}

/** Returns the people whose facts and digests may be recalled. */
export function switchedOnPeople(people: readonly Id[], switches: ReadSwitches | null): Id[] {
  if (switches === null) return [...people]
  if (!switches.scopes.includes("user")) return []
  return people.filter((id) => !switches.closed.includes(`user:${id}`))
}
