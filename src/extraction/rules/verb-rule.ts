/** What a rule about a verb is, and the judgments that many verbs share: 1 is a clear fact, 0.8 worth logging, 0 none. */
import { type Complement, isPlace, isProper } from "./complement.ts"
import type { Kind } from "./kinds.ts"
import { MACHINE } from "./lexicon.ts"

export type Judge = (c: Complement) => number

export interface VerbRule {
  kind: Kind
  /** The forms in which it speaks of facts. */
  forms: string
  judge: Judge
  /** The kind where what follows decides it. */
  kindOf: ((c: Complement) => Kind) | null
}

export const PRESENT = "base third"
export const PAST = "past participle"
/** Done, or about to be: "adopted", "am adopting". */
export const TURN = "past participle gerund"
export const ALWAYS = "base third past participle gerund"

export function rule(kind: Kind, forms: string, judge: Judge, kindOf: VerbRule["kindOf"] = null): VerbRule {
  return { kind, forms, judge, kindOf }
}

/** Nothing leans on something unsaid, and no machine is spoken of. */
export function plain(c: Complement): boolean {
  return !c.loose && !c.machine
}

/** Whether the first noun phrase holds one of some words, singular or plural. */
export function names(c: Complement, ...sets: Set<string>[]): boolean {
  return c.phrase.some((word) => sets.some((set) => set.has(word) || set.has(word.replace(/s$/, ""))))
}

export function led(c: Complement, ...prepositions: string[]): boolean {
  return c.preposition !== null && prepositions.includes(c.preposition)
}

/** A fact where it is plain and passes the test. */
export function when(test: (c: Complement) => boolean): Judge {
  return (c) => (plain(c) && test(c) ? 1 : 0)
}

/** A fact where it is plain, has no preposition and holds one of the words. */
export function some(...sets: Set<string>[]): Judge {
  return when((c) => c.preposition === null && names(c, ...sets))
}

export const anything: Judge = when(() => true)

/** "a house", "my thesis", "Star Wars": a thing of one's own, not one just spoken of. */
export function owned(c: Complement): number {
  if (!plain(c) || c.preposition !== null) return 0
  return c.determiner === "a" || c.determiner === "my" || isProper(c) ? 1 : 0.8
}

export function toPlace(c: Complement): boolean {
  return led(c, "to", "from", "into", "near", "in", "around", "across") && isPlace(c)
}

export function words(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/))
}

/** A thing that is chosen to be used: named in few words, no path, no number alone. */
export function isThing(c: Complement): boolean {
  const spelled = /^[\p{L}\d][\p{L}\d .,+#'&-]*$/u.test(c.text) && /\p{L}{2}/u.test(c.phrase.join(" "))
  return spelled && !MACHINE.has(c.head) && c.phrase.length <= 3 && c.words.length <= 7
}
