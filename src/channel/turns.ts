/** Reads a channel to answer a question: the conversation around it, and messages that match it. */
import type { Id, Message } from "../domain/types.ts"
import type { MessageHit, MessageQuery } from "../memory/read/search.ts"
import type { ChannelStore } from "./store/channel-store.ts"

export interface TurnsRequest {
  /** The maximum number of messages. */
  limit: number
  /** A message to include, however old; `null` for none. */
  replyTo: Id | null
}

/**
 * Returns the messages before one, oldest first, without messages of people who object, as far as this
 * channel knows.
 */
export function turnsBefore(
  { messages, registry }: ChannelStore,
  before: Id,
  { limit, replyTo }: TurnsRequest,
): Message[] {
  const { place } = registry
  if (place === null) return []
  const last = messages.before(before, limit, place)
  const isThere = replyTo === null || last.some(({ id }) => id === replyTo)
  const replied = isThere ? [] : messages.read([replyTo], place)
  return [...replied, ...last].filter(({ role, author }) => role === "keepsake" || registry.hears(author.id))
}

/** Returns kept messages that answer a question, best first. `own` is Keepsake's own user id. */
export function searchMessages(
  { registry, history, buffer }: ChannelStore,
  query: MessageQuery,
  own: Id | null,
): MessageHit[] {
  const { place } = registry
  if (place === null) return []
  const hears = (id: Id) => id === own || registry.hears(id)
  return history.search({ place, open: buffer.ids, hears, own }, query)
}
