/**
 * Shapes of Discord's objects as events and REST responses carry them. Only the fields that Keepsake cannot do
 * without must be readable: an odd side field counts as absent. The HTTP API uses the strict shapes.
 */
import { z } from "zod"
import {
  ChannelShape,
  MemberShape,
  NameShape,
  PictureHash,
  RoleShape,
  ThreadShape,
} from "../../../access/structure-shapes.ts"
import { Snowflake } from "../../../domain/ids.ts"

/** An array that drops unreadable items, so that one of them does not cost the others. */
export function lenientArray<Item>(shape: z.ZodType<Item>) {
  return z.array(z.unknown()).transform((items) =>
    items.flatMap((item) => {
      const parsed = shape.safeParse(item)
      return parsed.success ? [parsed.data] : []
    }),
  )
}

/** An object in which only the `core` fields must be readable. Any other unreadable field counts as absent. */
export function lenientObject<Fields extends z.ZodRawShape>(
  shape: z.ZodObject<Fields>,
  core: readonly (keyof Fields & string)[],
): z.ZodType<z.output<z.ZodObject<Fields>>> {
  const side = Object.entries<z.core.$ZodType>(shape.shape).filter(([name]) => !core.includes(name))
  const withoutOddFields = (body: unknown) => {
    if (typeof body !== "object" || body === null || Array.isArray(body)) return body
    const fields: Record<string, unknown> = { ...body }
    for (const [name, field] of side)
      if (name in fields && !z.safeParse(field, fields[name]).success) delete fields[name]
    return fields
  }
  return z.preprocess(withoutOddFields, shape)
}

/** The hash of a picture. An unreadable one counts as none. */
export const LenientPicture = PictureHash.nullable().default(null).catch(null)

/** The name of a guild. An unreadable one counts as absent. */
export const LenientName = NameShape.nullish().catch(null)

/** A person. Without a readable name they are called by their id. */
export const LenientUser = z
  .object({
    id: Snowflake,
    username: NameShape.nullish().catch(null),
    global_name: NameShape.nullish().catch(null),
    bot: z.boolean().nullish().catch(null),
  })
  .transform((user) => ({ ...user, username: user.username ?? user.id }))

/** A role whose permissions are unreadable is not dropped: without it, what it denies would be open. */
export const LenientRole = lenientObject(RoleShape, ["id", "permissions"])

const LenientMemberFields = MemberShape.extend({ user: LenientUser })
export const LenientMember = lenientObject(LenientMemberFields, ["user", "roles"])
export const LenientMemberEvent = lenientObject(LenientMemberFields.extend({ guild_id: Snowflake }), [
  "user",
  "roles",
  "guild_id",
])

/** Everything that decides who reads the channel, and under which category's settings it falls. */
const CHANNEL_CORE = ["id", "type", "parent_id", "nsfw", "permission_overwrites"] as const
export const LenientChannel = lenientObject(ChannelShape, CHANNEL_CORE)
export const LenientChannelEvent = lenientObject(ChannelShape.extend({ guild_id: Snowflake }), [
  ...CHANNEL_CORE,
  "guild_id",
])

const THREAD_CORE = ["id", "type", "parent_id"] as const
export const LenientThreadEvent = lenientObject(z.object({ ...ThreadShape.shape, guild_id: Snowflake }), [
  ...THREAD_CORE,
  "guild_id",
])

/**
 * In REST responses and gateway lists, a thread's member fields describe the bot only, so they are dropped.
 */
export const ActiveThreads = lenientArray(
  lenientObject(ThreadShape.omit({ members: true, member_ids: true }), THREAD_CORE),
)

// Messages.

const Nick = z.object({ nick: NameShape.nullish().catch(null) })

const Attached = z.object({
  sticker_items: lenientArray(z.object({ name: z.string() })).default([]),
  /** Of a person's message: previews of its links. */
  embeds: lenientArray(z.object({ title: z.string() })).default([]),
})

const Snapshot = Attached.extend({
  content: z.string().catch("").default(""),
  attachments: lenientArray(z.object({ filename: z.string() })).default([]),
})

const PollText = z.object({ text: z.string() })
const Poll = z.object({
  question: PollText,
  answers: lenientArray(z.object({ poll_media: PollText })).default([]),
})

const MessageFields = z.object({
  id: Snowflake,
  channel_id: Snowflake,
  /** Absent in direct messages and in REST responses. */
  guild_id: Snowflake.optional(),
  author: LenientUser,
  member: Nick.extend({ roles: z.array(Snowflake) }).nullish(),
  content: z.string().default(""),
  edited_timestamp: z.iso.datetime({ offset: true }).nullish(),
  type: z.int(),
  flags: z.int().default(0),
  /** The webhook that wrote it; null for any other message. Empty if it is unreadable. */
  webhook_id: z
    .unknown()
    .default(null)
    .transform((id) => (id === null ? null : (Snowflake.safeParse(id).data ?? ""))),
  /** Of a bot's answer to an interaction, the same as its `webhook_id`. */
  application_id: Snowflake.nullish().catch(null),
  mentions: lenientArray(
    z.intersection(LenientUser, z.object({ member: Nick.nullish().catch(null) })),
  ).default([]),
  attachments: lenientArray(z.object({ filename: z.string() })).default([]),
  mention_roles: lenientArray(Snowflake).default([]),
  ...Attached.shape,
  /** A forwarded message. Discord does not say whose it is. */
  message_snapshots: lenientArray(z.object({ message: Snapshot })).default([]),
  poll: Poll.nullish().catch(null),
  message_reference: z.object({ type: z.int().default(0), message_id: Snowflake.optional() }).nullish(),
  /** The interaction that the bot's message answers. */
  interaction_metadata: z.object({ id: Snowflake }).nullish(),
  referenced_message: z
    .object({ author: z.object({ id: Snowflake }), components: z.array(z.unknown()).catch([]).default([]) })
    .nullish(),
})

/** Flags belong to the core because they mark ephemeral messages. */
const MESSAGE_CORE = ["id", "channel_id", "guild_id", "author", "content", "type", "flags"] as const
export const MessageShape = lenientObject(MessageFields, MESSAGE_CORE)
/** Without a readable time, an edit would look like a link preview. */
export const EditShape = lenientObject(MessageFields, [...MESSAGE_CORE, "edited_timestamp"])
