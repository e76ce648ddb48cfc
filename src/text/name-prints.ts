/**
 * Recognizes names that must not be stored. A print holds a salted hash of one form of a name; the names
 * found in a text then go through `nameRedactor` like any other. Pure.
 */
import { saltedHash } from "../domain/hash.ts"
import { formsOf } from "./names.ts"

/** Salt, length in UTF-16 code units, hash, and 1 if the form counts inside a word. */
export type NamePrint = readonly [salt: number, length: number, hash: number, anywhere: 0 | 1]

const WORD_START = /(?<![\p{L}\p{N}\p{M}_])[\p{L}\p{N}_]/gu

/** Returns the prints of display names; none for a name too short to recognize. */
export function printNames(names: readonly string[], salt: number): NamePrint[] {
  return [...new Set(names.flatMap(formsOf))].map(
    (form): NamePrint => [
      salt,
      form.length,
      saltedHash(form, salt),
      // Scripts without case mostly do not separate words.
      /\p{Lo}/u.test(form) ? 1 : 0,
    ],
  )
}

/** Returns the names in the texts that match a print, as written there. */
export function findPrinted(texts: readonly string[], prints: readonly NamePrint[]): string[] {
  if (prints.length === 0) return []
  const found = new Set<string>()
  for (const text of texts) {
    const starts = [...text.matchAll(WORD_START)].map((match) => match.index)
    for (const [salt, length, hash, anywhere] of prints)
      for (const at of anywhere === 1 ? text.split("").keys() : starts) {
        const part = text.slice(at, at + length)
        if (part.length === length && saltedHash(part, salt) === hash) found.add(part)
      }
  }
  return [...found]
}
