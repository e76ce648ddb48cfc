/** Returns what people see of a message. Pure. */
import { MENTIONS } from "../domain/ids.ts"
import type { Message } from "../domain/types.ts"

/** Returns a message's text with mention tokens replaced by display names, and timestamps by UTC times. */
export function displayText(message: Pick<Message, "content" | "mentions">): string {
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
