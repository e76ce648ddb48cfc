/**
 * Splits what is known of a subject by who may read it, so that facts are compared only with facts that exactly
 * the same people read (docs/decisions/046-strata.md). Pure.
 */
import type { Id } from "../../domain/types.ts"
import type { MemoryEvidence } from "./operations.ts"

/** Facts whose statements have the same readers. */
export interface Stratum {
  /** The keys of the readers of its statements. */
  readers: string
  known: MemoryEvidence[]
}

/**
 * Returns the facts in groups with the same readers. `readersOf` returns a key of a channel's readers; `null`
 * stands for words told directly. A fact with statements for different readers is grouped with those that have
 * statements for the same ones.
 */
export function splitByReaders(
  known: readonly MemoryEvidence[],
  readersOf: (channelId: Id | null) => string,
): Stratum[] {
  const keyOf = ({ evidence }: MemoryEvidence) =>
    [...new Set(evidence.map(({ channelId }) => readersOf(channelId)))].sort().join(" ")
  return [...Map.groupBy(known, keyOf)].map(([readers, some]) => ({ readers, known: some }))
}
