/**
 * A Durable Object's single alarm. Setting it costs a row write, so it is set once and set again when it
 * fires, not moved with each call.
 */

import { HOUR, nextUtcDay } from "../../domain/calendar.ts"
import type { Time } from "../../domain/types.ts"

export class AlarmClock {
  readonly #storage: DurableObjectStorage
  #at: Time | null = null

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** Loads the alarm that an earlier instance of this object set. */
  async load(): Promise<void> {
    this.#at = await this.#storage.getAlarm()
  }

  /** Fires at `due` or earlier. */
  async wakeBy(due: Time | null): Promise<void> {
    if (due !== null && (this.#at === null || due < this.#at)) await this.set(due)
  }

  /** Fires at `at`, or never. */
  async set(at: Time | null): Promise<void> {
    if (at === null && this.#at === null) return
    this.#at = at
    if (at === null) await this.#storage.deleteAlarm()
    else await this.#storage.setAlarm(at)
  }
}

// Retry times after failures: growing delays with jitter, without an end. Pure.

/**
 * Returns the time of the next attempt. `attempt` counts from 1. The delay is between half and all of
 * `firstMs` doubled per attempt, at most an hour. `random` is in [0, 1).
 */
export function retryAt(now: Time, attempt: number, firstMs: number, random: number): Time {
  const delay = Math.min(HOUR, firstMs * 2 ** Math.min(attempt - 1, 30))
  return now + Math.round(delay * (0.5 + random / 2))
}

/** Returns a time within the first ten minutes of the next UTC day, when daily allowances are renewed. */
export function tomorrow(now: Time, random: number): Time {
  return nextUtcDay(now) + Math.round(random * 600_000)
}
