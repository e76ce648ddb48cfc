/** Asks the chat model to widen a question, within a deadline. What its reply is worth is decided in expansion.ts. */

import { structured } from "../../ai/chat/structured.ts"
import type { ChatModel } from "../../ai/chat.ts"
import { Backoff, OVERDUE_BACKOFF_MS, pause } from "../../ai/deadline.ts"
import { hashOf } from "../../domain/hash.ts"
import type { Usage } from "../../domain/types.ts"
import { EXPAND_PROMPT_HASH, ExpandReply, type Expansion, expandPrompt, toExpansion } from "./expansion.ts"

// A bounded memory of what was worked out lately, in this isolate only: what was used longest ago makes room.

export class LruCache<V> {
  private readonly kept = new Map<string, V>()
  private readonly most: number

  constructor(most: number) {
    this.most = most
  }

  get(key: string): V | undefined {
    const value = this.kept.get(key)
    if (value === undefined) return undefined
    // A Map keeps the order of insertion: to be used is to be put last.
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

/** A person is waiting, and the question can be searched for as it stands. */
const EXPAND_DEADLINE_MS = 1_500

const MAX_TOKENS = 300
/** No model answers in less: a call would be paid for in vain. */
const LEAST_CALL_MS = 50
const REMEMBERED = 500

/** What a question was widened to depends on nothing but the key, so guilds may share it: no guild's memory is in the prompt. */
const asked = new LruCache<Expansion>(REMEMBERED)

const rests = new WeakMap<ChatModel, Backoff>()

export interface ExpansionResult {
  /** null: search for the question as it stands. */
  expansion: Expansion | null
  /** "expansion" where the model was asked and gave nothing usable in time. */
  degraded: "expansion" | null
  /** What was spent, to be recorded after the answer. A remembered question costs nothing. */
  usage: Usage[]
}

/**
 * The question widened by the fast model. `today` is YYYY-MM-DD in the guild's time zone. One call, and another only
 * where the first failed and time is left; done within `timeoutMs` in all. Never throws for what the service does.
 */
export async function expandQuestion(
  chat: ChatModel | null,
  ask: { question: string; today: string; timeoutMs?: number },
  remembered = asked,
): Promise<ExpansionResult> {
  const { question, today, timeoutMs = EXPAND_DEADLINE_MS } = ask
  if (chat === null || !/[\p{L}\p{N}]/u.test(question)) return { expansion: null, degraded: null, usage: [] }
  const key = hashOf([EXPAND_PROMPT_HASH, chat.model("fast"), today, question])
  const known = remembered.get(key)
  if (known) return { expansion: known, degraded: null, usage: [] }
  const rest = restOf(chat)
  if (rest.leftMs(Date.now()) > 0) return { expansion: null, degraded: "expansion", usage: [] }
  const answer = await answered(chat, { question, today, timeoutMs })
  if (answer.kind === "ok") {
    const expansion = toExpansion(answer.value, question)
    remembered.set(key, expansion)
    return { expansion, degraded: null, usage: answer.usage }
  }
  // A question that got a bad reply says nothing of the next one; a model that is slow or down would keep everybody waiting.
  if (answer.kind !== "bad_reply") rest.recordFailure("retry_now", OVERDUE_BACKOFF_MS, Date.now())
  console.warn({ event: "recall.degraded", source: "expansion", failure: answer.kind, detail: answer.detail })
  return { expansion: null, degraded: "expansion", usage: answer.usage }
}

function answered(chat: ChatModel, ask: { question: string; today: string; timeoutMs: number }) {
  const { question, today, timeoutMs } = ask
  const until = Date.now() + timeoutMs
  return structured(
    ending(chat, until),
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

/** The same model until a moment: a call gets what time is left, and where that is too little none is made. */
function ending(chat: ChatModel, until: number): ChatModel {
  return {
    model: (tier) => chat.model(tier),
    async complete(request) {
      const leftMs = until - Date.now()
      if (leftMs >= LEAST_CALL_MS)
        return chat.complete({ ...request, timeoutMs: Math.min(request.timeoutMs, leftMs) })
      return { kind: "failed", failure: "retry_later", detail: "no time is left", usage: null }
    },
  }
}
