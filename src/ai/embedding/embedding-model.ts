/**
 * Selects the deployment's embedding model: one of the configured server if it is named, else one of Workers
 * AI if bound, else none.
 */

import { z } from "zod"
import { type Prices, pricedReply } from "../cost.ts"
import { pause } from "../deadline.ts"
import { type ModelServer, readCapped, unwrapResponse, Wire } from "../wire.ts"
import { type EmbeddingModel, embedder, type RawEmbeddings } from "./embedding.ts"

export interface EmbeddingVariables {
  AI_BASE_URL?: string | undefined
  AI_API_KEY?: string | undefined
  AI_EMBED_MODEL?: string | undefined
  AI_PRICES?: Prices | undefined
}

/** One model per environment: it remembers how long its server asked it to wait. */
const built = new WeakMap<object, EmbeddingModel | null>()

/**
 * Returns `null` if there are no vectors and recall uses full text only. A substitute made of hashed words
 * was measured to make recall worse.
 */
export function embeddingModel(bindings: { AI?: Ai }, variables: EmbeddingVariables): EmbeddingModel | null {
  const known = built.get(bindings)
  if (known !== undefined) return known
  const model = priced(build(bindings, variables), variables.AI_PRICES)
  built.set(bindings, model)
  return model
}

function priced(model: EmbeddingModel | null, prices: Prices | undefined): EmbeddingModel | null {
  if (model === null || prices === undefined) return model
  return {
    model: model.model,
    embed: async (texts, timeoutMs) => pricedReply(await model.embed(texts, timeoutMs), prices),
  }
}

function build(bindings: { AI?: Ai }, variables: EmbeddingVariables): EmbeddingModel | null {
  const { AI_BASE_URL: baseUrl, AI_API_KEY: apiKey, AI_EMBED_MODEL: named } = variables
  if (named === "none") return null
  // A chat server need not offer embeddings, and no default name fits all servers.
  if (baseUrl) return named ? openAiEmbedding({ baseUrl, apiKey: apiKey ?? "", model: named }) : null
  return bindings.AI ? workersEmbedding(bindings.AI, named ?? DEFAULT_EMBED_MODEL) : null
}

// Embeddings of Workers AI through the `AI` binding.

/** 1,024 dimensions, multilingual, 8,192 tokens per text. */
const DEFAULT_EMBED_MODEL = "@cf/baai/bge-m3"

const MAX_REPLY_BYTES = 8_500_000

const Count = z.int().nonnegative().nullish().catch(null)
/**
 * `data` for texts, `response` for the same model's contexts. embedding.ts checks the numbers. Some models
 * report usage.
 */
const Reply = z.object({
  data: z.array(z.unknown()).optional(),
  response: z.array(z.unknown()).optional(),
  usage: z.object({ prompt_tokens: Count, total_tokens: Count }).nullish().catch(null),
})
const Failure = z.object({ error: z.unknown() })

/**
 * Returns an EmbeddingModel over `env.AI`. A call that overruns is abandoned and may still be billed.
 * @internal
 */
export function workersEmbedding(ai: Ai, model: string): EmbeddingModel {
  return embedder(model, async (texts) => {
    // The only model in the catalog that can be told to truncate a long text instead of refusing it.
    const options = model === DEFAULT_EMBED_MODEL ? { truncate_inputs: true } : {}
    const answer: unknown = await ai.run(model, { text: texts, ...options })
    return readAnswer(await unwrapResponse(answer, MAX_REPLY_BYTES))
  })
}

function readAnswer(answer: unknown): RawEmbeddings {
  const failure = Failure.safeParse(answer)
  if (failure.success && failure.data.error)
    return { kind: "trouble", trouble: { status: null, text: JSON.stringify(failure.data.error) } }
  const parsed = Reply.safeParse(answer)
  const rows = parsed.success ? (parsed.data.data ?? parsed.data.response) : undefined
  // A `request_id` alone is the answer of the batch queue, which was not requested.
  if (!rows) return { kind: "unreadable", what: "something that is not a list of embeddings" }
  const usage = parsed.data?.usage
  return { kind: "rows", rows, inputTokens: usage?.prompt_tokens ?? usage?.total_tokens ?? null }
}

// Embeddings of any server with OpenAI's API, by base URL and key.

const TokenCount = z.int().nonnegative().nullable().catch(null)
const EmbeddingReply = z.object({
  /** The caller checks the numbers: see embedding.ts. */
  data: z.array(z.object({ index: z.int().nonnegative().optional(), embedding: z.unknown() })),
  usage: z.object({ prompt_tokens: TokenCount }).nullish().catch(null),
})

/**
 * Returns an EmbeddingModel over HTTP. For its lifetime it remembers how long the server asked it to wait.
 * @internal
 */
export function openAiEmbedding(server: ModelServer & { model: string }): EmbeddingModel {
  const wire = new Wire(server)
  const inner = embedder(server.model, async (texts, signal) => {
    await pause(wire.restMs(Date.now()))
    const answer = await wire.post("/embeddings", { model: server.model, input: texts }, signal)
    return answer.kind === "answered" ? readBody(answer.response) : answer
  })
  return {
    model: inner.model,
    async embed(texts, timeoutMs) {
      const reply = await inner.embed(texts, timeoutMs)
      return reply.kind === "ok" ? reply : { ...reply, detail: wire.redacted(reply.detail) }
    },
  }
}

async function readBody(response: Response): Promise<RawEmbeddings> {
  let body: unknown
  try {
    const { text, cut } = await readCapped(response.body, MAX_REPLY_BYTES)
    if (cut) return { kind: "unreadable", what: `more than ${MAX_REPLY_BYTES} bytes` }
    body = JSON.parse(text)
  } catch (thrown) {
    const what = thrown instanceof SyntaxError ? "a body that is not JSON" : "a body that broke off"
    return { kind: "unreadable", what }
  }
  const parsed = EmbeddingReply.safeParse(body)
  if (parsed.success) return inOrder(parsed.data)
  const failure = Failure.safeParse(body)
  if (failure.success && failure.data.error)
    return { kind: "trouble", trouble: { status: null, text: JSON.stringify(failure.data.error) } }
  return { kind: "unreadable", what: "something that is not a list of embeddings" }
}

/**
 * Orders the vectors by the texts. The list may come in any order: `index` names the text. Without `index`,
 * the list is in the order of the texts.
 */
function inOrder(reply: z.output<typeof EmbeddingReply>): RawEmbeddings {
  const rows: unknown[] = []
  reply.data.forEach(({ index, embedding }, place) => {
    if ((index ?? place) < reply.data.length) rows[index ?? place] = embedding
  })
  // An index that appears twice leaves a hole, which fails the vector check.
  const whole = Array.from({ length: reply.data.length }, (_, place) => rows[place])
  return { kind: "rows", rows: whole, inputTokens: reply.usage?.prompt_tokens ?? null }
}
