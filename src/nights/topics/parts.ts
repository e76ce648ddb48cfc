/**
 * Decides which conversations of a day may be grouped together, and how many topics they may yield. Pure: ids
 * and counts alone.
 */
import type { Id, Time } from "../../domain/types.ts"

/** A conversation, reduced to what it is sorted by. */
export interface ConversationRef {
  id: string
  channelId: Id
  fromAt: Time
  /** Size of its text and participants. */
  bytes: number
}

/** Conversations with the same readers that are processed together. */
export interface TopicPart {
  /** Maximum topics they may yield. */
  topics: number
  notes: string[]
}

/** A smaller group gets no topic: two conversations are read as quickly as a summary of both. */
const FEWEST_NOTES = 3
/** The day may have one topic for this many conversations, up to the guild's maximum. */
const NOTES_A_TOPIC = 3
/**
 * Conversations shown to a model at once: the usual maximum, and the maximum in a guild that talks more than
 * its topics can cover.
 */
const USUAL_PAGE = 60
const LARGEST_PAGE = 150
/**
 * Maximum size of a part, which is passed to D1 as one value. D1 limits a value to 2 MB, and escapes count
 * toward that.
 */
const MOST_BYTES = 500_000

/**
 * Splits the day's conversations into parts. `readersOf` returns the same text for channels with the same
 * readers. Each such group gets topics by its own size alone, at most `most`: others' conversations must not
 * change its topics. A large one is split by channel and time, because conversations that belong together are
 * mostly close.
 */
export function splitConversations(
  notes: readonly ConversationRef[],
  { readersOf, most }: { readersOf: (channelId: Id) => string; most: number },
): TopicPart[] {
  const groups = [...Map.groupBy(notes, (note) => readersOf(note.channelId)).values()]
  return groups.filter((group) => group.length >= FEWEST_NOTES).flatMap((group) => partsOf(group, most))
}

function partsOf(group: readonly ConversationRef[], most: number): TopicPart[] {
  const pages = splitIntoPages(group, most)
  const shares = apportion(
    pages.map((page) => page.length),
    Math.min(most, Math.floor(group.length / NOTES_A_TOPIC)),
  )
  return pages
    .map((page, index) => ({ topics: shares[index] ?? 0, notes: page.map(({ id }) => id) }))
    .filter(({ topics }) => topics > 0)
}

function splitIntoPages(group: readonly ConversationRef[], most: number): ConversationRef[][] {
  const order = group.toSorted(
    (a, b) => compare(a.channelId, b.channelId) || a.fromAt - b.fromAt || compare(a.id, b.id),
  )
  const page = Math.min(LARGEST_PAGE, Math.max(USUAL_PAGE, Math.ceil(order.length / Math.max(1, most))))
  const pages = Math.ceil(order.length / page)
  const size = Math.ceil(order.length / pages)
  return Array.from({ length: pages }, (_, nth) => order.slice(nth * size, (nth + 1) * size)).flatMap(
    splitBySize,
  )
}

/** Splits conversations whose texts and people are too large together. */
function splitBySize(notes: readonly ConversationRef[]): ConversationRef[][] {
  const pages: ConversationRef[][] = []
  let room = 0
  for (const note of notes) {
    const page = note.bytes <= room ? pages.at(-1) : undefined
    room = (page ? room : MOST_BYTES) - note.bytes
    if (page) page.push(note)
    else pages.push([note])
  }
  return pages
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/**
 * Distributes `all` places by size with the largest remainder method; ties go to the larger size, then to the
 * first.
 * @internal
 */
export function apportion(sizes: readonly number[], all: number): number[] {
  const sum = sizes.reduce((total, size) => total + size, 0)
  if (sum === 0) return sizes.map(() => 0)
  const exact = sizes.map((size) => (size * all) / sum)
  const shares = exact.map(Math.floor)
  const order = sizes
    .map((size, index) => ({ index, size, rest: (exact[index] ?? 0) - (shares[index] ?? 0) }))
    .sort((a, b) => b.rest - a.rest || b.size - a.size || a.index - b.index)
  let left = all - shares.reduce((total, share) => total + share, 0)
  for (const { index } of order) {
    if (left === 0) break
    shares[index] = (shares[index] ?? 0) + 1
    left -= 1
  }
  return shares
}
