/** Capitals for places, dates and names that chat leaves small. */
import type { Complement } from "./complement.ts"
import { bare, has } from "./grammar.ts"
import { KIN, PETS } from "./lexicon.ts"
import { capitalizeDates } from "./times.ts"

export function tidy(text: string, c: Complement): string {
  const words = text
    .split(" ")
    .map((word) => (isName(word, c) ? word.charAt(0).toUpperCase() + word.slice(1) : word))
  return capitalizeDates(words.join(" "))
}

function isName(word: string, c: Complement): boolean {
  const named = /^\p{Ll}/u.test(word) && has(c.tags, word, "City", "Country", "Demonym", "FirstName")
  return named && !KIN.has(bare(word)) && !PETS.has(bare(word))
}

/** The first noun phrase as it was written, for "there" to mean. */
export function placeName(c: Complement): string {
  const words = c.phrase
    .map((word) => c.words.find((own) => bare(own) === word) ?? word)
    .map((word) => word.replace(/[,.;:!]+$/, ""))
  return tidy(`${c.determiner === null ? "" : `${c.determiner} `}${words.join(" ")}`, c)
}
