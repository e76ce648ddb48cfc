/** What a member may do, by Discord's published rule; written apart from Keepsake's own so that each can be held against the other. */
import type { Guild, GuildChannel, Thread } from "./guild.ts"

export const PERMISSIONS = {
  administrator: 1n << 3n,
  manageGuild: 1n << 5n,
  view: 1n << 10n,
  send: 1n << 11n,
  manageMessages: 1n << 13n,
  history: 1n << 16n,
  connect: 1n << 20n,
  manageThreads: 1n << 34n,
} as const

const ALL = (1n << 53n) - 1n
const PRIVATE_THREAD = 12

/** A member's permissions in a channel or thread; in the guild as a whole where no channel is given. Nobody's are 0. */
export function permissionsOf(guild: Guild, userId: string, channelId?: string): bigint {
  const member = guild.members.get(userId)
  if (!member) return 0n
  if (userId === guild.ownerId) return ALL
  let bits = BigInt(guild.roles.get(guild.id)?.permissions ?? 0)
  for (const id of member.roles) bits |= BigInt(guild.roles.get(id)?.permissions ?? 0)
  if ((bits & PERMISSIONS.administrator) !== 0n) return ALL
  const ruling = channelId === undefined ? undefined : rulingChannel(guild, channelId)
  if (!ruling) return channelId === undefined ? bits : 0n
  const overwrites = ruling.permission_overwrites ?? []
  const apply = (those: typeof overwrites) => {
    for (const one of those) bits &= ~BigInt(one.deny)
    for (const one of those) bits |= BigInt(one.allow)
  }
  apply(overwrites.filter((one) => one.id === guild.id))
  apply(overwrites.filter((one) => one.type === 0 && one.id !== guild.id && member.roles.includes(one.id)))
  apply(overwrites.filter((one) => one.type === 1 && one.id === userId))
  return bits
}

/** Whether somebody sees that a channel or thread is there. A private thread is for those in it and for who manages threads. */
export function sees(guild: Guild, userId: string, channelId: string): boolean {
  const bits = permissionsOf(guild, userId, channelId)
  if ((bits & PERMISSIONS.view) === 0n) return false
  if (guild.threads.get(channelId)?.type !== PRIVATE_THREAD) return true
  const inside = guild.threadMembers.get(channelId)?.has(userId) ?? false
  return inside || (bits & PERMISSIONS.manageThreads) !== 0n
}

/** A channel's own overwrites rule over it, a thread's parent's over the thread. */
function rulingChannel(guild: Guild, id: string): GuildChannel | Thread | undefined {
  const thread = guild.threads.get(id)
  return guild.channels.get(thread ? thread.parent_id : id)
}
