/**
 * Finds one person's words in other people's texts and removes them. It knows their words only as hashes of
 * word runs. Pure: it stores nothing.
 */
import { deu, eng, fra, por, spa } from "stopword"
import { saltedHash } from "../domain/hash.ts"
import type { Id } from "../domain/types.ts"

/** Identifies a person's words in other people's texts. */
export interface PersonTraces {
  userId: Id
  /** Hashes of their words: see `wordRunKeys`. */
  runs: ReadonlySet<number>
  /** Salt of the hashes, another one for each erasure, so that the hashes alone reveal nothing. */
  salt: number
}

/** Traces as they travel between objects. */
export type SerializedTraces = Omit<PersonTraces, "runs"> & { runs: Float64Array }

export function deserializeTraces(sent: SerializedTraces): PersonTraces {
  return { ...sent, runs: new Set(sent.runs) }
}

/** Replaces a quote. @internal */
export const QUOTE_GAP = "[…]"
const SOMEONE = "someone"

/**
 * Words in a row that make a quote anywhere in a text. Four of them need two telling words, because people who chat
 * share many runs with one ("that is so much better"). Inside quotation marks fewer words do.
 */
const QUOTE = 4
const LONG_QUOTE = 7
const MARKED_QUOTE = 2

interface Word {
  key: string
  from: number
  to: number
}

const PLAIN = /^[\x20-\x7e\s’…]*$/
const PLAIN_WORD = /[a-z0-9_]+(?:['’][a-z0-9_]+)*/gi
const segmenter = new Intl.Segmenter("en", { granularity: "word" })
const STOP_WORDS = new Set(eng)
/** Words that tell nothing of who wrote them, in the languages of the rules, with those of chat. */
const COMMON_WORDS = new Set([
  ...[eng, deu, spa, fra, por].flat(),
  ...["oh", "ok", "okay", "yeah", "yes", "no", "not", "just", "really", "always", "lol", "haha"],
])
const ADDRESS = /\w@\w|:\/\//
const CONTRACTION = /(?:n['’]t|['’](?:re|ll|ve|d|m|s))$/

/**
 * Returns the hashes of a text: for marked quotes, one for each run of two or four words with a telling word; for quotes
 * anywhere, one for each run of four that is distinctive or of seven with a telling word; and one for a whole text of at
 * most three words. Runs of stop words alone ("and then it was") belong to everybody. `names` are the person's.
 */
export function wordRunKeys(text: string, salt: number, names: readonly string[] = []): number[] {
  const words = wordsIn(text)
  const own = new Set(names.flatMap(nameKeys))
  const addresses = [...text.matchAll(/\S+/g)]
    .filter(([part]) => ADDRESS.test(part))
    .map(({ index, 0: { length } }) => ({ index, end: index + length }))
  const isUnique = ({ key, from }: Word) =>
    own.has(key) || /\p{N}/u.test(key) || addresses.some(({ index, end }) => index <= from && from < end)
  const keys = new Set<number>()
  const addRuns = (length: number, isTheirs: (run: readonly Word[]) => boolean, key: typeof keyOf) => {
    for (let at = 0; at + length <= words.length; at++) {
      const run = words.slice(at, at + length)
      if (isTheirs(run)) keys.add(key(run, salt))
    }
  }
  const tells = (run: readonly Word[]) => run.some(isTelling)
  addRuns(MARKED_QUOTE, tells, keyOf)
  addRuns(QUOTE, tells, keyOf)
  addRuns(QUOTE, (run) => isDistinctive(run, isUnique), anywhereKey)
  addRuns(LONG_QUOTE, tells, anywhereKey)
  if (words.length > 0 && words.length < QUOTE) keys.add(wholeKey(words, salt))
  return [...keys]
}

/** Replaces each quote of the person, marked or not, with a gap. Idempotent. */
export function removeQuotes(text: string, traces: PersonTraces): string {
  if (traces.runs.size === 0) return text
  // A gap may leave a shorter marked quote beside it. Each round leaves fewer words.
  for (let rest = text; ; ) {
    const next = withoutQuotesOnce(rest, traces)
    if (next === rest) return rest
    rest = next
  }
}

function withoutQuotesOnce(text: string, { runs, salt }: PersonTraces): string {
  const words = wordsIn(text)
  const theirs = new Set<number>()
  const mark = (from: number, to: number) => {
    for (let at = from; at < to; at++) theirs.add(at)
  }
  const find = (from: number, to: number, length: number, key: typeof keyOf) => {
    for (let at = from; at + length <= to; at++)
      if (runs.has(key(words.slice(at, at + length), salt))) mark(at, at + length)
  }
  for (const length of [QUOTE, LONG_QUOTE]) find(0, words.length, length, anywhereKey)
  for (const span of markedSpans(text)) {
    const from = words.findIndex((word) => word.from >= span.from)
    const to = words.findLastIndex((word) => word.to <= span.to) + 1
    if (from < 0 || to <= from) continue
    for (const length of [MARKED_QUOTE, QUOTE]) find(from, to, length, keyOf)
    if (to - from < QUOTE && runs.has(wholeKey(words.slice(from, to), salt))) mark(from, to)
  }
  return withGaps(text, words, theirs)
}

/** Replaces mentions of the person. */
export function removeMentions(text: string, userId: Id): string {
  return text.replaceAll(new RegExp(`<@!?${userId}>`, "g"), SOMEONE)
}

/**
 * Returns a text's words in order, in lower case. A gap of an earlier erasure counts as a word that nobody
 * said.
 */
function wordsIn(text: string): Word[] {
  return text.split(QUOTE_GAP).flatMap((part, index, parts) => {
    const start = parts.slice(0, index).reduce((sum, before) => sum + before.length + QUOTE_GAP.length, 0)
    const words = wordsOf(part).map(({ key, from, to }) => ({ key, from: from + start, to: to + start }))
    return index === 0 ? words : [{ key: QUOTE_GAP, from: start, to: start }, ...words]
  })
}

function wordsOf(text: string): Word[] {
  if (PLAIN.test(text)) return [...text.matchAll(PLAIN_WORD)].map((match) => asWord(match[0], match.index))
  return [...segmenter.segment(text)]
    .filter((part) => part.isWordLike)
    .map((part) => asWord(part.segment, part.index))
}

function asWord(word: string, from: number): Word {
  return { key: word.normalize("NFKC").toLowerCase().replaceAll("’", "'"), from, to: from + word.length }
}

function isTelling({ key }: Word): boolean {
  return key !== QUOTE_GAP && !/n't$/.test(key) && !STOP_WORDS.has(key.replace(CONTRACTION, ""))
}

/** True for two rare words, or one of a number, an address or a name of the person. */
function isDistinctive(run: readonly Word[], isUnique: (word: Word) => boolean): boolean {
  return run.some(isUnique) || run.filter(isRare).length >= 2
}

/** A name of one word may be a common one ("Will"); of a longer name ("The Fox"), common words say nothing. */
function nameKeys(name: string): string[] {
  const words = wordsIn(name).filter(({ key }) => key.length > 2)
  return (words.length === 1 ? words : words.filter(isRare)).map(({ key }) => key)
}

function isRare(word: Word): boolean {
  return isTelling(word) && !COMMON_WORDS.has(word.key.replace(CONTRACTION, ""))
}

function keyOf(words: readonly Word[], salt: number): number {
  return saltedHash(words.map((word) => word.key).join(" "), salt)
}

function anywhereKey(words: readonly Word[], salt: number): number {
  return saltedHash(`${words.map((word) => word.key).join(" ")}*`, salt)
}

function wholeKey(words: readonly Word[], salt: number): number {
  return saltedHash(`${words.map((word) => word.key).join(" ")}.`, salt)
}

/** Returns lines that Discord shows as quotes, and text in double quotation marks of any kind. */
function markedSpans(text: string): { from: number; to: number }[] {
  const all = [
    ...text.matchAll(/^\s*>>>\s[\s\S]*/gm),
    ...text.matchAll(/^\s*>+\s?.*$/gm),
    ...text.matchAll(/["“”„«»「『][^"“”„«»」』\n]+["“”«»」』]/g),
  ]
  return all.map((match) => ({ from: match.index, to: match.index + match[0].length }))
}

function withGaps(text: string, words: readonly Word[], theirs: ReadonlySet<number>): string {
  let [result, done] = ["", 0]
  for (let at = 0; at < words.length; at++) {
    const first = words[at]
    if (!first || !theirs.has(at)) continue
    while (theirs.has(at + 1)) at++
    result += text.slice(done, first.from) + QUOTE_GAP
    done = words[at]?.to ?? text.length
  }
  return result + text.slice(done)
}
