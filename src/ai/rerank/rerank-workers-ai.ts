/** Rerankers of Workers AI through the `AI` binding. It words the call; what answers and failures mean is said elsewhere. */

import { unwrapped } from "../binding-answer.ts"
import { rerankerBy } from "./rerank-call.ts"
import { readReranking } from "./rerank-reply.ts"
import type { Reranker } from "./reranker.ts"

export const DEFAULT_RERANK_MODEL = "@cf/baai/bge-reranker-base"

const MAX_REPLY_BYTES = 200_000

/** A Reranker over `env.AI`. No abort signal is passed on: a call that overruns is left behind, and may still be billed. */
export function workersAiReranker(ai: Ai, model: string): Reranker {
  return rerankerBy(model, async (offer) => {
    const contexts = offer.texts.map((text) => ({ text }))
    const answer: unknown = await ai.run(model, { query: offer.query, contexts, top_k: contexts.length })
    return { kind: "replied", reply: readReranking(await unwrapped(answer, MAX_REPLY_BYTES), offer, model) }
  })
}
