/** /recap: what was talked about lately, the latest day first, by topics and by talks that came to none. */
import {
  type APIMessageTopLevelComponent,
  ApplicationCommandOptionType,
  ApplicationCommandType,
} from "discord-api-types/v10"
import { addDays, localDate, spokenDate, startOf } from "../../../domain/calendar.ts"
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

// Where in a recap a page begins: the latest day first, of each day its topics before its other talks. A cursor as in a profile, so that what comes or goes meanwhile neither hides nor repeats anything. Pure.

/** The order of a note in a recap: whether it is a topic or a talk, when it ended, and what tells it from others of that moment. */
type NoteSortKey = readonly [kind: 0 | 1, at: number, print: string]

export interface RecapCursor {
  days: number
  from: ProfileCursor["from"]
  key: NoteSortKey | null
}

export const MOST_DAYS = 14
const DIRECTIONS = { s: "start", a: "after", b: "before" } as const

/** One page of `size`, and the places of the pages before and after it; null where there are none. */
export function recapSlice(
  all: readonly NoteInSpan[],
  { days, from, key }: RecapCursor,
  { size, timezone }: { size: number; timezone: string },
): { page: readonly NoteInSpan[]; before: RecapCursor | null; after: RecapCursor | null } {
  const order = orderIn(timezone)
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

/** Negative where `a` stands first. */
function orderIn(timezone: string): (a: NoteSortKey, b: NoteSortKey) => number {
  return (a, b) => {
    const [dayOfA, dayOfB] = [localDate(a[1], timezone), localDate(b[1], timezone)]
    if (dayOfA !== dayOfB) return dayOfA < dayOfB ? 1 : -1
    return a[0] - b[0] || b[1] - a[1] || (a[2] < b[2] ? -1 : Number(a[2] > b[2]))
  }
}

/** As an argument of a custom id. */
export function formatRecapCursor({ days, from, key }: RecapCursor): string {
  const letter = Object.entries(DIRECTIONS).find(([, name]) => name === from)?.[0] ?? "s"
  return key === null ? `${days}.s` : `${days}.${letter}${key[0]}${key[1].toString(36)}.${key[2]}`
}

/** Ten digits of base 36 are moments that dates can be of. */
const RecapShape = /^(\d{1,2})\.([sab])(?:([01])([0-9a-z]{1,10})\.([0-9a-f]{8}))?$/

/** null where it is none: a custom id is foreign text. */
export function parseRecapCursor(written: string | undefined): RecapCursor | null {
  const [, days = "0", letter = "s", kind, at = "0", print = ""] = RecapShape.exec(written ?? "") ?? []
  const [count, moment] = [Number(days), Number.parseInt(at, 36)]
  if (count < 1 || count > MOST_DAYS) return null
  // The shape allows these letters alone.
  const from = DIRECTIONS[letter as keyof typeof DIRECTIONS]
  return { days: count, from, key: kind === undefined ? null : [kind === "0" ? 0 : 1, moment, print] }
}

export const recapCommand: Command = {
  definition: {
    ...IN_SERVERS,
    type: ApplicationCommandType.ChatInput,
    name: "recap",
    description: "See what was talked about lately, where you can read it",
    options: [
      {
        type: ApplicationCommandOptionType.Integer,
        name: "days",
        description: "How many days back, besides today; 1 if you leave it out",
        min_value: 1,
        max_value: MOST_DAYS,
      },
    ],
  },
  isPrivate: () => true,
  run(asked, { values }) {
    const days = Math.min(Math.max(Math.trunc(Number(values.days ?? 1)) || 1, 1), MOST_DAYS)
    return recapReply(asked, { days, from: "start", key: null })
  },
}

// What was talked about, page by page: topics with links to their talks, and talks that came to none, each with who took part. Pure.

interface RecapPageInput {
  /** Those of the page, in their order. */
  notes: readonly Note[]
  /** How many there are on all pages. */
  of: number
  since: Time
  timezone: string
  before: RecapCursor | null
  after: RecapCursor | null
}

/** Links and people that an entry has room for beside its words. */
const LINKS = 3
const PEOPLE = 3
const TITLE = 90
const LEAST = 60

export function recapPage({
  notes,
  of,
  since,
  timezone,
  before,
  after,
}: RecapPageInput): APIMessageTopLevelComponent {
  return listPage({
    title: "What was talked about",
    note: `since ${spokenDate(since, timezone)} · ${of === 1 ? "1 thing" : `${of} things`}, as far as you may read`,
    entries: notes.map((note, nth) => entryOf(note, notes[nth - 1], timezone)),
    before: before && customId("recap", formatRecapCursor(before)),
    after: after && customId("recap", formatRecapCursor(after)),
  })
}

function entryOf(note: Note, former: Note | undefined, timezone: string): ListEntry {
  const { guildId, channelId, firstMessageId, toAt } = note
  const same = former !== undefined && localDate(former.toAt, timezone) === localDate(toAt, timezone)
  return {
    heading: same ? null : spokenDate(toAt, timezone),
    lines: linesOf(note),
    button: linkButton(messageUrl(guildId, channelId, firstMessageId), "Go there"),
  }
}

/** Title and words, and below in small when, who and, of a topic, its talks. */
function linesOf(note: Note): string {
  const small = [timestamp(note.toAt, "relative"), peopleIn(note), talksOf(note)].filter(
    (part) => part !== null,
  )
  const below = `\n-# ${small.join(" · ")}`
  const title = `**${escapeToFit(note.title, TITLE) || "…"}**`
  const room = maxEntryLength(PAGE_SIZE) - below.length - title.length - 1
  const words = note.summary === note.title ? "" : escapeToFit(note.summary, Math.max(LEAST, room))
  return `${title}${words === "" ? "" : `\n${words}`}${below}`
}

function peopleIn({ participants }: Note): string | null {
  if (participants.length === 0) return null
  const first = participants.slice(0, PEOPLE).map(({ id }) => userMention(id))
  const more = participants.length - first.length
  return `${first.join(", ")}${more > 0 ? ` and ${more} more` : ""}`
}

function talksOf({ guildId, sources = [] }: Note): string | null {
  if (sources.length === 0) return null
  const links = sources
    .slice(0, LINKS)
    .map((one, nth) => `[${nth + 1}](<${messageUrl(guildId, one.channelId, one.firstMessageId)}>)`)
  return `${sources.length} talks: ${links.join(" ")}${sources.length > LINKS ? " …" : ""}`
}

// What was talked about lately, as the one who asks may read it, page by page.

/** The page of the last days' talks that begins at a place: so many whole days of the guild's, and today so far. */
export async function recapReply(asked: InteractionContext, place: RecapCursor): Promise<Reply> {
  const { entered, viewer } = await guildReader(asked)
  const { timezone } = entered.guild.settings
  const from = startOf(addDays(localDate(asked.at, timezone), -place.days), timezone)
  const all = await notesInSpan(entered.db, viewer, { from, to: asked.at })
  if (all.length === 0) return textReply(noTalksText(place.days))
  const { page, before, after } = recapSlice(all, place, { size: PAGE_SIZE, timezone })
  // What went between the two reads is left out.
  const notes = await readNotes(entered.db, viewer, { page: memoriesBySeq(page.map(({ seq }) => seq)) })
  return componentsReply(recapPage({ notes, of: all.length, since: from, timezone, before, after }))
}

// Another page of a recap.

export const recapPageAction: Action = {
  name: "recap",
  answers: "update",
  async run(asked, { args: [written] }) {
    const place = parseRecapCursor(written)
    if (place === null) throw new Refused({ reason: "nothing_known" })
    return recapReply(asked, place)
  },
}
