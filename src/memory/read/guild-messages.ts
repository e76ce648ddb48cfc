/** The shapes in which recall, a guild's index and its channels search messages together. */
import type { Id, Message } from "../../domain/types.ts"
import type { MessageHit, MessageQuery } from "./search.ts"

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
}

/** A line that answers a question. Its channel has the text. */
export interface LineHit extends Omit<Neighbors, "nearby"> {
  /** Absent while an index still runs the code of before. */
  nearby?: Id[]
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
