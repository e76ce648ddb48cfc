/** What memories that say the same are as one. Pure; consolidated.ts decides which may be merged. */
import type { Memory } from "../../domain/types.ts"
import { filingOf, refileMemory } from "./filing.ts"
import type { StoredEvidence } from "./known.ts"
import type { MemoryEvidence } from "./operations.ts"
import { rebuildFromStatements, statementsOf } from "./rebuild.ts"
import { withConfidence } from "./states.ts"

const MOST_TOPICS = 4

/** Whether every statement of a memory counts. What was replaced or taken back and said again was counted anew: its older words speak for nothing. */
export function allStatementsCount({ memory, evidence }: MemoryEvidence): boolean {
  const statements = statementsOf(memory, evidence)
  return evidence.every((rest) => rest.fact !== "") && statements.length <= Math.max(1, memory.evidenceCount)
}

/**
 * `into` after it took over what `from` rests on: its words and its key stay, and what a person set of how it is filed; all else is what
 * the statements of both come to.
 */
export function mergeMemories(
  into: MemoryEvidence,
  from: readonly MemoryEvidence[],
): { into: MemoryEvidence; copies: StoredEvidence[] } {
  const refs = new Set(into.evidence.map(({ ref }) => ref))
  const copies: StoredEvidence[] = []
  for (const { memory, evidence } of from)
    for (const rest of evidence) {
      if (refs.has(rest.ref)) continue
      refs.add(rest.ref)
      copies.push({
        ...rest,
        memoryId: into.memory.id,
        // What was not kept with the statement is what its memory says: here it would be taken for words of `into`.
        fact: rest.fact ?? memory.fact,
        certainty: rest.certainty ?? memory.certainty,
        // What a person set stands for all that it rests on.
        filing: { ...filingOf(memory, rest), ...memory.decided?.set },
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
  const memory = withConfidence({ ...refileMemory(union, statements), topics: together(topics, all) })
  return { into: { ...into, memory, evidence }, copies }
}

/** What was said on enough days by itself is so together. */
function decidedOf([into, ...from]: readonly Memory[]): Memory["decided"] {
  const promoted = [into, ...from].flatMap((memory) => memory?.decided?.promoted ?? [])[0]
  const set = into?.decided?.set
  return promoted || set ? { ...(set ? { set } : {}), ...(promoted ? { promoted } : {}) } : null
}

function together(own: readonly string[], all: readonly Memory[]): string[] {
  return [...new Set([...own, ...all.flatMap(({ topics }) => topics)])].slice(0, MOST_TOPICS)
}
