/** Which words of a text name a person, and the text without them. Pure; it knows names, not who bears them. */
import nlp from "compromise/two"
import { eng } from "stopword"

/** Finds the names of people who are not to be named. */
export interface NameRedactor {
  /** Whether a text names any of them. */
  mentions(text: string): boolean
  /** The text with "someone" in the place of each of their names. */
  redact(text: string): string
}

const SOMEONE = "someone"
const FEWEST_LETTERS = 3
const BEFORE = String.raw`(?<![\p{L}\p{N}\p{M}_])`
const AFTER = String.raw`(?![\p{L}\p{N}\p{M}_])`
const STOP_WORDS = new Set(eng)

/** Nobody is hushed. */
export const NO_REDACTION: NameRedactor = { mentions: () => false, redact: (text) => text }

/**
 * A name counts where it stands as a whole word as displayed; a word such as "Will" not at the beginning of a sentence. One of fewer than three letters is no name; one of lower-case
 * letters alone that is an English word ("art") counts only where it stands capitalized. What is also the name of one of
 * `others`, or stands within such a name, names nobody for sure and stays.
 */
export function nameRedactor(names: readonly string[], others: readonly string[] = []): NameRedactor {
  const sought = [...new Set(names.flatMap(formsOf))]
  if (sought.length === 0) return NO_REDACTION
  const kept = others.map(coreOf).filter((other) => sought.some((form) => other.includes(form)))
  const stays = new Set(kept)
  // The longest first: of several that begin at one place, the regular expression takes the first.
  const all = [...new Set([...kept, ...sought])].sort((a, b) => b.length - a.length).map(patternOf)
  const pattern = new RegExp(all.join("|"), "gu")
  const isName = (found: string, at: number, text: string) =>
    !stays.has(found) && !(isFunctionWord(found.toLowerCase()) && beginsSentence(text, at))
  return {
    mentions: (text) => [...text.matchAll(pattern)].some((match) => isName(match[0], match.index, text)),
    redact: (text) =>
      text.replace(pattern, (found: string, at: number) => (isName(found, at, text) ? SOMEONE : found)),
  }
}

/** The forms in which a display name stands for its bearer. */
function formsOf(name: string): string[] {
  const core = coreOf(name)
  if ((core.match(/\p{L}/gu) ?? []).length < FEWEST_LETTERS) return []
  if (!/^\p{Ll}+$/u.test(core)) return [core]
  const capitalized = core.charAt(0).toUpperCase() + core.slice(1)
  return isWord(core) ? [capitalized] : [core, capitalized]
}

/** A display name without what adorns it. */
function coreOf(name: string): string {
  return name.replace(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}\p{M}_]+$/gu, "")
}

/** Scripts without cases mostly part no words, so that there is no end of a word to look for. */
function patternOf(form: string): string {
  const plain = form.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
  return /\p{Lo}/u.test(form) ? plain : `${BEFORE}${plain}${AFTER}`
}

function beginsSentence(text: string, at: number): boolean {
  return /(?:^|[.!?…\n])["'“(\s]*$/u.test(text.slice(0, at))
}

const lexicon = lexiconOf(nlp.model())

/** Whether a lower-case word is one of English, and no given name. */
function isWord(word: string): boolean {
  if (STOP_WORDS.has(word)) return true
  const tags = tagsOf(word)
  return tags.length > 0 && !tags.some((tag) => /Name|Person/.test(tag))
}

/** Whether a word holds sentences together ("will"): at the beginning of one it is hardly a name. */
function isFunctionWord(word: string): boolean {
  return (
    STOP_WORDS.has(word) || tagsOf(word).some((tag) => /Modal|Auxiliary|Copula|Pronoun|Determiner/.test(tag))
  )
}

function tagsOf(word: string): string[] {
  return Object.hasOwn(lexicon, word) ? [lexicon[word] ?? []].flat() : []
}

/** The lexicon that comes with the grammar: a word's tags. Its types do not tell of it. */
function lexiconOf(model: unknown): Record<string, string | string[]> {
  const { one } = model as { one?: { lexicon?: Record<string, string | string[]> } }
  return one?.lexicon ?? {}
}
