/** Chat models of any server that speaks OpenAI's chat completions: Ollama, vLLM, llama.cpp or a hosted one, by base URL and key. */
import type { ChatModel, ChatReply, ChatRequest, Tier } from "../chat.ts"
import { pause } from "../deadline.ts"
import { type Answered, readCapped, type Server, Wire } from "../wire.ts"
import { estimatedUsage, readCompletion, unreadable } from "./completion.ts"
import { type Dialect, Negotiation, type Sent, worded } from "./negotiate.ts"

export interface OpenAiServer extends Server {
  models: Record<Tier, string>
}

const MAX_REPLY_BYTES = 1_000_000

const DIALECT: Dialect = { formats: ["named", "object", "none"], temperature: true, limit: "max_tokens" }

/** A ChatModel over HTTP. It remembers what the server refused and until when it asked to be left alone, for as long as it lives. */
export function openAiCompatible(server: OpenAiServer): ChatModel {
  const negotiation = new Negotiation()
  const wire = new Wire(server)
  return {
    model: (tier) => server.models[tier],
    async complete(request) {
      const model = server.models[request.tier]
      const opening = { model, dialect: DIALECT }
      const reply = await negotiation.complete(request, opening, async (dialect, signal) => {
        await pause(wire.restMs(Date.now()))
        const answer = await wire.post("/chat/completions", { model, ...worded(request, dialect) }, signal)
        return judged(answer, request, model)
      })
      return reply.kind === "ok" ? reply : { ...reply, detail: wire.redacted(reply.detail) }
    },
  }
}

async function judged(answer: Answered, request: ChatRequest, model: string): Promise<Sent> {
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

/** From here on the call may have been billed, so even a body that breaks off counts as its prompt. */
async function readBody(response: Response, request: ChatRequest, model: string): Promise<ChatReply> {
  let body: unknown
  try {
    const { text, cut } = await readCapped(response.body, MAX_REPLY_BYTES)
    if (cut) return oversized(request, model)
    body = JSON.parse(text)
  } catch (thrown) {
    const what = thrown instanceof SyntaxError ? "a body that is no JSON" : "a body that broke off"
    return unreadable(what, request, model)
  }
  return readCompletion(body, request, model)
}

function oversized(request: ChatRequest, model: string): ChatReply {
  const usage = { ...estimatedUsage(request, model), outputTokens: request.maxTokens }
  return { kind: "failed", failure: "bad_reply", detail: `the reply exceeds ${MAX_REPLY_BYTES} bytes`, usage }
}
