/** Attributes that a person or a thing has one of at a time: where two facts fill the same one, the later replaces the earlier. Pure. */
import { stems } from "./terms.ts"

interface Attribute {
  /** Read in plain facts. `value` fills the attribute; `what`, where there is one, is part of its name. */
  pattern: RegExp
  /** The words before it may not name a possession: a person may have two cats. */
  ownOnly?: true
  /** Only values of one kind exclude each other: one is born in a year and in a town. */
  sameKind?: true
}

const DAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
const MONTH = "january|february|march|april|may|june|july|august|september|october|november|december"
const EVENT =
  "deadline|meeting|exam|interview|flight|appointment|party|release|launch|call|stream|session|event|match|game|raid"

const ATTRIBUTES: Attribute[] = [
  { pattern: /\b(?:lives|is living|is based|resides) (?:in|at) (?<value>.+)$/u },
  { pattern: /\b(?:is|comes|is originally) from (?<value>.+)$/u },
  { pattern: /\bwas born (?:in|on) (?<value>.+)$/u, sameKind: true },
  { pattern: /\bworks (?:at|for) (?<value>.+)$/u },
  { pattern: /\bworks as (?<value>.+)$/u },
  { pattern: /\bstudies at (?<value>.+)$/u },
  { pattern: /\b(?<what>is married to|is engaged to|is dating) (?<value>.+)$/u },
  { pattern: /\b(?<what>favorite [\p{L} ]+?) (?:is|are) (?<value>.+)$/u },
  { pattern: /\bbirthday (?:is|falls)(?: on)? (?<value>.+)$/u, sameKind: true },
  { pattern: /\b(?:goes by|is called|wants to be called|is named) (?<value>.+)$/u, ownOnly: true },
  { pattern: /\bpronouns (?:is|are) (?<value>.+)$/u },
  { pattern: /\bis (?<value>\d{1,3}) years old\b/u },
  { pattern: /\btime ?zone is (?<value>.+)$/u },
  { pattern: /\bhas (?<value>\d{1,4}) (?<what>\p{L}+)\W*$/u },
  {
    pattern: new RegExp(
      `\\b(?<what>(?:${EVENT}) (?:is|starts|ends|leaves|takes place))(?: due)?(?: on| at| by)? (?<value>(?:\\d|${DAY}|${MONTH}|tomorrow|tonight|noon|midnight).*)$`,
      "u",
    ),
    sameKind: true,
  },
]

/** Above this overlap two values are wordings of one. */
const SAME_VALUE = 0.6
/** Where the value itself ends and what goes with it begins. */
const TAIL = /,| (?:with|since|because|but|where|when|while|until|near|as|in|at) /u

/** Whether two plain facts give one attribute two values. */
export function fillTheSame(known: string, incoming: string): boolean {
  return ATTRIBUTES.some((attribute) => {
    const before = read(attribute, known)
    const after = read(attribute, incoming)
    if (!before || !after || before.what !== after.what) return false
    if (attribute.ownOnly && /['’]s\b/u.test(before.owner + after.owner)) return false
    if (attribute.sameKind && kind(before.value) !== kind(after.value)) return false
    return sameStems(before.owner, after.owner) && differ(before.value, after.value)
  })
}

function read({ pattern }: Attribute, fact: string) {
  const match = pattern.exec(fact)
  const value = match?.groups?.value
  if (!match || value === undefined) return null
  return { owner: fact.slice(0, match.index), what: match.groups?.what, value }
}

function kind(value: string): "day" | "date" | "number" | "words" {
  if (new RegExp(`\\b(?:${DAY}|tomorrow|tonight)\\b`, "u").test(value)) return "day"
  if (new RegExp(`\\b(?:${MONTH})\\b`, "u").test(value)) return "date"
  return /\d/.test(value) ? "number" : "words"
}

function sameStems(a: string, b: string): boolean {
  return overlap(stems(a), stems(b)) === 1
}

/** A value that only says more of the same ("Oslo, Norway") is no other value. */
function differ(a: string, b: string): boolean {
  const [left, right] = [stems(a), stems(b)]
  if (left.every((stem) => right.includes(stem)) || right.every((stem) => left.includes(stem))) return false
  return overlap(left, right) < SAME_VALUE || overlap(head(a), head(b)) === 0
}

function head(value: string): string[] {
  return stems(value.split(TAIL)[0] ?? value)
}

/** Jaccard overlap of two stem lists, 0 to 1. Two empty lists overlap fully. */
export function overlap(a: readonly string[], b: readonly string[]): number {
  const left = new Set(a)
  const right = new Set(b)
  const shared = [...left].filter((stem) => right.has(stem)).length
  const all = left.size + right.size - shared
  return all === 0 ? 1 : shared / all
}
