/** Tags the words of a short text with parts of speech, and strips words of punctuation. */
import { grammar } from "../../text/grammar.ts"

/** Tags of each word, keyed by its lowercase form. */
export type Tags = Map<string, Set<string>>

const LONGEST = 300

/**
 * Tags a short text. Each call takes about half a millisecond, so call it for candidates only, never for
 * every line.
 */
export function tagWords(text: string): Tags {
  const tags: Tags = new Map()
  for (const term of grammar()(text.slice(0, LONGEST)).termList()) {
    const word = normalizeWord(term.text)
    if (word === "") continue
    const known = tags.get(word)
    const own = term.tags ?? new Set<string>()
    tags.set(word, known === undefined ? new Set(own) : new Set([...known, ...own]))
  }
  return tags
}

export function hasTag(tags: Tags, word: string, ...wanted: string[]): boolean {
  const own = tags.get(normalizeWord(word))
  return own !== undefined && wanted.some((tag) => own.has(tag))
}

/** Lowercases a word and strips surrounding punctuation. */
export function normalizeWord(word: string): string {
  return word.toLowerCase().replace(/^[^\p{L}\p{N}#@$]+|[^\p{L}\p{N}+#%]+$/gu, "")
}
