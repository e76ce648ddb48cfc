/** The talk that a question stands in: what was said last in its channel. */
import type { Id, Message } from "../domain/types.ts"
import type { ChannelStore } from "./store/channel-store.ts"

export interface TurnsRequest {
  /** So many messages at most. */
  limit: number
  /** A message that is wanted besides, however old; null: none. */
  replyTo: Id | null
}

/** The messages before one, oldest first, without those of people who object, as far as is known here. */
export function turnsBefore(
  { messages, registry }: ChannelStore,
  before: Id,
  { limit, replyTo }: TurnsRequest,
): Message[] {
  const { place } = registry
  if (place === null) return []
  const last = messages.before(before, limit, place)
  const isThere = replyTo === null || last.some(({ id }) => id === replyTo)
  const meant = isThere ? [] : messages.read([replyTo], place)
  return [...meant, ...last].filter(({ role, author }) => role === "keepsake" || registry.hears(author.id))
}
