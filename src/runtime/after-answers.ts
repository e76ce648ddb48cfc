/**
 * Collects what remains to be written after answers, by guild, and writes it together a moment later. The calls for it
 * then compete with no answer that is being made, and a busy guild needs a few a second however many questions it asks.
 */
import type { Id } from "../domain/types.ts"
import type { Runtime } from "./models.ts"

export class AfterAnswers<T> {
  /** Time that the first entry of a batch waits. A crash loses as much. Tests wait for less. */
  static waitMs = 250
  readonly #pending = new Map<Id, T[]>()
  readonly #write: (runtime: Runtime, guildId: Id, entries: readonly T[]) => Promise<void>

  /** `write` must not throw: nobody waits for it. */
  constructor(write: (runtime: Runtime, guildId: Id, entries: readonly T[]) => Promise<void>) {
    this.#write = write
  }

  add(runtime: Runtime, guildId: Id, entry: T): void {
    const waiting = this.#pending.get(guildId)
    if (waiting !== undefined) {
      waiting.push(entry)
      return
    }
    this.#pending.set(guildId, [entry])
    runtime.waitUntil(this.#flush(runtime, guildId))
  }

  async #flush(runtime: Runtime, guildId: Id): Promise<void> {
    await scheduler.wait(AfterAnswers.waitMs)
    const entries = this.#pending.get(guildId) ?? []
    this.#pending.delete(guildId)
    await this.#write(runtime, guildId, entries)
  }
}
