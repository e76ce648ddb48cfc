/** Which memories of one subject say no more than others of it. Pure: it proposes; memory/consolidated.ts decides. */
import type { Grounded, Operation } from "../../memory/facts/operations.ts"
import { relate } from "../../text/similarity.ts"
import { stems } from "../../text/stems.ts"

/** Compared with each other at most, the latest: 20,000 pairs. */
const MOST = 200

/** A merge for each memory that another one says in as many words; of two that say each other, the one with more statements stays, then the older. */
export function duplicates(known: readonly Grounded[]): Operation[] {
  const byWeight = [...known]
    .sort((a, b) => b.memory.lastSaidAt - a.memory.lastSaidAt)
    .slice(0, MOST)
    .map(({ memory }) => memory)
    .sort((a, b) => b.evidenceCount - a.evidenceCount || a.saidAt - b.saidAt)
  const gone = new Set<string>()
  const into = new Map<string, string[]>()
  for (const whole of byWeight)
    for (const part of byWeight) {
      if (part.id === whole.id || gone.has(part.id) || gone.has(whole.id) || into.has(part.id)) continue
      if (!holds(whole.fact, part.fact)) continue
      gone.add(part.id)
      into.set(whole.id, [...(into.get(whole.id) ?? []), part.id])
    }
  // One at a time: what is refused of one keeps no other from going.
  return [...into].flatMap(([id, from]) =>
    from.map((one): Operation => ({ kind: "merge", into: id, from: [one] })),
  )
}

/** The same by nearly all words, with none in the part that the whole lacks. A part that is much shorter may say more: "cats are allowed" is not "cats are allowed in the garden". */
function holds(whole: string, part: string): boolean {
  const words = new Set(stems(whole))
  return relate(whole, part) === "same" && stems(part).every((stem) => words.has(stem))
}
