/** Shows how far an import is: one line that is redrawn on a terminal, a line every ten seconds in a log. */
import { MINUTE } from "../domain/calendar.ts"
import type { Sink } from "./program.ts"

const REDRAW_MS = 200
const LOG_MS = 10_000
/** The pace is that of the last half minute: it follows a model that slows down. */
const PACE_MS = 30_000

export class ProgressLine {
  readonly #sink: Sink
  readonly #total: number
  readonly #now: () => number
  readonly #marks: { at: number; done: number }[]
  #shownAt: number
  #isDrawn = false

  constructor(sink: Sink, total: number, now: () => number = Date.now) {
    this.#sink = sink
    this.#total = total
    this.#now = now
    this.#marks = [{ at: now(), done: 0 }]
    this.#shownAt = sink.isTTY ? 0 : now()
  }

  /** Tells how many messages are done. `more` says what else is known. */
  update(done: number, more = ""): void {
    const now = this.#now()
    this.#marks.push({ at: now, done })
    while (this.#marks.length > 2 && (this.#marks[1]?.at ?? now) < now - PACE_MS) this.#marks.shift()
    if (now - this.#shownAt < (this.#sink.isTTY ? REDRAW_MS : LOG_MS)) return
    this.#shownAt = now
    this.#draw(`${this.#line(done)}${more}`)
  }

  /** Tells a count whose end is unknown. */
  count(done: number, what: string): void {
    const now = this.#now()
    if (now - this.#shownAt < (this.#sink.isTTY ? REDRAW_MS : LOG_MS)) return
    this.#shownAt = now
    this.#draw(`${figure(done)} ${what}`)
  }

  /** Prints a line that stays, above the one that is redrawn. */
  note(text: string): void {
    this.#clear()
    this.#sink.write(`${text}\n`)
  }

  /** Ends the line that is redrawn. */
  end(): void {
    this.#clear()
  }

  #line(done: number): string {
    const share = this.#total === 0 ? 100 : Math.floor((100 * done) / this.#total)
    const pace = this.#pace()
    const left = pace > 0 ? `, ${duration(((this.#total - done) / pace) * 1_000)} left` : ""
    return `${figure(done)} of ${figure(this.#total)} messages (${share} %), ${figure(Math.round(pace))}/s${left}`
  }

  /** Messages a second. */
  #pace(): number {
    const [first] = this.#marks
    const last = this.#marks.at(-1)
    if (!first || !last || last.at === first.at) return 0
    return ((last.done - first.done) / (last.at - first.at)) * 1_000
  }

  #draw(text: string): void {
    if (!this.#sink.isTTY) return void this.#sink.write(`${text}\n`)
    this.#sink.write(`\r\u001b[2K${text}`)
    this.#isDrawn = true
  }

  #clear(): void {
    if (this.#isDrawn) this.#sink.write("\r\u001b[2K")
    this.#isDrawn = false
  }
}

function figure(count: number): string {
  return count.toLocaleString("en-US")
}

/** Returns a time as people say it: "40 s", "3 min", "2 h 5 min". */
export function duration(ms: number): string {
  if (ms < MINUTE) return `${Math.max(1, Math.round(ms / 1_000))} s`
  const minutes = Math.round(ms / MINUTE)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
