/** Roles, channels and members of the world's guilds: every change to them and the events it causes. */
import type { APIGuildMember, APIRole, APIUser } from "discord-api-types/v10"
import { type DataOf, type Dispatch, INTENTS } from "./dispatch.ts"
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
    return this.change(guild, () => {
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
    return this.change(guild, () => {
      guild.roles.set(roleId, role)
      return [role, tell(guildId, "GUILD_ROLE_UPDATE", { guild_id: guildId, role })]
    })
  }

  /**
   * Removes the role from members and overwrites too, and sends only the role's own event. With the switch
   * `followsRoleDeletion`, events for changed overwrites and (with their intent) members follow.
   */
  deleteRole(guildId: string, roleId: string): Change<APIRole> {
    const guild = this.guild(guildId)
    const role = found(guild.roles, roleId)
    return this.change(guild, () => {
      guild.roles.delete(roleId)
      const holders = [...guild.members].filter(([, member]) => member.roles.includes(roleId))
      const rid = holders.map(([id, member]) =>
        this.putMember(guild, id, { ...member, roles: member.roles.filter((one) => one !== roleId) }),
      )
      const gone = tell(guildId, "GUILD_ROLE_DELETE", { guild_id: guildId, role_id: roleId })
      const following = [...this.withoutOverwrites(guild, roleId), ...rid]
      return [role, gone, ...(this.followsRoleDeletion ? following : [])]
    })
  }

  addChannel(guildId: string, told: NewChannel = {}): Change<GuildChannel> {
    const guild = this.guild(guildId)
    const channel = channelOf(guildId, told.id ?? this.clock.next(), told)
    return this.change(guild, () => {
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
    return this.change(guild, () => [channel, putChannel(guild, channel)])
  }

  /** Deleting a channel deletes its threads without an event. A category's channels stay without it. */
  deleteChannel(guildId: string, channelId: string): Change<GuildChannel> {
    const guild = this.guild(guildId)
    const channel = found(guild.channels, channelId)
    return this.change(guild, () => {
      const threads = [...guild.threads.values()].filter((one) => one.parent_id === channelId)
      for (const { id } of threads) {
        guild.threads.delete(id)
        guild.threadMembers.delete(id)
        guild.messages.delete(id)
      }
      guild.channels.delete(channelId)
      guild.messages.delete(channelId)
      const orphans = [...guild.channels.values()].filter((one) => one.parent_id === channelId)
      const moved = orphans.map((one) => putChannel(guild, { ...one, parent_id: null } as GuildChannel)) // Of the type it had.
      return [channel, tell(guildId, "CHANNEL_DELETE", channel), ...moved]
    })
  }

  addMember(
    guildId: string,
    user: APIUser,
    told: { roles?: string[]; nick?: string } = {},
  ): Change<APIGuildMember> {
    const guild = this.guild(guildId)
    const member = memberOf(user, { ...told, joinedAt: this.clock.iso() })
    return this.change(guild, () => {
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
    return this.change(guild, () => [member, this.putMember(guild, userId, member)])
  }

  /** A member leaves or is removed. */
  removeMember(guildId: string, userId: string): Change<APIGuildMember> {
    const guild = this.guild(guildId)
    const member = found(guild.members, userId)
    return this.change(guild, () => {
      guild.members.delete(userId)
      for (const inside of guild.threadMembers.values()) inside.delete(userId)
      const gone = { guild_id: guildId, user: member.user }
      return [member, tell(guildId, "GUILD_MEMBER_REMOVE", gone, INTENTS.members)]
    })
  }

  private putMember(guild: Guild, userId: string, member: APIGuildMember): Dispatch {
    guild.members.set(userId, member)
    const data = { ...member, guild_id: guild.id } as DataOf<"GUILD_MEMBER_UPDATE"> // Whose avatar is never left out.
    // The bot receives its own updates, whatever its intents.
    return tell(guild.id, "GUILD_MEMBER_UPDATE", data, userId === this.bot.id ? 0 : INTENTS.members)
  }

  private withoutOverwrites(guild: Guild, id: string): Dispatch[] {
    const naming = [...guild.channels.values()].filter((channel) =>
      channel.permission_overwrites?.some((one) => one.id === id),
    )
    return naming.map((channel) => {
      const permission_overwrites = channel.permission_overwrites?.filter((one) => one.id !== id) ?? []
      return putChannel(guild, { ...channel, permission_overwrites })
    })
  }
}

function putChannel(guild: Guild, channel: GuildChannel): Dispatch {
  guild.channels.set(channel.id, channel)
  return tell(guild.id, "CHANNEL_UPDATE", channel)
}
