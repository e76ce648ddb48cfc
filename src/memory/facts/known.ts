/** What deciders know of a fact: the fact itself, the statements it rests on, and the claim at hand. Types alone. */
import type { Claim, Evidence, Id, Memory, Time } from "../../domain/types.ts"

/** The words that a claim cites, before it is known what they came to. */
export type CitedEvidence = Omit<Evidence, "memoryId" | "fact" | "certainty" | "filing">

/** A claim with the words it rests on. `saidAt` is when its last cited line was said. */
export interface Proposal {
  claim: Claim
  evidence: CitedEvidence[]
  saidAt: Time
}

/** Who said a memory, when last, and whether it was told to be remembered. */
export interface Attribution {
  authorId: Id
  saidAt: Time
  explicit: boolean
}

/** A memory as known now. `merges`: the claim's readers all may read this wording too, so the two may become one. */
export interface KnownMemory extends Memory {
  merges: boolean
  /** The words it rests on. Left out, they count as the subject's own. */
  said?: readonly Attribution[]
  /** Ids of memories that somebody said hold beside it, whatever their words. */
  beside?: readonly string[]
  /** Whether the window at hand already counts as one of its statements. */
  counted?: boolean
}

/** Evidence as its row has it. */
export type StoredEvidence = Evidence & { ref: string }

/** A memory that lost a statement and stays, and the words that took it back, if any of those stay. */
export interface ReducedMemory {
  memory: Memory
  takenBackAt: Time | null
  takenBackBy: Id[]
}
