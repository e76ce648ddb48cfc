/** Applies what is read of a guild's structure after events were missed, and lists what is still unknown. */
import { sql } from "drizzle-orm"
import type { Id, Time } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { writeStructure } from "./structure.ts"
import type { ReceivedMember } from "./structure-shapes.ts"
import { leaveThreads, membersNamedByOverwrites, upsertMembers } from "./structure-statements.ts"

/**
 * One page of the guild's members in id order: everyone after `after`, up to `until` or, if `null`, to the
 * end.
 */
export interface MemberPage {
  members: readonly ReceivedMember[]
  present: readonly Id[]
  after: Id
  until: Id | null
  now: Time
  /** Returns true if something newer is known about the member. */
  isOld(userId: Id): boolean
}

/** Updates known members from the page. Known members in its id range that it does not list have left. */
export async function applyMemberPage(db: Database, guildId: Id, page: MemberPage): Promise<void> {
  const { after, until, now, isOld } = page
  const missing = await db.all<{ id: Id }>(
    sql`SELECT id FROM members WHERE guild_id = ${guildId} AND left_at IS NULL AND CAST(id AS INTEGER) > CAST(${after} AS INTEGER)
      AND (${until} IS NULL OR CAST(id AS INTEGER) <= CAST(${until} AS INTEGER))
      AND id NOT IN (SELECT value FROM json_each(${JSON.stringify(page.present)}))`,
  )
  const gone = missing.map(({ id }) => id).filter((id) => !isOld(id))
  const received = page.members.filter(({ user }) => !isOld(user.id))
  await writeStructure(db, guildId, [
    ...upsertMembers(guildId, received, { now, whom: "known" }),
    sql`UPDATE members SET left_at = ${now} WHERE guild_id = ${guildId} AND left_at IS NULL
      AND id IN (SELECT value FROM json_each(${JSON.stringify(gone)}))`,
    leaveThreads(guildId, gone),
  ])
}

/**
 * Clears all member roles and private thread members, because events were missed. Until they are read again,
 * people read only what everyone can read.
 */
export async function forgetMemberRoles(db: Database, guildId: Id): Promise<void> {
  await writeStructure(db, guildId, [
    sql`UPDATE members SET roles = NULL WHERE guild_id = ${guildId} AND roles IS NOT NULL`,
    sql`UPDATE channels SET thread_members = NULL WHERE guild_id = ${guildId} AND thread_members IS NOT NULL`,
  ])
}

/** Records that someone named by an overwrite is not in the guild. Nothing else is known of them. */
export async function markStrangerLeft(db: Database, guildId: Id, userId: Id, now: Time): Promise<void> {
  await writeStructure(db, guildId, [
    sql`INSERT INTO members (guild_id, id, name, seen_at, left_at) SELECT id, ${userId}, '', ${now}, ${now} FROM guilds WHERE id = ${guildId}
      ON CONFLICT (guild_id, id) DO UPDATE SET left_at = excluded.left_at WHERE left_at IS NULL`,
  ])
}

/** Sets the members of a private thread; `null` means unknown. */
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

/** The parts of a guild's structure that have to be requested one by one. */
export interface StructureGaps {
  /** People named by an overwrite whose roles are unknown. */
  people: Id[]
  /** Private threads, whose member lists matter. */
  threads: Id[]
  /** Channels that are gone but whose content is still kept. */
  gone: Id[]
  /** Channels with messages. */
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

/** Returns true if the person's roles are known, or that they left. */
export async function isMemberKnown(db: Database, guildId: Id, userId: Id): Promise<boolean> {
  const rows = await db.all(
    sql`SELECT 1 FROM members WHERE guild_id = ${guildId} AND id = ${userId} AND (roles IS NOT NULL OR left_at IS NOT NULL)`,
  )
  return rows.length > 0
}
