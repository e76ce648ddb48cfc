/** How far a session's events are handled: the number to resume from after a crash, below which none is missing. */
import type { Time } from "../../../domain/types.ts"

export class Watermark {
  /** Events received and not handled yet, and when they came; in order, as numbers only grow within a session. */
  readonly #waiting = new Map<number, Time>()
  #received: number | null

  constructor(handled: number | null) {
    this.#received = handled
  }

  received(seq: number, now: Time): void {
    this.#received = Math.max(seq, this.#received ?? seq)
    this.#waiting.set(seq, now)
  }

  /** It was handled, or set aside, or is nothing to be handled. */
  done(seq: number): void {
    this.#received = Math.max(seq, this.#received ?? seq)
    this.#waiting.delete(seq)
  }

  /** The highest number below and at which every event is done; null: none was received. */
  get seq(): number | null {
    const [first] = this.#waiting.keys()
    return first === undefined ? this.#received : first - 1
  }

  /** When the first that waits came; null: none waits. */
  get since(): Time | null {
    const [first] = this.#waiting.values()
    return first ?? null
  }
}
