/** A person's facts as rows for review, split into parts if there are too many for one look. Pure. */
import { localDate, WEEK } from "../../domain/calendar.ts"
import { type Memory, SECTIONS, type Time } from "../../domain/types.ts"
import type { MemoryEvidence } from "../../memory/facts/operations.ts"
import { stemOverlap } from "../../text/similarity.ts"
import { stems } from "../../text/stems.ts"

export interface Row {
  memory: Memory
  /** True if the person said it, and not only others. Anyone may speak for a group. */
  own: boolean
  /** Ids of memories that somebody said hold together with this one. */
  beside: readonly string[]
  /** Local days on which it was said. */
  days: number
  /** Local date on which it was last said. */
  last: string
}

/** Maximum rows reviewed together. With more, rows that belong together are overlooked. @internal */
export const MOST_ROWS = 60
/** Number of last rows of a part that the next part repeats, so that close rows are not separated. */
const OVERLAP_ROWS = 6
/** Maximum rows of a person reviewed in one run: those said last. @internal */
export const MOST_PER_PERSON = 200
/** Weight of a shared section, beside the words that two facts have in common. */
const SAME_SECTION = 0.05

/** Returns the facts in force, last said first. */
export function rowsOf(
  known: readonly MemoryEvidence[],
  { now, timezone }: { now: Time; timezone: string },
): Row[] {
  return known
    .filter(({ memory }) => isInForce(memory, now))
    .map(({ memory, evidence, beside = [] }) => {
      const statements = evidence.filter(({ fact }) => fact !== "")
      return {
        memory,
        beside,
        own:
          memory.subject.scope !== "user" ||
          statements.some(({ authorId }) => authorId === memory.subject.id),
        days: new Set(statements.map(({ saidAt }) => localDate(saidAt, timezone))).size,
        last: localDate(memory.lastSaidAt, timezone),
      }
    })
    .sort((a, b) => b.memory.lastSaidAt - a.memory.lastSaidAt || (a.memory.id < b.memory.id ? -1 : 1))
    .slice(0, MOST_PER_PERSON)
}

/** Returns when the fact was written or last said. */
export function lastUpdatedAt({ memory }: Row): Time {
  return Math.max(memory.createdAt, memory.lastSaidAt)
}

/** Returns true if the fact was written or said after `since`; `null` means never reviewed. */
export function isNew(row: Row, since: Time | null): boolean {
  return lastUpdatedAt(row) > (since ?? 0)
}

/**
 * Returns true if these facts of a person are to be reviewed: at least two, one of them new in the last week.
 * Applies the rule of due-people.ts to the facts that the same people read.
 */
export function isDue(rows: readonly Row[], { since, now }: { since: Time | null; now: Time }): boolean {
  return rows.length >= 2 && rows.some((row) => isNew(row, since) && lastUpdatedAt(row) > now - WEEK)
}

function isInForce({ status, expiresAt }: Memory, now: Time): boolean {
  return status === "active" && (expiresAt === null || expiresAt > now)
}

/**
 * Splits the rows into parts that are reviewed one by one. Permanent rows come first in each part, ordered by
 * section.
 */
export function splitRows(rows: readonly Row[]): Row[][] {
  if (rows.length <= MOST_ROWS) return rows.length === 0 ? [] : [orderBySection(rows)]
  const chain = chainByCloseness(rows)
  const parts = Math.ceil((chain.length - OVERLAP_ROWS) / (MOST_ROWS - OVERLAP_ROWS))
  const size = Math.ceil((chain.length - OVERLAP_ROWS) / parts)
  return Array.from({ length: parts }, (_, at) =>
    orderBySection(chain.slice(at * size, at * size + size + OVERLAP_ROWS)),
  )
}

function orderBySection(rows: readonly Row[]): Row[] {
  const place = ({ memory: { expiresAt, section } }: Row) =>
    (expiresAt === null ? 0 : SECTIONS.length) + SECTIONS.indexOf(section ?? "other")
  return [...rows].sort((a, b) => place(a) - place(b))
}

/** Orders the rows so that each is followed by the closest of those left. */
function chainByCloseness(rows: readonly Row[]): Row[] {
  const left = rows.map((row) => ({ row, words: stems(row.memory.fact) }))
  const chain: Row[] = []
  for (let last = left.shift(); last !== undefined; ) {
    chain.push(last.row)
    const { row, words } = last
    const near = left.map(
      (other) =>
        stemOverlap(words, other.words) +
        (other.row.memory.section === row.memory.section ? SAME_SECTION : 0),
    )
    // `splice` on an empty list returns nothing, which ends the loop.
    last = left.splice(near.indexOf(Math.max(...near)), 1)[0]
  }
  return chain
}
