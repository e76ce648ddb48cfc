/**
 * Attributes with one value at a time, for a person or a thing. If two facts fill the same attribute, the
 * later replaces the earlier. Pure.
 */
import { ATTRIBUTES, type Attribute, LEAVINGS, MONTH, WEEKDAY } from "./attribute-patterns.ts"
import { withoutMoments } from "./schedules.ts"
import { stems } from "./stems.ts"
import { phonesDiffer, placeKind, sameName, stageOf, tradeOf } from "./values.ts"

/** One attribute as a fact fills it. */
export interface AttributeValue {
  name: string
  kinds: Attribute["kinds"]
  /** Stems, like `what`. */
  owner: string
  what: string
  /** The word that states the relation ("married", "dating"). */
  by: string
  value: string
}

/** A thing that a fact says was left behind or is had, as stems, with its owner. */
export interface Possession {
  /** Index into LEAVINGS. */
  nth: number
  side: "left" | "had"
  owner: string
  value: readonly string[]
}

/** Two values with more overlap than this are wordings of the same value. */
const SAME_VALUE = 0.6
/** Ends the value and starts what merely accompanies it. */
const TAIL = /,| (?:with|since|because|but|where|when|while|until|near|as|in|at|for|last|and) /u
/** A word that begins with a capital. People and models write places and firms this way. */
const NAMED = /^(?:the )?\p{Lu}/u

/**
 * Returns every attribute a fact fills. `plain` is the normalized fact (`normalizeFact`), `fact` the
 * original.
 */
export function attributeValues(plain: string, fact: string): AttributeValue[] {
  return ATTRIBUTES.flatMap((attribute) =>
    attribute.patterns.flatMap((pattern) => valuesOf(attribute, pattern.exec(plain), fact)),
  )
}

function valuesOf(attribute: Attribute, match: RegExpExecArray | null, fact: string): AttributeValue[] {
  const { value: stated, moved, what = "", by = "", left } = match?.groups ?? {}
  const value = stated ?? moved
  if (!match || value === undefined || attribute.not?.test(value)) return []
  // "Moved to" and "left for" apply to many things that are no place; only capitalized names count.
  if (moved !== undefined && !isNamed(moved, fact)) return []
  if (left !== undefined && !isNamed(left, fact)) return []
  if (attribute.kinds === "places" && placeKind(value) === null) return []
  const owner = match.input.slice(0, match.index)
  if (attribute.ownOnly && /['’]s\b/u.test(owner)) return []
  const { name, kinds } = attribute
  return [{ name, kinds, owner: keyOf(owner), what: keyOf(what), by, value }]
}

function isNamed(value: string, fact: string): boolean {
  const at = fact.toLowerCase().indexOf(value.slice(0, 12).trim())
  return at >= 0 && NAMED.test(fact.slice(at))
}

function keyOf(words: string): string {
  return words.trim() === "" ? "" : [...new Set(stems(words))].sort().join(" ")
}

/** Returns true if two facts give one attribute two values. */
export function attributesConflict(
  known: readonly AttributeValue[],
  incoming: readonly AttributeValue[],
): boolean {
  return known.some((before) =>
    incoming.some(
      (after) =>
        before.name === after.name &&
        before.owner === after.owner &&
        before.what === after.what &&
        valuesExclude(before, after),
    ),
  )
}

function valuesExclude(before: AttributeValue, after: AttributeValue): boolean {
  const [a, b] = [before.value, after.value]
  switch (before.kinds) {
    case "dates":
      return dateKind(a) === dateKind(b) && valuesDiffer(a, b)
    case "places":
      return placeKind(a) === placeKind(b) && placeKind(a) !== "dwelling" && valuesDiffer(a, b)
    case "trades": {
      const [one, other] = [tradeOf(a), tradeOf(b)]
      return one !== null && other !== null ? one !== other : valuesDiffer(a, b)
    }
    case "phones":
      return phonesDiffer(a, b)
    case "partners": {
      const [one, other] = [stageOf(before.by), stageOf(after.by)]
      return !sameName(a, b) || (one !== null && other !== null && one !== other)
    }
    default:
      return valuesDiffer(a, b)
  }
}

function dateKind(value: string): "day" | "date" | "number" | "words" {
  if (new RegExp(`\\b(?:${WEEKDAY}|tomorrow|tonight)\\b`, "u").test(value)) return "day"
  if (new RegExp(`\\b(?:${MONTH})\\b`, "u").test(value)) return "date"
  return /\d/.test(value) ? "number" : "words"
}

/** A value that only adds detail ("Oslo, Norway") is not a different value. */
function valuesDiffer(a: string, b: string): boolean {
  const [left, right] = [stems(a), stems(b)]
  if (left.every((stem) => right.includes(stem)) || right.every((stem) => left.includes(stem))) return false
  if (stemOverlap(head(a), head(b)) === 1) return tailsDiffer(a, b)
  return stemOverlap(left, right) < SAME_VALUE || stemOverlap(head(a), head(b)) === 0
}

/**
 * "The hospital in Oslo" differs from "the hospital in Bergen". "Oslo since May" and "Oslo with two cats" do
 * not differ.
 */
function tailsDiffer(a: string, b: string): boolean {
  const place = (value: string) => / (?:in|at) (?<where>[\p{L}\p{N} ]+)$/u.exec(value)?.groups?.where
  const [one, other] = [place(a), place(b)]
  return one !== undefined && other !== undefined && !isTime(one) && !isTime(other) && !sameName(one, other)
}

function isTime(words: string): boolean {
  return new RegExp(`\\b(?:${MONTH}|${WEEKDAY}|\\d{4}|spring|summer|autumn|fall|winter)\\b`, "u").test(words)
}

function head(value: string): readonly string[] {
  return stems(value.split(TAIL)[0] ?? value)
}

/** Returns what a fact says was left or is had. */
export function findPossessions(plain: string): Possession[] {
  return LEAVINGS.flatMap((leaving, nth) =>
    (["left", "had"] as const).flatMap((side) => {
      const match = leaving[side].exec(plain)
      const value = match?.groups?.from ?? match?.groups?.named ?? match?.groups?.value
      if (!match || value === undefined) return []
      return [
        {
          nth,
          side,
          owner: keyOf(plain.slice(0, match.index)),
          value: head(withoutMoments(value.replace(/\b(?:named|called) /u, ""))),
        },
      ]
    }),
  )
}

/** Returns true if one fact says that something the other fact has was left behind. */
export function possessionsConflict(a: readonly Possession[], b: readonly Possession[]): boolean {
  return a.some((one) =>
    b.some(
      (other) =>
        one.nth === other.nth &&
        one.side !== other.side &&
        one.owner === other.owner &&
        one.value.length > 0 &&
        stemOverlap(one.value, other.value) === 1,
    ),
  )
}

/** Returns the Jaccard overlap of two stem lists, 0 to 1. Two empty lists overlap fully. */
export function stemOverlap(a: readonly string[], b: readonly string[]): number {
  const left = new Set(a)
  const right = new Set(b)
  const shared = [...left].filter((stem) => right.has(stem)).length
  const all = left.size + right.size - shared
  return all === 0 ? 1 : shared / all
}
