/**
 * Questions of several parts: "what do Ada and Ben do", "the date, the room and the fee". Spreads finds over the parts:
 * each part gets its best find before any gets its second. Pure.
 */
import type { Time } from "../../domain/types.ts"
import { stemSet, stems } from "../../text/stems.ts"

/** Signs and words between two parts. */
const BETWEEN = /[,;:?]|(?<![\p{L}])(?:and|or|plus|as well as|und|oder|sowie|y|o|et|ou|e)(?![\p{L}])/iu
/** More parts would leave the order to chance. */
const MOST_PARTS = 8
/** The finds among which the latest of a part is sought. */
const CURRENT_AMONG = 20

/** Returns the stems that only one part has, by part; empty for a question of one part. `telling` are the stems that count. */
export function splitQuestion(words: string, telling: ReadonlySet<string>): string[][] {
  const parts = words
    .split(BETWEEN)
    .map((part) => [...new Set(stems(part))].filter((stem) => telling.has(stem)))
  const counts = new Map<string, number>()
  for (const stem of parts.flat()) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  const own = parts
    .map((part) => part.filter((stem) => counts.get(stem) === 1))
    .filter((part) => part.length > 0)
  return own.length < 2 ? [] : own.slice(0, MOST_PARTS)
}

/** Returns the worth of each part's stems that a text holds, by rarity. */
export function heldParts(
  text: string,
  parts: readonly (readonly string[])[],
  rarity: ReadonlyMap<string, number>,
): number[] {
  const has = stemSet(text)
  return parts.map((part) =>
    part.reduce((sum, stem) => sum + (has.has(stem) ? (rarity.get(stem) ?? 0) : 0), 0),
  )
}

/**
 * Returns the items with the best of each part first, behind the best of all. A part's best holds most of its words, by
 * rarity (`held`, parallel to `items`); of several, it is the first, or the latest if the question asks for the current
 * state. `items` must be best first.
 */
export function spreadOverParts<T extends { at: Time }>(
  items: readonly T[],
  held: readonly (readonly number[])[],
  asksNow: boolean,
): T[] {
  const [top] = items
  const bests = (held[0] ?? []).flatMap((_, part) => {
    const worths = held.map((all) => all[part] ?? 0)
    const most = Math.max(...worths)
    if (most === 0) return []
    const equal = items.filter((_, place) => worths[place] === most)
    const [first] = equal
    const current = equal.filter((item) => items.indexOf(item) < CURRENT_AMONG)
    const latest = current.toSorted((a, b) => b.at - a.at)[0]
    return (asksNow ? latest : first) ?? first ?? []
  })
  const before = new Set([...(top ? [top] : []), ...bests])
  const inOrder = (is: boolean) => items.filter((item) => before.has(item) === is)
  return [...inOrder(true), ...inOrder(false)]
}
