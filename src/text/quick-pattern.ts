/**
 * Regular expressions that are compiled only when a text holds one of the words without which they cannot match. Tables
 * of hundreds of patterns cost too much CPU otherwise: a short text meets the words of a few. All patterns share one search
 * of a text for their words. Pure in effect.
 */
import { remembered } from "./remembered.ts"

export class QuickPattern {
  readonly source: string
  readonly #flags: string
  #compiled: RegExp | null = null

  /** Takes what `RegExp` takes; without the flags "g" and "y". */
  constructor(source: string, flags: string) {
    this.source = source
    this.#flags = flags
    register(this, requiredWords(source))
  }

  /** `lower` is the text in lower case; pass it if many patterns see the same text. */
  test(text: string, lower: string = text.toLowerCase()): boolean {
    return this.exec(text, lower) !== null
  }

  exec(text: string, lower: string = text.toLowerCase()): RegExpExecArray | null {
    if (!mayMatch(lower).has(this)) return null
    this.#compiled ??= new RegExp(this.source, this.#flags)
    return this.#compiled.exec(text)
  }
}

interface Needed {
  word: string
  patterns: QuickPattern[]
}

/** The words that patterns need, by their first two characters: of ASCII in a table, others in a map. */
const ASCII = 128
const NONE: Needed[] = []
const NEEDED: Needed[][] = Array.from({ length: ASCII * ASCII }, () => NONE)
const NEEDED_ELSEWHERE = new Map<number, Needed[]>()
const WITHOUT_WORDS: QuickPattern[] = []

function register(pattern: QuickPattern, words: readonly string[] | null): void {
  if (words === null) WITHOUT_WORDS.push(pattern)
  for (const word of new Set(words)) {
    const alike = neededAt(word, 0)
    const known = alike.find((needed) => needed.word === word)
    if (known) known.patterns.push(pattern)
    else setNeeded(word, [...alike, { word, patterns: [pattern] }])
  }
  mayMatch = rememberCandidates()
}

/**
 * Returns the patterns that may match a text in lower case: those of which it holds a needed word, as a part of longer
 * words too, and those that need none. Ask once if a table has many patterns.
 */
export let mayMatch = rememberCandidates()

/** A table asks about the same text for each of its patterns, so few texts suffice. */
function rememberCandidates() {
  return remembered(
    (lower): ReadonlySet<QuickPattern> => {
      const found = new Set(WITHOUT_WORDS)
      for (let at = 0; at + 1 < lower.length; at += 1) {
        const needed = neededAt(lower, at)
        // Most places begin no word.
        if (needed === NONE) continue
        for (const { word, patterns } of needed)
          if (lower.startsWith(word, at)) for (const pattern of patterns) found.add(pattern)
      }
      return found
    },
    { most: 200 },
  )
}

function neededAt(text: string, at: number): readonly Needed[] {
  const first = text.charCodeAt(at)
  const second = text.charCodeAt(at + 1)
  if (first < ASCII && second < ASCII) return NEEDED[first * ASCII + second] ?? NONE
  return NEEDED_ELSEWHERE.get(first * 0x10000 + second) ?? NONE
}

function setNeeded(word: string, needed: Needed[]): void {
  const [first, second] = [word.charCodeAt(0), word.charCodeAt(1)]
  if (first < ASCII && second < ASCII) NEEDED[first * ASCII + second] = needed
  else NEEDED_ELSEWHERE.set(first * 0x10000 + second, needed)
}

/**
 * Returns words in lower case of which each match of a pattern holds at least one, as a part of it; `null` if there are
 * none of two letters.
 * @internal
 */
export function requiredWords(source: string): string[] | null {
  return new Scanner(source).alternatives()
}

const SHORTEST = 2
const GROUP_START = /\((?:\?(?::|<?[=!]|<\w+>))?/y
const ESCAPE = /\\(?:[pP]\{[^}]*\}|u\{\w+\}|u\w{4}|x\w{2}|k<\w+>|.)/y
const CHARACTER_CLASS = /\[(?:\\.|[^\]\\])*\]/y
const QUANTIFIER = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y
const LETTER = /[\p{L}\p{N}]/u

class Scanner {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  /** Reads up to the end of a group. */
  alternatives(): string[] | null {
    const found: (string[] | null)[] = [this.#sequence()]
    while (this.#source[this.#at] === "|") {
      this.#at += 1
      found.push(this.#sequence())
    }
    return found.some((words) => words === null) ? null : found.flatMap((words) => words ?? [])
  }

  #sequence(): string[] | null {
    let best: string[] | null = null
    let run = ""
    const offer = (words: string[] | null) => {
      if (words && worth(words) > worth(best ?? [])) best = words
    }
    const endRun = () => {
      if (run.length >= SHORTEST) offer([run])
      run = ""
    }
    while (this.#at < this.#source.length && !"|)".includes(this.#source[this.#at] ?? "")) {
      const letter = this.#letter()
      const words = letter === null ? this.#atom() : null
      const quantifier = this.#take(QUANTIFIER)
      const isOptional = /^(?:[*?]|\{0)/.test(quantifier)
      if (letter !== null && !isOptional) run += letter
      if (letter === null || quantifier !== "") endRun()
      if (!isOptional) offer(words)
    }
    endRun()
    return best
  }

  #letter(): string | null {
    const letter = String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0)
    if (!LETTER.test(letter)) return null
    this.#at += letter.length
    return letter.toLowerCase()
  }

  /** Anything but a letter; returns the words that a group needs. */
  #atom(): string[] | null {
    const start = this.#take(GROUP_START)
    if (start === "") {
      if (!this.#take(ESCAPE) && !this.#take(CHARACTER_CLASS)) this.#at += 1
      return null
    }
    const words = this.alternatives()
    this.#at += 1
    return /^\(\?<?[=!]/.test(start) ? null : words
  }

  #take(token: RegExp): string {
    token.lastIndex = this.#at
    const [taken = ""] = token.exec(this.#source) ?? []
    this.#at += taken.length
    return taken
  }
}

/** Long words are rare, and so are texts that hold one of few. */
function worth(words: readonly string[]): number {
  return words.length === 0 ? 0 : Math.min(...words.map(({ length }) => length)) - words.length / 100
}
