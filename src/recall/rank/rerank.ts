/** Lets a reranker have its say in the order of what was found. It moves items; it never adds, drops or rewords one. */

import type { Reranker } from "../../ai/rerank/rerank-call.ts"
import type { Usage } from "../../domain/types.ts"

/** What can be reranked: `text` is what the model reads, `score` (any scale, larger is better) made the order so far. */
export interface Rankable {
  text: string
  score: number
}

/** How many of the best are looked at again. What stands below keeps its place. */
export const RERANK_LIMIT = 30
/**
 * The reranker's share in the new order. It reads meaning, which the fused score cannot, and knows nothing of
 * importance, age or exact names, which the fused score does.
 */
const RERANKER_SHARE = 0.6
/** A person is waiting; what the reranker would improve is there without it. */
const RERANK_DEADLINE_MS = 1_000

/**
 * The items in their new order, best first. The best 30 are ordered by
 *
 *     0.6 · reranker's score + 0.4 · (score − least) / (most − least)
 *
 * with the least and most score among them; equals keep their order. Their scores become that mean, brought back to
 * between least and most, so that scores still fall from the first item to the last. `scores` stands beside `items`,
 * 0 to 1; a text without one (null) counts as the least that was given: services leave out the worst. Without any
 * score, nothing changes. `items` are best first.
 */
export function applyRerankScores<T extends Rankable>(
  items: readonly T[],
  scores: readonly (number | null | undefined)[],
): T[] {
  const head = items.slice(0, RERANK_LIMIT)
  const given = head.map((_, index) => scores[index] ?? null).filter((score) => score !== null)
  if (given.length === 0) return [...items]
  const worst = Math.min(...given)
  const least = Math.min(...head.map((item) => item.score))
  const span = Math.max(...head.map((item) => item.score)) - least
  const mixed = head.map((item, index) => {
    const found = span === 0 ? 0 : (item.score - least) / span
    return { item, mean: RERANKER_SHARE * (scores[index] ?? worst) + (1 - RERANKER_SHARE) * found }
  })
  mixed.sort((a, b) => b.mean - a.mean)
  return [
    ...mixed.map(({ item, mean }) => ({ ...item, score: least + mean * span })),
    ...items.slice(RERANK_LIMIT),
  ]
}

export interface RerankResult<T> {
  items: T[]
  /** "reranker" where it was asked and did not answer: the items are in their old order. */
  degraded: "reranker" | null
  /** What was spent, to be recorded after the answer. */
  usage: Usage[]
}

/** Asks the reranker, if there is one and a choice to make. At most `timeoutMs`, one call, no retry; never throws for what the service does. */
export async function rerankItems<T extends Rankable>(
  reranker: Reranker | null,
  asked: { question: string; items: readonly T[] },
  timeoutMs = RERANK_DEADLINE_MS,
): Promise<RerankResult<T>> {
  const { question, items } = asked
  if (reranker === null || items.length < 2) return { items: [...items], degraded: null, usage: [] }
  const texts = items.slice(0, RERANK_LIMIT).map((item) => item.text)
  const reply = await reranker.rerank(question, texts, timeoutMs)
  const usage = reply.usage === null ? [] : [reply.usage]
  if (reply.kind === "ok") return { items: applyRerankScores(items, reply.scores), degraded: null, usage }
  console.warn({ event: "recall.degraded", source: "reranker", failure: reply.failure, detail: reply.detail })
  return { items: [...items], degraded: "reranker", usage }
}
