/**
 * User content inside the bot's messages: shown literally, without effect as markdown, mention or link. Pure.
 */

import type { Id, Person, Time } from "../../../domain/types.ts"
import { truncate } from "../../../text/truncate.ts"
import type { Asker } from "./command.ts"

/** Characters with a meaning in Discord's markdown. */
const MARKDOWN = /[\\*_~`|>#[\]()<@:-]/g
/** Discord embeds an invite even without a URL scheme, and no message flag prevents that. */
const INVITES = /(?<=discord(?:app)?)\.(?=gg|com|me|io|new)/gi
const CONTROLS = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu

/**
 * User content on one line, at most `maxLength` characters before escaping, without active markdown, mentions
 * or links.
 */
export function escapeText(words: string, maxLength = 300): string {
  return oneLine(words, maxLength).replace(MARKDOWN, "\\$&").replace(INVITES, "\\.")
}

/** Like `escapeText`, but the escapes count toward `maxLength`. */
export function escapeToFit(words: string, maxLength: number): string {
  for (let length = maxLength; length > 1; length = Math.floor(length * 0.8)) {
    const line = escapeText(words, length)
    if (line.length <= maxLength) return line
  }
  return "…"
}

/** User content on one line for plain text fields: choices, buttons, form fields. */
export function oneLine(words: string, maxLength: number): string {
  const line = words.toWellFormed().replace(CONTROLS, " ").replace(/\s+/g, " ").trim()
  return truncate(line, maxLength)
}

// A message addressed to the bot, with what its answer needs.

export interface BotMention {
  guildId: Id
  channelId: Id
  parentId: Id | null
  messageId: Id
  at: Time
  /** Raw content, including the mention of the bot. */
  content: string
  /** Discord sends no permissions with a message: 0. */
  author: Asker
  /** The other people mentioned. */
  mentions: Person[]
  /** The message it replies to; `null` for none. */
  replyTo: Id | null
  /** The memories that the answer it replies to rests on (answer-label.ts); `null` if it replies to no answer. */
  restsOn: string[] | null
}

// A guild that invited the bot, with what its introduction needs.

export interface GuildIntroduction {
  guildId: Id
  /** The channel that it is written to. */
  channelId: Id
  /** The guild's language in Discord's notation, such as "de". */
  locale: string
}
