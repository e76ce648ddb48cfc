/** Messages as the gateway and REST tell them, and what is heard of each. Pure. */
import { z } from "zod"
import { Name } from "../../../access/structure-shapes.ts"
import type { Delivered } from "../../../channel/delivery.ts"
import { madeAt, Snowflake } from "../../../domain/ids.ts"
import type { Id, Person, Time } from "../../../domain/types.ts"
import type { Own } from "./telling.ts"

// Discord's own numbers: https://discord.com/developers/docs/resources/message
const EPHEMERAL = 1 << 6
const REPLY = 19
/** What people write; what answers a command, and a menu: of those ours alone are kept. Anything else is Discord's own notice. */
const SPOKEN = [0, REPLY, 20, 23]
const FORWARD = 1

const User = z.object({
  id: Snowflake,
  username: Name,
  global_name: Name.nullish(),
  bot: z.boolean().nullish(),
})

const Nick = z.object({ nick: Name.nullish() })

export const MessageShape = z.object({
  id: Snowflake,
  channel_id: Snowflake,
  /** Left out in private talks, and by REST. */
  guild_id: Snowflake.optional(),
  author: User,
  member: Nick.extend({ roles: z.array(Snowflake) }).nullish(),
  content: z.string().default(""),
  edited_timestamp: z.iso.datetime({ offset: true }).nullish(),
  type: z.int(),
  flags: z.int().default(0),
  webhook_id: Snowflake.nullish(),
  mentions: z.array(User.extend({ member: Nick.nullish() })).default([]),
  attachments: z.array(z.object({ filename: z.string() })).default([]),
  message_reference: z.object({ type: z.int().default(0), message_id: Snowflake.optional() }).nullish(),
  /** The interaction that ours answers. */
  interaction_metadata: z.object({ id: Snowflake }).nullish().catch(null),
  referenced_message: z.object({ author: z.object({ id: Snowflake }) }).nullish(),
})
export type ToldMessage = z.output<typeof MessageShape>

/** Whether anybody said it, to more than one person. */
export function isSpoken({ type, flags }: Pick<ToldMessage, "type" | "flags">): boolean {
  return SPOKEN.includes(type) && (flags & EPHEMERAL) === 0
}

/**
 * What is heard of a message. Of a forwarded one that is what the forwarder wrote themselves, which Discord leaves empty: the words
 * are somebody else's. What we said stands under our application's id, whatever our user's is.
 */
export function heardOf(message: ToldMessage, own: Own): Delivered {
  const { author, member, webhook_id } = message
  const us = author.id === own.userId
  return {
    id: message.id,
    author: { id: us ? own.applicationId : author.id, name: nameOf(author, member) },
    bot: us || author.bot === true || typeof webhook_id === "string",
    content: message.content,
    at: madeAt(message.id),
    replyTo: repliesTo(message),
    mentions: mentionedIn(message, own),
    attachments: message.attachments.map((file) => file.filename),
    source: isSaidToUs(message, own) ? "chat" : "passive",
  }
}

/** Whether it names us, or answers us. That all are called is no call for us. */
export function isSaidToUs(message: ToldMessage, own: Own): boolean {
  const names = message.mentions.some(({ id }) => id === own.userId)
  return names || (repliesTo(message) !== null && message.referenced_message?.author.id === own.userId)
}

/** The message it answers; what is forwarded answers none. */
export function repliesTo({ type, message_reference }: ToldMessage): Id | null {
  return type === REPLY && message_reference?.type !== FORWARD
    ? (message_reference?.message_id ?? null)
    : null
}

export function mentionedIn(message: ToldMessage, own: Own): Person[] {
  return message.mentions.map(({ member, ...user }) => ({
    id: user.id === own.userId ? own.applicationId : user.id,
    name: nameOf(user, member),
  }))
}

/** When it was last edited; null: never. */
export function editedAt({ edited_timestamp }: ToldMessage): Time | null {
  return edited_timestamp ? Date.parse(edited_timestamp) : null
}

function nameOf(user: z.output<typeof User>, member: z.output<typeof Nick> | null | undefined): string {
  return member?.nick ?? user.global_name ?? user.username
}
