/** Reads one item of the review queue with both sides, as far as the visitor may read them. */
import type { Id } from "../../../domain/types.ts"
import { drawnForReview } from "../../../memory/read/claims.ts"
import { findMemory } from "../../../memory/read/manage.ts"
import { namesOf } from "../../../memory/read/people-list.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { readCandidates, reviewQueue } from "../../../memory/write/review-decisions.ts"
import type { Visit } from "../../session/visit.ts"

export interface ShownItem {
  found: FoundMemory
  /** The memory that contradicts it; `null` if it only waits for approval. */
  other: FoundMemory | null
  /** The memory about each member who may be meant; empty if its subject is certain. */
  candidates: FoundMemory[]
  /** True if chance chose it for review. */
  isAtRandom: boolean
  /** Its place in the queue, from 0, and the length of the queue. */
  place: number
  total: number
  /** The names of those who said it, as far as they may be named. */
  names: ReadonlyMap<Id, string>
}

/** Returns the item at a place of the queue; past its end, the first one. `null` if nothing waits. */
export async function readReviewItem(
  { entered, viewer, guildId }: Visit,
  at: number,
): Promise<ShownItem | null> {
  const { db } = entered
  const ids = await reviewQueue(db, viewer)
  const place = at < ids.length ? at : 0
  const id = ids[place]
  const found = id === undefined ? null : await findMemory(db, viewer, id)
  if (found === null) return null
  const { contradicts } = found.memory
  const [other, sides, drawn] = await Promise.all([
    contradicts === null ? null : findMemory(db, viewer, contradicts),
    readCandidates(db, viewer, [found]),
    drawnForReview(db, guildId, [found]),
  ])
  const candidates = sides.get(found.memory.id) ?? []
  const authors = [found, ...(other === null ? [] : [other]), ...candidates].flatMap(({ evidence }) =>
    evidence.map(({ authorId }) => authorId),
  )
  const names = await namesOf(db, viewer, authors)
  return { found, other, candidates, isAtRandom: drawn.size > 0, place, total: ids.length, names }
}
