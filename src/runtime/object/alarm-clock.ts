/** A Durable Object's one alarm. Setting it is a row written, so it is set once and re-set when it rings, not moved for each call. */

import { HOUR, nextUtcDay } from "../../domain/calendar.ts"
import type { Time } from "../../domain/types.ts"

export class AlarmClock {
  readonly #storage: DurableObjectStorage
  #at: Time | null = null

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** Reads what an earlier life of this object has set. */
  async load(): Promise<void> {
    this.#at = await this.#storage.getAlarm()
  }

  /** Rings at `due` at the latest. */
  async wakeBy(due: Time | null): Promise<void> {
    if (due !== null && (this.#at === null || due < this.#at)) await this.set(due)
  }

  /** Rings at `at`, or never. */
  async set(at: Time | null): Promise<void> {
    if (at === null && this.#at === null) return
    this.#at = at
    if (at === null) await this.#storage.deleteAlarm()
    else await this.#storage.setAlarm(at)
  }
}

// When to try again after a failure: growing delays with jitter that never give up. Pure.

/** `attempt` counts from 1. Between half and all of `firstMs` doubled per attempt, an hour at most. `random` is in [0, 1). */
export function retryAt(now: Time, attempt: number, firstMs: number, random: number): Time {
  const delay = Math.min(HOUR, firstMs * 2 ** Math.min(attempt - 1, 30))
  return now + Math.round(delay * (0.5 + random / 2))
}

/** Within the first ten minutes of the next day in UTC, when daily allowances are renewed. */
export function tomorrow(now: Time, random: number): Time {
  return nextUtcDay(now) + Math.round(random * 600_000)
}
