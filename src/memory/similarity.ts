/** Whether two facts about one subject say the same, the opposite, or give one attribute two values. Without a model: words only. */
import { stems } from "./terms.ts"

export type Relation = "same" | "opposed" | "replaces" | "unrelated"

/** Share of stems that two near-duplicates have in common. */
const SAME_JACCARD = 0.8
/** Below this overlap of what is left without negations and antonyms, two facts speak of different things. */
const OPPOSED_JACCARD = 0.6

const NEGATIONS =
  /\b(?:not|never|no longer|cannot|\w+n['’]t|doesnt|dont|isnt|cant|wont|hates?|dislikes?|hated|disliked|allergic|stopped|quit)\b/giu
const AFFIRMATIONS = /\b(?:loves?|likes?|enjoys?|loved|liked|enjoyed|always|can|does|do|is|are|was)\b/giu

/** Attributes that a person has one of at a time. The group is the value; equal text before it means the same attribute. */
const SINGLE_VALUED: RegExp[] = [
  /\b(lives|is living|is based) (?:in|at)\b (.+)$/i,
  /\b(is from|comes from|was born in|was born on)\b (.+)$/i,
  /\b(works) (?:at|for|as)\b (.+)$/i,
  /\b(is married to|is engaged to|is dating)\b (.+)$/i,
  /\b((?:favou?rite) [\p{L} ]+?) (?:is|are)\b (.+)$/iu,
  /\b(birthday) (?:is|falls)(?: on)?\b (.+)$/i,
  /\b(goes by|is called|wants to be called|is named)\b (.+)$/i,
  /\b(pronouns) (?:is|are)\b (.+)$/i,
  /\b(is) (\d{1,3} years old)\b/i,
  /\b(time ?zone) (?:is)\b (.+)$/i,
]

/** How `incoming` relates to `known`. Symmetric but for `replaces`, which says that both fill one single-valued attribute. */
export function relate(known: string, incoming: string): Relation {
  const negated = isNegated(known) !== isNegated(incoming)
  if (negated) return overlap(core(known), core(incoming)) >= OPPOSED_JACCARD ? "opposed" : "unrelated"
  if (replacesValue(known, incoming)) return "replaces"
  return sayTheSame(known, incoming) ? "same" : "unrelated"
}

/** Jaccard overlap of two stem lists, 0 to 1. Two empty lists overlap fully. */
export function overlap(a: readonly string[], b: readonly string[]): number {
  const left = new Set(a)
  const right = new Set(b)
  const shared = [...left].filter((stem) => right.has(stem)).length
  const all = left.size + right.size - shared
  return all === 0 ? 1 : shared / all
}

function sayTheSame(a: string, b: string): boolean {
  // Numbers and other digits are values: "start at 9" and "start at 10" are near in words and far in meaning.
  if (numbers(a) !== numbers(b)) return false
  return overlap(stems(a), stems(b)) >= SAME_JACCARD
}

function replacesValue(known: string, incoming: string): boolean {
  return SINGLE_VALUED.some((pattern) => {
    const before = pattern.exec(known)
    const after = pattern.exec(incoming)
    if (!before?.[1] || !after?.[1] || !before[2] || !after[2]) return false
    const sameOwner =
      overlap(stems(known.slice(0, before.index)), stems(incoming.slice(0, after.index))) === 1
    const sameAttribute = before[1].toLowerCase() === after[1].toLowerCase()
    return sameOwner && sameAttribute && overlap(stems(before[2]), stems(after[2])) < OPPOSED_JACCARD
  })
}

function isNegated(fact: string): boolean {
  return ((fact.match(NEGATIONS) ?? []).length + (/\bno\b/i.test(fact) ? 1 : 0)) % 2 === 1
}

/** A fact without its polarity: what it speaks of. */
function core(fact: string): string[] {
  return stems(fact.replace(NEGATIONS, " ").replace(AFFIRMATIONS, " "))
}

function numbers(fact: string): string {
  return (fact.match(/\p{N}+/gu) ?? []).join(" ")
}
