/**
 * Finds people's names in a text and replaces them. Pure. It works on names and never knows whose they are.
 */
import { eng } from "stopword"
import { FREQUENT_WORDS } from "./frequent-words.ts"
import { grammar } from "./grammar.ts"

/** Finds the names of people who must not be named. */
export interface NameRedactor {
  /** Returns true if the text contains any of the names. */
  mentions(text: string): boolean
  /** Returns the text with "someone" instead of each name. */
  redact(text: string): string
  /** Returns the text with `sign` instead of each name. */
  mark(text: string, sign: string): string
}

const SOMEONE = "someone"
const MIN_LETTERS = 3
const BEFORE = String.raw`(?<![\p{L}\p{N}\p{M}_])`
const AFTER = String.raw`(?![\p{L}\p{N}\p{M}_])`
const STOP_WORDS = new Set(eng)

/** Redacts nothing. @internal */
export const NO_REDACTION: NameRedactor = {
  mentions: () => false,
  redact: (text) => text,
  mark: (text) => text,
}

/**
 * Builds a redactor for display names. A name counts as a whole word spelled as displayed. A name that is
 * also a function word ("Will") does not count at the start of a sentence. Names with fewer than three
 * letters do not count. A lower-case name that is an English word ("art") counts only when capitalized. An
 * occurrence that is, or lies inside, a name in `others` is ambiguous and stays.
 */
export function nameRedactor(names: readonly string[], others: readonly string[] = []): NameRedactor {
  const sought = [...new Set(names.flatMap(formsOf))]
  if (sought.length === 0) return NO_REDACTION
  const kept = others.map(stripDecoration).filter((other) => sought.some((form) => other.includes(form)))
  const stays = new Set(kept)
  let compiled: RegExp | null = null
  const patternFor = (text: string) => {
    // Most texts hold no name: then nothing is compiled.
    if (!sought.some((form) => text.includes(form))) return null
    compiled ??= anyOf([...kept, ...sought])
    return compiled
  }
  const isName = (found: string, at: number, text: string) =>
    !stays.has(found) && !(isFunctionWord(found.toLowerCase()) && beginsSentence(text, at))
  const mark = (text: string, sign: string) => {
    const pattern = patternFor(text)
    if (pattern === null) return text
    return text.replace(pattern, (found: string, at: number) => (isName(found, at, text) ? sign : found))
  }
  return {
    mark,
    mentions: (text) => {
      const pattern = patternFor(text)
      return (
        pattern !== null && [...text.matchAll(pattern)].some((match) => isName(match[0], match.index, text))
      )
    },
    redact: (text) => mark(text, SOMEONE),
  }
}

/** Longest first: if several alternatives start at the same place, the regular expression takes the first. */
function anyOf(forms: readonly string[]): RegExp {
  const all = [...new Set(forms)].sort((a, b) => b.length - a.length).map(patternOf)
  return new RegExp(all.join("|"), "gu")
}

/**
 * Returns a text in which a person's former display name stands as today's. `isSubject`: the text is about them, so it
 * may begin with the first word of their name. Otherwise only the whole name counts.
 */
export function withNewName(
  text: string,
  { former, name, isSubject }: { former: string; name: string; isSubject: boolean },
): string {
  const [whole, today] = [stripDecoration(former), stripDecoration(name)]
  const [first = "", firstToday = ""] = [whole, today].map((one) => one.split(/\s/u, 1)[0] ?? "")
  const begins = (word: string) => word !== "" && new RegExp(`^${patternOf(word)}`, "u").test(text)
  if (isSubject && (begins(former) || begins(whole))) {
    const length = begins(former) ? former.length : whole.length
    return `${name}${replaceNames(text.slice(length), former, name)}`
  }
  if (isSubject && first !== firstToday && begins(first))
    return `${name}${replaceNames(text.slice(first.length), former, name)}`
  return replaceNames(text, former, name)
}

function replaceNames(text: string, former: string, name: string): string {
  const forms = formsOf(former)
  if (forms.length === 0) return text
  const pattern = new RegExp(forms.map(patternOf).join("|"), "gu")
  return text.replace(pattern, (found: string, at: number) =>
    isFunctionWord(found.toLowerCase()) && beginsSentence(text, at) ? found : name,
  )
}

/** Returns the forms in which a display name refers to its bearer. */
export function formsOf(name: string): string[] {
  const core = stripDecoration(name)
  if ((core.match(/\p{L}/gu) ?? []).length < MIN_LETTERS) return []
  if (!/^\p{Ll}+$/u.test(core)) return [core]
  const capitalized = core.charAt(0).toUpperCase() + core.slice(1)
  return isWord(core) ? [capitalized] : [core, capitalized]
}

/** Strips decoration from both ends of a display name. */
function stripDecoration(name: string): string {
  return name.replace(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}\p{M}_]+$/gu, "")
}

/** Scripts without case mostly do not separate words, so word boundaries do not apply to them. */
function patternOf(form: string): string {
  const plain = form.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
  return /\p{Lo}/u.test(form) ? plain : `${BEFORE}${plain}${AFTER}`
}

function beginsSentence(text: string, at: number): boolean {
  return /(?:^|[.!?…\n])["'“(\s]*$/u.test(text.slice(0, at))
}

/**
 * Returns true if the word at this place of a text may be somebody's name, however its letters are written: an everyday word
 * only with a capital, and a function word not at the start of a sentence.
 */
export function mayBeName(word: string, at: number, text: string): boolean {
  const lower = word.toLowerCase()
  if (!isEverydayWord(lower)) return true
  return word.charAt(0) !== lower.charAt(0) && !(isFunctionWord(lower) && beginsSentence(text, at))
}

/** Returns true for English words and for frequent words of other languages that are no given names. */
export function isEverydayWord(word: string): boolean {
  frequent ??= new Set(FREQUENT_WORDS.flatMap((words) => words.split(" ")))
  return isWord(word) || (frequent.has(word) && !isGivenName(tagsOf(word)))
}

let frequent: ReadonlySet<string> | null = null

/** Returns true if a lower-case word is an English word and not a given name. */
function isWord(word: string): boolean {
  if (STOP_WORDS.has(word)) return true
  const tags = tagsOf(word)
  return tags.length > 0 && !isGivenName(tags)
}

function isGivenName(tags: readonly string[]): boolean {
  return tags.some((tag) => /Name|Person/.test(tag))
}

/** Returns true for function words ("will"): at the start of a sentence they are rarely names. */
function isFunctionWord(word: string): boolean {
  return (
    STOP_WORDS.has(word) || tagsOf(word).some((tag) => /Modal|Auxiliary|Copula|Pronoun|Determiner/.test(tag))
  )
}

function tagsOf(word: string): string[] {
  lexicon ??= lexiconOf(grammar().model())
  return Object.hasOwn(lexicon, word) ? [lexicon[word] ?? []].flat() : []
}

let lexicon: Lexicon | null = null

/** The tags of each word, by its lower-case form. */
type Lexicon = Record<string, string | string[]>

/** The grammar library's lexicon: a word's tags. Its type declarations omit it. */
function lexiconOf(model: unknown): Lexicon {
  const { one } = model as { one?: { lexicon?: Lexicon } }
  return one?.lexicon ?? {}
}
