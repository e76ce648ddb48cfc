/** Finds contradictions among the facts of one subject without comparing every pair. Pure. */
import type { Time } from "../../domain/types.ts"
import { type FactReading, readFact, relateReadings } from "../../text/similarity.ts"

/** A fact of one subject. `saidAt` is when it was last said, in milliseconds. */
export interface DatedFact {
  id: string
  fact: string
  saidAt: Time
}

/**
 * Two facts that cannot both hold. `a` was said first; if both were said at the same moment, `a` has the
 * smaller id.
 */
export interface Contradiction {
  a: string
  b: string
  relation: "opposed" | "replaces"
}

/**
 * A fact is compared with at most this many later facts under the same key: someone who moved a hundred times
 * contradicts only the last moves.
 */
const NEIGHBORS = 50

/**
 * Returns the contradictions among `facts`, each once, ordered by time. Two facts can contradict each other
 * only if they take sides on one pair of opposites, fill one attribute, leave and have one thing, if one
 * denies what the other says, or if both compare. Lookups by these keys keep the time proportional to the
 * facts and the contradictions found. Finds exactly what `relate` finds.
 */
export function contradictionsAmong(facts: readonly DatedFact[]): Contradiction[] {
  const ordered = [...facts].sort((a, b) => a.saidAt - b.saidAt || (a.id < b.id ? -1 : 1))
  const readings = ordered.map(({ fact }) => readFact(fact))
  return [...candidatePairs(readings)].flatMap(([first, seconds]) =>
    [...seconds]
      .sort((x, y) => x - y)
      .flatMap((second): Contradiction[] => {
        const [one, other] = [readings[first], readings[second]]
        const [a, b] = [ordered[first], ordered[second]]
        if (!one || !other || !a || !b) return []
        const relation = relateReadings(one, other)
        return relation === "opposed" || relation === "replaces" ? [{ a: a.id, b: b.id, relation }] : []
      }),
  )
}

type KeyIndex = Map<string, number[]>

/** Returns candidate pairs as indexes: for each earlier fact the later ones, in order. */
function candidatePairs(readings: readonly FactReading[]): Map<number, Set<number>> {
  const pairs = new Map<number, Set<number>>(readings.map((_, place) => [place, new Set<number>()]))
  const meet = (one: number, other: number) => {
    if (one !== other) pairs.get(Math.min(one, other))?.add(Math.max(one, other))
  }
  const [keyed, affirming, comparing]: [KeyIndex, KeyIndex, KeyIndex] = [new Map(), new Map(), new Map()]
  readings.forEach((reading, place) => {
    for (const key of new Set(keysOf(reading))) addToIndex(keyed, key, place)
    if (!reading.denies) for (const stem of new Set(reading.topic)) addToIndex(affirming, stem, place)
    if (reading.compares) for (const stem of new Set(reading.stems)) addToIndex(comparing, stem, place)
  })
  for (const places of keyed.values())
    places.forEach((place, nth) => {
      for (const later of places.slice(nth + 1, nth + 1 + NEIGHBORS)) meet(place, later)
    })
  readings.forEach((reading, place) => {
    // A denial mentions nothing that the denied fact does not mention. The denial's rarest stem therefore
    // leads to every such fact.
    if (reading.denies) for (const other of rarest(reading.topic, affirming)) meet(place, other)
    // Of two comparisons in the same words, the shorter has no stem that the longer lacks.
    if (reading.compares) for (const other of rarest(reading.stems, comparing)) meet(place, other)
  })
  return pairs
}

function addToIndex(shelf: KeyIndex, key: string, place: number): void {
  const there = shelf.get(key)
  if (there) there.push(place)
  else shelf.set(key, [place])
}

function keysOf({ stances: stands, attributes: fills, possessions: holds }: FactReading): string[] {
  return [
    ...stands.map(({ pair, owner }) => `stand ${pair} ${owner}`),
    ...fills.map(({ name, owner, what }) => `fill ${name} ${owner}: ${what}`),
    ...holds.map(({ nth, owner }) => `hold ${nth} ${owner}`),
  ]
}

function rarest(stems: readonly string[], shelf: KeyIndex): number[] {
  const lists = stems.map((stem) => shelf.get(stem) ?? [])
  return lists.reduce((least, list) => (list.length < least.length ? list : least), lists[0] ?? [])
}
