/**
 * Turns words into search terms and back into a query. The guild's prefix on every term keeps guilds apart in
 * a shared index.
 */
import { stemmer } from "stemmer"
import { eng } from "stopword"
import type { Id } from "../domain/types.ts"
import { remembered } from "./remembered.ts"

const segmenter = new Intl.Segmenter("en", { granularity: "word" })
const MAX_QUERY_TERMS = 32
const MAX_TERM = 40

const STOP_WORDS = new Set(eng)

/** Returns true for English words that say nothing of a topic: "the", "will". */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word.toLowerCase())
}

/**
 * Returns the stemmed words of a text in order, without stop words unless nothing else is left. Words in
 * other scripts stay as they are. What is known of people is stemmed for every line that may concern it.
 */
export const stems = remembered((text): readonly string[] => stemsOf(text), { most: 8_000 })

function stemsOf(text: string): string[] {
  const words = wordsOf(withSigns(PLAIN.test(text) ? text : text.normalize("NFKC")).toLowerCase())
  const telling = words.filter((word) => !STOP_WORDS.has(word))
  return (telling.length > 0 ? telling : words).map(stemOf)
}

/** Returns lower-case words without apostrophes. The parts of a compound are separate words. */
function wordsOf(text: string): string[] {
  // Plain English, which is most of chat, needs no dictionary to split.
  const parts = PLAIN.test(text)
    ? (text.match(/[a-z0-9]+(?:['’][a-z0-9]+)*/g) ?? [])
    : [...segmenter.segment(text)].filter((part) => part.isWordLike).map((part) => part.segment)
  return parts
    .flatMap((part) =>
      ONE_WORD.test(part)
        ? part
        : part
            .replace(/['’]s$/, "")
            .replace(/['’]/g, "")
            .split(/[^\p{L}\p{N}\p{M}]+/u),
    )
    .filter((word) => word !== "")
}

const PLAIN = /^[\x20-\x7e\s’]*$/
const ONE_WORD = /^[a-z0-9]+$/

/** Cache: a lookup costs less than stemming, and a server uses a few thousand words. */
const stemCache = new Map<string, string>()
const MAX_STEMS = 20_000

function stemOf(word: string): string {
  const known = stemCache.get(word)
  if (known !== undefined) return known
  if (stemCache.size >= MAX_STEMS) stemCache.clear()
  // Cuts between characters, never inside one.
  const stem = Array.from(stemmer(word)).slice(0, MAX_TERM).join("")
  stemCache.set(word, stem)
  return stem
}

/** Returns the terms the index stores for a text. */
export function indexTerms(guildId: Id, text: string): string {
  const prefix = guildPrefix(guildId)
  return stems(text)
    .map((stem) => prefix + stem)
    .join(" ")
}

/** Returns the distinct index terms for a question; empty if it has no words. */
export function queryTerms(guildId: Id, question: string): string[] {
  const prefix = guildPrefix(guildId)
  return [...new Set(stems(question))].slice(0, MAX_QUERY_TERMS).map((term) => prefix + term)
}

/** Returns an FTS5 MATCH expression for everything the guild has in the index. */
export function matchGuildTerms(guildId: Id): string {
  return `"${guildPrefix(guildId)}"*`
}

function guildPrefix(guildId: Id): string {
  return `${BigInt(guildId).toString(36)}_`
}

// Numbers and signs as words: they distinguish "two cats" from "three cats", C++ from C#, and UTC+2 from
// UTC-2.

const WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ")
const WORD = new RegExp(`\\b(?:${WORDS.join("|")})\\b`, "giu")

/** Returns the text with the number words from zero to twelve as digits. */
export function withNumerals(text: string): string {
  return text.replace(WORD, (word) => String(WORDS.indexOf(word.toLowerCase())))
}

/** Returns the numbers written in digits, in order. 1,000 and 1000 are the same number. */
export function numbersIn(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .replace(/(?<=\p{N}),(?=\p{N}{3}(?!\p{N}))/gu, "")
      .match(/\p{N}+/gu) ?? []
  )
}

/** Spells out signs that carry meaning, because splitting into words drops punctuation. */
export function withSigns(text: string): string {
  if (!/[+#−-]/.test(text)) return text
  return text
    .replace(/(?<=\p{L})\+\+/gu, "plusplus")
    .replace(/(?<=\p{L})#/gu, "sharp")
    .replace(/\+(?=\p{N})/gu, " plus ")
    .replace(/(?:(?<=\b(?:utc|gmt) ?)|(?<![\p{L}\p{N}\p{P}]))[-−](?=\p{N})/giu, " minus ")
}

// Caches stem sets, because the same texts are stemmed again and again.

const setCache = new Map<string, ReadonlySet<string>>()
const MAX_SETS = 4_000

export function stemSet(text: string): ReadonlySet<string> {
  const before = setCache.get(text)
  if (before) return before
  if (setCache.size >= MAX_SETS) setCache.clear()
  const set = new Set(stems(text))
  setCache.set(text, set)
  return set
}
