/**
 * Selects the deployment's chat model: an OpenAI-compatible server if one is configured, else Workers AI if
 * bound, else none.
 */
import type { ChatModel, ChatReply, ChatRequest, Tier } from "../chat.ts"
import { type Prices, pricedReply } from "../cost.ts"
import { pause } from "../deadline.ts"
import { type ModelServer, readCapped, unwrapResponse, Wire, type WireResponse } from "../wire.ts"
import { estimatedUsage, readCompletion, unreadableCompletion } from "./completion.ts"
import { type ChatAttempt, chatBody, type Dialect, Negotiation } from "./negotiate.ts"

interface Variables {
  PLAN?: "paid" | "free" | undefined
  AI_BASE_URL?: string | undefined
  AI_API_KEY?: string | undefined
  AI_FAST_MODEL?: string | undefined
  AI_STRONG_MODEL?: string | undefined
  AI_GUILD_MODELS?: string[] | undefined
  AI_TIMEOUT_SECONDS: number
  AI_PRICES?: Prices | undefined
}

/** One model per environment: it remembers what its server accepts. */
const built = new WeakMap<object, ChatModel | null>()

/** `null` means rules mode. */
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
    strong: variables.AI_STRONG_MODEL ?? variables.AI_FAST_MODEL ?? defaultStrongModel(variables),
  }
  const chat = variables.AI_BASE_URL
    ? openAiCompatible({ baseUrl: variables.AI_BASE_URL, apiKey: variables.AI_API_KEY ?? "", models })
    : bindings.AI && workersAi(bindings.AI, models)
  const limits = { mostMs: variables.AI_TIMEOUT_SECONDS * 1_000, prices: variables.AI_PRICES ?? {} }
  return chat ? { ...limited(chat, limits), offers: variables.AI_GUILD_MODELS ?? [] } : null
}

/** Limits each call to `mostMs` and applies the deployment's own prices. */
function limited(chat: ChatModel, { mostMs, prices }: { mostMs: number; prices: Prices }): ChatModel {
  return {
    model: (tier) => chat.model(tier),
    async complete(request) {
      const timeoutMs = Math.min(request.timeoutMs, mostMs)
      return pricedReply(await chat.complete({ ...request, timeoutMs }), prices)
    },
  }
}

const DEFAULT_FAST_MODEL = "@cf/zai-org/glm-4.7-flash"
const DEFAULT_STRONG_MODEL = "@cf/openai/gpt-oss-120b"

/** On the free plan the fast model serves both tiers: an answer of the strong one takes four times the neurons. */
function defaultStrongModel({ PLAN }: Variables): string {
  return PLAN === "free" ? DEFAULT_FAST_MODEL : DEFAULT_STRONG_MODEL
}

const MAX_REPLY_BYTES = 1_000_000

/** Thinking spends output tokens before the reply begins, and extraction gains little from it. */
const MODEL_OPTIONS: { model: RegExp; options: Record<string, unknown> }[] = [
  { model: /\/glm-/, options: { chat_template_kwargs: { enable_thinking: false } } },
  { model: /\/gpt-oss-/, options: { reasoning_effort: "low" } }, // cannot be switched off
]

/**
 * The catalog's input schemas require a named schema for models in OpenAI's format (glm, gpt-oss). The JSON
 * Mode page shows an unnamed one, for older models. If a model refuses one form, the other is tried.
 */
const NAMED: Dialect = { formats: ["named", "bare", "none"], temperature: true, limit: "max_tokens" }
const BARE: Dialect = { ...NAMED, formats: ["bare", "named", "none"] }

/**
 * Returns a ChatModel over `env.AI`. It passes no abort signal: a call that overruns is abandoned and may
 * still be billed.
 * @internal
 */
export function workersAi(ai: Ai, models: Record<Tier, string>): ChatModel {
  const negotiation = new Negotiation()
  return {
    model: (tier) => models[tier],
    complete(request) {
      const model = request.model ?? models[request.tier]
      const special = MODEL_OPTIONS.find((known) => known.model.test(model))
      const opening = { model, dialect: special ? NAMED : BARE }
      return negotiation.complete(request, opening, async (dialect) => {
        const answer: unknown = await ai.run(model, { ...chatBody(request, dialect), ...special?.options })
        return {
          kind: "replied",
          reply: readCompletion(await unwrapResponse(answer, MAX_REPLY_BYTES), request, model),
        }
      })
    },
  }
}

// Chat models of any server with OpenAI's chat completions API: Ollama, vLLM, llama.cpp or a hosted one, by
// base URL and key.

interface OpenAiServer extends ModelServer {
  models: Record<Tier, string>
}

const MAX_SERVER_REPLY_BYTES = 1_000_000

const DIALECT: Dialect = { formats: ["named", "object", "none"], temperature: true, limit: "max_tokens" }

/**
 * Returns a ChatModel over HTTP. For its lifetime it remembers what the server refused and how long the
 * server asked it to wait.
 * @internal
 */
export function openAiCompatible(server: OpenAiServer): ChatModel {
  const negotiation = new Negotiation()
  const wire = new Wire(server)
  return {
    model: (tier) => server.models[tier],
    async complete(request) {
      const model = request.model ?? server.models[request.tier]
      const opening = { model, dialect: DIALECT }
      const reply = await negotiation.complete(request, opening, async (dialect, signal) => {
        await pause(wire.restMs(Date.now()))
        const answer = await wire.post("/chat/completions", { model, ...chatBody(request, dialect) }, signal)
        return toAttempt(answer, request, model)
      })
      return reply.kind === "ok" ? reply : { ...reply, detail: wire.redacted(reply.detail) }
    },
  }
}

async function toAttempt(answer: WireResponse, request: ChatRequest, model: string): Promise<ChatAttempt> {
  switch (answer.kind) {
    case "answered":
      return { kind: "replied", reply: await readBody(answer.response, request, model) }
    case "resting":
      return {
        kind: "replied",
        reply: { kind: "failed", failure: "retry_later", detail: answer.detail, usage: null },
      }
    case "trouble":
      return answer
  }
}

/** The call may have been billed from here on, so a body that breaks off still counts its prompt. */
async function readBody(response: Response, request: ChatRequest, model: string): Promise<ChatReply> {
  let body: unknown
  try {
    const { text, cut } = await readCapped(response.body, MAX_SERVER_REPLY_BYTES)
    if (cut) return oversized(request, model)
    body = JSON.parse(text)
  } catch (thrown) {
    const what = thrown instanceof SyntaxError ? "a body that is not JSON" : "a body that broke off"
    return unreadableCompletion(what, request, model)
  }
  return readCompletion(body, request, model)
}

function oversized(request: ChatRequest, model: string): ChatReply {
  const usage = { ...estimatedUsage(request, model), outputTokens: request.maxTokens }
  return {
    kind: "failed",
    failure: "bad_reply",
    detail: `the reply exceeds ${MAX_SERVER_REPLY_BYTES} bytes`,
    usage,
  }
}
