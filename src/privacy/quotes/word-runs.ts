/**
 * Splits texts into words and decides which runs of a person's words identify them. Pure: it stores nothing, and the
 * words leave it only as hashes.
 */
import { stemmer } from "stemmer"
import { deu, eng, fra, por, spa } from "stopword"
import { saltedHash, saltedPrefixHashes } from "../../domain/hash.ts"
import { CHAT_WORDS, FREQUENT_WORDS } from "../../text/frequent-words.ts"
import { ownDetailsIn } from "./own-details.ts"
import { asTold } from "./retold.ts"

/** Replaces a quote. */
export const QUOTE_GAP = "[…]"

/** The fewest and the most words of a run that makes a quote anywhere in a text. */
export const SHORTEST = 4
const LONGEST = 10
/** The words in a row that make a quote inside quotation marks, and those whose function words go with them. */
export const MARKED = [2, 4] as const

/**
 * The weight of a run says how unlikely others use it by chance, roughly in bits. Each word adds `WORD`, and more if it is
 * not among the `FREQUENT` most frequent of a language: one more for each doubling of its rank, and `RARE` if it is in no
 * list. A run makes a quote with `ENOUGH`: four words of which two are rare, six of which one is, or ten of any kind, but
 * not "let me know if you need any help". The numbers were chosen on talk of people who did not know each other.
 */
const WORD = 2
const FREQUENT = 60
const RARE = 8
const ENOUGH = 20
/** Ranks that stand for words of chat, and for numbers that many say. */
const CHAT_RANK = 500
const NUMBER_RANK = 120

export interface Word {
  key: string
  from: number
  to: number
}

const PLAIN = /^[\x20-\x7e\s’…]*$/
const PLAIN_WORD = /[a-z0-9_]+(?:['’][a-z0-9_]+)*/gi
const segmenter = new Intl.Segmenter("en", { granularity: "word" })
const STOP_WORDS = new Set(eng)
/** Words that tell nothing of who wrote them, in the languages of the rules, with those of chat. */
const FUNCTION_WORDS = new Set(
  [
    ...[eng, deu, spa, fra, por].flat(),
    ...["oh", "ok", "okay", "yeah", "yes", "no", "not", "just", "really", "always", "lol", "haha"],
  ].map(withoutAccents),
)
const ADDRESS = /\w@\w|:\/\//
const CONTRACTION = /(?:n['’]t|['’](?:re|ll|ve|d|m|s))$/
/** French words that lose their vowel: "l'heure", "qu'on". */
const ELISION = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)'(?=.)/
/** Numbers that many say: up to 99, round ones, years, times and counts such as "8pm" and "2nd". */
const COMMON_NUMBER = /^(?:\d{1,2}|[1-9]0+|(?:19|20)\d\d|\d{1,2}(?:st|nd|rd|th|[ap]m|h|s|m|min|k|x))$/

/**
 * Returns the hashes of a text: for marked quotes, one for each run of two or four words with a telling word; for quotes
 * anywhere, one for each shortest run that is distinctive, seen from its first and from its last word, so that
 * passages of them are covered whole; one for each number or address that identifies them alone; and one for a whole text
 * of at most three words. `names` are the person's.
 */
export function wordRunKeys(text: string, salt: number, names: readonly string[] = []): number[] {
  const words = wordsOfText(text)
  const keys = new Set<number>()
  for (const length of MARKED)
    for (let at = 0; at + length <= words.length; at++) {
      const run = words.slice(at, at + length)
      if (run.some(isTelling)) keys.add(markedKey(run, salt))
    }
  for (const [from, to] of distinctiveRuns(text, words, names))
    keys.add(hashOfWords(words.slice(from, to), "*", salt))
  for (const { key } of ownDetailsIn(text)) keys.add(detailKey(key, salt))
  if (words.length > 0 && words.length < SHORTEST) keys.add(wholeKey(words, salt))
  return [...keys]
}

/** Returns the ranges of the shortest distinctive runs that begin or end at each word. */
function distinctiveRuns(text: string, words: readonly Word[], names: readonly string[]): [number, number][] {
  const weights = weightsOf(text, words, names)
  const isDistinctive = (from: number, to: number) => {
    return weights.slice(from, to).reduce((total, weight) => total + weight, 0) >= ENOUGH
  }
  const lengths = Array.from({ length: LONGEST - SHORTEST + 1 }, (_, index) => SHORTEST + index)
  return words.flatMap((_, at) => {
    const after = lengths.find((length) => at + length <= words.length && isDistinctive(at, at + length))
    const before = lengths.find((length) => at + 1 >= length && isDistinctive(at + 1 - length, at + 1))
    const runs: [number, number][] = []
    if (after) runs.push([at, at + after])
    if (before) runs.push([at + 1 - before, at + 1])
    return runs
  })
}

/**
 * The end of an address, a long number or a name of the person tells as much as a whole run must. The rest of an address
 * tells nothing: many link to other pages of the same site. A gap breaks every run.
 */
function weightsOf(text: string, words: readonly Word[], names: readonly string[]): number[] {
  const own = new Set(names.flatMap(nameKeys))
  const addresses = [...text.matchAll(/\S+/g)]
    .filter(([part]) => ADDRESS.test(part))
    .map(({ index, 0: { length } }) => ({ index, end: index + length }))
  return words.map((word, at) => {
    const { key, from } = word
    if (key === QUOTE_GAP) return Number.NEGATIVE_INFINITY
    const address = addresses.find(({ index, end }) => index <= from && from < end)
    if (address) return (words[at + 1]?.from ?? text.length) < address.end ? WORD : ENOUGH
    if (own.has(key) || (/^\p{N}+$/u.test(key) && !COMMON_NUMBER.test(key))) return ENOUGH
    return WORD + rarity(word)
  })
}

function rarity(word: Word): number {
  const plain = withoutAccents(word.key.replace(CONTRACTION, "").replace(ELISION, ""))
  if (!isTelling(word) || FUNCTION_WORDS.has(plain)) return 0
  const rank = COMMON_NUMBER.test(plain) ? NUMBER_RANK : ranksByStem().get(stemmer(plain))
  return rank === undefined ? RARE : Math.log2(Math.max(1, rank / FREQUENT))
}

/** Chat often leaves accents out. */
function withoutAccents(word: string): string {
  return word.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ß", "ss").replaceAll("œ", "oe")
}

/** Other forms of a word count as well: "helps", "games". Built when first used. */
let ranks: Map<string, number> | null = null

function ranksByStem(): Map<string, number> {
  if (ranks) return ranks
  ranks = new Map(CHAT_WORDS.split(" ").map((word) => [stemmer(word), CHAT_RANK]))
  for (const list of FREQUENT_WORDS)
    for (const [rank, word] of list.split(" ").entries()) {
      const stem = stemmer(word)
      ranks.set(stem, Math.min(rank, ranks.get(stem) ?? rank))
    }
  return ranks
}

/** A name of one word may be a common one ("Will"); of a longer name ("The Fox"), common words say nothing. */
function nameKeys(name: string): string[] {
  const words = wordsOfText(name).filter(({ key }) => key.length > 2)
  const telling = words.length === 1 ? words : words.filter((word) => rarity(word) > 0)
  return telling.map(({ key }) => key)
}

/**
 * Returns a text's words in order, in lower case. A gap of an earlier erasure counts as a word that nobody
 * said.
 */
export function wordsOfText(text: string): Word[] {
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

/** Returns the hash of a run inside quotation marks. */
export function markedKey(words: readonly Word[], salt: number): number {
  return hashOfWords(words, "", salt)
}

/** Returns the hashes of the runs anywhere in a text that begin at a word, the shortest first. */
export function anywhereKeys(words: readonly Word[], from: number, salt: number): number[] {
  const keys = words.slice(from, from + LONGEST).map(({ key }) => asTold(key))
  return saltedPrefixHashes(keys, "*", salt).slice(SHORTEST - 1)
}

/** Returns the hash of a number or an address that identifies a person alone. */
export function detailKey(detail: string, salt: number): number {
  return saltedHash(`${detail}#`, salt)
}

/** Returns the hash of a whole short text. */
export function wholeKey(words: readonly Word[], salt: number): number {
  return hashOfWords(words, ".", salt)
}

function hashOfWords(words: readonly Word[], end: string, salt: number): number {
  return saltedHash(words.map((word) => asTold(word.key)).join(" ") + end, salt)
}
