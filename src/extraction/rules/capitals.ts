/** Capitals for places, dates and names that chat leaves small. */
import type { Complement } from "./complement.ts"
import { KIN, LANGUAGES, PETS, STOPWORDS } from "./lexicon.ts"
import { capitalizeDates } from "./times.ts"
import { hasTag, normalizeWord } from "./words.ts"

/** Two words or more in capitals, one of them a common word, are shouted: "I GOT THE JOB". Names of things are not. */
export function lowercaseShouting(text: string): string {
  return text.replace(/\p{Lu}[\p{Lu}']*(?:[ ,!]+\p{Lu}[\p{Lu}']*)+(?![\p{Ll}\d])/gu, (run) => {
    const words = run.split(/[ ,!]+/)
    const shouted = words.some((word) => word.length > 1 && STOPWORDS.has(word.toLowerCase()))
    return shouted ? run.toLowerCase().replace(/\bi\b/g, "I") : run
  })
}

export function capitalizeNames(text: string, c: Complement): string {
  const words = text.split(" ").map((word, at, all) => {
    const small = /^\p{Ll}/u.test(word)
    return small && (isName(word, c, all[at - 1]) || isWorkplace(word, all[at - 1], c))
      ? word.charAt(0).toUpperCase() + word.slice(1)
      : word
  })
  return capitalizeDates(words.join(" "))
}

/** A known organization after the preposition that tells one works or learns there. */
function isWorkplace(word: string, before: string | undefined, c: Complement): boolean {
  return /^(?:at|for|from|into|by)$/.test(before ?? "") && hasTag(c.tags, word, "Organization", "School")
}

function isName(word: string, c: Complement, before: string | undefined): boolean {
  const plain = normalizeWord(word)
  if (LANGUAGES.has(plain)) return true
  if (
    /^(?:the|a|an|my|their|his|her)$/.test(before ?? "") &&
    !hasTag(c.tags, word, "City", "Country", "Region", "Demonym")
  )
    return false
  return (
    hasTag(c.tags, word, "City", "Country", "Region", "Demonym", "FirstName") &&
    !KIN.has(plain) &&
    !PETS.has(plain)
  )
}

/** The first noun phrase as it was written, for "there" to mean. */
export function placeName(c: Complement): string {
  const words = c.phrase
    .map((word) => c.words.find((own) => normalizeWord(own) === word) ?? word)
    .map((word) => word.replace(/[,.;:!]+$/, ""))
  return capitalizeNames(`${c.determiner === null ? "" : `${c.determiner} `}${words.join(" ")}`, c)
}
