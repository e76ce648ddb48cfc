/** The port to a reranker: a model that reads a question and a text together and says how well the one answers the other. It owns the shapes; it makes no call. */

import type { Usage } from "../../domain/types.ts"
import type { FailureKind } from "../chat.ts"

/**
 * `scores` stand by position beside the texts that were asked about: 0 (unrelated) to 1 (answers it), comparable within
 * one reply only; null where the service returned none. `usage` is what was or may have been billed, null where nothing was.
 */
export type RerankReply =
  | { kind: "ok"; scores: (number | null)[]; usage: Usage | null }
  | { kind: "failed"; failure: FailureKind; detail: string; usage: Usage | null }

export interface Reranker {
  /** The model's name, as it is written to usage. */
  readonly model: string
  /**
   * One call for all texts. What exceeds the model's window is cut. Never throws for anything the service does, and
   * never outlives `timeoutMs` milliseconds.
   */
  rerank(query: string, texts: readonly string[], timeoutMs: number): Promise<RerankReply>
}

// What is put before a reranker: texts that fit its window, and where each of them came from. Pure.

/** The texts that are sent. `places[i]` is where `texts[i]` stood among the `count` that were asked about. */
export interface Offer {
  query: string
  texts: string[]
  places: number[]
  count: number
}

/**
 * bge-reranker-base reads query and text as one sequence of 512 tokens (`max_position_embeddings` of its model card,
 * less two), four of them separators. Larger models take more; a memory or a message seldom has more to say.
 */
const QUERY_TOKENS = 120
const TEXT_TOKENS = 380

/** null where there is nothing to compare: no query, or no text. Services refuse a whole call for one blank text. */
export function offerOf(query: string, texts: readonly string[]): Offer | null {
  const places = texts.flatMap((text, place) => (text.trim() === "" ? [] : [place]))
  const asked = fitting(query.trim(), QUERY_TOKENS)
  if (asked === "" || places.length === 0) return null
  const fit = places.map((place) => fitting((texts[place] ?? "").trim(), TEXT_TOKENS))
  return { query: asked, texts: fit, places, count: texts.length }
}

/** The beginning of a text that has at most so many tokens, cut between characters. */
export function fitting(text: string, maxTokens: number): string {
  let tokens = 0
  let end = 0
  for (const char of text) {
    tokens += weight(char)
    if (tokens > maxTokens) return text.slice(0, end).trimEnd()
    end += char.length
  }
  return text.toWellFormed()
}

/** What a service that does not say must be taken to have read: the query again beside each text. */
export function offeredUsage(offer: Offer, model: string): Usage {
  const query = tokensOf(offer.query)
  const tokens = offer.texts.reduce((sum, text) => sum + query + tokensOf(text), 0)
  return { purpose: "rerank", model, inputTokens: Math.ceil(tokens), outputTokens: 0 }
}

function tokensOf(text: string): number {
  let tokens = 0
  for (const char of text) tokens += weight(char)
  return tokens
}

/** Tokens of one character, erring high: SentencePiece has about four Latin letters a token, and may spend a whole one on any other sign. */
function weight(char: string): number {
  return /[a-z ]/i.test(char) ? 1 / 3 : 1
}
