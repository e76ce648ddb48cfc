/**
 * The logic all rerankers share: build the input, send it under a deadline, turn any outcome into a
 * RerankReply, and back off from a failing service.
 */

import { z } from "zod"
import type { Usage } from "../../domain/types.ts"
import type { FailureKind } from "../chat.ts"
import { abortAfter, Backoff, OVERDUE, OVERDUE_BACKOFF_MS } from "../deadline.ts"
import { classifyFailure, describeFailure, errorText, type ServiceFailure } from "../failures.ts"

/**
 * The result of one request: a reply, or a failure still to be classified with the backoff the service asked
 * for.
 */
export type RerankAttempt =
  | { kind: "replied"; reply: RerankReply }
  | { kind: "trouble"; trouble: ServiceFailure; restMs: number }

/** Sends the input. An exception counts as a network failure. */
export type SendRerank = (input: RerankInput, signal: AbortSignal) => Promise<RerankAttempt>

/** Returns a Reranker over one way of sending. During a backoff it fails at once and sends nothing. */
export function createReranker(model: string, send: SendRerank): Reranker {
  const rest = new Backoff()
  return {
    model,
    async rerank(query, texts, timeoutMs) {
      const input = inputOf(query, texts)
      if (input === null) return { kind: "ok", scores: texts.map(() => null), usage: null }
      const leftMs = rest.leftMs(Date.now())
      if (leftMs > 0) return resting(leftMs)
      const sent = await abortAfter(timeoutMs, (signal) => attempt(send, input, signal))
      const { reply, restMs } = sent === OVERDUE ? overdue(input, model, timeoutMs) : toOutcome(sent)
      if (reply.kind === "failed") rest.recordFailure(reply.failure, restMs, Date.now())
      return reply
    },
  }
}

/** Any exception of the service or the network is an outcome here, not a bug. */
async function attempt(send: SendRerank, input: RerankInput, signal: AbortSignal): Promise<RerankAttempt> {
  try {
    return await send(input, signal)
  } catch (thrown) {
    return { kind: "trouble", trouble: { status: null, text: errorText(thrown) }, restMs: 0 }
  }
}

interface Outcome {
  reply: RerankReply
  restMs: number
}

function toOutcome(sent: RerankAttempt): Outcome {
  if (sent.kind === "replied") return { reply: sent.reply, restMs: 0 }
  const { trouble, restMs } = sent
  return {
    reply: {
      kind: "failed",
      failure: classifyFailure(trouble),
      detail: describeFailure(trouble),
      usage: null,
    },
    restMs,
  }
}

/** The model may continue and be billed. */
function overdue(input: RerankInput, model: string, timeoutMs: number): Outcome {
  const detail = `no reply within ${timeoutMs} ms`
  const usage = estimatedUsage(input, model)
  return { reply: { kind: "failed", failure: "retry_now", detail, usage }, restMs: OVERDUE_BACKOFF_MS }
}

function resting(leftMs: number): RerankReply {
  const detail = `left alone for another ${Math.ceil(leftMs / 1000)} s after it failed`
  return { kind: "failed", failure: "retry_later", detail, usage: null }
}

// Parses a reranker's answer, in either common format, into a RerankReply. The body is foreign: only rows for
// texts that were sent count. Pure.

/**
 * Workers AI uses `id` and `score`; servers in the style of Jina and Cohere use `index` and
 * `relevance_score`.
 */
const Row = z.union([
  z
    .object({ index: z.int(), relevance_score: z.number() })
    .transform((row) => ({ at: row.index, score: row.relevance_score })),
  z.object({ index: z.int(), score: z.number() }).transform((row) => ({ at: row.index, score: row.score })),
  z.object({ id: z.int(), score: z.number() }).transform((row) => ({ at: row.id, score: row.score })),
])
const Rows = z.array(z.unknown()).optional().catch(undefined)
const Count = z.number().int().nonnegative().optional().catch(undefined)
const Reranking = z.object({
  response: Rows,
  results: Rows,
  error: z.unknown().optional(),
  usage: z.object({ prompt_tokens: Count, total_tokens: Count }).optional().catch(undefined),
  meta: z
    .object({ tokens: z.object({ input_tokens: Count }).nullish().catch(null) })
    .nullish()
    .catch(null),
})

/**
 * Reads the scores from the body of a successful call. An error inside the body is still an error. Rows for
 * texts that were not sent, or without a finite score, are skipped; of two rows for one text the first
 * counts. Without any usable row it is a bad reply.
 */
export function readReranking(body: unknown, input: RerankInput, model: string): RerankReply {
  const parsed = Reranking.safeParse(body)
  if (!parsed.success) return unreadableRanking("something that is not a ranking", input, model)
  const { error, results, response } = parsed.data
  if (error !== undefined && error !== null) return readError(error)
  const rows = results ?? response
  if (rows === undefined) return unreadableRanking("no list of scores", input, model)
  const usage = reported(parsed.data, model) ?? estimatedUsage(input, model)
  const scores = scoresByText(rows, input)
  if (scores.some((score) => score !== null)) return { kind: "ok", scores: toProbabilities(scores), usage }
  return { kind: "failed", failure: "bad_reply", detail: "no text that was sent got a score", usage }
}

/**
 * The reply to an unreadable answer: something between this Worker and the model is broken, or it is not a
 * reranker. The call may have been billed.
 */
export function unreadableRanking(what: string, input: RerankInput, model: string): RerankReply {
  const detail = `the service answered with ${what}`
  return { kind: "failed", failure: "retry_later", detail, usage: estimatedUsage(input, model) }
}

function scoresByText(rows: readonly unknown[], input: RerankInput): (number | null)[] {
  const scores = new Array<number | null>(input.count).fill(null)
  for (const row of rows) {
    const parsed = Row.safeParse(row)
    const place = parsed.success ? input.places[parsed.data.at] : undefined
    if (parsed.success && place !== undefined) scores[place] ??= parsed.data.score
  }
  return scores
}

/**
 * BGE rerankers return logits, which their authors map to 0..1 by the sigmoid. Some services apply it, some
 * (llama.cpp) do not, and Workers AI documents neither. A reply with any score outside 0..1 is therefore
 * treated as logits as a whole: the order is the same either way, and a probability is never mapped twice.
 */
function toProbabilities(scores: readonly (number | null)[]): (number | null)[] {
  const logits = scores.some((score) => score !== null && (score < 0 || score > 1))
  return logits ? scores.map((score) => (score === null ? null : 1 / (1 + Math.exp(-score)))) : [...scores]
}

function readError(error: unknown): RerankReply {
  const text = typeof error === "string" ? error : JSON.stringify(error)
  const code = z.object({ code: z.coerce.number().int().min(400).max(599) }).safeParse(error)
  const trouble = { status: code.success ? code.data.code : null, text }
  return { kind: "failed", failure: classifyFailure(trouble), detail: describeFailure(trouble), usage: null }
}

function reported(body: z.infer<typeof Reranking>, model: string): Usage | null {
  const inputTokens = body.usage?.prompt_tokens ?? body.usage?.total_tokens ?? body.meta?.tokens?.input_tokens
  return inputTokens === undefined ? null : { purpose: "rerank", model, inputTokens, outputTokens: 0 }
}

// The port to a reranker: a model that reads a question and a text together and scores how well the text
// answers the question. It owns the shapes; it makes no call.

/**
 * `scores` are in the order of the texts: 0 (unrelated) to 1 (answers it), comparable within one reply only;
 * `null` if the service returned none. `usage` is what was or may have been billed; `null` if nothing was.
 */
export type RerankReply =
  | { kind: "ok"; scores: (number | null)[]; usage: Usage | null }
  | { kind: "failed"; failure: FailureKind; detail: string; usage: Usage | null }

export interface Reranker {
  /** The model's name, as it is written to usage. */
  readonly model: string
  /**
   * Scores all texts in one call. Text beyond the model's window is cut. Never throws for anything the
   * service does, and never outlives `timeoutMs` milliseconds.
   */
  rerank(query: string, texts: readonly string[], timeoutMs: number): Promise<RerankReply>
}

// The input of a reranker: texts cut to its window, with their original positions. Pure.

/** The texts to send. `places[i]` is the position of `texts[i]` among the `count` texts of the caller. */
export interface RerankInput {
  query: string
  texts: string[]
  places: number[]
  count: number
}

/**
 * bge-reranker-base reads query and text as one sequence of 512 tokens (`max_position_embeddings` of its
 * model card, minus two), four of them separators. Larger models take more, but a memory or a message is
 * seldom longer.
 */
const QUERY_TOKENS = 120
const TEXT_TOKENS = 380

/** Returns `null` if there is no query or no text. Services refuse a whole call for one blank text. */
function inputOf(query: string, texts: readonly string[]): RerankInput | null {
  const places = texts.flatMap((text, place) => (text.trim() === "" ? [] : [place]))
  const asked = truncateToTokens(query.trim(), QUERY_TOKENS)
  if (asked === "" || places.length === 0) return null
  const fit = places.map((place) => truncateToTokens((texts[place] ?? "").trim(), TEXT_TOKENS))
  return { query: asked, texts: fit, places, count: texts.length }
}

/** Returns the beginning of a text with at most this many tokens, cut between characters. @internal */
export function truncateToTokens(text: string, maxTokens: number): string {
  let tokens = 0
  let end = 0
  for (const char of text) {
    tokens += weight(char)
    if (tokens > maxTokens) return text.slice(0, end).trimEnd()
    end += char.length
  }
  return text.toWellFormed()
}

/** Estimates the usage if the service reports none: the query is read again with each text. */
function estimatedUsage(input: RerankInput, model: string): Usage {
  const query = tokensOf(input.query)
  const tokens = input.texts.reduce((sum, text) => sum + query + tokensOf(text), 0)
  return { purpose: "rerank", model, inputTokens: Math.ceil(tokens), outputTokens: 0 }
}

function tokensOf(text: string): number {
  let tokens = 0
  for (const char of text) tokens += weight(char)
  return tokens
}

/**
 * Estimates the tokens of one character, erring high: SentencePiece has about four Latin letters per token
 * and may spend a whole token on any other character.
 */
function weight(char: string): number {
  return /[a-z ]/i.test(char) ? 1 / 3 : 1
}
