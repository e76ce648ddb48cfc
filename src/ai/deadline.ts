/** Waiting with an end: a deadline around any work, and a pause. */
import type { Time } from "../domain/types.ts"
import type { ChatModel, FailureKind } from "./chat.ts"

export const OVERDUE = Symbol("overdue")

/**
 * The work's result, or OVERDUE after `ms` milliseconds. The signal fires at the deadline, so that work which heeds it
 * stops; work which does not is left behind, and whatever becomes of it is ignored.
 */
export async function within<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | typeof OVERDUE> {
  const abort = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<typeof OVERDUE>((resolve) => {
    timer = setTimeout(resolve, ms, OVERDUE)
  })
  try {
    return await Promise.race([work(abort.signal), late])
  } finally {
    clearTimeout(timer)
    abort.abort()
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

// How long a model that failed is left alone by those who can do without it, so that people wait for it once and not with every question.

/** Milliseconds by what the failure was. A bad reply, or a stumble, says nothing of the next question. */
const REST_MS: Record<FailureKind, number> = {
  retry_now: 0,
  retry_later: 15_000,
  stop_today: 60_000,
  bad_reply: 0,
}
/** After a deadline was missed. */
export const OVERDUE_BACKOFF_MS = 5_000
/** However long a service asks to be left alone, it is tried again after this. */
const MAX_REST_MS = 60_000

/** One service's rest. It lives as long as what asks the service. */
export class Backoff {
  private until = 0

  /** Milliseconds that are left of it; 0 where the service may be asked. */
  leftMs(now: number): number {
    return Math.max(0, this.until - now)
  }

  /** The service failed so, and asked for `askedMs` or was given it. */
  recordFailure(failure: FailureKind, askedMs: number, now: number): void {
    const restMs = Math.min(Math.max(REST_MS[failure], askedMs), MAX_REST_MS)
    this.until = Math.max(this.until, now + restMs)
  }
}

// A chat model with an end to all its calls together: for work that has to be over by a moment, whatever it asks.

/** With less left than this, no model answers: it is not asked. */
const LEAST_MS = 1_000

/** The same model, whose calls all end by `deadline`; past it they fail at once, and cost nothing. */
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
