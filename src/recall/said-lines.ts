/** Messages as lines: "Ada: the gate is shut." Pure. */
import type { Id, Message, Time } from "../domain/types.ts"
import { attachedText, displayText } from "../text/display.ts"

/** A message as its author and words. */
export interface SaidLine {
  id: Id
  at: Time
  text: string
}

type Shown = Pick<Message, "author" | "content" | "mentions" | "attachments">

export function textOfLines(lines: readonly SaidLine[]): string {
  return lines.map(({ text }) => text).join(" / ")
}

/** With the author's name. */
export function spokenLine(message: Shown): string {
  return `${message.author.name}: ${wordsIn(message)}`
}

/** Without it. */
export function wordsIn(message: Shown): string {
  return `${displayText(message)}${attachedText(message)}`.trim()
}
