/**
 * Zod shapes of the Discord objects that describe a guild's structure. They keep what decides who reads what
 * and ignore the rest.
 */
import { z } from "zod"
import { Snowflake } from "../domain/ids.ts"

const NOT_TEXT = /[\p{Cc}\p{Cs}]+/gu

/** Permission bits: a decimal number in a string. */
export const PermissionBits = z
  .string()
  .regex(/^\d{1,30}$/, "must be permission bits: a decimal number in a string")

/**
 * A display name. Prompts and answers show names on one line, so control characters and lone surrogates
 * become a space.
 */
export const NameShape = z
  .string()
  .min(1)
  .max(100)
  .overwrite((name) => name.replace(NOT_TEXT, " "))

/** Discord's hash of a picture, part of the picture's address. */
export const PictureHash = z.string().regex(/^\w{1,64}$/, "must be the hash of a picture")

export const RoleShape = z.object({
  id: Snowflake,
  permissions: PermissionBits,
  tags: z.object({ bot_id: Snowflake.nullish() }).nullish(),
})
export type ReceivedRole = z.output<typeof RoleShape>

const OverwriteShape = z.object({
  id: Snowflake,
  type: z.union([z.literal(0), z.literal(1)], "must be 0 for a role or 1 for a member"),
  allow: PermissionBits,
  deny: PermissionBits,
})

export const ChannelShape = z.object({
  id: Snowflake,
  type: z.int().min(0).max(255),
  name: NameShape.nullish(),
  topic: z.string().max(4_096).nullish(),
  parent_id: Snowflake.nullish(),
  nsfw: z.boolean().nullish(),
  permission_overwrites: z.array(OverwriteShape).max(1_000).default([]),
  available_tags: z
    .array(z.object({ id: Snowflake, name: NameShape }))
    .max(100)
    .nullish()
    .describe("The tags of a forum. Posts are answered with their tags in mind."),
})
export type ReceivedChannel = z.output<typeof ChannelShape>

export const ThreadShape = z
  .object({
    id: Snowflake,
    type: z.union([z.literal(10), z.literal(11), z.literal(12)], "must be a thread: 10, 11 or 12"),
    name: NameShape.nullish(),
    parent_id: Snowflake,
    applied_tags: z.array(Snowflake).max(100).nullish(),
    member_ids: z.array(Snowflake).max(1_000).nullish(),
    members: z
      .array(z.object({ user_id: Snowflake }))
      .max(1_000)
      .nullish(),
  })
  .describe("Send the members of a private thread in `members` (thread member objects) or `member_ids`.")
export type ReceivedThread = z.output<typeof ThreadShape>

export const MemberShape = z.object({
  user: z.object({
    id: Snowflake,
    username: NameShape,
    global_name: NameShape.nullish(),
    bot: z.boolean().nullish(),
  }),
  nick: NameShape.nullish(),
  roles: z.array(Snowflake).max(300),
})
export type ReceivedMember = z.output<typeof MemberShape>

const WholeShape = z.object({
  guild: z.object({
    id: Snowflake,
    owner_id: Snowflake,
    icon: PictureHash.nullish(),
    name: NameShape.nullish(),
    roles: z.array(RoleShape).min(1).max(251),
  }),
  channels: z.array(ChannelShape).max(500),
})

/**
 * The body of one structure request. `guild` and `channels` come together and are complete. `threads` and
 * `members` are added to those known.
 */
export const StructureShape = z
  .strictObject({
    guild: WholeShape.shape.guild.optional(),
    channels: WholeShape.shape.channels.optional(),
    threads: z.array(ThreadShape).max(1_000).default([]),
    members: z.array(MemberShape).max(10_000).default([]),
    members_complete: z
      .boolean()
      .default(false)
      .describe("`members` is the complete list: all other known members have left."),
  })
  .superRefine((body, context) => {
    const missing = body.guild === undefined ? "guild" : "channels"
    if ((body.guild === undefined) !== (body.channels === undefined))
      context.addIssue({
        code: "custom",
        path: [missing],
        message: "is missing: send guild and channels together or omit both",
      })
    const { guild, channels, threads, members } = body
    if (!guild && !channels && threads.length === 0 && members.length === 0)
      context.addIssue({
        code: "custom",
        path: [],
        message: "is empty: send guild and channels, threads or members",
      })
    if (body.members_complete && members.length === 0)
      context.addIssue({
        code: "custom",
        path: ["members"],
        message: "must not be empty if members_complete is true",
      })
    if (guild && !guild.roles.some((role) => role.id === guild.id))
      context.addIssue({
        code: "custom",
        path: ["guild", "roles"],
        message: "must include @everyone, the role with the guild's own id",
      })
  })
export type ReceivedStructure = z.output<typeof StructureShape>
