/** The input types of the fact deciders: known memories, their evidence, and the claim at hand. */
import type { Claim, Evidence, Filing, Id, Memory, Time } from "../../domain/types.ts"

/** The lines a claim cites, before they belong to a memory. */
export type CitedEvidence = Omit<Evidence, "memoryId" | "fact" | "certainty" | "filing">

/** A claim and its evidence. `saidAt` is the time of its last cited line. */
export interface Proposal {
  claim: Claim
  evidence: CitedEvidence[]
  saidAt: Time
  /** For the claim log. */
  origin?: ClaimOrigin
  /** Chance chose it for review, should the gate reject it for its quality alone. */
  drawn?: boolean
}

/** A claim's place in its extraction, the extractor's own confidence, and the characters of the messages it cites. */
export interface ClaimOrigin {
  n: number
  base: number
  citedChars: number
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
  /** Its part in the caps of the place the current words are from. If omitted, `evictable`. */
  cap?: CapPart
}

/**
 * The part of a memory in the caps of a place, such as a channel. Nobody may notice what they cannot read, so
 * each group of readers has caps of its own.
 * - `evictable`: stated there, and everyone who may read it may read everything stated there.
 * - `counted`: stated there and also to people who may not read there. It takes up room and stays.
 * - `wider`: also stated where everyone who reads there reads along. It counts there instead.
 * - `elsewhere`: not stated there.
 */
export type CapPart = "evictable" | "counted" | "wider" | "elsewhere"

/** Channels by their readers, compared with one place. `null` stands for words told directly. */
export interface PlaceReaders {
  /** Exactly the same readers, the place itself included. */
  same: readonly (Id | null)[]
  /** More readers: everyone who reads the place reads these too. */
  wider: readonly (Id | null)[]
  /** Fewer readers, all of whom read the place. */
  narrower: readonly (Id | null)[]
}

/** Returns a memory's part in the caps of a place. `stated` lists the channels its wording rests on. */
export function capPart(stated: readonly (Id | null)[], { same, wider, narrower }: PlaceReaders): CapPart {
  if (stated.some((id) => wider.includes(id))) return "wider"
  if (!stated.some((id) => same.includes(id))) return "elsewhere"
  return stated.every((id) => same.includes(id) || narrower.includes(id)) ? "evictable" : "counted"
}

/** A row of evidence. */
export type StoredEvidence = Evidence & { ref: string }

/** A memory that lost a statement but stays, and the remaining lines that took it back, if any. */
export interface ReducedMemory {
  memory: Memory
  takenBackAt: Time | null
  takenBackBy: Id[]
}

/** The evidence of a memory from one window, or from one direct telling: it counts as one statement. */
export interface MemoryStatement {
  evidence: StoredEvidence[]
  /** Empty if the statement only took the fact back. */
  wordings: { fact: string; certainty: number; filing: Filing; at: Time }[]
  at: Time
}
