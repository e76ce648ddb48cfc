/** Messages in the form that search uses: runs of lines with stems, speaker and time. Pure. */
import * as chrono from "chrono-node"
import type { Id, Message, Time } from "../../domain/types.ts"
import { stems } from "../../text/stems.ts"

export interface PassageLine {
  id: Id
  at: Time
  author: Id
  name: readonly string[]
  stems: readonly string[]
  /** The line mentions a time: "yesterday", "in May", "at 5". */
  timed: boolean
  /** Said to Keepsake, or an event: neither is talk that answers a question, so searches pass it over. */
  toBot?: true
  /** The earlier line that it replies to, as Discord says. */
  repliesTo?: Id
}

/**
 * The lines of a run of messages, in the order they were said: one window, or several that follow closely.
 */
export type Passage = PassageLine[]

export function toPassage(messages: readonly Message[]): Passage {
  return messages.map(toLine)
}

/** Returns the passage without some lines, and without links to them. */
export function withoutLines(passage: Passage, gone: (line: { id: Id }) => boolean): Passage {
  const left = passage.filter((line) => !gone(line))
  return left.map(({ repliesTo, ...line }) =>
    repliesTo === undefined || gone({ id: repliesTo }) ? line : { ...line, repliesTo },
  )
}

export function toLine(message: Message): PassageLine {
  const words = [message.content, ...message.attachments].join(" ")
  return {
    id: message.id,
    at: message.at,
    author: message.author.id,
    name: stems(message.author.name),
    stems: stems(words),
    timed: speaksOfTime(message.content, message.at),
    ...(message.source === "chat" || message.role === "event" ? { toBot: true } : {}),
    ...(message.replyTo === null ? {} : { repliesTo: message.replyTo }),
  }
}

function speaksOfTime(words: string, at: Time): boolean {
  return chrono.casual.parse(words, new Date(at)).length > 0
}

/** Returns the terms of a passage for the full-text index. */
export function passageTerms(passage: Passage): string {
  return passage.flatMap((line) => [...line.name, ...line.stems]).join(" ")
}

/** Returns the span of message ids in a passage, compared as numbers. */
export function idSpan(passage: Passage): { first: Id; last: Id } | null {
  const ids = passage.map((line) => BigInt(line.id)).sort((a, b) => (a < b ? -1 : Number(a > b)))
  const [first, last] = [ids[0], ids.at(-1)]
  return first === undefined || last === undefined ? null : { first: `${first}`, last: `${last}` }
}

/** Lines further apart than this belong to different conversations. */
export const NEAR_MS = 30 * 60_000
/** The longest passage, in lines: a passage is read and written as one row. */
const MOST_LINES = 60

/**
 * Joins two passages if the conversation continues, since windows of a quiet channel hold only a line or two.
 * Returns `null` if they are too long together or too far apart.
 */
export function joinPassages(before: Passage, next: Passage): Passage | null {
  if (before.length === 0 || next.length === 0 || before.length + next.length > MOST_LINES) return null
  const times = (passage: Passage) => passage.map((line) => line.at)
  const apart = Math.max(
    Math.min(...times(next)) - Math.max(...times(before)),
    Math.min(...times(before)) - Math.max(...times(next)),
  )
  return apart > NEAR_MS ? null : [...before, ...next].sort(compareSaidAt)
}

/** Orders lines by time. Snowflakes break ties. */
export function compareSaidAt(a: PassageLine, b: PassageLine): number {
  return a.at - b.at || (BigInt(a.id) < BigInt(b.id) ? -1 : 1)
}
