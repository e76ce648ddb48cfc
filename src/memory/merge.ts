/** What memories that say the same are as one. Pure; consolidated.ts decides which may be merged. */
import type { Memory } from "../vocabulary.ts"
import type { Grounded } from "./operations.ts"
import { folded, type Rest, statementsOf } from "./remains.ts"
import { weighed } from "./states.ts"

const MOST_TOPICS = 4
const RANK = { low: 0, medium: 1, high: 2 } as const

/** Whether every statement of a memory counts. What was replaced or taken back and said again was counted anew: its older words speak for nothing. */
export function allCount({ memory, evidence }: Grounded): boolean {
  const statements = statementsOf(memory, evidence)
  return evidence.every((rest) => rest.fact !== "") && statements.length <= Math.max(1, memory.evidenceCount)
}

/** `into` after it took over what `from` rests on: its words and its key stay, all else is what the statements of both come to. */
export function merged(into: Grounded, from: readonly Grounded[]): { into: Grounded; copies: Rest[] } {
  const refs = new Set(into.evidence.map(({ ref }) => ref))
  const copies: Rest[] = []
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
      })
    }
  const evidence = [...into.evidence, ...copies]
  const all = [into, ...from].map(({ memory }) => memory)
  const kept: Memory = { ...into.memory, ...strongest(all) }
  const { fact, factKey } = into.memory
  const memory = weighed({
    ...folded(kept, statementsOf(kept, evidence)),
    fact,
    factKey,
    topics: kept.topics,
  })
  return { into: { ...into, memory, evidence }, copies }
}

/** Permanent if one is, as important as the most important of them, and what all of them speak of. */
function strongest(all: readonly Memory[]): Pick<Memory, "lifetime" | "expiresAt" | "importance" | "topics"> {
  const lasting = all.find((memory) => memory.expiresAt === null)
  const longest = lasting ?? all.reduce((a, b) => ((b.expiresAt ?? 0) > (a.expiresAt ?? 0) ? b : a))
  const importance = all.map((memory) => memory.importance).reduce((a, b) => (RANK[b] > RANK[a] ? b : a))
  return {
    lifetime: longest.lifetime,
    expiresAt: longest.expiresAt,
    importance,
    topics: [...new Set(all.flatMap((memory) => memory.topics))].slice(0, MOST_TOPICS),
  }
}
