/** Rerankers of any server that answers `/rerank` in the manner of Jina and Cohere: vLLM, llama.cpp or a hosted one, by base URL and key. */

import { readCapped } from "../capped-body.ts"
import { redacted, retryAfterMs } from "../failures.ts"
import { postJson, type Server } from "../wire.ts"
import { rerankerBy, type Sent } from "./rerank-call.ts"
import type { Offer } from "./rerank-offer.ts"
import { readReranking, unreadable } from "./rerank-reply.ts"
import type { Reranker, RerankReply } from "./reranker.ts"

export interface RerankServer extends Server {
  model: string
}

const MAX_REPLY_BYTES = 200_000

/** A Reranker over HTTP. At the deadline the connection is let go. */
export function rerankServer(server: RerankServer): Reranker {
  const reranker = rerankerBy(server.model, (offer, signal) => post(server, offer, signal))
  return {
    model: server.model,
    async rerank(query, texts, timeoutMs) {
      const reply = await reranker.rerank(query, texts, timeoutMs)
      return reply.kind === "ok" ? reply : { ...reply, detail: redacted(reply.detail, server.apiKey) }
    },
  }
}

async function post(server: RerankServer, offer: Offer, signal: AbortSignal): Promise<Sent> {
  const { model } = server
  const { query, texts } = offer
  const body = { model, query, documents: texts, top_n: texts.length }
  const response = await postJson(server, "/rerank", { body, signal })
  if (response.ok) return { kind: "replied", reply: await readBody(response, offer, model) }
  const { text } = await readCapped(response.body, MAX_REPLY_BYTES)
  const restMs = retryAfterMs(response.headers.get("retry-after"), Date.now())
  return { kind: "trouble", trouble: { status: response.status, text }, restMs }
}

/** From here on the call may have been billed, so even a body that breaks off counts. */
async function readBody(response: Response, offer: Offer, model: string): Promise<RerankReply> {
  let body: unknown
  try {
    const { text, cut } = await readCapped(response.body, MAX_REPLY_BYTES)
    if (cut) return unreadable(`more than ${MAX_REPLY_BYTES} bytes`, offer, model)
    body = JSON.parse(text)
  } catch (thrown) {
    const what = thrown instanceof SyntaxError ? "a body that is no JSON" : "a body that broke off"
    return unreadable(what, offer, model)
  }
  return readReranking(body, offer, model)
}
