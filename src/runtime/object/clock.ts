/** A Durable Object's one alarm. Setting it is a row written, so it is set once and re-set when it rings, not moved for each call. */
import type { Time } from "../../domain/types.ts"

export class Clock {
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
