/** The channel's own kept messages: made searchable when a window is sealed, found again with their neighbors. */
import { stems } from "../memory/terms.ts"
import type { Hit, Id, Message, Time } from "../vocabulary.ts"
import type { MessageRows } from "./message-rows.ts"
import type { Place } from "./work.ts"

/** Messages to each side whose words count, less, for a message. */
const NEIGHBORS = 2

/** What the index holds for a window's messages. */
export function indexEntries(messages: readonly Message[]): { id: Id; body: string; around: string }[] {
  return messages.map((message, index) => {
    const around = messages
      .slice(Math.max(0, index - NEIGHBORS), index + NEIGHBORS + 1)
      .filter((other) => other !== message)
    return { id: message.id, body: words(message), around: around.map(words).join(" \n ") }
  })
}

/** Kept messages that match any word, best first; what is still open is matched in memory by the same words. */
export function searchMessages(
  messages: MessageRows,
  channel: { place: Place; open: readonly Id[] },
  query: { words: string; before: Time; limit: number },
): Hit[] {
  const terms = [...new Set(stems(query.words))].slice(0, 32)
  if (terms.length === 0) return []
  const found = messages.search(terms.map((term) => `"${term}"`).join(" OR "), query.before, query.limit)
  const ranks = new Map(found.map((hit) => [hit.id, hit.rank]))
  for (const message of openMessages(messages, channel, query.before)) {
    const said = new Set(stems(words(message)))
    const shared = terms.filter((term) => said.has(term)).length
    // Not in the index yet: ranked by how many of the words it has, on a scale like bm25's.
    if (shared > 0) ranks.set(message.id, -4 * shared)
  }
  return messages
    .read([...ranks.keys()], channel.place)
    .map((message) => ({ message, rank: ranks.get(message.id) ?? 0 }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, query.limit)
}

function openMessages(
  messages: MessageRows,
  channel: { place: Place; open: readonly Id[] },
  before: Time,
): Message[] {
  return messages.read(channel.open, channel.place).filter((message) => message.at <= before)
}

function words(message: Message): string {
  return `${message.author.name} ${message.content} ${message.attachments.join(" ")}`
}
