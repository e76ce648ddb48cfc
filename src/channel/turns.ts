/** Reads a channel: the conversation around a question, messages that match it, and one person's messages. */
import type { Id, Message } from "../domain/types.ts"
import type { MessageHit, MessageQuery, Quoted, QuoteRequest } from "../memory/read/guild-messages.ts"
import type { ChannelStore } from "./store/channel-store.ts"
import { mayBeQuoted } from "./store/history.ts"

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
  return [...replied, ...last].filter(
    ({ role, author }) => role === "keepsake" || (role === "member" && registry.hears(author.id)),
  )
}

/** Returns kept messages that answer a question, best first. */
export function searchMessages(
  { registry, history, buffer, ownId: own }: ChannelStore,
  query: MessageQuery,
): MessageHit[] {
  const { place } = registry
  if (place === null) return []
  const hears = (id: Id) => id === own || registry.hears(id)
  return history.search({ place, open: buffer.ids, hears, own }, query)
}

/** Returns the messages of a search that are kept and may be shown, and open messages that answer its question. */
export function quoteMessages(
  { registry, messages, history, buffer, ownId: own }: ChannelStore,
  { ids, open }: QuoteRequest,
): Quoted {
  const { place } = registry
  if (place === null) return { messages: [], open: [] }
  const hears = (id: Id) => id === own || registry.hears(id)
  const shown = messages.read(ids, place).filter((message) => mayBeQuoted(message, hears))
  const scope = { place, open: buffer.ids, hears, own }
  return { messages: shown, open: open ? history.searchOpen(scope, open.query, open.rarity) : [] }
}

/** Returns a page of one person's kept messages, by id. */
export function personMessages(
  { messages, registry }: ChannelStore,
  userId: Id,
  page: { after: Id | null; limit: number },
): Message[] {
  return registry.place === null ? [] : messages.ofAuthor(userId, page, registry.place)
}
