/** Takes over what is read of a guild's structure after events were missed, and finds what is left open in it. */
import { sql } from "drizzle-orm"
import type { Id, Time } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { writeStructure } from "./structure.ts"
import type { ReceivedMember } from "./structure-shapes.ts"
import { membersNamedByOverwrites, upsertMembers } from "./structure-statements.ts"

/** A page of the guild's members in the order of their ids: all there are after `after`, up to `until`; null: up to the last. */
export interface MemberPage {
  members: readonly ReceivedMember[]
  present: readonly Id[]
  after: Id
  until: Id | null
  now: Time
  /** Whether something newer was told of somebody. */
  isOld(userId: Id): boolean
}

/** Those known are as the page says; those it does not hold have left. */
export async function applyMemberPage(db: Database, guildId: Id, page: MemberPage): Promise<void> {
  const { after, until, now, isOld } = page
  const missing = await db.all<{ id: Id }>(
    sql`SELECT id FROM members WHERE guild_id = ${guildId} AND left_at IS NULL AND CAST(id AS INTEGER) > CAST(${after} AS INTEGER)
      AND (${until} IS NULL OR CAST(id AS INTEGER) <= CAST(${until} AS INTEGER))
      AND id NOT IN (SELECT value FROM json_each(${JSON.stringify(page.present)}))`,
  )
  const gone = missing.map(({ id }) => id).filter((id) => !isOld(id))
  const told = page.members.filter(({ user }) => !isOld(user.id))
  await writeStructure(db, guildId, [
    upsertMembers(guildId, told, { now, whom: "known" }),
    sql`UPDATE members SET left_at = ${now} WHERE guild_id = ${guildId} AND left_at IS NULL
      AND id IN (SELECT value FROM json_each(${JSON.stringify(gone)}))`,
  ])
}

/** Nobody knows any more which roles anybody holds, nor who is in private threads: what they read beyond everyone is withheld. */
export async function forgetMemberRoles(db: Database, guildId: Id): Promise<void> {
  await writeStructure(db, guildId, [
    sql`UPDATE members SET roles = NULL WHERE guild_id = ${guildId} AND roles IS NOT NULL`,
    sql`UPDATE channels SET thread_members = NULL WHERE guild_id = ${guildId} AND thread_members IS NOT NULL`,
  ])
}

/** Somebody whom an overwrite names is not in the guild. Of them nothing is known but that. */
export async function markStrangerLeft(db: Database, guildId: Id, userId: Id, now: Time): Promise<void> {
  await writeStructure(db, guildId, [
    sql`INSERT INTO members (guild_id, id, name, seen_at, left_at) SELECT id, ${userId}, '', ${now}, ${now} FROM guilds WHERE id = ${guildId}
      ON CONFLICT (guild_id, id) DO UPDATE SET left_at = excluded.left_at WHERE left_at IS NULL`,
  ])
}

/** Who is in a private thread; null: nobody knows. */
export async function setThreadMembers(
  db: Database,
  guildId: Id,
  { threadId, members }: { threadId: Id; members: readonly Id[] | null },
): Promise<void> {
  const list = members && JSON.stringify(members)
  await writeStructure(db, guildId, [
    sql`UPDATE channels SET thread_members = ${list} WHERE guild_id = ${guildId} AND id = ${threadId} AND thread_members IS NOT ${list}`,
  ])
}

/** What of a guild has to be asked for by itself. */
export interface StructureGaps {
  /** Named by an overwrite, and nobody told which roles they hold. */
  people: Id[]
  /** Private, so that it counts who is in them. */
  threads: Id[]
  /** Told of no more, and what was heard in them is kept. */
  gone: Id[]
  /** In which something was heard. */
  heard: Id[]
}

export async function findStructureGaps(db: Database, guildId: Id): Promise<StructureGaps> {
  // Raw SQL: four lists of one guild in one round trip.
  const rows = await db.all<{ kind: keyof StructureGaps; id: Id }>(
    sql`SELECT DISTINCT 'people' AS kind, n.id FROM ${membersNamedByOverwrites(guildId)} n LEFT JOIN members m ON m.guild_id = ${guildId} AND m.id = n.id WHERE m.roles IS NULL AND m.left_at IS NULL
      UNION ALL SELECT 'threads', id FROM channels WHERE guild_id = ${guildId} AND type = 12 AND gone_at IS NULL
      UNION ALL SELECT 'gone', c.id FROM channels c WHERE c.guild_id = ${guildId} AND c.gone_at IS NOT NULL AND c.updated_at > 0
        AND NOT EXISTS (SELECT 1 FROM erasures e WHERE e.guild_id = c.guild_id AND e.kind = 'channel' AND e.target = c.id AND e.state <> 'done')
      UNION ALL SELECT 'heard', id FROM channels WHERE guild_id = ${guildId} AND updated_at > 0 AND gone_at IS NULL`,
  )
  const of = (kind: keyof StructureGaps) => rows.filter((row) => row.kind === kind).map(({ id }) => id)
  return { people: of("people"), threads: of("threads"), gone: of("gone"), heard: of("heard") }
}

/** Whether somebody's roles, or that they left, are known. */
export async function isMemberKnown(db: Database, guildId: Id, userId: Id): Promise<boolean> {
  const rows = await db.all(
    sql`SELECT 1 FROM members WHERE guild_id = ${guildId} AND id = ${userId} AND (roles IS NOT NULL OR left_at IS NOT NULL)`,
  )
  return rows.length > 0
}
