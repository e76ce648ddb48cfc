/** Which chat model this deployment speaks to: an OpenAI-compatible server if one is named, else Workers AI if bound, else none. */
import type { ChatModel } from "../chat.ts"
import { type Prices, pricedReply } from "../cost.ts"
import { openAiCompatible } from "./openai-compatible.ts"
import { DEFAULT_FAST_MODEL, DEFAULT_STRONG_MODEL, workersAi } from "./workers-ai.ts"

interface Variables {
  AI_BASE_URL?: string | undefined
  AI_API_KEY?: string | undefined
  AI_FAST_MODEL?: string | undefined
  AI_STRONG_MODEL?: string | undefined
  AI_TIMEOUT_SECONDS: number
  AI_PRICES?: Prices | undefined
}

/** One model an environment: it remembers what its server takes. */
const built = new WeakMap<object, ChatModel | null>()

/** null means rules mode. */
export function chatModel(bindings: { AI?: Ai }, variables: Variables): ChatModel | null {
  const known = built.get(bindings)
  if (known !== undefined) return known
  const model = build(bindings, variables)
  built.set(bindings, model)
  return model
}

function build(bindings: { AI?: Ai }, variables: Variables): ChatModel | null {
  const fast = variables.AI_FAST_MODEL ?? DEFAULT_FAST_MODEL
  const models = {
    fast,
    strong: variables.AI_STRONG_MODEL ?? variables.AI_FAST_MODEL ?? DEFAULT_STRONG_MODEL,
  }
  const chat = variables.AI_BASE_URL
    ? openAiCompatible({ baseUrl: variables.AI_BASE_URL, apiKey: variables.AI_API_KEY ?? "", models })
    : bindings.AI && workersAi(bindings.AI, models)
  const terms = { mostMs: variables.AI_TIMEOUT_SECONDS * 1_000, prices: variables.AI_PRICES ?? {} }
  return chat ? onTerms(chat, terms) : null
}

/** The same model, given at most `mostMs` for a call, and paid by the deployment's own prices. */
function onTerms(chat: ChatModel, { mostMs, prices }: { mostMs: number; prices: Prices }): ChatModel {
  return {
    model: (tier) => chat.model(tier),
    async complete(request) {
      const timeoutMs = Math.min(request.timeoutMs, mostMs)
      return pricedReply(await chat.complete({ ...request, timeoutMs }), prices)
    },
  }
}
