/** Which embedding model this deployment speaks to: one of a named server if it is named, else of Workers AI if bound, else none. */
import { type Prices, pricedReply } from "../cost.ts"
import type { EmbeddingModel } from "./embedding.ts"
import { openAiEmbedding } from "./openai-embedding.ts"
import { DEFAULT_EMBED_MODEL, workersEmbedding } from "./workers-embedding.ts"

export interface EmbeddingVariables {
  AI_BASE_URL?: string | undefined
  AI_API_KEY?: string | undefined
  AI_EMBED_MODEL?: string | undefined
  AI_PRICES?: Prices | undefined
}

/** One model an environment: it remembers the rest its server asked for. */
const built = new WeakMap<object, EmbeddingModel | null>()

/** null means that there are no vectors, and recall goes by words alone: a stand-in made of hashed words was measured to make it worse. */
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
  // A server that chats need not embed, and no name fits all of them.
  if (baseUrl) return named ? openAiEmbedding({ baseUrl, apiKey: apiKey ?? "", model: named }) : null
  return bindings.AI ? workersEmbedding(bindings.AI, named ?? DEFAULT_EMBED_MODEL) : null
}
