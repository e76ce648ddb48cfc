/** Messages as search sees them: a run of talk, its stems beside who said them and when. Pure. */
import * as chrono from "chrono-node"
import type { Id, Message, Time } from "../../domain/types.ts"
import { stems } from "../../text/stems.ts"

/** One message of a passage. */
export interface PassageLine {
  id: Id
  at: Time
  author: Id
  /** The stems of the author's name. */
  name: string[]
  stems: string[]
  /** Whether it speaks of a time: "yesterday", "in May", "at 5". */
  timed: boolean
}

/** The lines of a run of talk, in order of saying: a window, or some that follow close. */
export type Passage = PassageLine[]

export function toPassage(messages: readonly Message[]): Passage {
  return messages.map(toLine)
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
  }
}

function speaksOfTime(words: string, at: Time): boolean {
  return chrono.casual.parse(words, new Date(at)).length > 0
}

/** What the full-text index holds of a passage. */
export function passageTerms(passage: Passage): string {
  return passage.flatMap((line) => [...line.name, ...line.stems]).join(" ")
}

/** The span of ids a passage lies in, compared as the numbers they are. */
export function idSpan(passage: Passage): { first: Id; last: Id } | null {
  const ids = passage.map((line) => BigInt(line.id)).sort((a, b) => (a < b ? -1 : Number(a > b)))
  const [first, last] = [ids[0], ids.at(-1)]
  return first === undefined || last === undefined ? null : { first: `${first}`, last: `${last}` }
}

/** Further apart in time, two lines are not of one conversation. */
export const NEAR_MS = 30 * 60_000
/** A passage grows no longer than this: it is read and written as one. */
const MOST_LINES = 60

/** Two passages as one where a conversation goes on: a quiet channel's windows hold a line or two. null where they are better apart. */
export function joinPassages(before: Passage, next: Passage): Passage | null {
  if (before.length === 0 || next.length === 0 || before.length + next.length > MOST_LINES) return null
  const times = (passage: Passage) => passage.map((line) => line.at)
  const apart = Math.max(
    Math.min(...times(next)) - Math.max(...times(before)),
    Math.min(...times(before)) - Math.max(...times(next)),
  )
  return apart > NEAR_MS ? null : [...before, ...next].sort(compareSaidAt)
}

/** Order of saying; snowflakes break ties. */
export function compareSaidAt(a: PassageLine, b: PassageLine): number {
  return a.at - b.at || (BigInt(a.id) < BigInt(b.id) ? -1 : 1)
}
