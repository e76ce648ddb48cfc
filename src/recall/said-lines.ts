/** Messages as lines: "Ada: the gate is shut." Pure. */
import type { Id, Message, Time } from "../domain/types.ts"
import { attachedText, displayText } from "../text/display.ts"

/** A message in one line, as `spokenLine` writes it. */
export interface SaidLine {
  id: Id
  at: Time
  text: string
}

type Shown = Pick<Message, "author" | "content" | "mentions" | "attachments">

/** Joins the lines of an exchange. */
export function textOfLines(lines: readonly SaidLine[]): string {
  return lines.map(({ text }) => text).join(" / ")
}

/** Returns the author's name, a colon, and what `wordsIn` returns. */
export function spokenLine(message: Shown): string {
  return `${message.author.name}: ${wordsIn(message)}`
}

/** Returns the text as Discord displays it, followed by its attachments. */
export function wordsIn(message: Shown): string {
  return `${displayText(message)}${attachedText(message)}`.trim()
}
