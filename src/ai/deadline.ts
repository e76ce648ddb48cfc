/**
 * Deadlines and backoff: a deadline around any work, a pause, the backoff after a failure, and a chat model
 * with one deadline for all its calls.
 */
import type { Time } from "../domain/types.ts"
import type { ChatModel, FailureKind } from "./chat.ts"

export const OVERDUE = Symbol("overdue")

/** Returns the work's result, or OVERDUE after `ms` milliseconds: then the work is abandoned, and its later result ignored. */
export async function within<T>(ms: number, work: () => Promise<T>): Promise<T | typeof OVERDUE> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<typeof OVERDUE>((resolve) => {
    timer = setTimeout(resolve, ms, OVERDUE)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}

/** As `within`, for work that can be aborted: the signal fires at the deadline, and once the work is done. */
export async function abortAfter<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | typeof OVERDUE> {
  const abort = new AbortController()
  try {
    return await within(ms, () => work(abort.signal))
  } finally {
    abort.abort()
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

// The time that callers that can do without a model leave it alone after a failure. People then wait for a failing
// model once and not with every question.

/**
 * Milliseconds by kind of failure. A bad reply or a temporary failure says nothing about the next question.
 */
const REST_MS: Record<FailureKind, number> = {
  retry_now: 0,
  retry_later: 15_000,
  stop_today: 60_000,
  bad_reply: 0,
}
/** The backoff after a missed deadline. */
export const OVERDUE_BACKOFF_MS = 5_000
/** The longest backoff, whatever the service asks for. */
const MAX_REST_MS = 60_000

/** The backoff of one service. Lives as long as the client that calls the service. */
export class Backoff {
  private until = 0

  /** Returns the remaining milliseconds; 0 if the service may be called. */
  leftMs(now: number): number {
    return Math.max(0, this.until - now)
  }

  /** Starts a backoff after a failure. `askedMs` is what the service asked for, or the caller chose. */
  recordFailure(failure: FailureKind, askedMs: number, now: number): void {
    const restMs = Math.min(Math.max(REST_MS[failure], askedMs), MAX_REST_MS)
    this.until = Math.max(this.until, now + restMs)
  }
}

// A chat model with a common deadline for all its calls: for work that must be over by a moment, however many
// calls it makes.

/** With less time left than this, the model is not called: no model answers that fast. */
const LEAST_MS = 1_000

/** Returns a model whose calls all end by `deadline`. After it they fail at once and cost nothing. */
export function withDeadline(deadline: Time, chat: ChatModel): ChatModel {
  return {
    model: (tier) => chat.model(tier),
    async complete(request) {
      const left = deadline - Date.now()
      if (left < LEAST_MS)
        return { kind: "failed", failure: "retry_later", detail: "out of time", usage: null }
      return chat.complete({ ...request, timeoutMs: Math.min(request.timeoutMs, left) })
    },
  }
}
