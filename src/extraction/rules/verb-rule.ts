/**
 * The shape of a verb rule, and the scoring functions that many verbs share. A score of 1 is a clear fact, 0
 * is none. A claim scored 0.8 is logged but stays below the gate's default minimum confidence.
 */
import { type Complement, isPlace, isProper } from "./complement.ts"
import type { FactKind } from "./kinds.ts"
import { TECHNICAL } from "./lexicon.ts"

export type Scorer = (c: Complement) => number

export interface VerbRule {
  kind: FactKind
  /** The verb forms in which it states facts, separated by spaces: see `ALL_FORMS`. */
  forms: string
  score: Scorer
  /** Computes the kind if it depends on the complement. */
  kindOf: ((c: Complement) => FactKind) | null
}

export const PRESENT_FORMS = "base third"
export const PAST_FORMS = "past participle"
/** Completed or imminent changes: "adopted", "am adopting". */
export const CHANGE_FORMS = "past participle gerund"
export const ALL_FORMS = "base third past participle gerund"

export function verbRule(
  kind: FactKind,
  forms: string,
  score: Scorer,
  kindOf: VerbRule["kindOf"] = null,
): VerbRule {
  return { kind, forms, score, kindOf }
}

/**
 * Returns true if the complement is not technical and refers to nothing outside the sentence ("it", "that").
 */
export function isConcrete(c: Complement): boolean {
  return !c.deictic && !c.technical
}

/** Returns true if the first noun phrase contains one of the words, singular or plural. */
export function phraseHas(c: Complement, ...sets: Set<string>[]): boolean {
  return c.phrase.some((word) => sets.some((set) => set.has(word) || set.has(word.replace(/s$/, ""))))
}

export function hasPreposition(c: Complement, ...prepositions: string[]): boolean {
  return c.preposition !== null && prepositions.includes(c.preposition)
}

/** Scores 1 if the complement is concrete and passes the test. */
export function clearIf(test: (c: Complement) => boolean): Scorer {
  return (c) => (isConcrete(c) && test(c) ? 1 : 0)
}

/** Scores 1 if the complement is concrete, has no preposition and contains one of the words. */
export function objectIn(...sets: Set<string>[]): Scorer {
  return clearIf((c) => c.preposition === null && phraseHas(c, ...sets))
}

export const anyObject: Scorer = clearIf(() => true)

/**
 * Scores 1 for a thing that the words mark as owned ("a house", "my thesis") or that has a name ("Star
 * Wars").
 */
export function scoreOwned(c: Complement): number {
  if (!isConcrete(c) || c.preposition !== null) return 0
  return c.determiner === "a" || c.determiner === "my" || isProper(c) ? 1 : 0.8
}

export function isPlacePhrase(c: Complement): boolean {
  return hasPreposition(c, "to", "from", "into", "near", "in", "around", "across") && isPlace(c)
}

export function wordSet(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/))
}

/** Returns true if the complement can be a product's name: few words, no path, not a bare number. */
export function isProductName(c: Complement): boolean {
  const spelled = /^[\p{L}\d][\p{L}\d .,+#'&-]*$/u.test(c.text) && /\p{L}{2}/u.test(c.phrase.join(" "))
  return spelled && !TECHNICAL.has(c.head) && c.phrase.length <= 3 && c.words.length <= 7
}
