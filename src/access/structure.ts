/** Takes over what is told of a guild's structure: as a whole, or change by change as the gateway hears of it. The guild must be known (`openGuild`). */
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

/** How much one put told; guild and channels are null where it did not speak of them. */
export interface ReceivedCounts {
  roles: number | null
  channels: number | null
  threads: number
  members: number
  members_complete: boolean
}

/**
 * Takes over a structure. Told roles and channels are all there are: others are gone. Threads and members are added to those
 * known; with `members_complete`, whoever else is known has left. Leaves an audit row with counts.
 */
export async function putStructure(
  db: Database,
  guildId: Id,
  told: ReceivedStructure,
  by: AuditActor,
): Promise<ReceivedCounts> {
  const counts: ReceivedCounts = {
    roles: told.guild?.roles.length ?? null,
    channels: told.channels?.length ?? null,
    threads: told.threads.length,
    members: told.members.length,
    members_complete: told.members_complete,
  }
  await runBatch(db, [
    ...wholeStatements(guildId, told, by.now),
    ...(told.threads.length > 0 ? [write.upsertThreads(guildId, told.threads)] : []),
    ...(told.members.length > 0 ? [write.upsertMembers(guildId, told.members, by)] : []),
    ...(told.members_complete ? [write.removeMembersBut(guildId, ids(told.members), by.now)] : []),
    auditRow(db, by, { guildId, action: "structure.put", target: guildId, detail: counts }),
    write.bumpStructureVersion(guildId),
  ])
  return counts
}

function wholeStatements(guildId: Id, { guild, channels }: ReceivedStructure, now: Time) {
  if (!guild || !channels) return []
  const kept = (all: readonly { id: Id }[]) => all.map(({ id }) => id)
  return [
    write.setOwner(guildId, guild.owner_id),
    write.removeRolesBut(guildId, kept(guild.roles)),
    write.upsertRoles(guildId, guild.roles),
    write.removeChannelsBut(guildId, kept(channels), now),
    write.upsertChannels(guildId, channels),
    write.markStructureReceived(guildId, now),
  ]
}

function ids(members: readonly ReceivedMember[]): Id[] {
  return members.map((member) => member.user.id)
}

/**
 * GUILD_CREATE: as `putStructure`, for members that are known already, or that an overwrite names. It comes with each session and
 * mostly tells what is known: nothing is written then, and no audit row, for nobody did anything. `membersFollowed`: whether
 * members' own events are told from now on.
 */
export async function applyGuildCreate(
  db: Database,
  guildId: Id,
  told: ReceivedStructure,
  { now, membersFollowed }: { now: Time; membersFollowed: boolean },
): Promise<void> {
  const { threads, members } = told
  await writeStructure(db, guildId, [
    ...wholeStatements(guildId, told, now),
    write.setMembersFollowed(guildId, membersFollowed),
    ...(threads.length > 0 ? [write.upsertThreads(guildId, threads)] : []),
    ...(members.length > 0 ? [write.upsertMembers(guildId, members, { now, whom: "known" })] : []),
  ])
}

/** GUILD_UPDATE: the guild has this owner, and these roles are all there are. */
export async function storeGuild(
  db: Database,
  guildId: Id,
  { owner_id, roles }: { owner_id: Id; roles: readonly ReceivedRole[] },
): Promise<void> {
  const kept = roles.map(({ id }) => id)
  await writeStructure(db, guildId, [
    write.setOwner(guildId, owner_id),
    write.removeRolesBut(guildId, kept),
    write.upsertRoles(guildId, roles),
  ])
}

/** GUILD_ROLE_CREATE, GUILD_ROLE_UPDATE. */
export async function storeRole(db: Database, guildId: Id, role: ReceivedRole): Promise<void> {
  await writeStructure(db, guildId, [write.upsertRoles(guildId, [role])])
}

/** GUILD_ROLE_DELETE. Members keep its id, which is never another role's: of a role that is gone nobody has anything. */
export async function storeRoleRemoval(db: Database, guildId: Id, roleId: Id): Promise<void> {
  await writeStructure(db, guildId, [write.removeRole(guildId, roleId)])
}

/** CHANNEL_CREATE, CHANNEL_UPDATE. */
export async function storeChannel(db: Database, guildId: Id, channel: ReceivedChannel): Promise<void> {
  await writeStructure(db, guildId, [write.upsertChannels(guildId, [channel])])
}

/** THREAD_CREATE, THREAD_UPDATE, and those of a THREAD_LIST_SYNC. */
export async function storeThreads(
  db: Database,
  guildId: Id,
  threads: readonly ReceivedThread[],
): Promise<void> {
  await writeStructure(db, guildId, [write.upsertThreads(guildId, threads)])
}

/** CHANNEL_DELETE, THREAD_DELETE: nobody reads it any more but those who manage memory. */
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

/** GUILD_MEMBER_ADD, GUILD_MEMBER_UPDATE, and who is told with a message: they are in the guild and hold these roles. */
export async function storeMember(
  db: Database,
  guildId: Id,
  { member, ...how }: { member: ReceivedMember; now: Time; whom?: write.MemberSelection },
): Promise<void> {
  await writeStructure(db, guildId, [write.upsertMembers(guildId, [member], how)])
}

/** GUILD_MEMBER_REMOVE. */
export async function storeMemberLeft(
  db: Database,
  guildId: Id,
  { userId, now }: { userId: Id; now: Time },
): Promise<void> {
  await writeStructure(db, guildId, [
    write.removeMember(guildId, userId, now),
    write.leaveThreads(guildId, userId),
  ])
}

/** Lands what is told, all or nothing. Whoever remembers the guild reads it anew where that changed anything. */
export async function writeStructure(db: Database, guildId: Id, statements: readonly SQL[]): Promise<void> {
  await runBatch(
    db,
    statements.flatMap((statement) => [statement, write.bumpStructureVersionIfWritten(guildId)]),
  )
}

/** What is known of a guild's structure, in numbers. */
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
  // Raw SQL: numbers of three tables in one row.
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
