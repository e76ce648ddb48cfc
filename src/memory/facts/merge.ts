/**
 * Computes the memory that results from merging memories that say the same. Pure. `consolidated.ts` decides
 * which may be merged.
 */
import type { Memory } from "../../domain/types.ts"
import { filingOf, refileMemory } from "./filing.ts"
import type { StoredEvidence } from "./known.ts"
import type { MemoryEvidence } from "./operations.ts"
import { rebuildFromStatements, statementsOf } from "./rebuild.ts"
import { withConfidence } from "./states.ts"

const MOST_TOPICS = 4

/**
 * Returns true if every statement of a memory counts. After a memory was replaced or taken back and then
 * stated again, its older statements no longer count.
 */
export function allStatementsCount({ memory, evidence }: MemoryEvidence): boolean {
  const statements = statementsOf(memory, evidence)
  return evidence.every((row) => row.fact !== "") && statements.length <= Math.max(1, memory.evidenceCount)
}

/**
 * Returns `into` after it takes over the statements of `from`. Its wording, key and filing set by a person
 * stay; everything else is recomputed from the statements of both.
 */
export function mergeMemories(
  into: MemoryEvidence,
  from: readonly MemoryEvidence[],
): { into: MemoryEvidence; copies: StoredEvidence[] } {
  const refs = new Set(into.evidence.map(({ ref }) => ref))
  const copies: StoredEvidence[] = []
  for (const { memory, evidence } of from)
    for (const row of evidence) {
      if (refs.has(row.ref)) continue
      refs.add(row.ref)
      copies.push({
        ...row,
        memoryId: into.memory.id,
        // A statement without its own wording uses its memory's. The copy stores that wording: otherwise it
        // would use the wording of `into`.
        fact: row.fact ?? memory.fact,
        certainty: row.certainty ?? memory.certainty,
        // Values set by a person apply to all evidence of the memory.
        filing: { ...filingOf(memory, row), ...memory.decided?.set },
      })
    }
  const evidence = [...into.evidence, ...copies]
  const all = [into, ...from].map(({ memory }) => memory)
  const { fact, factKey, topics } = into.memory
  const statements = statementsOf(into.memory, evidence)
  const union = {
    ...rebuildFromStatements({ ...into.memory, decided: decidedOf(all) }, statements),
    fact,
    factKey,
  }
  const memory = withConfidence({ ...refileMemory(union, statements), topics: unionTopics(topics, all) })
  return { into: { ...into, memory, evidence }, copies }
}

/** Keeps the promotion of either memory: enough days for one are enough for both. */
function decidedOf([into, ...from]: readonly Memory[]): Memory["decided"] {
  const promoted = [into, ...from].flatMap((memory) => memory?.decided?.promoted ?? [])[0]
  const set = into?.decided?.set
  return promoted || set ? { ...(set ? { set } : {}), ...(promoted ? { promoted } : {}) } : null
}

function unionTopics(own: readonly string[], all: readonly Memory[]): string[] {
  return [...new Set([...own, ...all.flatMap(({ topics }) => topics)])].slice(0, MOST_TOPICS)
}
