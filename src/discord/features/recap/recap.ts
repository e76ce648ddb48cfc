/** `/recap`: recent topics and other conversations, latest day first. */
import {
  type APIMessageTopLevelComponent,
  ApplicationCommandOptionType,
  ApplicationCommandType,
} from "discord-api-types/v10"
import { addDays, localDate, longDate, startOf } from "../../../domain/calendar.ts"
import { Refused } from "../../../domain/errors.ts"
import { hashOf } from "../../../domain/hash.ts"
import type { Note, Time } from "../../../domain/types.ts"
import { type NoteInSpan, notesInSpan, readNotes } from "../../../memory/read/note-pages.ts"
import { memoriesBySeq } from "../../../memory/read/recollect.ts"
import { messageUrl } from "../../../recall/context.ts"
import {
  type Action,
  type Command,
  componentsReply,
  customId,
  IN_SERVERS,
  type InteractionContext,
  type Reply,
  textReply,
} from "../../bot/ui/command.ts"
import { guildReader } from "../../bot/ui/guild-reader.ts"
import { noTalksText, userMention } from "../../bot/ui/memory-texts.ts"
import { type ProfileCursor, pageStartIndex } from "../../bot/ui/page-cursor.ts"
import { escapeToFit } from "../../bot/ui/text.ts"
import { linkButton, timestamp } from "../../bot/ui/ui-kit.ts"
import { type ListEntry, listPage, maxEntryLength, PAGE_SIZE } from "../fact.ts"

// Cursors for pages of a recap: latest day first, and each day's topics before its other conversations. As in
// a profile, changes in the meantime neither hide nor repeat an entry. Pure.

/**
 * The order of notes in a recap: topic or conversation, end time, and a fingerprint to tell apart notes of
 * the same moment.
 */
type NoteSortKey = readonly [kind: 0 | 1, at: number, print: string]

/** @internal */
export interface RecapCursor {
  days: number
  from: ProfileCursor["from"]
  key: NoteSortKey | null
}

/** @internal */
export const MOST_DAYS = 14
const DIRECTIONS = { s: "start", a: "after", b: "before" } as const

/** Returns one page of `size` with the cursors of its neighbors; `null` if there is none. @internal */
export function recapSlice(
  all: readonly NoteInSpan[],
  { days, from, key }: RecapCursor,
  { size, timezone }: { size: number; timezone: string },
): { page: readonly NoteInSpan[]; before: RecapCursor | null; after: RecapCursor | null } {
  const order = compareNotesIn(timezone)
  const sorted = all.map((one) => ({ one, key: noteSortKey(one) })).sort((a, b) => order(a.key, b.key))
  const start = pageStartIndex(sorted, from, { side: key && ((placed) => order(placed.key, key)), size })
  const page = sorted.slice(start, start + size)
  const [first, last] = [page[0], page.at(-1)]
  return {
    page: page.map(({ one }) => one),
    before: first && start > 0 ? { days, from: "before", key: first.key } : null,
    after: last && start + page.length < sorted.length ? { days, from: "after", key: last.key } : null,
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

/** Formats a cursor for a custom id. @internal */
export function formatRecapCursor({ days, from, key }: RecapCursor): string {
  const letter = Object.entries(DIRECTIONS).find(([, name]) => name === from)?.[0] ?? "s"
  return key === null ? `${days}.s` : `${days}.${letter}${key[0]}${key[1].toString(36)}.${key[2]}`
}

/** Ten base-36 digits stay within the range of dates. */
const CURSOR_PATTERN = /^(\d{1,2})\.([sab])(?:([01])([0-9a-z]{1,10})\.([0-9a-f]{8}))?$/

/** Returns `null` for anything else: a custom id is untrusted input. @internal */
export function parseRecapCursor(written: string | undefined): RecapCursor | null {
  const [, days = "0", letter = "s", kind, at = "0", fingerprint = ""] =
    CURSOR_PATTERN.exec(written ?? "") ?? []
  const [count, moment] = [Number(days), Number.parseInt(at, 36)]
  if (count < 1 || count > MOST_DAYS) return null
  // The pattern allows only these letters.
  const from = DIRECTIONS[letter as keyof typeof DIRECTIONS]
  return { days: count, from, key: kind === undefined ? null : [kind === "0" ? 0 : 1, moment, fingerprint] }
}

export const recapCommand: Command = {
  definition: {
    ...IN_SERVERS,
    type: ApplicationCommandType.ChatInput,
    name: "recap",
    description: "See recent topics and conversations that you can read",
    options: [
      {
        type: ApplicationCommandOptionType.Integer,
        name: "days",
        description: "Days before today to include. Default: 1",
        min_value: 1,
        max_value: MOST_DAYS,
      },
    ],
  },
  isPrivate: () => true,
  run(context, { values }) {
    const days = Math.min(Math.max(Math.trunc(Number(values.days ?? 1)) || 1, 1), MOST_DAYS)
    return recapReply(context, { days, from: "start", key: null })
  },
}

// The recap page: topics with links to their conversations, and other conversations, each with its
// participants. Pure.

interface RecapPageInput {
  /** The notes of this page, in order. */
  notes: readonly Note[]
  /** The number of notes on all pages. */
  total: number
  since: Time
  timezone: string
  before: RecapCursor | null
  after: RecapCursor | null
}

/** The number of links and people that fit into an entry beside its text. */
const LINKS = 3
const PEOPLE = 3
const TITLE = 90
const MIN_LENGTH = 60

/** @internal */
export function recapPage({
  notes,
  total,
  since,
  timezone,
  before,
  after,
}: RecapPageInput): APIMessageTopLevelComponent {
  return listPage({
    title: "Recent topics and conversations",
    note: `since ${longDate(since, timezone)} · ${total === 1 ? "1 entry" : `${total} entries`}`,
    entries: notes.map((note, nth) => noteEntry(note, notes[nth - 1], timezone)),
    before: before && customId("recap", formatRecapCursor(before)),
    after: after && customId("recap", formatRecapCursor(after)),
  })
}

function noteEntry(note: Note, previous: Note | undefined, timezone: string): ListEntry {
  const { guildId, channelId, firstMessageId, toAt } = note
  const same = previous !== undefined && localDate(previous.toAt, timezone) === localDate(toAt, timezone)
  return {
    heading: same ? null : longDate(toAt, timezone),
    lines: noteLines(note),
    button: linkButton(messageUrl(guildId, channelId, firstMessageId), "Go to message"),
  }
}

/** Title and summary, and in small print the time, the participants and a topic's conversations. */
function noteLines(note: Note): string {
  const small = [timestamp(note.toAt, "relative"), participantsText(note), conversationsText(note)].filter(
    (part) => part !== null,
  )
  const below = `\n-# ${small.join(" · ")}`
  const title = `**${escapeToFit(note.title, TITLE) || "…"}**`
  const room = maxEntryLength(PAGE_SIZE) - below.length - title.length - 1
  const words = note.summary === note.title ? "" : escapeToFit(note.summary, Math.max(MIN_LENGTH, room))
  return `${title}${words === "" ? "" : `\n${words}`}${below}`
}

function participantsText({ participants }: Note): string | null {
  if (participants.length === 0) return null
  const first = participants.slice(0, PEOPLE).map(({ id }) => userMention(id))
  const more = participants.length - first.length
  return `${first.join(", ")}${more > 0 ? ` and ${more} more` : ""}`
}

function conversationsText({ guildId, sources = [] }: Note): string | null {
  if (sources.length === 0) return null
  const links = sources
    .slice(0, LINKS)
    .map((one, nth) => `[${nth + 1}](<${messageUrl(guildId, one.channelId, one.firstMessageId)}>)`)
  return `${sources.length} conversations: ${links.join(" ")}${sources.length > LINKS ? " …" : ""}`
}

// Reads the recap as the asker may see it.

/** Returns the page at a cursor. The recap covers whole days of the guild's calendar, plus today so far. */
async function recapReply(context: InteractionContext, cursor: RecapCursor): Promise<Reply> {
  const { entered, viewer } = await guildReader(context)
  const { timezone } = entered.guild.settings
  const from = startOf(addDays(localDate(context.at, timezone), -cursor.days), timezone)
  const all = await notesInSpan(entered.db, viewer, { from, to: context.at })
  if (all.length === 0) return textReply(noTalksText(cursor.days))
  const { page, before, after } = recapSlice(all, cursor, { size: PAGE_SIZE, timezone })
  // Notes deleted between the two reads are left out.
  const notes = await readNotes(entered.db, viewer, { page: memoriesBySeq(page.map(({ seq }) => seq)) })
  return componentsReply(recapPage({ notes, total: all.length, since: from, timezone, before, after }))
}

// Opens another page of a recap.

export const recapPageAction: Action = {
  name: "recap",
  answers: "update",
  async run(context, { args: [written] }) {
    const cursor = parseRecapCursor(written)
    if (cursor === null) throw new Refused({ reason: "nothing_known" })
    return recapReply(context, cursor)
  },
}
