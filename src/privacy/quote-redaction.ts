/**
 * Finds one person's words in other people's texts and removes them. It knows their words only as hashes of
 * word runs. Pure: it stores nothing.
 */
import { eng } from "stopword"
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

/** Words in a row that make a quote anywhere in a text; inside quotation marks fewer do. */
const QUOTE = 4
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
const CONTRACTION = /(?:n['’]t|['’](?:re|ll|ve|d|m|s))$/

/**
 * Returns the hashes of a text: one for each run of two to four words with at least one telling word, and one
 * for a whole text of at most three words. Runs of stop words alone ("and then it was") belong to everybody.
 */
export function wordRunKeys(text: string, salt: number): number[] {
  const words = wordsIn(text)
  const keys = new Set<number>()
  for (let at = 0; at < words.length; at++)
    for (let length = MARKED_QUOTE; length <= QUOTE && at + length <= words.length; length++) {
      const run = words.slice(at, at + length)
      if (run.some(isTelling)) keys.add(keyOf(run, salt))
    }
  if (words.length > 0 && words.length < QUOTE) keys.add(wholeKey(words, salt))
  return [...keys]
}

/**
 * Replaces each run of at least four of the person's words, and each marked quote of them, with a gap.
 * Idempotent.
 */
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
  const find = (from: number, to: number, length: number) => {
    for (let at = from; at + length <= to; at++)
      if (runs.has(keyOf(words.slice(at, at + length), salt))) mark(at, at + length)
  }
  find(0, words.length, QUOTE)
  for (const span of markedSpans(text)) {
    const from = words.findIndex((word) => word.from >= span.from)
    const to = words.findLastIndex((word) => word.to <= span.to) + 1
    if (from < 0 || to <= from) continue
    find(from, to, MARKED_QUOTE)
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

function keyOf(words: readonly Word[], salt: number): number {
  return saltedHash(words.map((word) => word.key).join(" "), salt)
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
