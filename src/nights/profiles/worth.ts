/** Whether a model could find anything to do among what is known of a person: it costs, and mostly there is nothing. Pure. */
import { DAY } from "../../domain/calendar.ts"
import type { Time } from "../../domain/types.ts"
import { isNew, newsAt, type Row } from "./rows.ts"
import { tellingIn } from "./telling.ts"

/** So many new facts, and it may be that two say the same in other words. */
const MANY = 6
/** Of the fewer telling words of two facts, more than this share is in both: near enough to be one thing, or two that exclude each other. */
const NEAR = 0.5
/** News that has waited so long is looked at though there is little of it. Below the week for which somebody is due (due-people.ts). */
const LONGEST_WAIT_MS = 5 * DAY

/**
 * Whether a model is asked at `now`: where several facts are new since `since`, when one last was (null: never), where a new one is near
 * another in its words, or has waited for days. Else the person is spared, and what is new adds up until it is worth a call.
 */
export function isWorthAsking(
  rows: readonly Row[],
  { since, name, now }: { since: Time | null; name: string | null; now: Time },
): boolean {
  const fresh = rows.filter((row) => isNew(row, since))
  if (rows.length < 2 || fresh.length === 0) return false
  if (fresh.length >= MANY || fresh.some((row) => newsAt(row) <= now - LONGEST_WAIT_MS)) return true
  const telling = tellingIn(
    rows.map(({ memory }) => memory.fact),
    name,
  )
  const words = new Map(rows.map((row) => [row, telling(row.memory.fact)]))
  return fresh.some((row) => rows.some((other) => other !== row && areNear(words.get(row), words.get(other))))
}

function areNear(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()): boolean {
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a]
  return [...fewer].filter((stem) => more.has(stem)).length > NEAR * fewer.size
}
