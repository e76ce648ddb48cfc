/**
 * One guild as Discord's servers hold it, and the wire format of its parts. Values are replaced, never
 * changed.
 */
import type {
  APIGuild,
  APIGuildMember,
  APIGuildScheduledEvent,
  APIMessage,
  APIOverwrite,
  APIRole,
  APIThreadChannel,
  APIThreadMember,
  APIUser,
  GatewayChannelCreateDispatchData,
} from "discord-api-types/v10"

export type GuildChannel = GatewayChannelCreateDispatchData
export type Thread = APIThreadChannel & { guild_id: string; parent_id: string }

export interface Guild {
  id: string
  name: string
  ownerId: string
  roles: Map<string, APIRole>
  channels: Map<string, GuildChannel>
  threads: Map<string, Thread>
  threadMembers: Map<string, Map<string, APIThreadMember>>
  members: Map<string, APIGuildMember>
  /** Messages by channel, in the order of their ids. */
  messages: Map<string, Map<string, APIMessage>>
  /** Events that are scheduled or running. */
  scheduled: Map<string, APIGuildScheduledEvent>
  /** When messages were pinned, by channel and message, oldest first. */
  pins: Map<string, Map<string, string>>
  /** An outage: nothing of the guild is sent. */
  unavailable: boolean
  /** Whether the bot is a member. */
  joined: boolean
  /** The member count from which GUILD_CREATE says `large`. */
  largeFrom: number
  /** How many more searches of its messages Discord answers with 202, because it still indexes them. */
  unindexed: number
}

export interface NewRole {
  id?: string
  name?: string
  permissions?: bigint | string
  position?: number
  /** The bot that owns this managed role. */
  botId?: string
}

export interface NewOverwrite {
  id: string
  type: "role" | "member"
  allow?: bigint
  deny?: bigint
}

export interface NewChannel {
  id?: string
  /** Discord's channel type; text by default. */
  type?: number
  name?: string
  parentId?: string | null
  topic?: string | null
  nsfw?: boolean
  position?: number
  overwrites?: NewOverwrite[]
}

/**
 * VIEW_CHANNEL, SEND_MESSAGES, READ_MESSAGE_HISTORY, CONNECT, SPEAK, USE_APPLICATION_COMMANDS, threads and
 * the like: the permissions of @everyone in a new guild.
 */
export const EVERYONE_PERMISSIONS = 2_222_085_186_637_376n

export function roleOf(id: string, role: NewRole): APIRole {
  return {
    id,
    name: role.name ?? "new role",
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    icon: null,
    unicode_emoji: null,
    position: role.position ?? 1,
    permissions: String(role.permissions ?? 0n),
    managed: role.botId !== undefined,
    mentionable: false,
    flags: 0 as APIRole["flags"], // Discord's enum has no name for none.
    ...(role.botId !== undefined && { tags: { bot_id: role.botId } }),
  }
}

export function overwriteOf(one: NewOverwrite): APIOverwrite {
  return {
    id: one.id,
    type: one.type === "role" ? 0 : 1,
    allow: String(one.allow ?? 0n),
    deny: String(one.deny ?? 0n),
  }
}

export function channelOf(guildId: string, id: string, channel: NewChannel): GuildChannel {
  const type = channel.type ?? 0
  const text = {
    topic: channel.topic ?? null,
    last_message_id: null,
    rate_limit_per_user: 0,
    nsfw: channel.nsfw ?? false,
  }
  const voice = { bitrate: 64_000, user_limit: 0, rtc_region: null }
  const forum = {
    available_tags: [],
    default_reaction_emoji: null,
    default_sort_order: null,
    default_forum_layout: 0,
  }
  // The channel's type among Discord's dozen is known only at run time.
  return {
    id,
    type,
    guild_id: guildId,
    name: channel.name ?? `channel-${id.slice(-4)}`,
    position: channel.position ?? 0,
    parent_id: channel.parentId ?? null,
    permission_overwrites: (channel.overwrites ?? []).map(overwriteOf),
    flags: 0,
    ...(type !== 4 && text),
    ...((type === 2 || type === 13) && voice),
    ...((type === 15 || type === 16) && forum),
  } as unknown as GuildChannel
}

export function memberOf(user: APIUser, told: { roles?: string[]; nick?: string | null; joinedAt: string }) {
  return {
    user,
    nick: told.nick ?? null,
    avatar: null,
    banner: null,
    roles: told.roles ?? [],
    joined_at: told.joinedAt,
    premium_since: null,
    pending: false,
    communication_disabled_until: null,
    deaf: false,
    mute: false,
    flags: 0 as APIGuildMember["flags"], // Discord's enum has no name for none.
  } satisfies APIGuildMember
}

/** A guild without its channels and members, as in REST and GUILD_UPDATE. */
export function guildOf(guild: Guild): APIGuild {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    splash: null,
    discovery_splash: null,
    banner: null,
    description: null,
    owner_id: guild.ownerId,
    region: "deprecated",
    afk_channel_id: null,
    afk_timeout: 300,
    widget_enabled: false,
    verification_level: 1,
    default_message_notifications: 0,
    explicit_content_filter: 0,
    roles: [...guild.roles.values()],
    emojis: [],
    stickers: [],
    features: [],
    mfa_level: 0,
    application_id: null,
    system_channel_id: null,
    system_channel_flags: 0 as APIGuild["system_channel_flags"], // As above.
    rules_channel_id: null,
    max_members: 500_000,
    vanity_url_code: null,
    premium_tier: 0,
    premium_subscription_count: 0,
    preferred_locale: "en-US" as APIGuild["preferred_locale"], // A value enum of discord-api-types, kept out of the world.
    public_updates_channel_id: null,
    nsfw_level: 0,
    premium_progress_bar_enabled: false,
    hub_type: null,
    safety_alerts_channel_id: null,
    incidents_data: null,
  }
}
