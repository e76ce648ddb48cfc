/**
 * Regular expressions that are compiled only when a text holds one of the words without which they cannot match. Tables
 * of hundreds of patterns cost too much CPU otherwise: a short text meets the words of a few. All patterns share one search
 * of a text for their words. Pure in effect.
 */
import { remembered } from "./remembered.ts"

export class QuickPattern {
  readonly source: string
  readonly #flags: string
  /** Its place in a set of candidates. */
  readonly number: number
  #compiled: RegExp | null = null

  /** Takes what `RegExp` takes; without the flags "g" and "y". */
  constructor(source: string, flags: string) {
    this.source = source
    this.#flags = flags
    this.number = register(requiredWords(source))
  }

  /** The pattern itself, compiled when it is first asked for. For a text of which it is a candidate. */
  get regExp(): RegExp {
    this.#compiled ??= new RegExp(this.source, this.#flags)
    return this.#compiled
  }

  /** `lower` is the text in lower case. */
  test(text: string, lower: string = text.toLowerCase()): boolean {
    return mayMatch(lower).has(this) && this.regExp.test(text)
  }
}

/** A set of patterns: a bit for each, 32 in a number. */
type Bits = Uint32Array

function bitsOf(numbers: readonly number[], most: number): Bits {
  const bits = new Uint32Array((most >>> 5) + 1)
  for (const number of numbers) addBit(bits, number)
  return bits
}

function addBit(bits: Bits, number: number): void {
  bits[number >>> 5] = (bits[number >>> 5] ?? 0) | (1 << (number & 31))
}

/** The patterns that may match a text. */
export class PatternSet {
  readonly bits: Bits

  constructor(bits: Bits) {
    this.bits = bits
  }

  has({ number }: QuickPattern): boolean {
    return (((this.bits[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1
  }
}

/** Rows with a pattern each. Those that a text may match are found without asking every one. */
export class PatternTable<Row> {
  readonly #rows: readonly Row[]
  /** The place of each row, by its pattern's number. */
  readonly #places: ReadonlyMap<number, number>
  readonly #bits: Bits

  constructor(rows: readonly Row[], patternOf: (row: Row) => QuickPattern) {
    const numbers = rows.map((row) => patternOf(row).number)
    this.#rows = rows
    this.#places = new Map(numbers.map((number, place) => [number, place]))
    this.#bits = bitsOf(numbers, Math.max(0, ...numbers))
  }

  /** Returns the rows whose patterns are candidates, in the table's order. */
  among(candidates: PatternSet): Row[] {
    const places: number[] = []
    for (const [at, own] of this.#bits.entries()) {
      // Takes the lowest bit until none is left.
      for (let bits = own & (candidates.bits[at] ?? 0); bits !== 0; bits &= bits - 1)
        places.push(this.#places.get(at * 32 + 31 - Math.clz32(bits & -bits)) ?? 0)
    }
    return places.sort((a, b) => a - b).map((place) => this.#rows[place] as Row)
  }
}

/** A word, and the numbers of the patterns that need it. */
interface Needed {
  word: string
  patterns: number[]
}

/** The words that patterns need, by the classes of their first three characters; those of two characters by both. */
const BY_THREE: (Needed[] | undefined)[] = new Array(32 ** 3)
const BY_TWO: (Needed[] | undefined)[] = new Array(32 ** 2)
const WITHOUT_WORDS: number[] = []
let count = 0

/** The class of a character: its own for each letter from a to z, one of five for any other. Characters of a class are told apart later. */
function classAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 97 && code <= 122 ? code - 96 : 27 + (code % 5)
}

/** Returns the number of a new pattern. */
function register(words: readonly string[] | null): number {
  const number = count++
  if (words === null) WITHOUT_WORDS.push(number)
  for (const word of new Set(words)) {
    const [table, place] = placeOf(word)
    const alike = table[place] ?? []
    const known = alike.find((needed) => needed.word === word)
    if (known) known.patterns.push(number)
    else table[place] = [...alike, { word, patterns: [number] }]
  }
  mayMatch = rememberCandidates()
  return number
}

/**
 * Returns the patterns that may match a text in lower case: those of which it holds a needed word, as a part of longer
 * words too, and those that need none. Ask once if a table has many patterns.
 */
export let mayMatch = rememberCandidates()

/** A table asks about the same text for each of its patterns, and a window's lines are asked about by several tables. */
function rememberCandidates() {
  return remembered((lower) => new PatternSet(candidatesIn(lower)), { most: 1_000 })
}

function candidatesIn(lower: string): Bits {
  const bits = bitsOf(WITHOUT_WORDS, count)
  const look = (needed: readonly Needed[], at: number) => {
    for (const { word, patterns } of needed)
      if (lower.startsWith(word, at)) for (const number of patterns) addBit(bits, number)
  }
  // The classes of the characters up to here: most places begin no word.
  let classes = 0
  for (let end = 0; end < lower.length; end += 1) {
    classes = ((classes << 5) | classAt(lower, end)) & 0x7fff
    const two = end > 0 ? BY_TWO[classes & 0x3ff] : undefined
    if (two !== undefined) look(two, end - 1)
    const three = end > 1 ? BY_THREE[classes] : undefined
    if (three !== undefined) look(three, end - 2)
  }
  return bits
}

function placeOf(word: string): [table: (Needed[] | undefined)[], place: number] {
  const [first, second] = [classAt(word, 0), classAt(word, 1)]
  const two = (first << 5) | second
  return word.length === 2 ? [BY_TWO, two] : [BY_THREE, (two << 5) | classAt(word, 2)]
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
