/** What the English parser knows of words: their tags. The only file that touches the parser, so that it can be replaced. */
import nlp from "compromise/two"

/** The tags of each word of a text, by its lower-case form. */
export type Tags = Map<string, Set<string>>

const LONGEST = 300

/** Tags a short text, each about half a millisecond: call it for candidates only, never for every line. */
export function tagsOf(text: string): Tags {
  const tags: Tags = new Map()
  for (const term of nlp(text.slice(0, LONGEST)).termList()) {
    const word = bare(term.text)
    if (word === "") continue
    const known = tags.get(word)
    const own = term.tags ?? new Set<string>()
    tags.set(word, known === undefined ? new Set(own) : new Set([...known, ...own]))
  }
  return tags
}

export function has(tags: Tags, word: string, ...wanted: string[]): boolean {
  const own = tags.get(bare(word))
  return own !== undefined && wanted.some((tag) => own.has(tag))
}

/** A word without the punctuation around it, in lower case. */
export function bare(word: string): string {
  return word.toLowerCase().replace(/^[^\p{L}\p{N}#@$]+|[^\p{L}\p{N}+#%]+$/gu, "")
}
