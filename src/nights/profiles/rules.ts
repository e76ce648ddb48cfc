/** What is to be done with what is known of a person as far as words alone tell: said twice, said otherwise, said often. Pure. */

import type { Memory, Time } from "../../domain/types.ts"
import { contradictionsAmong } from "../../memory/facts/contradictions.ts"
import type { Operation } from "../../memory/facts/operations.ts"
import { isBothHoldPair } from "../../memory/facts/precedence.ts"
import { denies, normalizeFact, relate } from "../../text/similarity.ts"
import { numbersIn } from "../../text/stems.ts"
import { isNew, type Row } from "./rows.ts"

/** What a fact goes on with where it says the same and more: "has a cat" and "has a cat named Tove". */
const GOES_ON = /^\s*(?:[,;:(]| (?:and|because|since|with|named|called)\b)/u
/** What takes back a part of what was said before it. */
const TAKES_BACK = /\b(?:but|except|unless|if|only|without|until|once|when|almost|nearly)\b/u

/** Kinds of facts that stay true: what somebody does, and what happened, has its time. */
const LASTING: readonly Memory["type"][] = ["profile", "preference", "constraint"]

/** A row with its words as they are compared. */
type Read = Row & { plain: string }

/**
 * `since`: when all were last held against each other; null: never. What was there then is held against what is new alone, but for what is
 * contested: words that were taken back or merged since may let one of the two win.
 */
export function proposeByRules(
  rows: readonly Row[],
  { promoteDays, since }: { promoteDays: number; since: Time | null },
): Operation[] {
  const merges = repeated(rows, since)
  const gone = new Set(merges.flatMap(({ from }) => from))
  const left = rows.filter(({ memory }) => !gone.has(memory.id))
  return [...merges, ...excluded(left, since), ...promotions(rows, promoteDays)]
}

type Merge = Extract<Operation, { kind: "merge" }>

/** What is said twice, and which of the two goes: each once. */
function repeated(rows: readonly Row[], since: Time | null): Merge[] {
  const all: Read[] = rows.map((row) => ({ ...row, plain: normalizeFact(row.memory.fact) }))
  const gone = new Set<string>()
  const merges: Merge[] = []
  all.forEach((row, at) => {
    for (const other of all.slice(at + 1)) {
      if (gone.has(row.memory.id) || gone.has(other.memory.id)) continue
      if (!isNew(row, since) && !isNew(other, since)) continue
      if (!saysMore(row, other) && !saysMore(other, row) && !isSame(row, other)) continue
      const merge = asOne(row, other)
      merges.push(merge)
      gone.add(merge.from[0] ?? "")
    }
  })
  return merges
}

function isSame(a: Row, b: Row): boolean {
  return relate(a.memory.fact, b.memory.fact) === "same"
}

/**
 * Of facts that cannot both hold the earlier is to go for the later: the fold says whether that outweighs it. Those said last come first,
 * so that what was replaced more than once went for what holds now.
 */
function excluded(rows: readonly Row[], since: Time | null): Operation[] {
  const byId = new Map(rows.map((row) => [row.memory.id, row]))
  const stated = rows.map(({ memory: { id, fact, lastSaidAt } }) => ({ id, fact, saidAt: lastSaidAt }))
  const told = contradictionsAmong(stated).map(({ a, b }): [string, string] => [a, b])
  const pairs = [...told, ...doubted(rows)].flatMap(([a, b]) => {
    const [earlier, later] = [byId.get(a), byId.get(b)]
    return earlier && later && isOpen(earlier, later, since) ? [{ earlier, later }] : []
  })
  const retiring = pairs
    .sort((a, b) => b.later.memory.lastSaidAt - a.later.memory.lastSaidAt)
    .map(({ earlier, later }) => [earlier.memory.id, later.memory.id] as const)
  const once = new Map(retiring.map(([memory, because]) => [`${memory} ${because}`, { memory, because }]))
  return [...once.values()].map((pair) => ({ kind: "retire", ...pair }))
}

/** Pairs that are contested, whatever their words, the one said first before the other. */
function doubted(rows: readonly Row[]): [string, string][] {
  const at = new Map(rows.map(({ memory }) => [memory.id, memory.lastSaidAt]))
  return rows.flatMap(({ memory: { id, contradicts, lastSaidAt } }): [string, string][] => {
    const other = at.get(contradicts ?? "")
    if (contradicts === null || other === undefined) return []
    return [other < lastSaidAt ? [contradicts, id] : [id, contradicts]]
  })
}

/** Whether two that exclude each other are to be weighed: not where somebody said that both hold, nor once more without anything new. */
function isOpen(a: Row, b: Row, since: Time | null): boolean {
  if (isBothHoldPair({ id: a.memory.id, beside: a.beside }, { id: b.memory.id, beside: b.beside }))
    return false
  return isNew(a, since) || isNew(b, since) || isContested(a.memory, b.memory)
}

function isContested(a: Memory, b: Memory): boolean {
  return a.contradicts === b.id || b.contradicts === a.id
}

/** Those said on so many days that they will be said again. */
function promotions(rows: readonly Row[], promoteDays: number): Operation[] {
  return rows
    .filter(({ memory, days }) => isPromotable(memory) && days >= promoteDays)
    .map(({ memory }) => ({ kind: "promote", memory: memory.id }))
}

/** Unless a person decided how long it is kept. */
function isPromotable({ expiresAt, type, decided }: Memory): boolean {
  return expiresAt !== null && LASTING.includes(type) && decided?.set?.lifetime === undefined
}

/** Whether one fact is another to the letter, and then goes on. */
function saysMore({ plain: long }: Read, { plain: shorter }: Read): boolean {
  const short = shorter.replace(/[.!\s]+$/u, "")
  if (short === "" || !long.startsWith(short) || denies(long) !== denies(short)) return false
  const rest = long.slice(short.length)
  return GOES_ON.test(rest) && !TAKES_BACK.test(rest) && numbersIn(rest).length === 0
}

/** The fuller wording stays, of two as full the one that stands for good, that was said more often, that was said last. */
function asOne(a: Read, b: Read): Merge {
  const weight = ({ memory, plain: words, days }: Read) => [
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

/** Whether words say of two facts that not both can hold. */
export function isContrary(a: string, b: string): boolean {
  const relation = relate(a, b)
  return relation === "opposed" || relation === "replaces"
}
