/**
 * The names that a window's words may be, and whom they mean: a member's whole name, or the first name of the only member
 * who has it ("Ana" for "Ana Bell" and "Ana 🌱"). Pure.
 */
import type { Person, Window } from "../domain/types.ts"
import { displayText } from "../text/display.ts"
import { isWholeName, mayMean, onlyOne, peopleMeant } from "../text/person-names.ts"
import { isStopWord } from "../text/stems.ts"

const MAX_NAMES = 1_000

export interface NamesSaid {
  /** Words and pairs of words. */
  names: string[]
  /** Words that could be the first word of a name. */
  firstNames: string[]
}

/** Words and pairs of words that could be members' names, and words that could be the first word of one. */
export function namesIn({ messages }: Window): NamesSaid {
  const names = new Set<string>()
  const first = new Set<string>()
  for (const message of messages) {
    const words = displayText(message).match(/[\p{L}\p{N}_.-]+/gu) ?? []
    words.forEach((word, index) => {
      const bare = word.replace(/[.-]+$/, "")
      if (bare.length > 1) names.add(bare)
      if (mayBeFirstName(bare)) first.add(bare.toLowerCase())
      const next = words[index + 1]
      if (next) names.add(`${bare} ${next}`)
    })
  }
  return { names: [...names].slice(0, MAX_NAMES), firstNames: [...first].slice(0, MAX_NAMES) }
}

/** "The" and "may" begin names too, and nearly never mean them. */
function mayBeFirstName(word: string): boolean {
  return word.length > 2 && /^\p{L}+$/u.test(word) && !isStopWord(word) && !MODAL.test(word)
}

const MODAL = /^(?:will|may|can|must|might)$/iu

/**
 * Returns those of `found` whom the names mean. A first name that several of them, or of those who are here, have means
 * nobody who is absent.
 */
export function meantBy<P extends Person>(
  { names, firstNames }: NamesSaid,
  found: readonly P[],
  here: readonly Person[],
): P[] {
  if (found.length === 0) return []
  const all: readonly Person[] = [...found, ...here]
  const first = firstNames.filter(mayMean(all)).flatMap((name) => onlyOne(peopleMeant(name, all)) ?? [])
  const meant = new Set(first.map(({ id }) => id))
  const whole = names.filter(mayMean(found))
  return found.filter((person) => meant.has(person.id) || whole.some((name) => isWholeName(person, name)))
}
