/** When to try again after a failure: growing delays with jitter that never give up. Pure. */
import { HOUR, nextUtcDay } from "../../domain/calendar.ts"
import type { Time } from "../../domain/types.ts"

/** `attempt` counts from 1. Between half and all of `firstMs` doubled per attempt, an hour at most. `random` is in [0, 1). */
export function retryAt(now: Time, attempt: number, firstMs: number, random: number): Time {
  const delay = Math.min(HOUR, firstMs * 2 ** Math.min(attempt - 1, 30))
  return now + Math.round(delay * (0.5 + random / 2))
}

/** Within the first ten minutes of the next day in UTC, when daily allowances are renewed. */
export function tomorrow(now: Time, random: number): Time {
  return nextUtcDay(now) + Math.round(random * 600_000)
}
