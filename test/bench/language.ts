/**
 * Generates talk with the statistics of real talk: words by Zipf's law, names, facts and questions. A seed
 * always yields the same talk.
 */

/** Returns numbers in [0, 1). */
export type Random = () => number

/** Returns a seeded generator (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function pick<T>(list: readonly T[], random: Random): T {
  const item = list[Math.floor(random() * list.length)]
  if (item === undefined) throw new Error("nothing to pick from")
  return item
}

const COMMON = (
  "work game music server code project weekend friend phone house dog cat coffee job school book movie car team " +
  "bike trip food garden guitar kitchen running photo paper river summer"
).split(" ")
const SYLLABLES = (
  "ba be bo da de di fa fe ga go ka ke ko la le li lo ma me mi mo na ne no pa pe po ra re ri ro sa se so ta te ti to " +
  "va vi zo"
).split(" ")
/** Predicates of facts, most common first. The first one occurs in a quarter of all facts. */
const VERBS = (
  "likes|works on|wants|is learning|uses|plays|bought|visited|prefers|started|thinks about|lives near|dislikes|built|" +
  "sold|teaches"
).split("|")
const QUESTIONS = [
  "what does",
  "who",
  "does anyone",
  "when was it that",
  "why is it that",
  "where",
  "tell me who",
]
const VOCABULARY = 20_000

/** The chance of the word at rank r is proportional to 1 / (r + 2.7), as Mandelbrot refined Zipf's law. */
function cumulative(size: number): Float64Array {
  const sums = new Float64Array(size)
  let total = 0
  for (let rank = 0; rank < size; rank++) {
    total += 1 / (rank + 3.7)
    sums[rank] = total
  }
  return sums.map((value) => value / total)
}

/** Returns the rank at which the cumulative sum passes a random share. */
function drawn(sums: Float64Array, random: Random): number {
  const target = random()
  let low = 0
  let high = sums.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 1) < target) low = middle + 1
    else high = middle
  }
  return low
}

export class Language {
  readonly random: Random
  readonly #words: string[]
  readonly #wordSums = cumulative(VOCABULARY)
  readonly #verbSums = cumulative(VERBS.length)

  constructor(seed: number) {
    this.random = seeded(seed)
    const made = Array.from({ length: VOCABULARY - COMMON.length }, (_, index) => coin(index))
    this.#words = [...COMMON, ...made]
  }

  word(): string {
    return this.#words[drawn(this.#wordSums, this.random)] ?? "thing"
  }

  words(least: number, most: number): string {
    const count = least + Math.floor(this.random() * (most - least + 1))
    return Array.from({ length: count }, () => this.word()).join(" ")
  }

  verb(): string {
    return VERBS[drawn(this.#verbSums, this.random)] ?? "likes"
  }

  /** A sentence in third person, 6 to 10 words. */
  fact(name: string): string {
    return `${name} ${this.verb()} ${this.words(3, 6)}`
  }

  /**
   * A question of 3 to 8 words about a fact: an opening, sometimes the name, and words of the fact, common
   * ones included.
   */
  question(fact: string, name: string): string {
    const about = fact
      .slice(name.length + 1)
      .split(" ")
      .map((word) => ({ word, at: this.random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ word }) => word)
    const count = 1 + Math.floor(this.random() * 4)
    const named = this.random() < 0.4 ? [name.split(" ")[0] ?? name] : []
    const opening = pick(QUESTIONS, this.random).split(" ")
    return [...opening, ...named, ...about.slice(0, count)].slice(0, 8).join(" ")
  }
}

/** Returns the n-th invented word: two to four syllables, no two alike. */
export function coin(index: number): string {
  let left = index + SYLLABLES.length
  let word = ""
  while (left > 0) {
    word += SYLLABLES[left % SYLLABLES.length]
    left = Math.floor(left / SYLLABLES.length)
  }
  return word
}

/** Returns the n-th person's first and last name. First names repeat among people. */
export function personName(index: number): string {
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  return `${capital(`${coin((index * 7) % 400)}n`)} ${capital(`${coin(index)}s`)}`
}
