/**
 * Cursors for pages of a recap: latest day first, and each day's topics before its other conversations. As in a profile,
 * changes in the meantime neither hide nor repeat an entry. Pure.
 */
import { localDate } from "../../../domain/calendar.ts"
import { hashOf } from "../../../domain/hash.ts"
import { ID_PATTERN } from "../../../domain/ids.ts"
import type { Id, Time } from "../../../domain/types.ts"
import type { NoteInSpan } from "../../../memory/read/note-pages.ts"
import { type ProfileCursor, pageStartIndex } from "../../bot/ui/page-cursor.ts"

/**
 * The order of notes in a recap: topic or conversation, end time, and a fingerprint to tell apart notes of
 * the same moment.
 */
type NoteSortKey = readonly [kind: 0 | 1, at: number, print: string]

/** */
export interface RecapCursor {
  /** Days before today. */
  days: number
  /** Instead of whole days: the moment the recap begins, when the asker last spoke. */
  since?: Time | null
  /** Only this channel, with its threads, or the channels of this category. */
  channelId?: Id | null
  from: ProfileCursor["from"]
  key: NoteSortKey | null
}

/** */
export const MOST_DAYS = 14
const DIRECTIONS = { s: "start", a: "after", b: "before" } as const

/** Returns one page of `size` with the cursors of its neighbors; `null` if there is none. */
export function recapSlice(
  all: readonly NoteInSpan[],
  { from, key, ...scope }: RecapCursor,
  { size, timezone }: { size: number; timezone: string },
): { page: readonly NoteInSpan[]; before: RecapCursor | null; after: RecapCursor | null } {
  const order = compareNotesIn(timezone)
  const sorted = all.map((one) => ({ one, key: noteSortKey(one) })).sort((a, b) => order(a.key, b.key))
  const start = pageStartIndex(sorted, from, { side: key && ((placed) => order(placed.key, key)), size })
  const page = sorted.slice(start, start + size)
  const [first, last] = [page[0], page.at(-1)]
  return {
    page: page.map(({ one }) => one),
    before: first && start > 0 ? { ...scope, from: "before", key: first.key } : null,
    after: last && start + page.length < sorted.length ? { ...scope, from: "after", key: last.key } : null,
  }
}

function noteSortKey({ id, kind, at }: NoteInSpan): NoteSortKey {
  return [kind === "topic_cluster" ? 0 : 1, at, hashOf([id]).slice(0, 8)]
}

/** Negative if `a` comes first. */
function compareNotesIn(timezone: string): (a: NoteSortKey, b: NoteSortKey) => number {
  return (a, b) => {
    const [dayOfA, dayOfB] = [localDate(a[1], timezone), localDate(b[1], timezone)]
    if (dayOfA !== dayOfB) return dayOfA < dayOfB ? 1 : -1
    return a[0] - b[0] || b[1] - a[1] || (a[2] < b[2] ? -1 : Number(a[2] > b[2]))
  }
}

/** Formats a cursor for a custom id: one argument, and a second if the recap has a channel or begins at a moment. */
export function formatRecapCursor({
  days,
  since = null,
  channelId = null,
  from,
  key,
}: RecapCursor): string[] {
  const letter = Object.entries(DIRECTIONS).find(([, name]) => name === from)?.[0] ?? "s"
  const place = key === null ? `${days}.s` : `${days}.${letter}${key[0]}${key[1].toString(36)}.${key[2]}`
  return since === null && channelId === null
    ? [place]
    : [place, `${since === null ? "" : since.toString(36)}.${channelId ?? ""}`]
}

/** Ten base-36 digits stay within the range of dates. */
const CURSOR_PATTERN = /^(\d{1,2})\.([sab])(?:([01])([0-9a-z]{1,10})\.([0-9a-f]{8}))?$/

const SCOPE_PATTERN = new RegExp(String.raw`^([0-9a-z]{1,10})?\.(${ID_PATTERN})?$`)

/** Returns `null` for anything else: a custom id is untrusted input. */
export function parseRecapCursor(written: string | undefined, scope = "."): RecapCursor | null {
  const [isScope, since, channelId = null] = SCOPE_PATTERN.exec(scope) ?? []
  const [, days = "0", letter = "s", kind, at = "0", fingerprint = ""] =
    CURSOR_PATTERN.exec(written ?? "") ?? []
  const [count, moment] = [Number(days), Number.parseInt(at, 36)]
  if (isScope === undefined || count < 1 || count > MOST_DAYS) return null
  // The pattern allows only these letters.
  const from = DIRECTIONS[letter as keyof typeof DIRECTIONS]
  return {
    days: count,
    ...(since === undefined ? {} : { since: Number.parseInt(since, 36) }),
    ...(channelId === null ? {} : { channelId }),
    from,
    key: kind === undefined ? null : [kind === "0" ? 0 : 1, moment, fingerprint],
  }
}
