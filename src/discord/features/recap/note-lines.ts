/** Formats a note for the recap: its title and summary, and in small print its time, people and conversations. Pure. */
import type { Note } from "../../../domain/types.ts"
import { messageUrl } from "../../../recall/item-sources.ts"
import { userMention } from "../../bot/ui/memory-texts.ts"
import { escapeToFit } from "../../bot/ui/text.ts"
import { timestamp } from "../../bot/ui/ui-kit.ts"
import type { Texts } from "../../texts/en.ts"
import { counted, fill } from "../../texts/texts.ts"
import { maxEntryLength, PAGE_SIZE } from "../fact.ts"

/** The number of links and people that fit into an entry beside its text. */
const LINKS = 3
const PEOPLE = 3
const TITLE = 90
const MIN_LENGTH = 60

/** Title and summary, and in small print the time, the participants and a topic's conversations. */
export function noteLines(note: Note, texts: Texts): string {
  const small = [
    timestamp(note.toAt, "relative"),
    participantsText(note, texts),
    conversationsText(note, texts),
  ].filter((part) => part !== null)
  const below = `\n-# ${small.join(" · ")}`
  const title = `**${escapeToFit(note.title, TITLE) || "…"}**`
  const room = Math.max(MIN_LENGTH, maxEntryLength(PAGE_SIZE) - below.length - title.length - 1)
  const rest = withoutTitle(note)
  if (rest !== null) return `${title}${rest === "" ? "" : escapeToFit(rest, room)}${below}`
  const words = escapeToFit(note.summary, room)
  return `${title}${words === "" ? "" : `\n${words}`}${below}`
}

/** Returns what follows the title in a summary that begins with it as a sentence; `null` if it does not. */
function withoutTitle({ title, summary }: Note): string | null {
  if (summary === title) return ""
  const rest = summary.startsWith(title) && title.length <= TITLE ? summary.slice(title.length) : ""
  return /^[.!?]/.test(rest) ? rest : null
}

function participantsText({ participants }: Note, { recap }: Texts): string | null {
  if (participants.length === 0) return null
  const first = participants.slice(0, PEOPLE).map(({ id }) => userMention(id))
  const more = participants.length - first.length
  return `${first.join(", ")}${more > 0 ? fill(recap.morePeople, { count: more }) : ""}`
}

function conversationsText({ guildId, sources = [] }: Note, { recap, language }: Texts): string | null {
  if (sources.length === 0) return null
  const links = sources
    .slice(0, LINKS)
    .map((one, nth) => `[${nth + 1}](<${messageUrl(guildId, one.channelId, one.firstMessageId)}>)`)
  return `${counted(recap.conversations, sources.length, language)}: ${links.join(" ")}${sources.length > LINKS ? " …" : ""}`
}
