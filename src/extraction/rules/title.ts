/** Composes a window's title: its best fact, or noun phrases of frequent keywords. */

import { capitalize } from "../../text/display.ts"
import { languageOf } from "../../text/language.ts"
import { FIRST_PERSON } from "../support/words.ts"
import type { Keywords } from "./keywords.ts"
import { ADVERBS, FILLERS, KIN, PETS, STOPWORDS } from "./lexicon.ts"
import type { TranscriptLine } from "./line.ts"
import { retoldStatement } from "./phrases/retell.ts"
import type { Telling } from "./telling.ts"
import { mentionsTime } from "./times.ts"
import { hasTag, normalizeWord, tagWords } from "./words.ts"

const LONGEST = 60
const PARTS = 3
const CANDIDATES = 8

/** `facts`: what was found, most important first. A short fact is the best title of a talk that has no other subject. */
export function composeTitle(
  lines: TranscriptLine[],
  facts: readonly string[],
  { keywords, told }: { keywords: Keywords; told: readonly Telling[] },
): string {
  // Noun phrases are found in English only.
  const isEnglish = languageOf(lines.map(({ text }) => text).join(" ")) === "en"
  const phrases = isEnglish ? phrasesOf(lines, keywords) : []
  const [fact] = facts.filter((one) => one.length <= LONGEST)
  if (fact !== undefined && !phrases.slice(0, 2).some((phrase) => isShared(phrase, lines))) return fact
  const parts: string[] = []
  for (const part of phrases) if (parts.length < PARTS) add(parts, part)
  const sentence = isEnglish && parts.length < 2 ? sentenceOf(told) : null
  if (sentence !== null) return sentence
  if (parts.length === 0) add(parts, namesOf(lines))
  return capitalize(joined(parts))
}

/** The most telling sentence says who did what: "Bob moved away from York". */
function sentenceOf([best]: readonly Telling[]): string | null {
  if (best === undefined) return null
  const sentence = retoldStatement(best.text, best.line.author.name)
  const isFit = sentence.length <= LONGEST && !FIRST_PERSON.test(sentence) && !UNCLEAR.test(sentence)
  return isFit ? capitalize(sentence) : null
}

/** Nobody can tell from the title alone who is meant. */
const UNCLEAR =
  /^(?:he|she|they|it|that|this|those|there|then|and|but|so|which|what|who|how|not)(?![\p{L}])|(?<![\p{L}])(?:you|your|u|ur)(?![\p{L}])/iu

/** Several people speak of it. */
function isShared(phrase: string, lines: TranscriptLine[]): boolean {
  const said = lines.filter(({ text }) => text.toLowerCase().includes(phrase.toLowerCase()))
  return phrase.includes(" ") && new Set(said.map(({ author }) => author.id)).size > 1
}

/** Adds a part if it fits and adds new words. */
function add(parts: string[], part: string): void {
  const own = wordsIn(part)
  const known = new Set(parts.flatMap(wordsIn))
  if (own.some((word) => known.has(word)) || joined([...parts, part]).length > LONGEST) return
  parts.push(part)
}

function wordsIn(text: string): string[] {
  return text
    .split(" ")
    .map((word) => normalizeWord(word).replace(/'s$|s$/, ""))
    .filter((word) => !STOPWORDS.has(word))
}

function joined(parts: string[]): string {
  return parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`
}

function endsPhrase(word: string): boolean {
  const plain = normalizeWord(word)
  return (
    PREPOSITIONS.has(plain) ||
    STOPWORDS.has(plain) ||
    ADVERBS.has(plain) ||
    FILLERS.has(plain) ||
    plain === ""
  )
}

const PREPOSITIONS = new Set(
  "in at on to from with for of by about near into over under after before through around since until without between behind".split(
    " ",
  ),
)
const VAGUE =
  /^(?:living|years?|place|anymore|opposite|evenings?|mornings?|wom[ae]n|m[ae]n|people|person|sense|one|ones|others?|rest|bit|kind|sort|side|end|start|top|bottom|moment|minutes?|weekends?|fact|case|ok|plus|half|whole|same|best|worst|question|answer|reason|problem)$/i
const LEAD = /\b(?:the|an?|my|our|your|his|her|their|this)\s+((?:[\p{L}\d'_-]+\s+){0,2}[\p{L}\d'_-]+)/giu
const NAME = /(?<=[\p{Ll},] )(\p{Lu}[\p{L}\d'_-]+(?: \p{Lu}[\p{L}\d'_-]+){0,2})/gu

/** Noun phrases after an article or possessive, and names, highest weight first. */
function phrasesOf(lines: TranscriptLine[], keywords: Keywords): string[] {
  const people = new Set(lines.flatMap(({ author }) => author.name.toLowerCase().split(" ")))
  const found = new Map<string, number>()
  for (const { text } of lines)
    for (const pattern of [LEAD, NAME])
      for (const match of text.slice(0, 400).matchAll(pattern)) {
        const phrase = trimmed(match[1] ?? "", people)
        if (phrase !== "") found.set(phrase, keywords.weigh(phrase))
      }
  const best = [...found].toSorted((a, b) => b[1] - a[1]).slice(0, CANDIDATES)
  return nounsOnly(best.map(([phrase]) => phrase))
}

/** The words of a phrase before the first word that ends it. */
function trimmed(text: string, people: Set<string>): string {
  const words = text.split(/\s+/)
  const end = words.findIndex(
    (word) => endsPhrase(word) || people.has(normalizeWord(word).replace(/'s$/, "")) || mentionsTime(word),
  )
  const kept = words
    .slice(0, end < 0 ? words.length : end)
    .map((word) =>
      word === word.toUpperCase() && word.length > 4 && !word.includes("_") ? word.toLowerCase() : word,
    )
  return kept.join(" ").replace(/['-]+$|'s$/, "")
}

/** Trims phrases to end in a noun and drops those without one. Tags all phrases in one call. */
function nounsOnly(phrases: string[]): string[] {
  const tags = tagWords(phrases.map((phrase) => `the ${phrase}`).join(". "))
  return phrases.flatMap((phrase) => {
    const words = phrase.split(" ")
    while (words.length > 0 && !isNoun(words.at(-1) ?? "")) words.pop()
    return words.length > 0 && words.join(" ").length > 2 ? [words.join(" ")] : []
  })
  function isNoun(word: string): boolean {
    if (VAGUE.test(word)) return false
    if (word.includes("_")) return true
    if (KIN.has(normalizeWord(word)) || PETS.has(normalizeWord(word))) return true
    return hasTag(tags, word, "Noun") && !hasTag(tags, word, "Pronoun", "Verb", "Date", "Duration")
  }
}

function namesOf(lines: TranscriptLine[]): string {
  const names = [...new Set(lines.filter((line) => line.text !== "").map(({ author }) => author.name))]
  return names.length > 3 ? `talk among ${names.length} people` : `${joined(names.slice(0, 3))} talking`
}
