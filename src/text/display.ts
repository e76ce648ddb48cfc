/** Returns what people see of a message, and words as a sentence begins. Pure. */
import { MENTIONS } from "../domain/ids.ts"
import type { Message } from "../domain/types.ts"

/** Marks an attachment that is no file (`Message.attachments`). */
const LABELED = /^(?:forwarded|poll|sticker|link): /

/** Tells a model whose words these are not; it costs tokens only where something was forwarded. */
const FORWARDED = "forwarded, somebody else's words: "

/**
 * Returns what is attached to a message, in square brackets: " [file: notes.pdf] [link: How to knit]". The labels keep it
 * apart from the author's own words. Empty if there is nothing.
 */
export function attachedText({ attachments }: Pick<Message, "attachments">): string {
  return attachments
    .map((one) => (LABELED.test(one) ? ` [${one.replace(/^forwarded: /, FORWARDED)}]` : ` [file: ${one}]`))
    .join("")
}

/** Returns a message's text with mention tokens replaced by display names, and timestamps by UTC times. */
export function displayText(message: Pick<Message, "content" | "mentions">): string {
  if (!message.content.includes("<")) return message.content
  const names = new Map(message.mentions.map((person) => [person.id, person.name]))
  return message.content
    .replace(MENTIONS, (_, id: string) => `@${names.get(id) ?? "someone"}`)
    .replace(/<a?:(\w+):\d+>/g, ":$1:")
    .replace(/<#\d+>/g, "#channel")
    .replace(/<@&\d+>/g, "@role")
    .replace(/<\/([^:>\n]{1,100}):\d+>/g, "/$1")
    .replace(/<t:(-?\d{1,12})(?::\w)?>/g, (_, seconds: string) =>
      new Date(Number(seconds) * 1_000).toISOString().slice(0, 16).replace("T", " "),
    )
}

/** The words as a sentence or a heading begins. */
export function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Adds a missing full stop. */
export function endSentence(text: string): string {
  return /[.!?…。！？।]["'”’)]?$/u.test(text) ? text : `${text}.`
}
