/** Reorders results with a reranker. Never adds, drops or rewords an item. */

import type { Reranker } from "../../ai/rerank/rerank-call.ts"
import type { Usage } from "../../domain/types.ts"

/**
 * A rerankable item: `text` is what the model reads, `score` (any scale, larger is better) is the current
 * sort key.
 */
export interface Rankable {
  text: string
  score: number
}

/** Number of top items that are reranked. Items below keep their place. */
export const RERANK_LIMIT = 30
/**
 * The reranker's share in the new order. It reads meaning, which the fused score cannot. The fused score
 * knows importance, age and exact names, which the reranker does not.
 */
const RERANKER_SHARE = 0.6
/** A person is waiting, and the results are usable without reranking. */
const RERANK_DEADLINE_MS = 1_000

/**
 * Returns the items in their new order, best first. The best 30 are ordered by
 *
 *     0.6 · reranker's score + 0.4 · (score − least) / (most − least)
 *
 * with the least and most score among them. Ties keep their order. The new scores are that mean, rescaled to
 * between least and most, so scores still fall from first to last. `scores` is parallel to `items`, 0 to 1. A
 * missing score (`null`) counts as the lowest one given, because services leave out the worst. If no score is
 * given, nothing changes. `items` must be best first.
 * @internal
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
  /** "reranker" if it was called and did not answer. The items are then in their old order. */
  degraded: "reranker" | null
  /** Usage to record after the response. */
  usage: Usage[]
}

/**
 * Calls the reranker if one exists and there are at least two items. One call without retry, at most
 * `timeoutMs`. Service failures never throw.
 */
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
