/**
 * Passages in memory while the object is awake, parsed and with their stems counted. Parsing is a large part of a
 * search's cost. A search counts some sixty stems; two queries for each cost more than scoring the lines.
 */
import { type Passage, passageTerms } from "../search/passage.ts"

/** About 10 kB each. */
const MOST = 600

export class ParsedPassages {
  readonly #load: (no: number) => Passage
  /** The number of readable passages up to which stems are counted here. */
  readonly #mostCounted: number
  readonly #parsed = new Map<number, Passage>()
  readonly #counts = new Map<number, ReadonlyMap<string, number>>()

  constructor(load: (no: number) => Passage, mostCounted = MOST) {
    this.#load = load
    this.#mostCounted = mostCounted
  }

  read(no: number): Passage {
    const known = this.#parsed.get(no)
    if (known) return known
    const passage = this.#load(no)
    if (this.#parsed.size >= MOST) this.#parsed.clear()
    this.#parsed.set(no, passage)
    return passage
  }

  /** Counts a stem in each of the passages that has it. Returns `null` if they are too many. */
  timesOf(stem: string, passages: ReadonlyMap<number, unknown>): Map<number, number> | null {
    if (passages.size > this.#mostCounted) return null
    const times = new Map<number, number>()
    for (const no of passages.keys()) {
      const count = this.#countsOf(no).get(stem)
      if (count !== undefined) times.set(no, count)
    }
    return times
  }

  /** Forgets a passage that changed. */
  drop(no: number): void {
    this.#parsed.delete(no)
    this.#counts.delete(no)
  }

  #countsOf(no: number): ReadonlyMap<string, number> {
    const known = this.#counts.get(no)
    if (known) return known
    const counts = new Map<string, number>()
    for (const stem of passageTerms(this.read(no)).split(" ")) counts.set(stem, (counts.get(stem) ?? 0) + 1)
    if (this.#counts.size >= MOST) this.#counts.clear()
    this.#counts.set(no, counts)
    return counts
  }
}
