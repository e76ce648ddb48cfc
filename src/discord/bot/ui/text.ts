/** Words of people inside a message of ours: shown as they are, with no say over markdown, mentions or links. Pure. */

import type { Id, Person, Time } from "../../../domain/types.ts"
import { truncate } from "../../../text/truncate.ts"
import type { Asker } from "./command.ts"

/** What Discord's markdown gives a meaning to. */
const MARKDOWN = /[\\*_~`|>#[\]()<@:-]/g
/** Discord makes a card of an invite even where no scheme stands before it, and no flag of a message keeps it from that. */
const INVITES = /(?<=discord(?:app)?)\.(?=gg|com|me|io|new)/gi
const CONTROLS = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu

/** Foreign words on one line of a message, at most `most` characters, none of them markdown, a mention or a link. */
export function escapeText(words: string, most = 300): string {
  return oneLine(words, most).replace(MARKDOWN, "\\$&").replace(INVITES, "\\.")
}

/** The same where the escapes count too: as many of the words as come to at most `most` characters. */
export function escapeToFit(words: string, most: number): string {
  for (let length = most; length > 1; length = Math.floor(length * 0.8)) {
    const line = escapeText(words, length)
    if (line.length <= most) return line
  }
  return "…"
}

/** Foreign words on one line where nothing but plain text is shown: choices, buttons, fields of a form. */
export function oneLine(words: string, most: number): string {
  const line = words.toWellFormed().replace(CONTROLS, " ").replace(/\s+/g, " ").trim()
  return truncate(line, most)
}

// A message said to the bot, as its answer needs it.

export interface BotMention {
  guildId: Id
  channelId: Id
  parentId: Id | null
  messageId: Id
  at: Time
  /** As sent, the mention of the bot in it. */
  content: string
  /** Their permissions are not told with a message: 0. */
  author: Asker
  /** Who else is mentioned. */
  mentions: Person[]
  /** The message it replies to; null: none. */
  replyTo: Id | null
}
