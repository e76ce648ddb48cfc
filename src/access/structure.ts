/**
 * Applies a guild's structure: as a whole, or change by change as gateway events arrive. The guild must exist
 * (`openGuild`).
 */
import { type SQL, sql } from "drizzle-orm"
import { THREADS_SQL } from "../domain/channel-types.ts"
import type { Id, Time } from "../domain/types.ts"
import { type Database, runBatch } from "../memory/db/database.ts"
import { type AuditActor, auditRow } from "../memory/write/audit.ts"
import type {
  ReceivedChannel,
  ReceivedMember,
  ReceivedRole,
  ReceivedStructure,
  ReceivedThread,
} from "./structure-shapes.ts"
import * as write from "./structure-statements.ts"

/** Counts of what one request contained. `roles` and `channels` are `null` if it did not contain them. */
export interface ReceivedCounts {
  roles: number | null
  channels: number | null
  threads: number
  members: number
  members_complete: boolean
}

/**
 * Stores a structure. The received roles and channels are complete: others are marked as gone. Threads and
 * members are added to those known; with `members_complete`, other known members have left. Writes an audit
 * row with the counts.
 */
export async function putStructure(
  db: Database,
  guildId: Id,
  received: ReceivedStructure,
  by: AuditActor,
): Promise<ReceivedCounts> {
  const counts: ReceivedCounts = {
    roles: received.guild?.roles.length ?? null,
    channels: received.channels?.length ?? null,
    threads: received.threads.length,
    members: received.members.length,
    members_complete: received.members_complete,
  }
  await runBatch(db, [
    ...wholeStatements(guildId, received, by.now),
    ...write.upsertThreads(guildId, received.threads),
    ...write.upsertMembers(guildId, received.members, by),
    ...(received.members_complete ? membersGone(guildId, ids(received.members), by.now) : []),
    auditRow(db, by, { guildId, action: "structure.put", target: guildId, detail: counts }),
    write.bumpStructureVersion(guildId),
  ])
  return counts
}

function wholeStatements(guildId: Id, { guild, channels }: ReceivedStructure, now: Time) {
  if (!guild || !channels) return []
  const kept = (all: readonly { id: Id }[]) => all.map(({ id }) => id)
  return [
    write.setOwnerIconAndName(guildId, guild),
    write.removeRolesBut(guildId, kept(guild.roles)),
    ...write.upsertRoles(guildId, guild.roles),
    write.removeChannelsBut(guildId, kept(channels), now),
    ...write.upsertChannels(guildId, channels),
    write.markStructureReceived(guildId, now),
  ]
}

function membersGone(guildId: Id, kept: readonly Id[], now: Time) {
  return [write.removeMembersBut(guildId, kept, now), write.leaveThreadsBut(guildId, kept)]
}

function ids(members: readonly ReceivedMember[]): Id[] {
  return members.map((member) => member.user.id)
}

/**
 * GUILD_CREATE. Like `putStructure`, but only for members already known or named by an overwrite. Discord
 * sends it in every session, mostly unchanged: then nothing is written. It writes no audit row because nobody
 * acted. `membersFollowed` is true if member events arrive from now on.
 */
export async function applyGuildCreate(
  db: Database,
  guildId: Id,
  received: ReceivedStructure,
  { now, membersFollowed }: { now: Time; membersFollowed: boolean },
): Promise<void> {
  const { threads, members } = received
  await writeStructure(db, guildId, [
    ...wholeStatements(guildId, received, now),
    write.setMembersFollowed(guildId, membersFollowed),
    ...write.upsertThreads(guildId, threads),
    ...write.upsertMembers(guildId, members, { now, whom: "known" }),
  ])
}

/** GUILD_UPDATE: sets the owner, the icon, the name and the complete list of roles. */
export async function storeGuild(
  db: Database,
  guildId: Id,
  { roles, ...guild }: write.ReceivedGuild & { roles: readonly ReceivedRole[] },
): Promise<void> {
  const kept = roles.map(({ id }) => id)
  await writeStructure(db, guildId, [
    write.setOwnerIconAndName(guildId, guild),
    write.removeRolesBut(guildId, kept),
    ...write.upsertRoles(guildId, roles),
  ])
}

/** GUILD_ROLE_CREATE, GUILD_ROLE_UPDATE. */
export async function storeRole(db: Database, guildId: Id, role: ReceivedRole): Promise<void> {
  await writeStructure(db, guildId, write.upsertRoles(guildId, [role]))
}

/**
 * GUILD_ROLE_DELETE. Members and overwrites keep the role's id, which Discord never reuses. `currentRoles`
 * drops it wherever permissions are computed.
 */
export async function storeRoleRemoval(db: Database, guildId: Id, roleId: Id): Promise<void> {
  await writeStructure(db, guildId, [write.removeRole(guildId, roleId)])
}

/** CHANNEL_CREATE, CHANNEL_UPDATE. */
export async function storeChannel(db: Database, guildId: Id, channel: ReceivedChannel): Promise<void> {
  await writeStructure(db, guildId, write.upsertChannels(guildId, [channel]))
}

/** THREAD_CREATE, THREAD_UPDATE, and the threads of a THREAD_LIST_SYNC. */
export async function storeThreads(
  db: Database,
  guildId: Id,
  threads: readonly ReceivedThread[],
): Promise<void> {
  await writeStructure(db, guildId, write.upsertThreads(guildId, threads))
}

/** CHANNEL_DELETE, THREAD_DELETE: from now on only people who manage memory can read the channel. */
export async function storeChannelRemoval(
  db: Database,
  guildId: Id,
  { channelId, now }: { channelId: Id; now: Time },
): Promise<void> {
  await writeStructure(db, guildId, [write.removeChannel(guildId, channelId, now)])
}

/** THREAD_MEMBERS_UPDATE. */
export async function storeThreadMemberChanges(
  db: Database,
  guildId: Id,
  { threadId, ...moved }: { threadId: Id; added: readonly Id[]; removed: readonly Id[] },
): Promise<void> {
  await writeStructure(db, guildId, [write.moveThreadMembers(guildId, threadId, moved)])
}

/**
 * GUILD_MEMBER_ADD, GUILD_MEMBER_UPDATE, and the author of a message: they are in the guild and hold these
 * roles.
 */
export async function storeMember(
  db: Database,
  guildId: Id,
  { member, ...how }: { member: ReceivedMember; now: Time; whom?: write.MemberSelection },
): Promise<void> {
  await writeStructure(db, guildId, write.upsertMembers(guildId, [member], how))
}

/** GUILD_MEMBER_REMOVE. */
export async function storeMemberLeft(
  db: Database,
  guildId: Id,
  { userId, now }: { userId: Id; now: Time },
): Promise<void> {
  await writeStructure(db, guildId, [
    write.removeMember(guildId, userId, now),
    write.leaveThreads(guildId, [userId]),
  ])
}

/**
 * Writes the statements in one batch, all or nothing. If anything changed, every cached copy of the guild's
 * structure reloads.
 */
export async function writeStructure(db: Database, guildId: Id, statements: readonly SQL[]): Promise<void> {
  if (statements.length === 0) return
  await runBatch(
    db,
    statements.flatMap((statement) => [statement, write.bumpStructureVersionIfWritten(guildId)]),
  )
}

/** Counts of a guild's stored structure. */
export interface StructureCounts {
  told_at: Time | null
  owner_id: Id | null
  roles: number
  channels: number
  threads: number
  channels_gone: number
  members: number
  members_without_roles: number
  members_left: number
}

export async function countStructure(db: Database, guildId: Id): Promise<StructureCounts | null> {
  const threads = sql.raw(THREADS_SQL)
  // Raw SQL: counts of three tables in one row.
  return db.get<StructureCounts>(sql`SELECT g.told_at, g.owner_id,
      (SELECT count(*) FROM roles WHERE guild_id = g.id) AS roles,
      coalesce(c.channels, 0) AS channels, coalesce(c.threads, 0) AS threads, coalesce(c.gone, 0) AS channels_gone,
      coalesce(m.members, 0) AS members, coalesce(m.unknown, 0) AS members_without_roles, coalesce(m.gone, 0) AS members_left
    FROM guilds g,
      (SELECT sum(type IS NOT NULL AND gone_at IS NULL AND type NOT IN ${threads}) AS channels,
        sum(gone_at IS NULL AND type IN ${threads}) AS threads, sum(gone_at IS NOT NULL) AS gone FROM channels WHERE guild_id = ${guildId}) c,
      (SELECT sum(left_at IS NULL) AS members, sum(left_at IS NULL AND roles IS NULL) AS unknown, sum(left_at IS NOT NULL) AS gone
        FROM members WHERE guild_id = ${guildId}) m
    WHERE g.id = ${guildId}`)
}
