/**
 * Counts a guild's recalls and answers in the object of its index, which every recall calls. One row holds the days that
 * no night has stored yet. This class decides when to write the row.
 */
import { utcDate } from "../domain/calendar.ts"
import { QuestionDays, type QuestionOutcome, withQuestion } from "../domain/question-counts.ts"
import type { Time } from "../domain/types.ts"
import type { StateRows } from "../runtime/object/state-rows.ts"

const KEY = "questions"
/** Days to keep if no night stores them. */
const MOST_DAYS = 31

// The row is written after each question. Under load, it is written after twenty: five writes may follow each other at
// once, then one every ten seconds. What is not written then is written ten seconds later (`writeRest`), so only an object
// that crashes loses questions, at most nineteen.
const BURST = 5
/** How long the rest of a burst waits. */
export const REST_MS = 10_000
const MOST_UNWRITTEN = 20

export class QuestionCounter {
  readonly #state: StateRows
  #days: QuestionDays | null = null
  #unwritten = 0
  #writes = BURST
  #earnedAt: Time = 0

  constructor(state: StateRows) {
    this.#state = state
  }

  /** Returns the counts by day, those not written included. */
  get days(): QuestionDays {
    this.#days ??= this.#state.get(KEY, QuestionDays) ?? {}
    return this.#days
  }

  add(question: QuestionOutcome, now: Time): void {
    this.#days = withQuestion(this.days, utcDate(now), question)
    this.#unwritten += 1
    this.#writes = Math.min(BURST, this.#writes + Math.max(0, now - this.#earnedAt) / REST_MS)
    this.#earnedAt = now
    if (this.#writes < 1 && this.#unwritten < MOST_UNWRITTEN) return
    this.#writes = Math.max(0, this.#writes - 1)
    this.#write(this.#days)
  }

  get hasUnwritten(): boolean {
    return this.#unwritten > 0
  }

  /** Writes what a burst left unwritten. */
  writeRest(): void {
    if (this.#unwritten > 0) this.#write(this.days)
  }

  /** Forgets the days up to and including `day`. */
  drop(day: string): void {
    const left = Object.fromEntries(Object.entries(this.days).filter(([date]) => date > day))
    if (Object.keys(left).length < Object.keys(this.days).length) this.#write(left)
  }

  #write(days: QuestionDays): void {
    const last = Object.entries(days)
      .sort(([a], [b]) => a.localeCompare(b))
      .slice(-MOST_DAYS)
    this.#days = Object.fromEntries(last)
    this.#state.set(KEY, this.#days)
    this.#unwritten = 0
  }
}
