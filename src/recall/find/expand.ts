/**
 * Asks the chat model to expand a question, within a deadline. expansion.ts decides how much of the reply is
 * used.
 */

import { structured } from "../../ai/chat/structured.ts"
import type { ChatModel } from "../../ai/chat.ts"
import { Backoff, OVERDUE_BACKOFF_MS, pause } from "../../ai/deadline.ts"
import { hashOf } from "../../domain/hash.ts"
import type { Usage } from "../../domain/types.ts"
import { EXPAND_PROMPT_HASH, ExpandReply, type Expansion, expandPrompt, toExpansion } from "./expansion.ts"

// Size-bounded cache in this isolate. Evicts the least recently used entry.

/** @internal */
export class LruCache<V> {
  private readonly kept = new Map<string, V>()
  private readonly most: number

  constructor(most: number) {
    this.most = most
  }

  get(key: string): V | undefined {
    const value = this.kept.get(key)
    if (value === undefined) return undefined
    // A Map keeps insertion order, so a used entry is moved to the end.
    this.kept.delete(key)
    this.kept.set(key, value)
    return value
  }

  set(key: string, value: V): void {
    this.kept.delete(key)
    this.kept.set(key, value)
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= this.most) return
      this.kept.delete(oldest)
    }
  }

  get size(): number {
    return this.kept.size
  }
}

const MAX_TOKENS = 300
/** A model never answers faster than this, so the call is skipped. */
const LEAST_CALL_MS = 50
const CACHE_SIZE = 500

/**
 * An expansion depends only on its key, so guilds can share the cache. The prompt holds no guild's memory.
 */
const asked = new LruCache<Expansion>(CACHE_SIZE)

const rests = new WeakMap<ChatModel, Backoff>()

export interface ExpansionResult {
  /** `null` means to search with the question as asked. */
  expansion: Expansion | null
  /** "expansion" if the model gave nothing usable in time. */
  degraded: "expansion" | null
  /** Usage to record after the response. A cached expansion costs nothing. */
  usage: Usage[]
}

/**
 * Expands the question with the fast model. `today` is YYYY-MM-DD in the guild's time zone. Retries a failed
 * call once if time is left; takes at most `timeoutMs` in total. Service failures never throw.
 */
export async function expandQuestion(
  chat: ChatModel | null,
  ask: { question: string; today: string; timeoutMs: number },
  cache = asked,
): Promise<ExpansionResult> {
  const { question, today, timeoutMs } = ask
  if (chat === null || !/[\p{L}\p{N}]/u.test(question)) return { expansion: null, degraded: null, usage: [] }
  const key = hashOf([EXPAND_PROMPT_HASH, chat.model("fast"), today, question])
  const known = cache.get(key)
  if (known) return { expansion: known, degraded: null, usage: [] }
  const rest = restOf(chat)
  if (rest.leftMs(Date.now()) > 0) return { expansion: null, degraded: "expansion", usage: [] }
  const answer = await callModel(chat, { question, today, timeoutMs })
  if (answer.kind === "ok") {
    const expansion = toExpansion(answer.value, question)
    cache.set(key, expansion)
    return { expansion, degraded: null, usage: answer.usage }
  }
  // A bad reply says nothing about the next question. A slow or unavailable model would delay every question,
  // so it is not asked for a while.
  if (answer.kind !== "bad_reply") rest.recordFailure("retry_now", OVERDUE_BACKOFF_MS, Date.now())
  console.warn({ event: "recall.degraded", source: "expansion", failure: answer.kind, detail: answer.detail })
  return { expansion: null, degraded: "expansion", usage: answer.usage }
}

function callModel(chat: ChatModel, ask: { question: string; today: string; timeoutMs: number }) {
  const { question, today, timeoutMs } = ask
  const until = Date.now() + timeoutMs
  return structured(
    withCallDeadline(chat, until),
    {
      purpose: "expand",
      tier: "fast",
      ...expandPrompt(question, today),
      schemaName: "expansion",
      schema: ExpandReply,
      maxTokens: MAX_TOKENS,
      timeoutMs,
    },
    (ms) => pause(Math.min(ms, Math.max(0, until - Date.now()))),
  )
}

function restOf(chat: ChatModel): Backoff {
  const rest = rests.get(chat) ?? new Backoff()
  rests.set(chat, rest)
  return rest
}

/**
 * Wraps a model with a deadline: each call gets the remaining time, and no call is made if too little is
 * left.
 */
function withCallDeadline(chat: ChatModel, until: number): ChatModel {
  return {
    model: (tier) => chat.model(tier),
    async complete(request) {
      const leftMs = until - Date.now()
      if (leftMs >= LEAST_CALL_MS)
        return chat.complete({ ...request, timeoutMs: Math.min(request.timeoutMs, leftMs) })
      return {
        kind: "failed",
        failure: "retry_later",
        detail: "deadline reached before the call",
        usage: null,
      }
    },
  }
}
