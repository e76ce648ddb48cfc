/** The port to a chat model. It owns the shapes; it knows no vendor and makes no call. */

import type { Usage } from "../domain/types.ts"

/** `fast` reads every window. `strong` is for work that a person waits for or that is hard to undo. */
export type Tier = "fast" | "strong"

export interface ChatRequest {
  /** The purpose of the call, such as `extraction`: the row in the usage table. */
  purpose: string
  tier: Tier
  /** Serves this call in place of the tier's model. Only `forGuild` sets it. */
  model?: string
  system: string
  user: string
  /** The schema's name in the request: letters, digits, `_` and `-`, at most 64 characters. */
  schemaName: string
  /** The JSON schema requested for the reply. Not guaranteed: the reply must still be parsed. */
  schema: Record<string, unknown>
  /** The maximum number of tokens in the reply. */
  maxTokens: number
  /** The maximum duration of one call, from first byte sent to last byte read, in milliseconds. */
  timeoutMs: number
}

/**
 * The way to handle a failed call.
 *
 * - `retry_now`: a temporary failure (no capacity, timeout); a retry in a moment may well work.
 * - `retry_later`: the service is down, unreachable or misconfigured; wait for minutes.
 * - `stop_today`: the allowance is spent; no call works before it is renewed.
 * - `bad_reply`: this request cannot be met as asked; sending it again unchanged wastes money.
 */
export type FailureKind = "retry_now" | "retry_later" | "stop_today" | "bad_reply"

/**
 * `text` is the model's unparsed reply. `usage` of a failure is what was billed for it; `null` if nothing
 * was.
 */
export type ChatReply =
  | { kind: "ok"; text: string; usage: Usage }
  | { kind: "failed"; failure: FailureKind; detail: string; usage: Usage | null }

export interface ChatModel {
  /** Models besides those of the tiers that a guild may choose. */
  offers?: readonly string[]
  /** True if rules read a window at once when the day's allowance is spent, instead of a model tomorrow. */
  rulesWhenSpent?: boolean
  /** Returns the name of the model that serves a tier, as it is written to evidence and usage. */
  model(tier: Tier): string
  /** Makes one call. Never throws for anything the service does, and never outlives `timeoutMs`. */
  complete(request: ChatRequest): Promise<ChatReply>
}

/** Returns the model with a guild's own choice for each tier. A model that the deployment does not offer is ignored. */
export function forGuild(chat: ChatModel, chosen: Record<Tier, string | null>): ChatModel {
  const nameFor = (tier: Tier) => chat.offers?.find((name) => name === chosen[tier])
  return {
    ...chat,
    model: (tier) => nameFor(tier) ?? chat.model(tier),
    complete(request) {
      const model = nameFor(request.tier)
      return chat.complete(model === undefined ? request : { ...request, model })
    },
  }
}
