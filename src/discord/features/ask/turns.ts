/** Converts channel messages to conversation turns, with names instead of Discord ids. Pure. */
import { MENTIONS } from "../../../domain/ids.ts"
import type { Message, Person } from "../../../domain/types.ts"
import type { Turn } from "../../../recall/answer/prompt.ts"
import { attachedText, displayText } from "../../../text/display.ts"

/** Removes the bot's mention. Other mentions stay. */
export function stripBotMention(content: string, mentions: readonly Person[]): string {
  const others = new Set(mentions.map(({ id }) => id))
  return content
    .replace(MENTIONS, (mention, id: string) => (others.has(id) ? mention : " "))
    .replace(/\s+/g, " ")
    .trim()
}

/** Replaces mentions with names. */
export function nameMentions(words: string, mentions: readonly Person[]): string {
  const bare = mentions.reduce(
    (text, { id, name }) => text.replaceAll(`<@${id}>`, () => name).replaceAll(`<@!${id}>`, () => name),
    words,
  )
  return displayText({ content: bare, mentions: [] })
}

export function toTurns(messages: readonly Message[]): Turn[] {
  return messages.map((message) => {
    const words = message.role === "keepsake" ? answerText(message.content) : displayText(message)
    return {
      speaker: message.author.name,
      speakerId: message.author.id,
      own: message.role === "keepsake",
      text: `${words}${attachedText(message)}`.trim(),
    }
  })
}

/** Returns the text of the bot's answer without the quoted question, small print and links. */
export function answerText(content: string): string {
  return content
    .split("\n")
    .filter((line) => !/^(?:>|-#)/.test(line))
    .join(" ")
    .replace(/\s*\[\d+\]\(<[^>]*>\)/g, "")
    .replace(/\\([\\*_~`|>#[\]()<@:.-])/g, "$1")
    .replace(/\s+/g, " ")
    .trim()
}
