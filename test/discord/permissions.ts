/**
 * Computes a member's permissions by Discord's published rule. Written separately from Keepsake's own code,
 * so that tests can compare the two.
 */
import type { Guild, GuildChannel, Thread } from "./guild.ts"

export const PERMISSIONS = {
  banMembers: 1n << 2n,
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

/**
 * A member's permissions in a channel or thread, or in the whole guild if no channel is given. 0 for
 * non-members.
 */
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

/**
 * Returns true if a person sees a channel or thread. Only its members and thread managers see a private
 * thread.
 */
export function sees(guild: Guild, userId: string, channelId: string): boolean {
  const bits = permissionsOf(guild, userId, channelId)
  if ((bits & PERMISSIONS.view) === 0n) return false
  if (guild.threads.get(channelId)?.type !== PRIVATE_THREAD) return true
  const inside = guild.threadMembers.get(channelId)?.has(userId) ?? false
  return inside || (bits & PERMISSIONS.manageThreads) !== 0n
}

/** A channel's own overwrites apply to it; a thread uses its parent's. */
function rulingChannel(guild: Guild, id: string): GuildChannel | Thread | undefined {
  const thread = guild.threads.get(id)
  return guild.channels.get(thread ? thread.parent_id : id)
}
