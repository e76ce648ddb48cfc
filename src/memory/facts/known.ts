/** The input types of the fact deciders: known memories, their evidence, and the claim at hand. */
import type { Claim, Evidence, Id, Memory, Time } from "../../domain/types.ts"

/** The lines a claim cites, before they belong to a memory. */
export type CitedEvidence = Omit<Evidence, "memoryId" | "fact" | "certainty" | "filing">

/** A claim and its evidence. `saidAt` is the time of its last cited line. */
export interface Proposal {
  claim: Claim
  evidence: CitedEvidence[]
  saidAt: Time
}

/** One author's statement of a memory: when last, and whether it was told to be remembered. */
export interface Attribution {
  authorId: Id
  saidAt: Time
  explicit: boolean
}

/**
 * A memory as currently known. `merges` is true if exactly the same people may read the claim and every
 * statement of the memory. A claim is compared only with such memories and changes no other: what is said in a
 * channel leaves no trace for people who cannot read it (docs/decisions/046-strata.md).
 */
export interface KnownMemory extends Memory {
  merges: boolean
  /** The statements behind it. If omitted, it counts as stated by the subject. */
  said?: readonly Attribution[]
  /** Ids of memories that, by a person's decision, hold together with this one. */
  beside?: readonly string[]
  /** True if the current window already counts as one of its statements. */
  counted?: boolean
}

/** A row of evidence. */
export type StoredEvidence = Evidence & { ref: string }

/** A memory that lost a statement but stays, and the remaining lines that took it back, if any. */
export interface ReducedMemory {
  memory: Memory
  takenBackAt: Time | null
  takenBackBy: Id[]
}
