/**
 * Reads the rows that a window's context starts from, in one batch. A guild's structure is read anew only if its stamp
 * changed: an import reads thousands of windows of one guild.
 */
import { sql } from "drizzle-orm"
import type { Structure } from "../access/permissions.ts"
import { structureOf, structureQueries } from "../access/structure-rows.ts"
import type { Id, Time, Window } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { members } from "../memory/db/schema.ts"
import { membersNamedLike } from "../memory/read/people-named.ts"
import { type Spending, spendingOf, spentQuery } from "../memory/write/usage.ts"
import { type Guild, guildFromRows, guildQuery } from "../policy/guild.ts"
import type { NamesSaid } from "./names-in.ts"

interface Asked {
  now: Time
  /** The people who speak in the window or are mentioned. */
  speakers: readonly Id[]
  names: NamesSaid
}

export interface ContextRows {
  guild: Guild | null
  structure: Structure
  /** The speakers, members whose names were said, and all who object or were erased. */
  memberRows: Awaited<ReturnType<typeof membersQuery>>
  /** True if an earlier run of this window was written. */
  written: boolean
  /** People who object in every guild. */
  objecting: Set<Id>
  /** Messages of the window that were forgotten since it was first read. */
  unread: Set<Id>
  spending: Spending
}

export async function readContextRows(db: Database, window: Window, asked: Asked): Promise<ContextRows> {
  const { guildId } = window
  const queries = [
    guildQuery(db, guildId),
    membersQuery(db, window, asked),
    factsQuery(db, window, asked),
    spentQuery(db, guildId, asked.now),
  ] as const
  const before = lastStructures(db).get(guildId)
  if (before) {
    const [guildRows, ...rest] = await db.batch(queries)
    if (guildRows[0]?.stamp === before.stamp) return toContextRows(before.structure, [guildRows, ...rest])
  }
  const [guildRows, memberRows, factRows, spentRows, ...structureRows] = await db.batch([
    ...queries,
    ...structureQueries(db, guildId),
  ])
  const structure = structureOf(guildId, structureRows)
  rememberStructure(db, guildRows[0]?.stamp, structure)
  return toContextRows(structure, [guildRows, memberRows, factRows, spentRows])
}

type Rows<Queries extends readonly unknown[]> = { [At in keyof Queries]: Awaited<Queries[At]> }
type OwnRows = Rows<
  [
    ReturnType<typeof guildQuery>,
    ReturnType<typeof membersQuery>,
    ReturnType<typeof factsQuery>,
    ReturnType<typeof spentQuery>,
  ]
>

function toContextRows(
  structure: Structure,
  [guildRows, memberRows, [facts], spentRows]: OwnRows,
): ContextRows {
  // The JSON comes only from the query below.
  const ids = (json = "[]") => new Set(JSON.parse(json) as Id[])
  return {
    guild: guildFromRows(guildRows),
    structure,
    memberRows,
    written: facts?.written === 1,
    objecting: ids(facts?.objecting),
    unread: ids(facts?.forgotten),
    spending: spendingOf(spentRows),
  }
}

function membersQuery(db: Database, { guildId }: Window, { names, speakers }: Asked) {
  return (
    db
      .select({
        id: members.id,
        name: members.name,
        consent: members.consent,
        erasedAt: members.erasedAt,
        seenAt: members.seenAt,
        formerName: members.formerName,
        namePrints: members.namePrints,
      })
      .from(members)
      // Separate queries joined by UNION use two indexes; an OR would scan the table. SQLite in D1 joins five at most.
      .where(
        sql`guild_id = ${guildId} AND id IN (SELECT value FROM json_each(${JSON.stringify(speakers)})
          UNION SELECT id FROM (${membersNamedLike(guildId, names)})
          UNION SELECT id FROM members WHERE guild_id = ${guildId} AND consent = 'out'
          UNION SELECT id FROM members WHERE guild_id = ${guildId} AND erased_at IS NOT NULL AND name_prints IS NOT NULL
          UNION SELECT m.id FROM objections CROSS JOIN members m ON m.guild_id = ${guildId} AND m.id = objections.user_id)`,
      )
  )
}

/** Small facts as columns of one row: a further statement costs more than a further column. */
function factsQuery(db: Database, window: Window, { speakers }: Asked) {
  const { guildId } = window
  const ids = JSON.stringify(window.messages.map((message) => message.id))
  return db
    .select({
      written: sql<0 | 1>`EXISTS (SELECT 1 FROM windows WHERE id = ${window.id})`,
      objecting: sql<string>`(SELECT json_group_array(user_id) FROM objections
        WHERE user_id IN (SELECT value FROM json_each(${JSON.stringify(speakers)}))
          OR EXISTS (SELECT 1 FROM members WHERE guild_id = ${guildId} AND id = user_id))`,
      forgotten: sql<string>`(SELECT json_group_array(message_id) FROM forgotten
        WHERE guild_id = ${guildId} AND message_id IN (SELECT value FROM json_each(${ids})))`,
    })
    .from(sql`(SELECT 1)`)
}

interface StampedStructure {
  stamp: string
  structure: Structure
}

/** The structures that were read last, by database. Each is valid as long as its guild has the stamp. */
const known = new WeakMap<D1Database, Map<Id, StampedStructure>>()
const MOST_STRUCTURES = 50

function lastStructures(db: Database): Map<Id, StampedStructure> {
  const structures = known.get(db.$client) ?? new Map<Id, StampedStructure>()
  known.set(db.$client, structures)
  return structures
}

function rememberStructure(db: Database, stamp: string | undefined, structure: Structure): void {
  const structures = lastStructures(db)
  if (structures.size >= MOST_STRUCTURES) structures.clear()
  if (stamp !== undefined) structures.set(structure.guildId, { stamp, structure })
}
