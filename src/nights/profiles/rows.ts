/** What is known of a person as it is looked through: rows, and parts of them where there are too many for one look. Pure. */
import { localDate } from "../../domain/calendar.ts"
import { type Memory, SECTIONS, type Time } from "../../domain/types.ts"
import type { MemoryEvidence } from "../../memory/facts/operations.ts"
import { stemOverlap } from "../../text/similarity.ts"
import { stems } from "../../text/stems.ts"

export interface Row {
  memory: Memory
  /** Whether it is their own word, and not only that of others. */
  own: boolean
  /** Ids of memories that somebody said hold beside it. */
  beside: readonly string[]
  /** Local days on which it was said. */
  days: number
  /** The local date it was last said on. */
  last: string
}

/** So many rows are looked at together: more, and what belongs together is overlooked. */
export const MOST_ROWS = 60
/** So many of the last rows of a part stand in the next one too, so that nothing near is parted. */
const SHARED = 6
/** So many rows of a person are looked at in one night, those said last. */
export const MOST_PER_PERSON = 200
/** What the same section counts beside the words that two facts have in common. */
const SAME_SECTION = 0.05

/** What holds now, said last first. */
export function rowsOf(
  known: readonly MemoryEvidence[],
  { now, timezone }: { now: Time; timezone: string },
): Row[] {
  return known
    .filter(({ memory }) => holds(memory, now))
    .map(({ memory, evidence, beside = [] }) => {
      const saying = evidence.filter(({ fact }) => fact !== "")
      return {
        memory,
        beside,
        own: saying.some(({ authorId }) => authorId === memory.subject.id),
        days: new Set(saying.map(({ saidAt }) => localDate(saidAt, timezone))).size,
        last: localDate(memory.lastSaidAt, timezone),
      }
    })
    .sort((a, b) => b.memory.lastSaidAt - a.memory.lastSaidAt || (a.memory.id < b.memory.id ? -1 : 1))
    .slice(0, MOST_PER_PERSON)
}

/** When it was written or last said. */
export function lastUpdatedAt({ memory }: Row): Time {
  return Math.max(memory.createdAt, memory.lastSaidAt)
}

/** Whether it was written or said after `since`; null: never looked at. */
export function isNew(row: Row, since: Time | null): boolean {
  return lastUpdatedAt(row) > (since ?? 0)
}

function holds({ status, expiresAt }: Memory, now: Time): boolean {
  return status === "active" && (expiresAt === null || expiresAt > now)
}

/** The rows in parts that are looked at one by one, none left out; in each what is permanent first, by section. */
export function splitRows(rows: readonly Row[]): Row[][] {
  if (rows.length <= MOST_ROWS) return rows.length === 0 ? [] : [grouped(rows)]
  const chain = chained(rows)
  const parts = Math.ceil((chain.length - SHARED) / (MOST_ROWS - SHARED))
  const size = Math.ceil((chain.length - SHARED) / parts)
  return Array.from({ length: parts }, (_, at) => grouped(chain.slice(at * size, at * size + size + SHARED)))
}

function grouped(rows: readonly Row[]): Row[] {
  const place = ({ memory: { expiresAt, section } }: Row) =>
    (expiresAt === null ? 0 : SECTIONS.length) + SECTIONS.indexOf(section ?? "other")
  return [...rows].sort((a, b) => place(a) - place(b))
}

/** The rows in an order in which each is followed by the nearest of those that are left. */
function chained(rows: readonly Row[]): Row[] {
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
    // Of an empty list the first is nothing at all.
    last = left.splice(near.indexOf(Math.max(...near)), 1)[0]
  }
  return chain
}
