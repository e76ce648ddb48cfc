/** A message as the API takes it, and its form for the channel. */
import { z } from "@hono/zod-openapi"
import type { DeliveredMessage } from "../../channel/delivery.ts"
import { plainText } from "../../domain/plain-text.ts"
import { webhookSpeaker } from "../../identity/speaker.ts"
import { PersonSchema, SnowflakeParam, Timestamp } from "../schemas.ts"

/** Twice what Discord allows, because exports write mentions out. */
export const MAX_CONTENT = 8_000
/** Room for the words of a forwarded message, which are attached with a label. */
const MAX_ATTACHED = 1_100
const MAX_ATTACHMENTS = 20

export const MessageSchema = z
  .strictObject({
    id: SnowflakeParam,
    author: PersonSchema.extend({ bot: z.boolean().default(false) }),
    content: plainText(MAX_CONTENT),
    timestamp: Timestamp,
    reply_to: SnowflakeParam.nullish(),
    mentions: z.array(PersonSchema).max(100).default([]),
    attachments: z
      .array(z.strictObject({ name: plainText(MAX_ATTACHED) }))
      .max(MAX_ATTACHMENTS)
      .default([]),
    edited_timestamp: Timestamp.optional().openapi({
      description:
        "When it was last edited. If the message is known with another text and no edit as late, it is edited.",
    }),
    source: z.enum(["passive", "chat"]).default("passive"),
    webhook_id: SnowflakeParam.nullish().openapi({
      description:
        "The webhook that wrote it. Its speaker is then the person that the webhook's name `author.name` stands for, with an id of their own; heard only if the guild's setting `webhook_speakers` is on.",
    }),
  })
  .openapi("Message")

export function toDelivered(message: z.output<typeof MessageSchema>): DeliveredMessage {
  const { bot, ...author } = message.author
  const webhook = message.webhook_id ?? null
  return {
    id: message.id,
    author: webhook === null ? author : webhookSpeaker(webhook, author.name),
    bot: bot || webhook !== null,
    ...(webhook !== null && { webhook: true }),
    content: message.content,
    at: Date.parse(message.timestamp),
    replyTo: message.reply_to ?? null,
    mentions: message.mentions,
    attachments: message.attachments.map((file) => file.name),
    source: message.source,
    ...(message.edited_timestamp !== undefined && { editedAt: Date.parse(message.edited_timestamp) }),
  }
}
