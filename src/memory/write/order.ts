/** One order to write: a window's extraction, or words told directly. Also who an order touches, which decides whether it may be written. */

import { sql } from "drizzle-orm"
import type { Fallback, Id, Note, Person, Time, Usage, Verdict } from "../../domain/types.ts"
import { nameRedactor } from "../../text/names.ts"
import type { GateRule } from "../facts/gate.ts"
import type { Proposal } from "../facts/known.ts"
import { joinedMemberObjects } from "../read/consent-sql.ts"

/** What is kept of a window beside its memories. */
export interface WindowRecord {
  id: string
  channelId: Id
  firstAt: Time
  lastAt: Time
  messageCount: number
  reason: string
  method: "model" | "rule"
  /** Why rules read it although a model is bound. */
  fallback: Fallback | null
  model: string | null
  promptHash: string | null
  /** Claims refused before they reached the gate. */
  refused: Verdict[]
  note: Note | null
  people: Person[]
  /** Its lines, where an earlier window was made of them: what that one wrote of them is this one's now, and counts once. */
  again: Id[]
  /** What the model was shown of what is known: of what is gone or reworded since, it must not tell. */
  shown: ShownMemory[]
}

/** A memory as it was shown: its id, and a digest of its words. */
export interface ShownMemory {
  id: string
  print: string
}

/** One piece of writing: a window's yield, or words told directly (`window` null). */
export interface Order {
  guildId: Id
  proposals: Proposal[]
  window: WindowRecord | null
  usage: Charge[]
  rule: GateRule
  readOnly: boolean
  /** In an opt-in guild, silence means no. */
  optIn: boolean
  /** The channels with exactly the readers of the one the words were said in, itself among them; null stands for words told directly. */
  peers: readonly (Id | null)[]
  /** People whom its words may name: those it was read with, and those known to object. */
  named?: readonly Person[]
  now: Time
}

/** Tokens of one purpose with their price; null where the model's price is not known. */
export type Charge = Usage & { costUsd: number | null }

/** "Is not to be written of here", over a left-joined member `m`: they object, or what they were told of by then is erased. */
export function mayNotBeWritten(order: Order) {
  const since = order.window?.firstAt ?? Math.min(order.now, ...order.proposals.map(({ saidAt }) => saidAt))
  return sql`(${joinedMemberObjects(order.optIn)} OR coalesce(m.erased_at >= ${since}, 0))`
}

/** Everyone whose words or affairs an order touches, and whom its words name. */
export function peopleTouched(order: Order): Id[] {
  const subjects = order.proposals.filter(({ claim }) => claim.subject.scope === "user")
  return [
    ...new Set([
      ...subjects.map(({ claim }) => claim.subject.id),
      ...order.proposals.flatMap(({ evidence }) => evidence.map((item) => item.authorId)),
      ...(order.window?.people.map((person) => person.id) ?? []),
      ...peopleNamed(order),
    ]),
  ]
}

export function peopleNamed(order: Order): Id[] {
  const { note, refused } = order.window ?? { note: null, refused: [] }
  const facts = [...order.proposals.map(({ claim }) => claim.fact), ...refused.map(({ fact }) => fact ?? "")]
  const text = [...facts, ...(note ? noteTexts(note) : [])].join("\n")
  return (order.named ?? []).filter(({ name }) => nameRedactor([name]).mentions(text)).map(({ id }) => id)
}

/** All words of a note that could name somebody besides those who took part. */
export function noteTexts(note: Note): string[] {
  return [note.title, note.summary, ...note.participants.flatMap(({ line }) => line ?? [])]
}
