/**
 * Cursors for pages of a profile. A cursor names a fact by its sort key, so that facts forgotten in the
 * meantime neither hide nor repeat another. Pure.
 */
import { ID_PATTERN } from "../../../domain/ids.ts"
import { type Id, IMPORTANCES, SECTIONS } from "../../../domain/types.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"

/** The order of facts in a profile: by section, then importance, then latest statement first. */
export type FactSortKey = readonly [section: number, weight: number, at: number, id: string]

/** A page of a profile: the first, one that starts at or after a fact, or the last one before a fact. */
export interface ProfileCursor {
  userId: Id
  from: "start" | "at" | "after" | "before"
  key: FactSortKey | null
}

export interface SortedFact {
  found: FoundMemory
  key: FactSortKey
}

/** Expiring facts come after all sections. */
const EXPIRING = SECTIONS.length
const DIRECTIONS = { s: "start", f: "at", a: "after", b: "before" } as const
const SHORT_ID = 8

export function firstPageOf(userId: Id): ProfileCursor {
  return { userId, from: "start", key: null }
}

/** `rank` of a fact, 0 to 9, decides first; its section by default. */
export function sortFacts(
  all: readonly FoundMemory[],
  rank: (found: FoundMemory) => number = sectionRank,
): SortedFact[] {
  return all
    .map((found) => ({ found, key: factSortKey(found, rank(found)) }))
    .sort((a, b) => compareSortKeys(a.key, b.key))
}

function sectionRank({ memory }: FoundMemory): number {
  return memory.expiresAt === null ? SECTIONS.indexOf(memory.section ?? "other") : EXPIRING
}

function factSortKey({ memory }: FoundMemory, rank: number): FactSortKey {
  const weight = IMPORTANCES.length - 1 - IMPORTANCES.indexOf(memory.importance)
  return [rank, weight, memory.lastSaidAt, memory.id.replace(/^m_/, "").slice(0, SHORT_ID)]
}

/** Negative if `a` comes first. */
function compareSortKeys(a: FactSortKey, b: FactSortKey): number {
  return a[0] - b[0] || a[1] - b[1] || b[2] - a[2] || (a[3] < b[3] ? -1 : Number(a[3] > b[3]))
}

/** Returns one page of `size` with the cursors of its neighbors; `null` if there is none. */
export function profileSlice(
  all: readonly SortedFact[],
  { userId, from, key }: ProfileCursor,
  size: number,
): {
  page: readonly SortedFact[]
  here: ProfileCursor
  before: ProfileCursor | null
  after: ProfileCursor | null
} {
  const start = pageStartIndex(all, from, { side: key && ((one) => compareSortKeys(one.key, key)), size })
  const page = all.slice(start, start + size)
  const [first, last] = [page[0], page.at(-1)]
  return {
    page,
    here: first ? { userId, from: "at", key: first.key } : firstPageOf(userId),
    before: first && start > 0 ? { userId, from: "before", key: first.key } : null,
    after: last && start + page.length < all.length ? { userId, from: "after", key: last.key } : null,
  }
}

/**
 * Returns the index where a page of a sorted list starts. `side` is negative for items before the cursor and
 * positive for items after it; `null` if there is no cursor.
 */
export function pageStartIndex<T>(
  all: readonly T[],
  from: ProfileCursor["from"],
  { side, size }: { side: ((one: T) => number) | null; size: number },
): number {
  if (from === "start" || side === null) return 0
  const at = all.findIndex((one) => side(one) >= (from === "after" ? 1 : 0))
  // The item of the cursor is gone and nothing follows: show the last page.
  const found = at === -1 ? all.length : at
  if (from === "before" || at === -1) return Math.max(0, found - size)
  return found
}

/** Formats a cursor for a custom id: at most 45 characters, without a colon. */
export function formatProfileCursor({ userId, from, key }: ProfileCursor): string {
  const letter = Object.entries(DIRECTIONS).find(([, name]) => name === from)?.[0] ?? "s"
  if (key === null) return `${userId}.s`
  const [section, weight, at, id] = key
  return `${userId}.${letter}${section}${weight}${at.toString(36)}.${id}`
}

const CURSOR_PATTERN = new RegExp(
  String.raw`^(${ID_PATTERN})\.([sfab])(?:(\d)(\d)(-?[0-9a-z]{1,11})\.([\w-]{1,8}))?$`,
)

/** Returns `null` for anything else: a custom id is untrusted input. */
export function parseProfileCursor(written: string | undefined): ProfileCursor | null {
  const [, userId = "", letter = "s", section, weight, at, id] = CURSOR_PATTERN.exec(written ?? "") ?? []
  if (userId === "") return null
  // The pattern allows only these letters.
  const from = DIRECTIONS[letter as keyof typeof DIRECTIONS]
  const key: FactSortKey | null =
    section === undefined ? null : [Number(section), Number(weight), Number.parseInt(at ?? "0", 36), id ?? ""]
  return { userId, from, key }
}

export function sectionOfSortKey([section]: FactSortKey): (typeof SECTIONS)[number] | "fading" {
  return SECTIONS[section] ?? "fading"
}
