/** Builders for small deliveries. */
import type { DeliveredMessage, Delivery } from "../../src/channel/delivery.ts"
import type { Id } from "../../src/domain/types.ts"

export const NOON = Date.parse("2026-11-20T12:00:00Z")

/** Builds a message sent `seconds` after noon. */
export function said(id: Id, authorId: Id, name: string, content: string, seconds: number): DeliveredMessage {
  return {
    id,
    author: { id: authorId, name },
    bot: false,
    content,
    at: NOON + seconds * 1_000,
    replyTo: null,
    mentions: [],
    attachments: [],
    source: "passive",
  }
}

export function delivery(guildId: Id, channelId: Id, messages: DeliveredMessage[]): Delivery {
  return { guildId, channelId, info: { name: "general", audience: "everyone" }, messages }
}
