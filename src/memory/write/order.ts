/**
 * A write order: a window's extraction, or words told directly. Also lists the people it touches, who decide
 * whether it may be written.
 */

import { sql } from "drizzle-orm"
import type { Fallback, Id, Method, Note, Person, Time, Usage, Verdict } from "../../domain/types.ts"
import { nameRedactor } from "../../text/names.ts"
import { remembered } from "../../text/remembered.ts"
import type { BoundStatement } from "../db/composed.ts"
import type { ClaimFeatures } from "../facts/claim-features.ts"
import type { GateRule } from "../facts/gate-decision.ts"
import type { PlaceReaders, Proposal } from "../facts/known.ts"
import { joinedMemberObjects } from "../read/consent-sql.ts"

/** The data stored about a window in addition to its memories. */
export interface WindowRecord {
  id: string
  channelId: Id
  firstAt: Time
  lastAt: Time
  messageCount: number
  reason: string
  method: "model" | "rule"
  /** Why rules read the window although a model is bound. */
  fallback: Fallback | null
  model: string | null
  promptHash: string | null
  /** Claims refused before they reached the gate. */
  refused: Verdict[]
  note: Note | null
  people: Person[]
  /** Speakers whose member row may have to be added or changed. */
  seen: Person[]
  /**
   * Its lines, if an earlier window contained them. What that window wrote about them now belongs to this one
   * and counts once.
   */
  again: Id[]
  /**
   * The known memories that the model was shown. If one is gone or reworded since, the window must be read
   * again.
   */
  shown: ShownMemory[]
}

/** A memory as the model saw it: its id and a hash of its words. */
export interface ShownMemory {
  id: string
  print: string
}

/** One write: the result of a window, or words told directly (`window` is `null`). */
export interface Order {
  guildId: Id
  proposals: Proposal[]
  window: WindowRecord | null
  usage: Charge[]
  /** The import of old messages that pays for it, besides the guild. */
  historyJob?: string | null
  rule: GateRule
  readOnly: boolean
  /** In an opt-in guild, silence means no. */
  optIn: boolean
  /** Who else reads the place the words were said in: channels with its readers, more, or fewer. */
  readers: PlaceReaders
  /** People its words may name: those it was read with, and those known to object. */
  named?: readonly Person[]
  /** True if somebody told it to be remembered: the hourly cap does not apply. */
  told?: boolean
  /** Share of the claims rejected for their quality alone that wait for review instead, 0 to 1. */
  reviewShare: number
  log: LogTerms
  now: Time
  /** Statements to run after the write, in its round trip. */
  reads?: readonly BoundStatement<unknown>[] | undefined
}

/** The values that all logged claims of an order share. */
export interface LogTerms {
  /** Identifies the window, or what was told, without its words: a repeated order has the same key. */
  key: string
  /** `null` if it was told outside a channel. */
  channelId: Id | null
  /** Number of messages that were read. */
  lines: number
  method: Method
  model: string | null
  promptHash: string | null
  policyVersion: number
  /** The trial that runs, and its candidate's gate; `rule` is `null` if the candidate itself decides here. */
  trial: { id: string; rule: GateRule | null } | null
  /** The model calls that the claims rest on, and how long they took; `null` if that was not measured. */
  usage: readonly Usage[]
  latencyMs: number | null
  /** Claims refused before they reached the gate. */
  refused: readonly { verdict: Verdict; features: ClaimFeatures }[]
}

/** Tokens for one purpose and their cost; `null` if the model's price is unknown. */
export type Charge = Usage & { costUsd: number | null }

/**
 * Returns the condition "must not be written about", for a left-joined member `m`: they object, or the words
 * date from before their erasure.
 */
export function mayNotBeWritten(order: Order) {
  const since = order.window?.firstAt ?? Math.min(order.now, ...order.proposals.map(({ saidAt }) => saidAt))
  return sql`(${joinedMemberObjects(order.optIn)} OR coalesce(m.erased_at >= ${since}, 0))`
}

/** Returns everyone who spoke in an order, is a subject of it, or is named in it. */
export function peopleTouched(order: Order): Id[] {
  const subjects = order.proposals.filter(({ claim }) => claim.subject.scope === "user")
  const touched = new Set([
    ...subjects.map(({ claim }) => claim.subject.id),
    ...order.proposals.flatMap(({ evidence }) => evidence.map((item) => item.authorId)),
    ...(order.window?.people.map((person) => person.id) ?? []),
  ])
  return [...touched, ...peopleNamed(order, touched)]
}

/** People who spoke count without being named, and a note names them all. */
function peopleNamed(order: Order, touched: ReadonlySet<Id>): Id[] {
  const others = (order.named ?? []).filter(({ id }) => !touched.has(id))
  if (others.length === 0) return []
  const { note, refused } = order.window ?? { note: null, refused: [] }
  const facts = [...order.proposals.map(({ claim }) => claim.fact), ...refused.map(({ fact }) => fact ?? "")]
  const text = [...facts, ...(note ? noteTexts(note) : [])].join("\n")
  return [...new Set(others.filter(({ name }) => redactorOf(name).mentions(text)).map(({ id }) => id))]
}

/** Each window of a channel asks for the same people. */
const redactorOf = remembered((name) => nameRedactor([name]), { most: 4_000 })

/** Returns the texts of a note that could name someone who did not take part. */
export function noteTexts(note: Note): string[] {
  return [note.title, note.summary, ...note.participants.flatMap(({ line }) => line ?? [])]
}
