/** The deployment's models, held to the daily allowances of the free plan. On the paid plan they are as they are. */
import { chatModel } from "../../ai/chat/chat-model.ts"
import type { ChatModel } from "../../ai/chat.ts"
import type { EmbeddingModel } from "../../ai/embedding/embedding.ts"
import { type EmbeddingVariables, embeddingModel } from "../../ai/embedding/embedding-model.ts"
import type { Reranker } from "../../ai/rerank/rerank-call.ts"
import { rerankModel } from "../../ai/rerank/rerank-model.ts"
import type { Settings } from "../../settings.ts"
import { type DayGate, dayGate, type GateSettings } from "./day-gate.ts"

interface ModelBindings {
  DB: D1Database
  AI?: Ai
}

/** Returns the chat model; `null` if none is bound. */
export function deploymentChat(bindings: ModelBindings, settings: Settings): ChatModel | null {
  const [chat, gate] = [chatModel(bindings, settings), dayGate(bindings, settings)]
  if (chat === null || gate === null) return chat
  return {
    ...chat,
    rulesWhenSpent: gate.billsNeurons,
    complete: (request) => gated(gate, request.purpose, () => chat.complete(request)),
  }
}

export function deploymentEmbedding(
  bindings: ModelBindings,
  settings: GateSettings & EmbeddingVariables,
): EmbeddingModel | null {
  const [model, gate] = [embeddingModel(bindings, settings), dayGate(bindings, settings)]
  if (model === null || gate === null) return model
  return {
    model: model.model,
    embed: (texts, timeoutMs) => gated(gate, "embedding", () => model.embed(texts, timeoutMs)),
  }
}

export function deploymentReranker(bindings: ModelBindings, settings: Settings): Reranker | null {
  const [model, gate] = [rerankModel(bindings, settings), dayGate(bindings, settings)]
  if (model === null || gate === null) return model
  return {
    model: model.model,
    rerank: (query, texts, timeoutMs) => gated(gate, "rerank", () => model.rerank(query, texts, timeoutMs)),
  }
}

const SPENT = {
  kind: "failed",
  failure: "stop_today",
  detail: "the day's free allowance does not leave room for this call",
  usage: null,
} as const

/** Makes a call if the day's allowances leave room for its purpose, and remembers that Workers AI refused one. */
async function gated<R extends { kind: string }>(
  gate: DayGate,
  purpose: string,
  call: () => Promise<R>,
): Promise<R | typeof SPENT> {
  if (!(await gate.mayCall(purpose))) return SPENT
  const reply = await call()
  if (gate.billsNeurons && "failure" in reply && reply.failure === "stop_today") gate.refused()
  return reply
}
