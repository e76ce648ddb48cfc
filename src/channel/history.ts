/** The channel's own kept messages: made searchable when a window is sealed, found again with their neighbors. */
import { stems } from "../memory/terms.ts"
import type { Hit, Id, Message, Time } from "../vocabulary.ts"
import type { MessageRows } from "./message-rows.ts"
import type { Place } from "./work.ts"

/** Messages to each side whose words count, less, for a message. */
const NEIGHBORS = 2
/** Further apart in time, two messages are no neighbors. */
const NEAR_MS = 30 * 60_000
const MAX_TERMS = 32

/** What the index holds for a window's messages: stems, as in every other index, so that all scripts are parted alike. */
export function indexEntries(messages: readonly Message[]): { id: Id; body: string; around: string }[] {
  const bodies = messages.map((message) => stems(words(message)).join(" "))
  return messages.map((message, index) => ({
    id: message.id,
    body: bodies[index] ?? "",
    around: bodies.filter((_, other) => other !== index && Math.abs(other - index) <= NEIGHBORS).join(" "),
  }))
}

interface SearchedChannel {
  place: Place
  open: readonly Id[]
  /** Whether someone's words may be shown: who objects is not quoted from what was kept before. */
  hears(author: Id): boolean
}

/** Kept messages that match any word, best first; what is still open is matched in memory by the same words. */
export function searchMessages(
  messages: MessageRows,
  channel: SearchedChannel,
  query: { words: string; before: Time; limit: number },
): Hit[] {
  const terms = [...new Set(stems(query.words))].slice(0, MAX_TERMS)
  if (terms.length === 0) return []
  const ranks = new Map<Id, number>()
  for (const hit of messages.search(
    terms.map((term) => `"${term}"`).join(" OR "),
    query.before,
    query.limit,
  )) {
    ranks.set(hit.id, hit.rank)
  }
  for (const message of messages.read(channel.open, channel.place)) {
    const said = new Set(stems(words(message)))
    const shared = terms.filter((term) => said.has(term)).length
    // Not in the index yet: ranked by how many of the words it has, on a scale like bm25's.
    if (shared > 0 && message.at <= query.before) ranks.set(message.id, -4 * shared)
  }
  const best = [...ranks].sort(([, a], [, b]) => a - b).slice(0, query.limit)
  return hitsOf(messages, channel, best)
}

function hitsOf(messages: MessageRows, channel: SearchedChannel, best: [Id, number][]): Hit[] {
  const around = new Map(best.map(([id]) => [id, messages.around(id, NEIGHBORS)]))
  const ids = best.flatMap(([id]) => [
    id,
    ...(around.get(id)?.before ?? []),
    ...(around.get(id)?.after ?? []),
  ])
  const read = new Map(
    messages
      .read([...new Set(ids)], channel.place)
      .filter((message) => message.role === "keepsake" || channel.hears(message.author.id))
      .map((message) => [message.id, message]),
  )
  const near = (ids: Id[], message: Message) =>
    ids.flatMap((id) => read.get(id) ?? []).filter((other) => Math.abs(other.at - message.at) <= NEAR_MS)
  return best.flatMap(([id, rank]) => {
    const message = read.get(id)
    const beside = around.get(id)
    return message && beside
      ? [{ message, rank, before: near(beside.before, message), after: near(beside.after, message) }]
      : []
  })
}

function words(message: Message): string {
  return `${message.author.name} ${message.content} ${message.attachments.join(" ")}`
}
