/** Which reranker this deployment has: one of the named server if its model is named, else that of Workers AI if only that is bound, else none. */

import { type Prices, pricedReply } from "../cost.ts"
import { rerankServer } from "./rerank-server.ts"
import { DEFAULT_RERANK_MODEL, workersAiReranker } from "./rerank-workers-ai.ts"
import type { Reranker } from "./reranker.ts"

interface Variables {
  AI_BASE_URL?: string | undefined
  AI_API_KEY?: string | undefined
  AI_RERANK_MODEL?: string | undefined
  AI_PRICES?: Prices | undefined
}

/** One reranker an environment: it remembers the rest its server asked for. */
const built = new WeakMap<object, Reranker | null>()

/**
 * null means that answers are ordered without one. A server that chats seldom reranks as well, so behind `AI_BASE_URL`
 * there is none unless `AI_RERANK_MODEL` says so.
 */
export function rerankModel(bindings: { AI?: Ai }, variables: Variables): Reranker | null {
  const known = built.get(bindings)
  if (known !== undefined) return known
  const reranker = priced(build(bindings, variables), variables.AI_PRICES)
  built.set(bindings, reranker)
  return reranker
}

function priced(reranker: Reranker | null, prices: Prices | undefined): Reranker | null {
  if (reranker === null || prices === undefined) return reranker
  return {
    model: reranker.model,
    rerank: async (query, texts, timeoutMs) =>
      pricedReply(await reranker.rerank(query, texts, timeoutMs), prices),
  }
}

function build(bindings: { AI?: Ai }, variables: Variables): Reranker | null {
  const { AI_BASE_URL: baseUrl, AI_API_KEY: apiKey = "", AI_RERANK_MODEL: model } = variables
  if (baseUrl) return model ? rerankServer({ baseUrl, apiKey, model }) : null
  return bindings.AI ? workersAiReranker(bindings.AI, model ?? DEFAULT_RERANK_MODEL) : null
}
