/**
 * Classifies failures of model services: the one table all implementations share. Pure: it makes no call and
 * keeps no state.
 */

import type { FailureKind } from "./chat.ts"

/** A failure as observed: the HTTP status, if there was one, and the text that came with it. */
export interface ServiceFailure {
  status: number | null
  text: string
}

const DETAIL_CHARS = 300
const MIN_SECRET_CHARS = 8

/**
 * Workers AI's own codes, which its binding puts before the message ("3040: Capacity temporarily exceeded").
 * Source: https://developers.cloudflare.com/workers-ai/platform/errors/ for all but 3046, 4006, 5021 and
 * 5024. Those are not listed there, but the service throws them.
 */
const CODES: Record<number, FailureKind> = {
  3006: "bad_reply", // request too large
  3007: "retry_now", // timeout
  3008: "retry_now", // aborted
  3036: "stop_today", // daily free allocation spent
  3040: "retry_now", // out of capacity
  3046: "retry_now", // request timeout
  4006: "stop_today", // daily free allocation spent, the current form
  5021: "bad_reply", // prompt and reply exceed the context window
  5024: "bad_reply", // JSON Mode couldn't be met
}

/** HTTP statuses that are clear by themselves. Every other status, 4xx or 5xx, needs an operator or time. */
const STATUSES: Record<number, FailureKind> = {
  402: "stop_today", // no credit left
  408: "retry_now",
  409: "retry_now",
  413: "bad_reply",
  425: "retry_now",
  429: "retry_now",
  504: "retry_now",
  524: "retry_now",
  529: "retry_now", // overloaded
}

/**
 * This request can never be met as asked: the reply did not fit the schema, the prompt did not fit the model,
 * or a filter stopped it.
 */
const IMPOSSIBLE =
  /json mode\w* couldn.?t be met|context.?(length|window)|maximum context|prompt is too long|request (is )?too large|content.?(filter|policy|management)/i
/**
 * An allowance that only the next day or a payment renews. "You exceeded your current quota" is not included:
 * some servers use it for a quota per minute.
 */
const ALLOWANCE_SPENT =
  /daily free allocation|insufficient.?(quota|balance|credits|funds)|billing_hard_limit|daily.?(limit|quota)|per.?day\b|\b[TR]PD\b/i
const BUSY = /capacity|overloaded|loading model|timed? ?out/i

/**
 * Returns how to handle a failed call. Text that names the cause takes precedence over codes, and codes over
 * statuses.
 */
export function classifyFailure(trouble: ServiceFailure): FailureKind {
  const { status, text } = trouble
  if (IMPOSSIBLE.test(text)) return "bad_reply"
  if (ALLOWANCE_SPENT.test(text) && status !== 400 && status !== 422) return "stop_today"
  const byCode = CODES[codeIn(text) ?? 0]
  if (byCode) return byCode
  const byStatus = STATUSES[status ?? 0]
  if (byStatus) return byStatus
  return BUSY.test(text) && (status === null || status >= 500) ? "retry_now" : "retry_later"
}

/** Returns the service's own code: "3040: …" from the binding, or `"code": 3040` in an error body. */
function codeIn(text: string): number | null {
  const match = /(?:^|\s|")([3-8]\d{3}): |"code":\s*"?([3-8]\d{3})\b/.exec(text)
  return match ? Number(match[1] ?? match[2]) : null
}

const ADVICE: Record<number, string> = {
  401: "the key was refused; check AI_API_KEY",
  403: "the account may not use this model; check the key and the model's terms",
  404: "no such model or address; check the model names and AI_BASE_URL",
}

/**
 * Returns one line for the log: status, advice if a setting is the likely cause, and the service's text, at
 * most 300 characters.
 */
export function describeFailure(trouble: ServiceFailure): string {
  const words = trouble.text.replace(/[\p{Cc}\s]+/gu, " ").trim()
  const parts = [
    trouble.status === null ? null : `HTTP ${trouble.status}`,
    ADVICE[trouble.status ?? 0],
    words || "no explanation",
  ]
  return parts.filter(Boolean).join(": ").slice(0, DETAIL_CHARS)
}

/** Returns the text of a thrown value with that of its cause: Node puts "connect ECONNREFUSED" there. */
export function errorText(thrown: unknown): string {
  if (typeof thrown === "string") return thrown
  if (!(thrown instanceof Error)) return "the thrown value is not an error"
  const cause = thrown.cause instanceof Error ? ` (${thrown.cause.message || thrown.cause.name})` : ""
  return `${thrown.message || thrown.name}${cause}`
}

/**
 * Removes the key from a detail: servers quote the key they refuse, and runtimes a header they cannot send. A
 * short placeholder is no secret and is part of many words.
 */
export function redactKey(detail: string, apiKey: string): string {
  return apiKey.length >= MIN_SECRET_CHARS ? detail.replaceAll(apiKey, "[key]") : detail
}

/**
 * Returns how long a `Retry-After` header asks to wait, in milliseconds; 0 if it is missing or invalid. The
 * header holds seconds or an HTTP date.
 */
export function retryAfterMs(header: string | null, now: number): number {
  if (!header) return 0
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}
