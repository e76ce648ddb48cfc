/** Weighted reciprocal-rank fusion of the candidate lists. Pure. */
import type { Candidates } from "../find/candidates.ts"

interface ListWeights {
  memory_weight: number
  note_weight: number
  message_weight: number
  vector_weight: number
}

/** k = 10 because the lists are short. Cormack, Clarke and Büttcher (2009) use 60 for long ones. */
const K = 10

/**
 * Sums weight / (k + place) over the lists that contain an item, scaled so that the best item has 1. Keyed by
 * id.
 */
export function fuseRanks(candidates: Candidates, weights: ListWeights): Map<string, number> {
  const memories = (list: Candidates["matching"]) => list.map(({ memory }) => memory.id)
  const lists: [weight: number, ids: string[]][] = [
    [weights.memory_weight, memories(candidates.matching)],
    [weights.memory_weight, memories(candidates.exact)],
    [weights.memory_weight * 0.5, memories(candidates.further)],
    [weights.vector_weight, candidates.nearest.memories.map(({ found }) => found.memory.id)],
    [weights.note_weight, candidates.notes.map((note) => note.id)],
    [weights.vector_weight * weights.note_weight, candidates.nearest.notes.map(({ found }) => found.id)],
    ...candidates.messages.map((hits): [number, string[]] => [
      weights.message_weight,
      hits.map((hit) => hit.message.id),
    ]),
  ]
  const sums = new Map<string, number>()
  for (const [weight, ids] of lists) {
    for (const [place, id] of ids.entries()) sums.set(id, (sums.get(id) ?? 0) + weight / (K + place))
  }
  const best = Math.max(0, ...sums.values()) || 1
  return new Map([...sums].map(([id, sum]) => [id, sum / best]))
}
