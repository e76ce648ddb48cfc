/** What consolidation may do to what is known of one subject, and what it is decided from. Types alone: consolidated.ts decides, nights/ proposes. */
import type { Id, Memory, Section, Time } from "../../domain/types.ts"
import type { StoredEvidence } from "./known.ts"

/** A memory with all it rests on. Shown to nobody, so read without a viewer. */
export interface MemoryEvidence {
  memory: Memory
  evidence: StoredEvidence[]
  /** Ids of memories that somebody said hold beside it, whatever their words. */
  beside?: readonly string[]
}

/** Memories are meant by id; all of one operation are of one subject. */
export type Operation =
  /** `from` say no more than `into`, whose wording stays: their statements count for it, and they become history. */
  | { kind: "merge"; into: string; from: string[] }
  /** `because` says otherwise and wins: the memory becomes history. */
  | { kind: "retire"; memory: string; because: string }
  /** The two say otherwise and neither wins: both are doubted until somebody decides. */
  | { kind: "contest"; memory: string; other: string }
  /** The same in better words. */
  | { kind: "reword"; memory: string; fact: string }
  /** An expiring fact that was said often enough does not expire. */
  | { kind: "promote"; memory: string }
  | { kind: "section"; memory: string; section: Section }

/** Why an operation was not done. */
export type OperationRefusal =
  | "unknown_memory"
  | "not_active"
  | "other_subject"
  | "itself"
  /** Not exactly the same people may read what the memories rest on. */
  | "other_readers"
  /** The words that are to win were said earlier, or by someone whose word does not weigh so much. */
  | "not_newer"
  | "others_words"
  /** Somebody said that both hold. */
  | "both_hold"
  /** Somebody has to decide first which of two holds. */
  | "contested"
  /** It was history once and was said again: its older statements speak for nothing. */
  | "was_replaced"
  /** Different numbers, a denial, or another value of what one has one of: not the same fact. */
  | "not_the_same"
  /** The new words say something that the old ones do not. */
  | "new_words"
  | "unfit"
  | "key_taken"
  | "permanent_already"
  | "too_seldom"
  | "no_change"

export interface RefusedOperation {
  operation: Operation
  objection: OperationRefusal
}

/** What is decided by. */
export interface ConsolidationRule {
  now: Time
  /** On so many local days something has to be said to be permanent. */
  promoteDays: number
  timezone: string
  /** Whether exactly the same people read all of these channels; null stands for words told directly. */
  samePeers(channelIds: readonly (Id | null)[]): boolean
  /** Whether words may not be kept. */
  unfit(text: string): boolean
  /** What speaks, beside their words, for two facts being the same; left out, nothing does. It vouches for no name, number or denial. */
  alike?(a: string, b: string): boolean
}

/** What to write, and what was not done. */
export interface Consolidation {
  /** Memories as they shall be, their versions counted on. */
  changed: Memory[]
  /** Copies to add. */
  evidence: StoredEvidence[]
  /** Statements that worded a fact as it was worded before word it as it is now. */
  rewordings: { before: Memory; next: Memory }[]
  /** Statements that word a fact as it is worded file it as it is filed now. */
  refilings: Memory[]
  done: Operation[]
  refused: RefusedOperation[]
}
