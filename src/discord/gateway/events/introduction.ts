/** Decides if and where the bot introduces itself in a guild that invited it. Pure. */
import { z } from "zod"
import {
  ADMINISTRATOR,
  type Channel,
  MANAGE_GUILD,
  permissionsIn,
  SEND_MESSAGES,
  type Structure,
  VIEW_CHANNEL,
} from "../../../access/permissions.ts"
import { DAY } from "../../../domain/calendar.ts"
import { Snowflake } from "../../../domain/ids.ts"
import type { Id, Time } from "../../../domain/types.ts"
import type { GuildIntroduction } from "../../bot/ui/text.ts"

/**
 * A guild that was joined earlier is no news to anybody: it is told as unknown after the database was lost, or after the
 * bot was switched on for the first time.
 */
const NEWS_MS = DAY
const GUILD_TEXT = 0

/** The part of GUILD_CREATE that the introduction rests on. An odd one costs the introduction and nothing else. */
export const InvitedGuildShape = z.object({
  id: Snowflake,
  owner_id: Snowflake,
  joined_at: z.iso.datetime({ offset: true }),
  preferred_locale: z.string().max(20).catch("en-US"),
  system_channel_id: Snowflake.nullish().catch(null),
  roles: z.array(
    z.object({
      id: Snowflake,
      permissions: z.string().transform(BigInt),
      tags: z.looseObject({ bot_id: z.string().nullish() }).nullish(),
    }),
  ),
  channels: z.array(
    z.object({
      id: Snowflake,
      type: z.int(),
      position: z.int().catch(0),
      permission_overwrites: z
        .array(
          z.object({
            id: Snowflake,
            type: z.int(),
            allow: z.string().transform(BigInt),
            deny: z.string().transform(BigInt),
          }),
        )
        .default([]),
    }),
  ),
  members: z.array(z.object({ user: z.object({ id: Snowflake }), roles: z.array(Snowflake) })),
})
type InvitedGuild = z.output<typeof InvitedGuildShape>

/** Returns `null` if the bot says nothing: the invitation is old, or it may write nowhere. */
export function introductionOf(
  guild: InvitedGuild,
  { botId, now }: { botId: Id; now: Time },
): GuildIntroduction | null {
  if (now - Date.parse(guild.joined_at) > NEWS_MS) return null
  const own = guild.members.find(({ user }) => user.id === botId)
  if (own === undefined) return null
  const structure = structureOf(guild)
  const allows = (member: { id: Id; roles: readonly Id[] }, channel: Id, wanted: bigint) =>
    ((permissionsIn(structure, member, channel) ?? 0n) & wanted) === wanted
  const writes = (channel: Id) =>
    allows({ id: botId, roles: own.roles }, channel, VIEW_CHANNEL | SEND_MESSAGES)
  const managers = managerRoles(guild)
  const isSeen = (channel: Id) =>
    managers.every((role) => allows({ id: "", roles: [role] }, channel, VIEW_CHANNEL))
  const texts = guild.channels
    .filter(({ type }) => type === GUILD_TEXT)
    .sort((a, b) => a.position - b.position || (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    .map(({ id }) => id)
  const system = texts.find((id) => id === guild.system_channel_id && writes(id))
  const channelId = system ?? texts.find((id) => writes(id) && isSeen(id))
  return channelId === undefined ? null : { guildId: guild.id, channelId, locale: guild.preferred_locale }
}

/** Returns the roles that manage the server without seeing every channel anyway. Bots do not read introductions. */
function managerRoles({ roles }: InvitedGuild): Id[] {
  return roles
    .filter(({ permissions, tags }) => !tags?.bot_id && (permissions & MANAGE_GUILD) !== 0n)
    .filter(({ permissions }) => (permissions & ADMINISTRATOR) === 0n)
    .map(({ id }) => id)
}

function structureOf({ id, owner_id, roles, channels }: InvitedGuild): Structure {
  return {
    guildId: id,
    toldAt: 0,
    ownerId: owner_id,
    roles: roles.map((role) => ({ id: role.id, permissions: role.permissions, bot: false })),
    channels: channels.map(channelOf),
    named: [],
    icon: null,
    hasObjectors: false,
  }
}

function channelOf({ id, type, permission_overwrites }: InvitedGuild["channels"][number]): Channel {
  return {
    id,
    parentId: null,
    name: null,
    audience: null,
    type,
    overwrites: permission_overwrites.map((one) => ({ ...one, kind: one.type === 0 ? "role" : "member" })),
    nsfw: false,
    threadMembers: null,
    gone: false,
    heard: false,
  }
}
