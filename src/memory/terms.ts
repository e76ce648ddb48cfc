/** Words to search terms, and back to a query. The guild's prefix on every term keeps guilds apart in a shared index. */
import { stemmer } from "stemmer"
import { eng, removeStopwords } from "stopword"
import type { Id } from "../vocabulary.ts"
import { withSigns } from "./numerals.ts"

const segmenter = new Intl.Segmenter("en", { granularity: "word" })
const MAX_QUERY_TERMS = 32
const MAX_TERM = 40

/** Stemmed words of a text in order, stop words removed unless nothing else is left. Words of other scripts stay as they are. */
export function stems(text: string): string[] {
  const words = [...segmenter.segment(withSigns(text.normalize("NFKC")).toLowerCase())]
    .filter((part) => part.isWordLike)
    .flatMap((part) =>
      part.segment
        .replace(/['’]s$/, "")
        .replace(/['’]/g, "")
        .split(/[^\p{L}\p{N}\p{M}]+/u),
    )
    .filter((word) => word !== "")
  const telling = removeStopwords(words, eng)
  return (telling.length > 0 ? telling : words).map((word) =>
    // Cut between characters, never inside one.
    Array.from(stemmer(word)).slice(0, MAX_TERM).join(""),
  )
}

/** What the index stores for a text. */
export function indexTerms(guildId: Id, text: string): string {
  const prefix = guildPrefix(guildId)
  return stems(text)
    .map((stem) => prefix + stem)
    .join(" ")
}

/** The index's terms that a question asks for, each once; none where it has no words. */
export function queryTerms(guildId: Id, question: string): string[] {
  const prefix = guildPrefix(guildId)
  return [...new Set(stems(question))].slice(0, MAX_QUERY_TERMS).map((term) => prefix + term)
}

/** An FTS5 MATCH expression for any of the terms. Of no terms it is an empty phrase, which matches nothing. */
export function anyOf(terms: readonly string[]): string {
  return terms.length === 0 ? '""' : terms.map((term) => `"${term}"`).join(" OR ")
}

function guildPrefix(guildId: Id): string {
  return `${BigInt(guildId).toString(36)}_`
}
