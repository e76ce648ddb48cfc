/** The shapes in which recall, a guild's index and its channels search messages together. */
import type { Id, Message, Span, Time } from "../../domain/types.ts"

/** The weights of a message search; 0 turns a part off. The guild's policy sets them. */
export interface MessageRule {
  /** Value of a neighboring message's word at a distance of one; decreases with distance. */
  neighbor_weight: number
  /** Added for a line of the best conversation. */
  conversation_weight: number
  /** Added if the question names the line's author. */
  speaker_weight: number
  /**
   * Added if a question about a time meets a line that mentions one, if a line was said in the requested
   * time, and for the latest lines if the question asks for the current state.
   */
  time_weight: number
  /** Value of a word from the best lines in the second search; 0 skips the second search. */
  second_search_weight: number
}

/** A search of a channel's messages. */
export interface MessageQuery {
  words: string
  /** Further words to look for, each worth less than a word of the question. */
  hints: readonly { word: string; weight: number }[]
  /** People whose lines are wanted, in addition to those the words name. */
  speakers: readonly Id[]
  /** True if the question asks for a time ("when did"). */
  asksWhen: boolean
  /** True if the question asks for the current state ("the current", "as of now"). */
  asksNow: boolean
  /** The time the question is about ("in March"). */
  during: Span | null
  /** Messages after this time are ignored. */
  before: Time
  limit: number
  rule: MessageRule
  /** Returns more of the lines after the best hits, which may tell how their matter came out. */
  withLater?: true
}

/** A stored message that answers a search, with its neighbors. */
export interface MessageHit {
  message: Message
  /** Above 0; higher is better. */
  score: number
  /** The share of the question's words, weighted by rarity, that it and its neighbors contain. 0 to 1. */
  fit: number
  before: Message[]
  after: Message[]
  /** Further lines after these. Absent if the query does not ask for them. */
  later?: Message[]
  /** The lines beside these, to tell what is told in confidence. Absent once that is decided; never shown. */
  nearby?: Message[]
}

/** A search of the kept messages of these channels, and of no others. */
export interface IndexQuery {
  query: MessageQuery
  channels: readonly Id[]
  /** A place of which to say what was shown there lately (`recall/diversity.ts`); absent for none. */
  shownIn?: string
}

/** The lines around a line, in the order in which they were said, but for those linked by a reply. */
export interface Neighbors {
  before: Id[]
  after: Id[]
  /** The lines beside these. They tell what is told in confidence and are never shown. */
  nearby: Id[]
  /** Further lines after these, if the query asks for them. */
  later?: Id[]
}

/** Returns the ids of all lines around a line, also of those that are never shown. */
export function idsAround({ before, after, nearby = [], later = [] }: AsSent): Id[] {
  return [...before, ...after, ...nearby, ...later]
}

/** Returns the lines around a line as messages, as far as they were read. */
export function messagesAround(
  { before, after, nearby = [], later }: AsSent,
  read: ReadonlyMap<Id, Message>,
): Pick<MessageHit, "before" | "after" | "nearby" | "later"> {
  const shown = (ids: readonly Id[]) => ids.flatMap((id) => read.get(id) ?? [])
  return {
    ...{ before: shown(before), after: shown(after), nearby: shown(nearby) },
    ...(later && { later: shown(later) }),
  }
}

/** Changes the lines shown around a message. */
export function withLinesAround(hit: MessageHit, change: (lines: Message[]) => Message[]): MessageHit {
  const { before, after, later } = hit
  return { ...hit, before: change(before), after: change(after), ...(later && { later: change(later) }) }
}

/** `nearby` is absent while an index still runs the code of before. */
type AsSent = Omit<Neighbors, "nearby"> & Partial<Pick<Neighbors, "nearby">>

/** A line that answers a question. Its channel has the text. */
export interface LineHit extends AsSent {
  channelId: Id
  id: Id
  /** Above 0; higher is better. Comparable within one search. */
  score: number
  /** The share of the question's words, weighted by rarity, that it and its neighbors contain. 0 to 1. */
  fit: number
}

export interface IndexAnswer {
  /** Best first. */
  hits: LineHit[]
  /** The channels of the query whose sealed messages are all in the index. */
  indexed: Id[]
  /** The channels of the query that have open messages, latest first. */
  open: Id[]
  /** The rarity of each stem of the question, to score open messages on the same scale. */
  rarity: Map<string, number>
  /** How much items were shown lately in `shownIn`, above 0 and at most 1. */
  shown?: Map<string, number>
}

/** The messages of one channel that a search needs. */
export interface QuoteRequest {
  ids: Id[]
  /** `null` if the channel's open messages are not wanted. */
  open: { query: MessageQuery; rarity: ReadonlyMap<string, number> } | null
}

/** Messages that are kept and may be shown, as far as the channel knows. */
export interface Quoted {
  messages: Message[]
  open: MessageHit[]
}
