/** The port through which Keepsake speaks to a chat model. It owns the shapes; it knows no vendor and makes no call. */

import type { Usage } from "../domain/types.ts"

/** `fast` reads every window; `strong` is kept for what a person waits for or what is hard to undo. */
export type Tier = "fast" | "strong"

export interface ChatRequest {
  /** What the tokens are spent on, such as `extraction`: the row of the usage table. */
  purpose: string
  tier: Tier
  system: string
  user: string
  /** The schema's name on the wire: letters, digits, `_` and `-`, at most 64 of them. */
  schemaName: string
  /** The JSON schema the reply is asked to meet. A wish, not a promise: the reply must still be parsed. */
  schema: Record<string, unknown>
  /** The most tokens the reply may have. */
  maxTokens: number
  /** How long one call may take, from first byte sent to last byte read, in milliseconds. */
  timeoutMs: number
}

/**
 * What to do about a call that yielded nothing.
 *
 * - `retry_now`: the service stumbled (no capacity, timeout); asking again in a moment may well work.
 * - `retry_later`: the service is down, unreachable or wrongly set up; leave it for minutes.
 * - `stop_today`: the allowance is spent; no call will work before it is renewed.
 * - `bad_reply`: this very request cannot be met as asked; sending it unchanged is money thrown away.
 */
export type FailureKind = "retry_now" | "retry_later" | "stop_today" | "bad_reply"

/** `text` is the reply as the model gave it, unparsed. `usage` of a failure is what was billed for it, null where nothing was. */
export type ChatReply =
  | { kind: "ok"; text: string; usage: Usage }
  | { kind: "failed"; failure: FailureKind; detail: string; usage: Usage | null }

export interface ChatModel {
  /** The name of the model that serves a tier, as it is written to evidence and usage. */
  model(tier: Tier): string
  /** One call, one reply. Never throws for anything the service does, and never outlives `timeoutMs`. */
  complete(request: ChatRequest): Promise<ChatReply>
}
