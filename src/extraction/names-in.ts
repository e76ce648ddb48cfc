/**
 * The names that a window's words may be, and whom they mean: a member's whole name, or the first name of the only member
 * who has it ("Ana" for "Ana Bell" and "Ana 🌱"). Pure.
 */
import type { Person, Window } from "../domain/types.ts"
import { displayText } from "../text/display.ts"
import { isStopWord } from "../text/stems.ts"

const MAX_NAMES = 1_000

/** Words and pairs of words that could be members' names, and words that could be the first word of one. */
export function namesIn({ messages }: Window): { names: string[]; firstNames: string[] } {
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

export function isWholeName({ name }: Person, names: readonly string[]): boolean {
  const whole = name.toLowerCase()
  return names.some((one) => one.toLowerCase() === whole)
}

/**
 * Returns those of `found` whom the names mean. A first name that several of them, or of those who are here, have means
 * nobody who is absent.
 */
export function meantBy<P extends Person>(
  names: readonly string[],
  found: readonly P[],
  here: readonly Person[],
): P[] {
  const firstOf = ({ name }: Person) => name.toLowerCase().split(/\s+/u)[0] ?? ""
  const holders = new Map<string, Set<string>>()
  for (const person of [...found, ...here]) {
    const ids = holders.get(firstOf(person)) ?? new Set()
    holders.set(firstOf(person), ids.add(person.id))
  }
  const whole = new Set(names.map((name) => name.toLowerCase()))
  return found.filter(
    (person) => whole.has(person.name.toLowerCase()) || holders.get(firstOf(person))?.size === 1,
  )
}
