/** The operations of consolidation on one subject: `nights/` proposes them, `consolidated.ts` decides. */
import type { Id, Memory, Section, Time } from "../../domain/types.ts"
import type { StoredEvidence } from "./known.ts"

/** A memory with all its evidence. Never shown to anyone, so read without a viewer. */
export interface MemoryEvidence {
  memory: Memory
  evidence: StoredEvidence[]
  /** Ids of memories that, by a person's decision, hold together with this one. */
  beside?: readonly string[]
}

/** Operations name memories by id. All memories of one operation belong to one subject. */
export type Operation =
  /**
   * `from` say no more than `into`, whose wording stays. Their statements count for `into` and they become
   * history.
   */
  | { kind: "merge"; into: string; from: string[] }
  /** `because` says otherwise and wins; the memory becomes history. */
  | { kind: "retire"; memory: string; because: string }
  /** The two contradict each other and neither wins. Both are contested until someone decides. */
  | { kind: "contest"; memory: string; other: string }
  /** Says the same in better words. */
  | { kind: "reword"; memory: string; fact: string }
  /** An expiring fact that was stated often enough becomes permanent. */
  | { kind: "promote"; memory: string }
  | { kind: "section"; memory: string; section: Section }

/** Returns the ids of the memories an operation involves. */
export function operationMemoryIds(operation: Operation): string[] {
  switch (operation.kind) {
    case "merge":
      return [operation.into, ...operation.from]
    case "retire":
      return [operation.memory, operation.because]
    case "contest":
      return [operation.memory, operation.other]
    default:
      return [operation.memory]
  }
}

/** Why an operation was refused. */
export type OperationRefusal =
  | "unknown_memory"
  | "not_active"
  | "other_subject"
  | "itself"
  /** The evidence of the memories does not have exactly the same readers. */
  | "other_readers"
  /** The words that should win were said earlier, or by someone whose word carries less weight. */
  | "not_newer"
  | "others_words"
  /** Someone decided that both hold. */
  | "both_hold"
  /** Someone first has to decide which of two holds. */
  | "contested"
  /** It was superseded and stated again: its older statements no longer count. */
  | "was_replaced"
  /** Different numbers, a denial, or another value of an attribute that has one value at a time. */
  | "not_the_same"
  /** The new words say something the old ones do not. */
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

/** The parameters of the decisions. */
export interface ConsolidationRule {
  now: Time
  /** The number of local days a fact must be stated on to become permanent. */
  promoteDays: number
  timezone: string
  /**
   * Returns true if all of these channels have exactly the same readers. `null` stands for words told
   * directly.
   */
  samePeers(channelIds: readonly (Id | null)[]): boolean
  /** Returns true if the words must not be stored. */
  unfit(text: string): boolean
  /**
   * Further evidence, in addition to the words, that two facts say the same. Optional. It never overrules a
   * difference in names, numbers or denial.
   */
  alike?(a: string, b: string): boolean
}

/** Returns true if exactly the same people read every statement of these memories. */
export function haveSameReaders(rule: ConsolidationRule, all: readonly MemoryEvidence[]): boolean {
  const channels = all.flatMap(({ evidence }) => evidence.map(({ channelId }) => channelId))
  return rule.samePeers([...new Set(channels)])
}

/** The changes to write, and the refused operations. */
export interface Consolidation {
  /** Memories in their new state, with new version numbers. */
  changed: Memory[]
  /** Copies to insert. */
  evidence: StoredEvidence[]
  /** Statements with the former wording get the new one. */
  rewordings: { before: Memory; next: Memory }[]
  /** Statements with the memory's wording get its new filing. */
  refilings: Memory[]
  done: Operation[]
  refused: RefusedOperation[]
}
