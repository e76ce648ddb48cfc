/** `/recap`: recent topics and other conversations, latest day first. */
import {
  type APIMessageTopLevelComponent,
  ApplicationCommandOptionType,
  ApplicationCommandType,
} from "discord-api-types/v10"
import { addDays, localDate, startOf } from "../../../domain/calendar.ts"
import { longDate } from "../../../domain/date-names.ts"
import { Refused } from "../../../domain/errors.ts"
import type { Id, Note, Span, Time } from "../../../domain/types.ts"
import { listNotes, notesInSpan, readNotes } from "../../../memory/read/note-pages.ts"
import { memoriesBySeq } from "../../../memory/read/recollect.ts"
import { modeOf, nestingOf } from "../../../policy/settings.ts"
import { messageUrl } from "../../../recall/item-sources.ts"
import { capitalize } from "../../../text/display.ts"
import {
  type Action,
  type Command,
  componentsReply,
  customId,
  IN_SERVERS,
  type InteractionContext,
  type Reply,
  textReply,
  textsFor,
} from "../../bot/ui/command.ts"
import { type GuildReader, guildReader } from "../../bot/ui/guild-reader.ts"
import { linkButton, timestamp } from "../../bot/ui/ui-kit.ts"
import type { Texts } from "../../texts/en.ts"
import { counted, fill } from "../../texts/texts.ts"
import { type ListEntry, listPage, PAGE_SIZE } from "../fact.ts"
import { noteLines } from "./note-lines.ts"
import {
  formatRecapCursor,
  MOST_DAYS,
  parseRecapCursor,
  type RecapCursor,
  recapSlice,
} from "./recap-cursor.ts"

/** The value of the option `since`. */
const LAST_SPOKE = "last-spoke"

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
      {
        type: ApplicationCommandOptionType.Channel,
        name: "channel",
        description: "Only conversations in this channel, its threads, or this category",
      },
      {
        type: ApplicationCommandOptionType.String,
        name: "since",
        description: "Begin at a moment instead of a day",
        choices: [{ name: "Since I last spoke", value: LAST_SPOKE }],
      },
    ],
  },
  isPrivate: () => true,
  async run(context, { values, channels }) {
    const days = Math.min(Math.max(Math.trunc(Number(values.days ?? 1)) || 1, 1), MOST_DAYS)
    const channelId = channels.channel?.id ?? null
    const cursor = { days, channelId, from: "start" as const, key: null }
    if (values.since !== LAST_SPOKE) return recapReply(context, cursor)
    const since = await lastSpokeAt(context)
    return since === null
      ? textReply(textsFor(context).recap.neverSpoke)
      : recapReply(context, { ...cursor, days: MOST_DAYS, since })
  },
}

/** The end of the last conversation that a note counts the asker among; `null` if there is none. */
async function lastSpokeAt(context: InteractionContext, during: Span | null = null): Promise<Time | null> {
  const { entered, viewer } = await guildReader(context)
  const participantId = context.asker.id
  const own = { kind: "conversation" as const, channelId: null, participantId, during }
  const [note] = await listNotes(entered.db, viewer, own, { after: null, limit: 1 })
  return note?.toAt ?? null
}

// The recap page: topics with links to their conversations, and other conversations, each with its
// participants. Pure.

interface RecapPageInput {
  /** The notes of this page, in order. */
  notes: readonly Note[]
  /** The number of notes on all pages. */
  total: number
  since: Time
  /** True if `since` is the moment when the asker last spoke, and not the beginning of a day. */
  isMoment?: boolean
  channelId?: Id | null
  /** Says that the channel is ignored; `null` if it is not. */
  off?: string | null
  timezone: string
  texts: Texts
  before: RecapCursor | null
  after: RecapCursor | null
}

/** @internal */
export function recapPage({
  notes,
  total,
  since,
  isMoment = false,
  channelId = null,
  off = null,
  timezone,
  texts,
  before,
  after,
}: RecapPageInput): APIMessageTopLevelComponent {
  const { recap, buttons, language } = texts
  const begin = isMoment
    ? fill(recap.sinceSpoke, { time: timestamp(since, "relative") })
    : fill(recap.since, { date: longDate(since, timezone, language) })
  return listPage({
    title: channelId === null ? recap.title : fill(recap.titleChannel, { channel: `<#${channelId}>` }),
    note: `${begin} · ${counted(recap.entries, total, language)}${off === null ? "" : `\n-# ${off}`}`,
    entries: notes.map((note, nth) => noteEntry(note, notes[nth - 1], { timezone, texts })),
    before: before && customId("recap", ...formatRecapCursor(before)),
    after: after && customId("recap", ...formatRecapCursor(after)),
    buttons,
  })
}

function noteEntry(
  note: Note,
  previous: Note | undefined,
  { timezone, texts }: { timezone: string; texts: Texts },
): ListEntry {
  const { guildId, channelId, firstMessageId, toAt } = note
  const same = previous !== undefined && localDate(previous.toAt, timezone) === localDate(toAt, timezone)
  return {
    heading: same ? null : capitalize(longDate(toAt, timezone, texts.language)),
    lines: noteLines(note, texts),
    button: linkButton(messageUrl(guildId, channelId, firstMessageId), texts.buttons.goTo),
  }
}

// Reads the recap as the asker may see it.

/**
 * Returns the page at a cursor. The recap covers whole days of the guild's calendar, plus today so far, or everything
 * since a moment.
 */
async function recapReply(context: InteractionContext, cursor: RecapCursor): Promise<Reply> {
  const reader = await guildReader(context)
  const { entered, viewer } = reader
  const { channelId = null, since = null, days } = cursor
  const { timezone } = entered.guild.settings
  const earliest = startOf(addDays(localDate(context.at, timezone), -days), timezone)
  // A moment starts after the note that ended then.
  const from = since === null ? earliest : Math.max(since + 1, earliest)
  const channelIds = channelId === null ? null : readableIn(reader, channelId)
  const all = await notesInSpan(entered.db, viewer, { from, to: context.at, channelIds })
  const texts = textsFor(context)
  const off = channelId === null ? null : offText(texts, reader, channelId)
  if (all.length === 0) return textReply(nothingText(texts, off, cursor))
  const { page, before, after } = recapSlice(all, cursor, { size: PAGE_SIZE, timezone })
  // Notes deleted between the two reads are left out.
  const notes = await readNotes(entered.db, viewer, { page: memoriesBySeq(page.map(({ seq }) => seq)) })
  const shown = { notes, total: all.length, since: since ?? from, isMoment: since !== null, channelId, off }
  return componentsReply(recapPage({ ...shown, timezone, texts, before, after }))
}

/** The channel, its threads, or the channels of a category, as far as the asker may read them. */
function readableIn({ entered: { structure }, viewer: { readable } }: GuildReader, channelId: Id): Id[] {
  const inside = structure.channels
    .map(({ id }) => id)
    .filter((id) => nestingOf(structure.channels, id).parentIds.includes(channelId))
  return [...new Set([channelId, ...inside])].filter((id) => readable === "all" || readable.includes(id))
}

/** Says that the channel is ignored, if it is and the asker may read it: else it is like any without notes. */
function offText({ recap }: Texts, reader: GuildReader, channelId: Id): string | null {
  const { guild, structure } = reader.entered
  const isOff = modeOf(guild.settings.channels, nestingOf(structure.channels, channelId)) === "off"
  const isReadable = readableIn(reader, channelId).includes(channelId)
  return isOff && isReadable ? fill(recap.off, { channel: `<#${channelId}>` }) : null
}

function nothingText(
  texts: Texts,
  off: string | null,
  { channelId = null, since = null, days }: RecapCursor,
) {
  const { recap, language } = texts
  if (channelId !== null) return off ?? fill(recap.noneChannel, { channel: `<#${channelId}>` })
  if (since !== null) return fill(recap.noneSinceSpoke, { time: timestamp(since, "relative") })
  const next = days < 7 ? recap.lookFurther : recap.search
  return `${counted(recap.none, days, language)} ${recap.noneYet} ${next}`
}

// Opens another page of a recap.

export const recapPageAction: Action = {
  name: "recap",
  answers: "update",
  async run(context, { args: [written, scope] }) {
    const cursor = parseRecapCursor(written, scope)
    const since = cursor?.since ?? null
    // Who may no longer read where they last spoke is told nothing of it, not even when.
    const isKnown = since === null || (await lastSpokeAt(context, { from: since, to: since })) === since
    if (cursor === null || !isKnown) throw new Refused({ reason: "nothing_known" })
    return recapReply(context, cursor)
  },
}
