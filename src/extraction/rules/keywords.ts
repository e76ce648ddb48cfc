/** Extracts a window's keywords, weighted by frequency and number of speakers. */

import { STOPWORDS_ELSEWHERE } from "../../text/language.ts"
import { ADVERBS, FILLERS, HELPING_WORDS, STOPWORDS } from "./lexicon.ts"
import type { TranscriptLine } from "./line.ts"
import { normalizeWord } from "./words.ts"

export interface Keywords {
  /** The window's keywords, highest weight first. Empty if there are too few words. */
  top: string[]
  /** Also scores a part of a line. */
  score(line: TranscriptLine): number
  /** The keywords of some lines, highest weight first. */
  of(lines: TranscriptLine[]): string[]
}

const ENOUGH = 3

export function keywordsOf(lines: TranscriptLine[]): Keywords {
  const names = new Set(lines.map((line) => line.author.name.toLowerCase()))
  const words = new Map<TranscriptLine, Map<string, string>>(
    lines.map((line) => [line, contentOf(line, names)]),
  )
  const weights = weigh(words)
  const shown = (some: TranscriptLine[]) => {
    const own = new Map<string, string>()
    for (const line of some)
      for (const [word, form] of words.get(line) ?? []) own.set(word, pick(own.get(word), form))
    return [...own]
      .toSorted(([a], [b]) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0))
      .map(([, form]) => form)
  }
  const score = (line: TranscriptLine) => {
    const own = [...(words.get(line) ?? contentOf(line, names)).keys()]
    return own.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0) / Math.sqrt(own.length + 3)
  }
  const top = weights.size < ENOUGH ? [] : shown(lines)
  return { top, score, of: shown }
}

function contentOf(line: TranscriptLine, names: Set<string>): Map<string, string> {
  const content = new Map<string, string>()
  for (const raw of line.text.split(/[\s,;/]+/).slice(0, 120)) {
    const form = raw.replace(/^[^\p{L}]+|[^\p{L}\p{N}+#]+$/gu, "").replace(/'s$/, "")
    const word = normalizeWord(form)
    const plain =
      word.length > 2 &&
      word.length < 25 &&
      !word.includes("'") &&
      !STOPWORDS.has(word) &&
      !STOPWORDS_ELSEWHERE.has(word) &&
      !HELPING_WORDS.has(word) &&
      !FILLERS.has(word) &&
      !ADVERBS.has(word)
    if (plain && !names.has(word) && !/^(\p{L})\1+$/u.test(word)) content.set(word, form)
  }
  return content
}

/** Log-damped counts. Capitalized words, longer words and words used by several people weigh more. */
function weigh(words: Map<TranscriptLine, Map<string, string>>): Map<string, number> {
  const seen = new Map<string, { count: number; authors: Set<string>; proper: boolean }>()
  for (const [line, content] of words) {
    for (const [word, form] of content) {
      const known = seen.get(word) ?? { count: 0, authors: new Set<string>(), proper: false }
      known.count += 1
      known.authors.add(line.author.id)
      known.proper ||= /^\p{Lu}/u.test(form) && !line.text.startsWith(form)
      seen.set(word, known)
    }
  }
  return new Map(
    [...seen].map(([word, { count, authors, proper }]) => [
      word,
      Math.log2(1 + count) *
        (1 + 0.5 * (authors.size - 1)) *
        (proper ? 1.6 : 1) *
        (word.length > 4 ? 1.1 : 1),
    ]),
  )
}

function pick(known: string | undefined, form: string): string {
  return known === undefined || known === known.toLowerCase() ? (known ?? form) : form
}
