/**
 * Finds kept messages: all readable channels at once by the guild's index, with texts from the channels that
 * keep them, or channel by channel while the index does not answer. Every call has a deadline.
 */
import { OVERDUE, within } from "../../ai/deadline.ts"
import { describeError } from "../../domain/errors.ts"
import type { Id, Message } from "../../domain/types.ts"
import {
  type IndexAnswer,
  idsAround,
  type LineHit,
  type MessageHit,
  type MessageQuery,
  type MessageRule,
  messagesAround,
  type Quoted,
  type QuoteRequest,
} from "../../memory/read/guild-messages.ts"
import type { FirstLookup } from "./lookups.ts"
import type { Question } from "./question.ts"

/** A channel's messages that this viewer may read. */
export interface SearchableChannel {
  id: Id
  search(query: MessageQuery): Promise<MessageHit[]>
  quote(request: QuoteRequest): Promise<Quoted>
}

/** The messages that this viewer may read. */
export interface SearchableMessages {
  /** The channel where the answer is read, if Keepsake has messages from it. */
  here: SearchableChannel | null
  /** Other channels. */
  elsewhere: readonly SearchableChannel[]
  /** Searches these channels in the guild's index. */
  index(query: MessageQuery, channels: readonly Id[]): Promise<IndexAnswer>
}

/** `lists` are best first. `late` is true if a source failed or timed out; the others still count. */
interface MessageFinds {
  lists: MessageHit[][]
  late: boolean
}

/**
 * `unindexed` are channels that the index lacks, or has in part; all of them if it did not answer. `none`: it
 * has none at all.
 */
interface IndexFinds extends MessageFinds {
  shown: NonNullable<IndexAnswer["shown"]>
  unindexed: { channels: readonly SearchableChannel[]; none: boolean }
}

interface SearchedHow {
  rule: MessageRule
  /** True to read more of the lines after the best hits. */
  withLater?: true | undefined
}

const MESSAGES = 50
const DEADLINE_MS = 1_500
/** Channels asked for the texts of hits, besides the one where the answer is read. */
const MOST_QUOTED = 8
/** Other channels asked for open messages. */
const MOST_OPEN = 4
/** Other channels searched one by one if the index lacks them. */
const MOST_SEARCHED = 4

/** Searches all channels by the index. */
export async function searchIndex(
  messages: SearchableMessages,
  question: Question,
  how: SearchedHow,
): Promise<IndexFinds> {
  const { here, elsewhere, index } = messages
  const channels = [...(here ? [here] : []), ...elsewhere]
  if (channels.length === 0 || (question.words.trim() === "" && question.during === null))
    return { lists: [], late: false, shown: new Map(), unindexed: { channels: [], none: false } }
  const query = messageQuery(question, how)
  const ids = channels.map(({ id }) => id)
  const answer = await inTime({ source: "index" }, () => index(query, ids))
  if (answer === null) return { lists: [], late: true, shown: new Map(), unindexed: { channels, none: true } }
  const indexed = new Set(answer.indexed)
  const complete = channels.filter(({ id }) => indexed.has(id))
  const found = await quoteHits(complete, answer, { query, here: here?.id ?? null })
  const others = channels.filter(({ id }) => !indexed.has(id))
  return {
    ...found,
    shown: answer.shown ?? new Map(),
    unindexed: { channels: others, none: indexed.size === 0 },
  }
}

/**
 * Searches channels that the index lacks, each on its own: the one where the answer is read, and those that
 * the first results come from, or all if they are few and the index has none. One list per channel that
 * answered. `late` if any has matches, because other channels may have some too.
 */
export async function searchUnindexed(
  { unindexed, here }: Pick<IndexFinds, "unindexed"> & { here: SearchableChannel | null },
  first: Pick<FirstLookup, "matching" | "notes">,
  { question, ...how }: SearchedHow & { question: Question },
): Promise<MessageFinds> {
  const { channels, none } = unindexed
  const own = channels.filter(({ id }) => id === here?.id)
  const others = channels.filter(({ id }) => id !== here?.id)
  const all = none && others.length <= MOST_SEARCHED
  const near = all ? others : promisingChannels(others, first, MOST_SEARCHED)
  const query = messageQuery(question, how)
  const lists = await Promise.all(
    [...own, ...near].map((channel) =>
      inTime({ source: "messages", channel: channel.id }, () => channel.search(query)),
    ),
  )
  const found = lists.filter((list) => list !== null)
  return { lists: found, late: lists.length > found.length || found.some((hits) => hits.length > 0) }
}

/** Reads the texts of the best hits, and the open messages that answer the question, as one list. */
async function quoteHits(
  channels: readonly SearchableChannel[],
  { hits, open, rarity }: IndexAnswer,
  { query, here }: { query: MessageQuery; here: Id | null },
): Promise<MessageFinds> {
  const withHits = [...new Set(hits.map(({ channelId }) => channelId))].slice(0, MOST_QUOTED)
  const opened = new Set([...(here === null ? [] : [here]), ...open.slice(0, MOST_OPEN)])
  const asked = channels.filter(({ id }) => withHits.includes(id) || opened.has(id))
  const answers = await Promise.all(
    asked.map(async ({ id, quote }) => {
      const own = hits.filter(({ channelId }) => channelId === id)
      const ids = [...new Set(own.flatMap((hit) => [hit.id, ...idsAround(hit)]))]
      const request = { ids, open: opened.has(id) ? { query, rarity } : null }
      const quoted = await inTime({ source: "messages", channel: id }, () => quote(request))
      return quoted && distinctHits([...quotedHits(own, quoted.messages), ...quoted.open])
    }),
  )
  const list = answers
    .flatMap((found) => found ?? [])
    .sort((a, b) => b.score - a.score || b.message.at - a.message.at)
  return { lists: [list.slice(0, MESSAGES)], late: answers.includes(null) }
}

/** Hits whose message is gone, or may not be shown, are dropped. */
function quotedHits(hits: readonly LineHit[], messages: readonly Message[]): MessageHit[] {
  const read = new Map(messages.map((message) => [message.id, message]))
  return hits.flatMap((hit) => {
    const message = read.get(hit.id)
    return message ? [{ message, score: hit.score, fit: hit.fit, ...messagesAround(hit, read) }] : []
  })
}

/** Keeps the better of two hits of a message: one that is being indexed can be found twice. */
function distinctHits(hits: readonly MessageHit[]): MessageHit[] {
  const best = new Map<Id, MessageHit>()
  for (const hit of hits) {
    const other = best.get(hit.message.id)
    if (other === undefined || other.score < hit.score) best.set(hit.message.id, hit)
  }
  return [...best.values()]
}

/** Returns the channels that the first results come from, best results first. */
function promisingChannels(
  channels: readonly SearchableChannel[],
  { matching, notes }: Pick<FirstLookup, "matching" | "notes">,
  most: number,
): SearchableChannel[] {
  const worth = new Map<Id, number>()
  const count = (id: Id | null, place: number) => {
    if (id !== null) worth.set(id, (worth.get(id) ?? 0) + 1 / (5 + place))
  }
  for (const [place, { evidence }] of matching.entries()) count(evidence.at(-1)?.channelId ?? null, place)
  for (const [place, note] of notes.entries()) count(note.channelId, place)
  return channels
    .filter(({ id }) => worth.has(id))
    .sort((a, b) => (worth.get(b.id) ?? 0) - (worth.get(a.id) ?? 0))
    .slice(0, most)
}

/** Returns `null` if the call failed or timed out. The other sources still answer. */
async function inTime<T>(what: { source: string; channel?: Id }, call: () => Promise<T>): Promise<T | null> {
  try {
    const result = await within(DEADLINE_MS, call)
    return result === OVERDUE ? null : result
  } catch (error) {
    console.warn({ event: "recall.degraded", ...what, error: describeError(error) })
    return null
  }
}

/** Keeps only the fields that a search needs, which keeps the RPC payload small. */
function messageQuery(question: Question, { rule, withLater }: SearchedHow): MessageQuery {
  const { words, hints, speakers, asksWhen, asksNow, during, until: before } = question
  const { neighbor_weight, conversation_weight, speaker_weight, time_weight, second_search_weight } = rule
  const weights = { neighbor_weight, conversation_weight, speaker_weight, time_weight, second_search_weight }
  const sought = { words, hints, speakers, asksWhen, asksNow, during, before, limit: MESSAGES, rule: weights }
  return withLater ? { ...sought, withLater } : sought
}
