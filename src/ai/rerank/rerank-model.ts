/**
 * Selects the deployment's reranker: one of the configured server if its model is named, else that of Workers
 * AI if only that is bound, else none.
 */

import { type Prices, pricedReply } from "../cost.ts"
import { redactKey, retryAfterMs } from "../failures.ts"
import { type ModelServer, postJson, readCapped, unwrapResponse } from "../wire.ts"
import {
  createReranker,
  type RerankAttempt,
  type Reranker,
  type RerankInput,
  type RerankReply,
  readReranking,
  unreadableRanking,
} from "./rerank-call.ts"

interface Variables {
  AI_BASE_URL?: string | undefined
  AI_API_KEY?: string | undefined
  AI_RERANK_MODEL?: string | undefined
  AI_PRICES?: Prices | undefined
}

/** One reranker per environment: it remembers the backoff its server asked for. */
const built = new WeakMap<object, Reranker | null>()

/**
 * Returns `null` if answers are ranked without a reranker. A chat server seldom offers reranking, so with
 * `AI_BASE_URL` there is none unless `AI_RERANK_MODEL` names it.
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

interface RerankServer extends ModelServer {
  model: string
}

const MAX_REPLY_BYTES = 200_000

/** Returns a Reranker over HTTP. It aborts the connection at the deadline. @internal */
export function rerankServer(server: RerankServer): Reranker {
  const reranker = createReranker(server.model, (input, signal) => post(server, input, signal))
  return {
    model: server.model,
    async rerank(query, texts, timeoutMs) {
      const reply = await reranker.rerank(query, texts, timeoutMs)
      return reply.kind === "ok" ? reply : { ...reply, detail: redactKey(reply.detail, server.apiKey) }
    },
  }
}

async function post(server: RerankServer, input: RerankInput, signal: AbortSignal): Promise<RerankAttempt> {
  const { model } = server
  const { query, texts } = input
  const body = { model, query, documents: texts, top_n: texts.length }
  const response = await postJson(server, "/rerank", { body, signal })
  if (response.ok) return { kind: "replied", reply: await readBody(response, input, model) }
  const { text } = await readCapped(response.body, MAX_REPLY_BYTES)
  const restMs = retryAfterMs(response.headers.get("retry-after"), Date.now())
  return { kind: "trouble", trouble: { status: response.status, text }, restMs }
}

/** The call may have been billed from here on, so a body that breaks off still counts. */
async function readBody(response: Response, input: RerankInput, model: string): Promise<RerankReply> {
  let body: unknown
  try {
    const { text, cut } = await readCapped(response.body, MAX_REPLY_BYTES)
    if (cut) return unreadableRanking(`more than ${MAX_REPLY_BYTES} bytes`, input, model)
    body = JSON.parse(text)
  } catch (thrown) {
    const what = thrown instanceof SyntaxError ? "a body that is not JSON" : "a body that broke off"
    return unreadableRanking(what, input, model)
  }
  return readReranking(body, input, model)
}

// Rerankers of Workers AI through the `AI` binding. Builds the call only; rerank-call.ts interprets answers
// and failures.

const DEFAULT_RERANK_MODEL = "@cf/baai/bge-reranker-base"

/**
 * Returns a Reranker over `env.AI`. It passes no abort signal: a call that overruns is abandoned and may
 * still be billed.
 * @internal
 */
export function workersAiReranker(ai: Ai, model: string): Reranker {
  return createReranker(model, async (input) => {
    const contexts = input.texts.map((text) => ({ text }))
    const answer: unknown = await ai.run(model, { query: input.query, contexts, top_k: contexts.length })
    return {
      kind: "replied",
      reply: readReranking(await unwrapResponse(answer, MAX_REPLY_BYTES), input, model),
    }
  })
}
