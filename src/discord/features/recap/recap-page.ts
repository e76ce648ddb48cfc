/** What was talked about, page by page: topics with links to their talks, and talks that came to none, each with who took part. Pure. */
import type { APIMessageTopLevelComponent } from "discord-api-types/v10"
import { localDate, spokenDate } from "../../../domain/calendar.ts"
import type { Note, Time } from "../../../domain/types.ts"
import { messageUrl } from "../../../recall/context.ts"
import { customId } from "../../bot/ui/command.ts"
import { shownWithin } from "../../bot/ui/text.ts"
import { linkButton, timestamp } from "../../bot/ui/ui-kit.ts"
import { named } from "../../bot/ui/words.ts"
import { type Entry, listPage, PAGE, roomFor } from "../list.ts"
import { type RecapPlace, writtenRecap } from "./recap-place.ts"

export interface Recap {
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
