/** What a text tells of a person that a guild may not want kept: health, faith, money and their like, told by words. Pure. */
import { SENSITIVE, type Sensitive } from "../domain/types.ts"
import { CHILD, WORDS } from "./sensitive-words.ts"

/** What a guild does with each class: the `sensitive` part of its policy. */
export type SensitiveRule = Record<Sensitive, "refuse" | "allow">

/** One expression a class: a text is read once for each. */
const SHAPES = SENSITIVE.map((kind) => ({ kind, shape: new RegExp(WORDS[kind].join("|"), "iu") }))

/** A child by name. The capital tells, so this alone minds it. */
const CHILD_BY_NAME = new RegExp(`\\b${CHILD}(?:'s)?,? \\p{Lu}\\p{Ll}+`, "u")

/** The classes of what a text tells of somebody. The names of `people` stand for them wherever they are whole words. */
export function sensitiveIn(text: string, people: readonly string[] = []): Sensitive[] {
  const told = withoutNames(text, people)
  return SHAPES.filter(
    ({ kind, shape }) => shape.test(told) || (kind === "minors" && CHILD_BY_NAME.test(text)),
  ).map(({ kind }) => kind)
}

/** Whom a text is about: names that may stand in it, and whether it is said of the group rather than of one person. */
export interface About {
  people: readonly string[]
  ofGroup?: boolean
}

/**
 * The first class that a text tells of and the rule refuses; null where there is none. "No politics here" tells of
 * nobody: a fact of the group is refused only where it speaks of somebody, and for slurs.
 */
export function refusedIn(text: string, rule: SensitiveRule, { people, ofGroup }: About): Sensitive | null {
  const ofNobody = ofGroup === true && !speaksOfSomeone(text, people)
  const refused = sensitiveIn(text, people).filter((kind) => rule[kind] === "refuse")
  return refused.find((kind) => kind === "slurs" || !ofNobody) ?? null
}

function speaksOfSomeone(text: string, people: readonly string[]): boolean {
  return withoutNames(text, people) !== text || /\b(?:i|he|she|his|her|my)\b/iu.test(text)
}

/** The classes that a rule refuses, in the order of the vocabulary. */
export function refusedClasses(rule: SensitiveRule): Sensitive[] {
  return SENSITIVE.filter((kind) => rule[kind] === "refuse")
}

/** The expression of names is made once for a window's people, not for each of its lines. */
const NAMES = new WeakMap<readonly string[], RegExp>()

/** "Ada is ill" reads "they is ill": what is said of a name is said of a person, what is said of another word may not be. */
function withoutNames(text: string, people: readonly string[]): string {
  if (people.length === 0) return text
  let names = NAMES.get(people)
  if (!names) {
    names = shapeOf(people)
    NAMES.set(people, names)
  }
  return text.replace(names, "they")
}

/** Any of the names as a whole word, the longest first; nothing where all are too short to be told from other words. */
function shapeOf(people: readonly string[]): RegExp {
  const names = people
    .filter((name) => name.length > 1)
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
  return names.length === 0
    ? /(?!)/gu
    : new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.join("|")})(?![\\p{L}\\p{N}])`, "gu")
}
