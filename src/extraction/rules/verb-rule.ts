/** What a rule about a verb is, and the judgments that many verbs share: 1 is a clear fact, 0.8 worth logging, 0 none. */
import { type Complement, isPlace, isProper } from "./complement.ts"
import type { FactKind } from "./kinds.ts"
import { MACHINE } from "./lexicon.ts"

export type Scorer = (c: Complement) => number

export interface VerbRule {
  kind: FactKind
  /** The forms in which it speaks of facts. */
  forms: string
  score: Scorer
  /** The kind where what follows decides it. */
  kindOf: ((c: Complement) => FactKind) | null
}

export const PRESENT_FORMS = "base third"
export const PAST_FORMS = "past participle"
/** Done, or about to be: "adopted", "am adopting". */
export const CHANGE_FORMS = "past participle gerund"
export const ALL_FORMS = "base third past participle gerund"

export function verbRule(
  kind: FactKind,
  forms: string,
  judge: Scorer,
  kindOf: VerbRule["kindOf"] = null,
): VerbRule {
  return { kind, forms, score: judge, kindOf }
}

/** Nothing leans on something unsaid, and no machine is spoken of. */
export function isConcrete(c: Complement): boolean {
  return !c.deictic && !c.technical
}

/** Whether the first noun phrase holds one of some words, singular or plural. */
export function phraseHas(c: Complement, ...sets: Set<string>[]): boolean {
  return c.phrase.some((word) => sets.some((set) => set.has(word) || set.has(word.replace(/s$/, ""))))
}

export function hasPreposition(c: Complement, ...prepositions: string[]): boolean {
  return c.preposition !== null && prepositions.includes(c.preposition)
}

/** A fact where it is plain and passes the test. */
export function clearIf(test: (c: Complement) => boolean): Scorer {
  return (c) => (isConcrete(c) && test(c) ? 1 : 0)
}

/** A fact where it is plain, has no preposition and holds one of the words. */
export function objectIn(...sets: Set<string>[]): Scorer {
  return clearIf((c) => c.preposition === null && phraseHas(c, ...sets))
}

export const anyObject: Scorer = clearIf(() => true)

/** "a house", "my thesis", "Star Wars": a thing of one's own, not one just spoken of. */
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

/** A thing that is chosen to be used: named in few words, no path, no number alone. */
export function isProductName(c: Complement): boolean {
  const spelled = /^[\p{L}\d][\p{L}\d .,+#'&-]*$/u.test(c.text) && /\p{L}{2}/u.test(c.phrase.join(" "))
  return spelled && !MACHINE.has(c.head) && c.phrase.length <= 3 && c.words.length <= 7
}
