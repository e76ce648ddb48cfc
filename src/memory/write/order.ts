/** One order to write: a window's yield, or words told directly. Types alone. */
import type { Fallback, Id, Note, Person, Time, Usage, Verdict } from "../../domain/types.ts"
import type { GateRule } from "../facts/gate.ts"
import type { Proposal } from "../facts/known.ts"

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
  shown: Shown[]
}

/** A memory as it was shown: its id, and a digest of its words. */
export interface Shown {
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
