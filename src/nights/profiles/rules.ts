/**
 * Proposes operations on a person's facts from words alone: facts said twice, contradicted or said often.
 * Pure.
 */

import type { Memory, Time } from "../../domain/types.ts"
import { contradictionsAmong } from "../../memory/facts/contradictions.ts"
import type { Operation } from "../../memory/facts/operations.ts"
import { isBothHoldPair } from "../../memory/facts/precedence.ts"
import { denies, normalizeFact, relate } from "../../text/similarity.ts"
import { numbersIn } from "../../text/stems.ts"
import { isNew, type Row } from "./rows.ts"

/** Continuations of a fact that add to it: "has a cat" and "has a cat named Tove". */
const GOES_ON = /^\s*(?:[,;:(]| (?:and|because|since|with|named|called)\b)/u
/** Words that take back part of what precedes them. */
const TAKES_BACK = /\b(?:but|except|unless|if|only|without|until|once|when|almost|nearly)\b/u

/** Types of facts that stay true. What somebody does, and what happened, expires. */
const LASTING: readonly Memory["type"][] = ["profile", "preference", "constraint"]

/** A row with its words normalized for comparison. */
type NormalizedRow = Row & { plain: string }

/**
 * `since` is when all facts were last compared; `null` if never. Facts from before are compared only with new
 * ones, except contested facts: words that were taken back or merged since may let one of the two win.
 */
export function proposeByRules(
  rows: readonly Row[],
  { promoteDays, since }: { promoteDays: number; since: Time | null },
): Operation[] {
  const merges = mergeRepeated(rows, since)
  const mergedAway = new Set(merges.flatMap(({ from }) => from))
  const left = rows.filter(({ memory }) => !mergedAway.has(memory.id))
  return [...merges, ...retireContradicted(left, since), ...promotions(rows, promoteDays)]
}

type Merge = Extract<Operation, { kind: "merge" }>

/** Finds facts said twice and decides which of the two is merged away, each once. */
function mergeRepeated(rows: readonly Row[], since: Time | null): Merge[] {
  const all: NormalizedRow[] = rows.map((row) => ({ ...row, plain: normalizeFact(row.memory.fact) }))
  const mergedAway = new Set<string>()
  const merges: Merge[] = []
  all.forEach((row, at) => {
    for (const other of all.slice(at + 1)) {
      if (mergedAway.has(row.memory.id) || mergedAway.has(other.memory.id)) continue
      if (!isNew(row, since) && !isNew(other, since)) continue
      if (!saysMore(row, other) && !saysMore(other, row) && !isSame(row, other)) continue
      const merge = mergePair(row, other)
      merges.push(merge)
      mergedAway.add(merge.from[0] ?? "")
    }
  })
  return merges
}

function isSame(a: Row, b: Row): boolean {
  return relate(a.memory.fact, b.memory.fact) === "same"
}

/**
 * Of facts that cannot both hold, proposes to retire the earlier for the later; the fold decides whether the
 * later outweighs it. Facts said last come first, so a fact replaced more than once is retired for the one
 * that holds now.
 */
function retireContradicted(rows: readonly Row[], since: Time | null): Operation[] {
  const byId = new Map(rows.map((row) => [row.memory.id, row]))
  const stated = rows.map(({ memory: { id, fact, lastSaidAt } }) => ({ id, fact, saidAt: lastSaidAt }))
  const contradictions = contradictionsAmong(stated).map(({ a, b }): [string, string] => [a, b])
  const pairs = [...contradictions, ...contestedPairs(rows)].flatMap(([a, b]) => {
    const [earlier, later] = [byId.get(a), byId.get(b)]
    return earlier && later && isToWeigh(earlier, later, since) ? [{ earlier, later }] : []
  })
  const retiring = pairs
    .sort((a, b) => b.later.memory.lastSaidAt - a.later.memory.lastSaidAt)
    .map(({ earlier, later }) => [earlier.memory.id, later.memory.id] as const)
  const once = new Map(retiring.map(([memory, because]) => [`${memory} ${because}`, { memory, because }]))
  return [...once.values()].map((pair) => ({ kind: "retire", ...pair }))
}

/** Returns contested pairs regardless of their words, the one said first in front. */
function contestedPairs(rows: readonly Row[]): [string, string][] {
  const at = new Map(rows.map(({ memory }) => [memory.id, memory.lastSaidAt]))
  return rows.flatMap(({ memory: { id, contradicts, lastSaidAt } }): [string, string][] => {
    const other = at.get(contradicts ?? "")
    if (contradicts === null || other === undefined) return []
    return [other < lastSaidAt ? [contradicts, id] : [id, contradicts]]
  })
}

/**
 * Returns true if two facts that exclude each other are to be weighed: not if somebody said that both hold,
 * and not again without anything new unless they are contested.
 */
function isToWeigh(a: Row, b: Row, since: Time | null): boolean {
  if (isBothHoldPair({ id: a.memory.id, beside: a.beside }, { id: b.memory.id, beside: b.beside }))
    return false
  return isNew(a, since) || isNew(b, since) || isContested(a.memory, b.memory)
}

function isContested(a: Memory, b: Memory): boolean {
  return a.contradicts === b.id || b.contradicts === a.id
}

/**
 * Promotes temporary facts that were said on at least `promoteDays` days, and so will probably be said again.
 */
function promotions(rows: readonly Row[], promoteDays: number): Operation[] {
  return rows
    .filter(({ memory, days }) => isPromotable(memory) && days >= promoteDays)
    .map(({ memory }) => ({ kind: "promote", memory: memory.id }))
}

/** A lifetime that a person set is not changed. A permanent fact can expire too, if it holds until a time. */
function isPromotable({ expiresAt, lifetime, type, decided }: Memory): boolean {
  const expires = expiresAt !== null && lifetime !== "permanent"
  return expires && LASTING.includes(type) && decided?.set?.lifetime === undefined
}

/** Returns true if the long fact begins with the short one word for word and goes on. */
function saysMore({ plain: long }: NormalizedRow, { plain: shorter }: NormalizedRow): boolean {
  const short = shorter.replace(/[.!\s]+$/u, "")
  if (short === "" || !long.startsWith(short) || denies(long) !== denies(short)) return false
  const rest = long.slice(short.length)
  return GOES_ON.test(rest) && !TAKES_BACK.test(rest) && numbersIn(rest).length === 0
}

/**
 * Keeps the fuller wording; of two as full, the permanent one, the one said more often, or the one said last.
 */
function mergePair(a: NormalizedRow, b: NormalizedRow): Merge {
  const weight = ({ memory, plain: words, days }: NormalizedRow) => [
    words.split(" ").length,
    memory.expiresAt === null ? 1 : 0,
    days,
    memory.lastSaidAt,
  ]
  const [mine, others] = [weight(a), weight(b)]
  const at = mine.findIndex((value, index) => value !== others[index])
  const [into, from] = at === -1 || (mine[at] ?? 0) > (others[at] ?? 0) ? [a, b] : [b, a]
  return { kind: "merge", into: into.memory.id, from: [from.memory.id] }
}

/** Returns true if two facts' words say that they cannot both hold. */
export function isContrary(a: string, b: string): boolean {
  const relation = relate(a, b)
  return relation === "opposed" || relation === "replaces"
}
