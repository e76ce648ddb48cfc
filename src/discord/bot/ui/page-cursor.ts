/** Where in a person's profile a page begins: a cursor that names a fact by its order, so that what is forgotten meanwhile neither hides nor repeats another. Pure. */
import { ID_PATTERN } from "../../../domain/ids.ts"
import { type Id, IMPORTANCES, SECTIONS } from "../../../domain/types.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"

/** The order of a fact in a profile: its section, the more important and the later said first. */
export type FactSortKey = readonly [section: number, weight: number, at: number, id: string]

/** A page of somebody's profile: from its start, from a fact on, after one, or the last before one. */
export interface ProfileCursor {
  userId: Id
  from: "start" | "at" | "after" | "before"
  key: FactSortKey | null
}

export interface SortedFact {
  found: FoundMemory
  key: FactSortKey
}

/** What fades stands behind all sections. */
const FADING = SECTIONS.length
const DIRECTIONS = { s: "start", f: "at", a: "after", b: "before" } as const
const SHORT_ID = 8

export function firstPageOf(userId: Id): ProfileCursor {
  return { userId, from: "start", key: null }
}

/** A profile's facts in order. */
export function sortFacts(all: readonly FoundMemory[]): SortedFact[] {
  return all
    .map((found) => ({ found, key: factSortKey(found) }))
    .sort((a, b) => compareSortKeys(a.key, b.key))
}

function factSortKey({ memory }: FoundMemory): FactSortKey {
  const section = memory.expiresAt === null ? SECTIONS.indexOf(memory.section ?? "other") : FADING
  const weight = IMPORTANCES.length - 1 - IMPORTANCES.indexOf(memory.importance)
  return [section, weight, memory.lastSaidAt, memory.id.replace(/^m_/, "").slice(0, SHORT_ID)]
}

/** Negative where `a` stands first. */
function compareSortKeys(a: FactSortKey, b: FactSortKey): number {
  return a[0] - b[0] || a[1] - b[1] || b[2] - a[2] || (a[3] < b[3] ? -1 : Number(a[3] > b[3]))
}

/** One page of `size`, and the places of the pages before and after it; null where there are none. */
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

/** Where in a list that is in order a page begins. `side` is negative for what stands before its place, positive for what stands after it; null: it has none. */
export function pageStartIndex<T>(
  all: readonly T[],
  from: ProfileCursor["from"],
  { side, size }: { side: ((one: T) => number) | null; size: number },
): number {
  if (from === "start" || side === null) return 0
  const at = all.findIndex((one) => side(one) >= (from === "after" ? 1 : 0))
  // What stood there is gone, and nothing is behind it: the last page there is.
  const found = at === -1 ? all.length : at
  if (from === "before" || at === -1) return Math.max(0, found - size)
  return found
}

/** As an argument of a custom id: at most 45 characters, without a colon. */
export function formatProfileCursor({ userId, from, key }: ProfileCursor): string {
  const letter = Object.entries(DIRECTIONS).find(([, name]) => name === from)?.[0] ?? "s"
  if (key === null) return `${userId}.s`
  const [section, weight, at, id] = key
  return `${userId}.${letter}${section}${weight}${at.toString(36)}.${id}`
}

const PlaceShape = new RegExp(
  String.raw`^(${ID_PATTERN})\.([sfab])(?:(\d)(\d)(-?[0-9a-z]{1,11})\.([\w-]{1,8}))?$`,
)

/** null where it is none: a custom id is foreign text. */
export function parseProfileCursor(written: string | undefined): ProfileCursor | null {
  const [, userId = "", letter = "s", section, weight, at, id] = PlaceShape.exec(written ?? "") ?? []
  if (userId === "") return null
  // The shape allows these letters alone.
  const from = DIRECTIONS[letter as keyof typeof DIRECTIONS]
  const key: FactSortKey | null =
    section === undefined ? null : [Number(section), Number(weight), Number.parseInt(at ?? "0", 36), id ?? ""]
  return { userId, from, key }
}

/** What a fact stands under in a profile. */
export function sectionOfSortKey([section]: FactSortKey): (typeof SECTIONS)[number] | "fading" {
  return SECTIONS[section] ?? "fading"
}
