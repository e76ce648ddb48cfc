/** Roles, channels and members of the world's guilds: every change to them and the events it causes. */
import type { APIGuildMember, APIRole, APIUser } from "discord-api-types/v10"
import { type DataOf, INTENTS, type WorldEvent } from "./dispatch.ts"
import {
  channelOf,
  type Guild,
  type GuildChannel,
  memberOf,
  type NewChannel,
  type NewOverwrite,
  type NewRole,
  overwriteOf,
  roleOf,
} from "./guild.ts"
import { type Change, found, GuildWorld, tell } from "./guilds.ts"
import { PERMISSIONS, permissionsOf, sees } from "./permissions.ts"

export interface ChannelChange {
  name?: string
  topic?: string
  nsfw?: boolean
  parentId?: string | null
  type?: number
  position?: number
  overwrites?: NewOverwrite[]
}

export class StructureWorld extends GuildWorld {
  addRole(guildId: string, told: NewRole = {}): Change<APIRole> {
    const guild = this.guild(guildId)
    const role = roleOf(told.id ?? this.clock.next(), told)
    return this.change(guild, "role created", () => {
      guild.roles.set(role.id, role)
      return [role, tell(guildId, "GUILD_ROLE_CREATE", { guild_id: guildId, role })]
    })
  }

  changeRole(
    guildId: string,
    roleId: string,
    change: { name?: string; permissions?: bigint },
  ): Change<APIRole> {
    const guild = this.guild(guildId)
    const { name, permissions } = change
    const role: APIRole = {
      ...found(guild.roles, roleId),
      ...(name !== undefined && { name }),
      ...(permissions !== undefined && { permissions: String(permissions) }),
    }
    return this.change(guild, "role changed", () => {
      guild.roles.set(roleId, role)
      return [role, tell(guildId, "GUILD_ROLE_UPDATE", { guild_id: guildId, role })]
    })
  }

  /**
   * Members no longer hold the role, and Discord says so by one event alone. Its overwrites stay in the channels,
   * unless Discord does more than it documents.
   */
  deleteRole(guildId: string, roleId: string): Change<APIRole> {
    const guild = this.guild(guildId)
    const role = found(guild.roles, roleId)
    return this.change(guild, "role deleted", () => {
      guild.roles.delete(roleId)
      const holders = [...guild.members].filter(([, member]) => member.roles.includes(roleId))
      const rid = holders.map(([id, member]) =>
        this.putMember(guild, id, { ...member, roles: member.roles.filter((one) => one !== roleId) }),
      )
      const gone = tell(guildId, "GUILD_ROLE_DELETE", { guild_id: guildId, role_id: roleId })
      const cleared = this.undocumented ? this.withoutOverwrites(guild, roleId) : []
      return [role, gone, ...cleared, ...rid]
    })
  }

  addChannel(guildId: string, told: NewChannel = {}): Change<GuildChannel> {
    const guild = this.guild(guildId)
    const channel = channelOf(guildId, told.id ?? this.clock.next(), told)
    return this.change(guild, "channel created", () => {
      guild.channels.set(channel.id, channel)
      return [channel, tell(guildId, "CHANNEL_CREATE", channel)]
    })
  }

  changeChannel(guildId: string, channelId: string, change: ChannelChange): Change<GuildChannel> {
    const guild = this.guild(guildId)
    const { overwrites, parentId, ...rest } = change
    // Text and announcement channels can be converted into each other, so the type may change.
    const channel = {
      ...found(guild.channels, channelId),
      ...rest,
      ...(parentId !== undefined && { parent_id: parentId }),
      ...(overwrites && { permission_overwrites: overwrites.map(overwriteOf) }),
    } as GuildChannel
    return this.change(guild, "channel changed", () => [channel, putChannel(guild, channel)])
  }

  /** Deleting a channel deletes its threads. A category's channels stay without it. */
  deleteChannel(guildId: string, channelId: string): Change<GuildChannel> {
    const guild = this.guild(guildId)
    const channel = found(guild.channels, channelId)
    return this.change(guild, "channel deleted", () => {
      const threads = [...guild.threads.values()].filter((one) => one.parent_id === channelId)
      const threadsGone = threads
        .filter(({ id }) => sees(guild, this.bot.id, id))
        .map(({ id, parent_id, type }) =>
          tell(guildId, "THREAD_DELETE", { id, guild_id: guildId, parent_id, type }),
        )
      for (const { id } of threads) {
        guild.threads.delete(id)
        guild.threadMembers.delete(id)
        guild.messages.delete(id)
      }
      guild.channels.delete(channelId)
      guild.messages.delete(channelId)
      const orphans = [...guild.channels.values()].filter((one) => one.parent_id === channelId)
      const moved = orphans.map((one) => putChannel(guild, { ...one, parent_id: null } as GuildChannel)) // Of the type it had.
      return [channel, tell(guildId, "CHANNEL_DELETE", channel), ...threadsGone, ...moved]
    })
  }

  addMember(
    guildId: string,
    user: APIUser,
    told: { roles?: string[]; nick?: string } = {},
  ): Change<APIGuildMember> {
    const guild = this.guild(guildId)
    const member = memberOf(user, { ...told, joinedAt: this.clock.iso() })
    return this.change(guild, "member joined", () => {
      this.users.set(user.id, user)
      guild.members.set(user.id, member)
      return [member, tell(guildId, "GUILD_MEMBER_ADD", { ...member, guild_id: guildId }, INTENTS.members)]
    })
  }

  changeMember(
    guildId: string,
    userId: string,
    change: { roles?: string[]; nick?: string | null },
  ): Change<APIGuildMember> {
    const guild = this.guild(guildId)
    const member = { ...found(guild.members, userId), ...change }
    return this.change(guild, "member changed", () => [member, this.putMember(guild, userId, member)])
  }

  /** A member leaves or is removed. */
  removeMember(guildId: string, userId: string): Change<APIGuildMember> {
    const guild = this.guild(guildId)
    const member = found(guild.members, userId)
    return this.change(guild, "member left", () => [member, ...this.withoutMember(guild, member)])
  }

  banMember(guildId: string, userId: string): Change<APIGuildMember> {
    const guild = this.guild(guildId)
    const member = found(guild.members, userId)
    const isTold = (permissionsOf(guild, this.bot.id) & PERMISSIONS.banMembers) !== 0n
    const banned = { guild_id: guildId, user: member.user }
    return this.change(guild, "member banned", () => [
      member,
      ...this.withoutMember(guild, member),
      ...(isTold ? [tell(guildId, "GUILD_BAN_ADD", banned, INTENTS.moderation)] : []),
    ])
  }

  private withoutMember(guild: Guild, { user }: APIGuildMember): WorldEvent[] {
    const inside = [...guild.threadMembers].filter(([, members]) => members.has(user.id))
    const seen = inside.filter(([id]) => sees(guild, this.bot.id, id))
    guild.members.delete(user.id)
    for (const [, members] of inside) members.delete(user.id)
    const gone = tell(guild.id, "GUILD_MEMBER_REMOVE", { guild_id: guild.id, user }, INTENTS.members)
    const updates = seen.map(([id, members]) =>
      tell(guild.id, "THREAD_MEMBERS_UPDATE", {
        id,
        guild_id: guild.id,
        member_count: Math.min(members.size, 50),
        removed_member_ids: [user.id],
      }),
    )
    return [gone, ...updates]
  }

  private putMember(guild: Guild, userId: string, member: APIGuildMember): WorldEvent {
    guild.members.set(userId, member)
    const data = { ...member, guild_id: guild.id } as DataOf<"GUILD_MEMBER_UPDATE"> // Whose avatar is never left out.
    // The bot receives its own updates, whatever its intents.
    return tell(guild.id, "GUILD_MEMBER_UPDATE", data, userId === this.bot.id ? 0 : INTENTS.members)
  }

  private withoutOverwrites(guild: Guild, id: string): WorldEvent[] {
    const naming = [...guild.channels.values()].filter((channel) =>
      channel.permission_overwrites?.some((one) => one.id === id),
    )
    return naming.map((channel) => {
      const permission_overwrites = channel.permission_overwrites?.filter((one) => one.id !== id) ?? []
      return putChannel(guild, { ...channel, permission_overwrites })
    })
  }
}

function putChannel(guild: Guild, channel: GuildChannel): WorldEvent {
  guild.channels.set(channel.id, channel)
  return tell(guild.id, "CHANNEL_UPDATE", channel)
}
