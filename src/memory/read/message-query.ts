/** What a question to a channel's own messages looks like, and what it brings: the words that recall and channels share. */
import type { Id, Message, Span, Time } from "../../domain/types.ts"

/** How a channel's messages are sought: what each part of a score counts; 0 leaves it out. A guild's policy sets it. */
export interface MessageRule {
  /** What a neighbor's word is worth, at a distance of one message; it falls with the distance. */
  neighbor_weight: number
  /** What is added for a line of the best conversation. */
  conversation_weight: number
  /** What is added where the line is by somebody the question names. */
  speaker_weight: number
  /** What is added where a question about a time meets a line that speaks of one, where a line was said in the time asked about, and for the latest lines where the state of things is asked for. */
  time_weight: number
  /** What a word found in the best lines is worth in the second search; 0 makes no second search. */
  second_search_weight: number
}

/** A question to a channel's messages. */
export interface MessageQuery {
  words: string
  /** Further words worth looking for, each worth less than a word of the question. */
  hints: readonly { word: string; weight: number }[]
  /** Whose lines are asked for, besides those the words name. */
  speakers: readonly Id[]
  /** Whether a time is asked for ("when did"). */
  asksWhen: boolean
  /** Whether the state of things is asked for ("the current", "as of now"). */
  asksNow: boolean
  /** The time that is asked about ("in March"). */
  during: Span | null
  /** What was said later does not exist. */
  before: Time
  limit: number
  rule: MessageRule
}

/** A kept message that answers a search, with those around it. */
export interface Hit {
  message: Message
  /** Above 0; the higher, the better. */
  score: number
  /** Share of the question's words, each weighed by its rarity, that it and its neighbors hold. 0 to 1. */
  fit: number
  before: Message[]
  after: Message[]
}
