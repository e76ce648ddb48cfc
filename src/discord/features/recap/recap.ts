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
  type Asked,
  type Command,
  customId,
  IN_SERVERS,
  laidOut,
  type Reply,
  said,
} from "../../bot/ui/command.ts"
import { type Place, startAt } from "../../bot/ui/place.ts"
import { deskOf } from "../../bot/ui/reading.ts"
import { shownWithin } from "../../bot/ui/text.ts"
import { linkButton, timestamp } from "../../bot/ui/ui-kit.ts"
import { named, nothingTalked } from "../../bot/ui/words.ts"
import { type Entry, listPage, PAGE, roomFor } from "../fact.ts"

// Where in a recap a page begins: the latest day first, of each day its topics before its other talks. A cursor as in a profile, so that what comes or goes meanwhile neither hides nor repeats anything. Pure.

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
  all: readonly NoteInSpan[],
  { days, from, key }: RecapPlace,
  { size, timezone }: { size: number; timezone: string },
): { page: readonly NoteInSpan[]; before: RecapPlace | null; after: RecapPlace | null } {
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

function keyOf({ id, kind, at }: NoteInSpan): Key {
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

export const recap: Command = {
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
    return recapOf(asked, { days, from: "start", key: null })
  },
}

// What was talked about, page by page: topics with links to their talks, and talks that came to none, each with who took part. Pure.

interface Recap {
  /** Those of the page, in their order. */
  notes: readonly Note[]
  /** How many there are on all pages. */
  of: number
  since: Time
  timezone: string
  before: RecapPlace | null
  after: RecapPlace | null
}

/** Links and people that an entry has room for beside its words. */
const LINKS = 3
const PEOPLE = 3
const TITLE = 90
const LEAST = 60

export function recapPage({ notes, of, since, timezone, before, after }: Recap): APIMessageTopLevelComponent {
  return listPage({
    title: "What was talked about",
    note: `since ${spokenDate(since, timezone)} · ${of === 1 ? "1 thing" : `${of} things`}, as far as you may read`,
    entries: notes.map((note, nth) => entryOf(note, notes[nth - 1], timezone)),
    before: before && customId("recap", writtenRecap(before)),
    after: after && customId("recap", writtenRecap(after)),
  })
}

function entryOf(note: Note, former: Note | undefined, timezone: string): Entry {
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
  const title = `**${shownWithin(note.title, TITLE) || "…"}**`
  const room = roomFor(PAGE) - below.length - title.length - 1
  const words = note.summary === note.title ? "" : shownWithin(note.summary, Math.max(LEAST, room))
  return `${title}${words === "" ? "" : `\n${words}`}${below}`
}

function peopleIn({ participants }: Note): string | null {
  if (participants.length === 0) return null
  const first = participants.slice(0, PEOPLE).map(({ id }) => named(id))
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
export async function recapOf(asked: Asked, place: RecapPlace): Promise<Reply> {
  const { entered, viewer } = await deskOf(asked)
  const { timezone } = entered.guild.settings
  const from = startOf(addDays(localDate(asked.at, timezone), -place.days), timezone)
  const all = await notesInSpan(entered.db, viewer, { from, to: asked.at })
  if (all.length === 0) return said(nothingTalked(place.days))
  const { page, before, after } = recapAt(all, place, { size: PAGE, timezone })
  // What went between the two reads is left out.
  const notes = await readNotes(entered.db, viewer, { page: memoriesBySeq(page.map(({ seq }) => seq)) })
  return laidOut(recapPage({ notes, of: all.length, since: from, timezone, before, after }))
}

// Another page of a recap.

export const recapButtons: Action = {
  name: "recap",
  answers: "update",
  async run(asked, { args: [written] }) {
    const place = readRecap(written)
    if (place === null) throw new Refused({ reason: "nothing_known" })
    return recapOf(asked, place)
  },
}
