/** Joins what one author sends in pieces, and leaves out code and quotes. Pure. */
import type { Message } from "../../domain/types.ts"

/** Longer messages are not read. */
export const LONGEST_LINE = 600

export interface JoinedMessage {
  message: Message
  lines: number[]
}

const DANGLING =
  /(?:^|\s)(?:i|i'm|im|i've|ive|i'll|i've been|am|is|are|was|been|have|has|have been|will|to|the|a|an|my|our|just|going|that|(?:i|we) (?:just )?(?:moved|got|bought|adopted|started))$/i
const RAPID_MS = 90_000

/** Joins what one author sent in pieces: "I just" / "moved to Oslo". */
export function joinedMessages(messages: readonly Message[]): JoinedMessage[] {
  const utterances: JoinedMessage[] = []
  for (const [index, message] of messages.entries()) {
    const before = utterances.at(-1)
    const isPiece =
      before !== undefined &&
      before.lines.at(-1) === index &&
      before.message.author.id === message.author.id &&
      message.role === "member" &&
      message.at - before.message.at < RAPID_MS &&
      before.message.content.length + message.content.length < LONGEST_LINE / 2 &&
      DANGLING.test(before.message.content.trim())
    if (!isPiece) utterances.push({ message: quiet(message), lines: [index + 1] })
    else {
      const content = `${before.message.content.trim()} ${message.content}`
      before.message = { ...before.message, content, at: message.at }
      before.lines.push(index + 1)
    }
  }
  return utterances
}

/** Tone tags of somebody who means it. */
const SERIOUS = /\s\/(?:srs|gen|genuine|serious|pos|nm)(?![\p{L}])/giu

/** Without code and quotes, and "I GOT THE JOB" in lower case. A single word in capitals may be a name. */
function quiet(sent: Message): Message {
  const content = sent.content
    .replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`|\|\|[^|]*\|\||https?:\/\/\S+/g, " ")
    .replace(SERIOUS, "")
  const message = { ...sent, content }
  const letters = message.content.match(/\p{L}/gu)?.length ?? 0
  const large = message.content.match(/\p{Lu}/gu)?.length ?? 0
  return letters > 6 && large / letters > 0.8 && message.content.includes(" ")
    ? { ...message, content: message.content.toLowerCase() }
    : message
}
