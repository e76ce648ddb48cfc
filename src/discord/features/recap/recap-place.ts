/** Where in a recap a page begins: the latest day first, of each day its topics before its other talks. A cursor as in a profile, so that what comes or goes meanwhile neither hides nor repeats anything. Pure. */
import { localDate } from "../../../domain/calendar.ts"
import { hashOf } from "../../../domain/hash.ts"
import type { Talked } from "../../../memory/read/recap.ts"
import { type Place, startAt } from "../../bot/ui/place.ts"

/** The order of a note in a recap: whether it is a topic or a talk, when it ended, and what tells it from others of that moment. */
type Key = readonly [kind: 0 | 1, at: number, print: string]

export interface RecapPlace {
  days: number
  from: Place["from"]
  key: Key | null
}

export const MOST_DAYS = 14
const DIRECTIONS = { s: "start", a: "after", b: "before" } as const

/** One page of `size`, and the places of the pages before and after it; null where there are none. */
export function recapAt(
  all: readonly Talked[],
  { days, from, key }: RecapPlace,
  { size, timezone }: { size: number; timezone: string },
): { page: readonly Talked[]; before: RecapPlace | null; after: RecapPlace | null } {
  const order = orderIn(timezone)
  const sorted = all.map((one) => ({ one, key: keyOf(one) })).sort((a, b) => order(a.key, b.key))
  const start = startAt(sorted, from, { side: key && ((placed) => order(placed.key, key)), size })
  const page = sorted.slice(start, start + size)
  const [first, last] = [page[0], page.at(-1)]
  return {
    page: page.map(({ one }) => one),
    before: first && start > 0 ? { days, from: "before", key: first.key } : null,
    after: last && start + page.length < sorted.length ? { days, from: "after", key: last.key } : null,
  }
}

function keyOf({ id, kind, at }: Talked): Key {
  return [kind === "topic_cluster" ? 0 : 1, at, hashOf([id]).slice(0, 8)]
}

/** Negative where `a` stands first. */
function orderIn(timezone: string): (a: Key, b: Key) => number {
  return (a, b) => {
    const [dayOfA, dayOfB] = [localDate(a[1], timezone), localDate(b[1], timezone)]
    if (dayOfA !== dayOfB) return dayOfA < dayOfB ? 1 : -1
    return a[0] - b[0] || b[1] - a[1] || (a[2] < b[2] ? -1 : Number(a[2] > b[2]))
  }
}

/** As an argument of a custom id. */
export function writtenRecap({ days, from, key }: RecapPlace): string {
  const letter = Object.entries(DIRECTIONS).find(([, name]) => name === from)?.[0] ?? "s"
  return key === null ? `${days}.s` : `${days}.${letter}${key[0]}${key[1].toString(36)}.${key[2]}`
}

/** Ten digits of base 36 are moments that dates can be of. */
const RecapShape = /^(\d{1,2})\.([sab])(?:([01])([0-9a-z]{1,10})\.([0-9a-f]{8}))?$/

/** null where it is none: a custom id is foreign text. */
export function readRecap(written: string | undefined): RecapPlace | null {
  const [, days = "0", letter = "s", kind, at = "0", print = ""] = RecapShape.exec(written ?? "") ?? []
  const [count, moment] = [Number(days), Number.parseInt(at, 36)]
  if (count < 1 || count > MOST_DAYS) return null
  // The shape allows these letters alone.
  const from = DIRECTIONS[letter as keyof typeof DIRECTIONS]
  return { days: count, from, key: kind === undefined ? null : [kind === "0" ? 0 : 1, moment, print] }
}
