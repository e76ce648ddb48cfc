/** The health checks that call the models and the vector index. They cost a few tokens, so they run only on request. */
import type { ChatModel, ChatReply, FailureKind } from "../ai/chat.ts"
import type { EmbeddingModel } from "../ai/embedding/embedding.ts"
import { describeError } from "../domain/errors.ts"
import type { Id } from "../domain/types.ts"
import { homeName, type IndexChoice } from "../vectors/index-choice.ts"
import { type CheckResult, fine, type HealthCheck, type HealthStatus } from "./health-check.ts"

const TIMEOUT_MS = 8_000

export interface ProbeDeps {
  /** `null` if no model is bound. */
  chat: ChatModel | null
  /** `null` if there are no vectors. */
  embedding: EmbeddingModel | null
  choice(): IndexChoice
  /** Returns the dimensions of the Vectorize index. */
  describe(): Promise<{ dimensions: number }>
  /** Returns a guild with vectors of this index and model; `null` if there is none. */
  guildWith(home: string): Promise<Id | null>
}

/** Throws only for what nobody foresaw. */
export async function probeServices(deps: ProbeDeps): Promise<HealthCheck[]> {
  const [model, vectors] = await Promise.all([probeModels(deps.chat), probeVectors(deps)])
  return [{ name: "model", ...model }, ...vectors]
}

/** Asks each of the two models for one token. */
async function probeModels(chat: ChatModel | null): Promise<CheckResult> {
  if (chat === null) return fine("No model is bound: rules read messages and answers quote.")
  const tiers =
    chat.model("fast") === chat.model("strong") ? ["fast" as const] : ["fast" as const, "strong" as const]
  const results = await Promise.all(
    tiers.map(async (tier) => {
      const began = Date.now()
      const reply = await chat.complete({
        purpose: "probe",
        tier,
        system: "Reply with one word.",
        user: "Are you there?",
        schemaName: "probe",
        schema: { type: "object" },
        maxTokens: 1,
        timeoutMs: TIMEOUT_MS,
      })
      return judgeReply(chat.model(tier), reply, Date.now() - began)
    }),
  )
  return results.find(({ status }) => status !== "ok") ?? fine(results.map(({ detail }) => detail).join(" "))
}

/** A model that has one token rarely writes a usable reply. That it was billed for one shows that it works. */
function judgeReply(model: string, reply: ChatReply, ms: number): CheckResult {
  if (reply.kind === "ok" || reply.failure === "bad_reply") return fine(`${model} answered in ${ms} ms.`)
  return failedCall(model, reply)
}

const SEVERITY: Record<FailureKind, [HealthStatus, string]> = {
  retry_now: ["warning", "Try again in a minute. Keepsake retries by itself."],
  retry_later: ["failing", "Check the AI_* variables: docs/CONFIGURATION.md lists them."],
  stop_today: ["warning", "The allowance is spent: windows wait until it is renewed. Raise it, or wait."],
  bad_reply: ["failing", "Check the AI_* variables: docs/CONFIGURATION.md lists them."],
}

function failedCall(
  model: string,
  { failure, detail }: { failure: FailureKind; detail: string },
): CheckResult {
  const [status, toDo] = SEVERITY[failure]
  return { status, detail: `${model} failed: ${detail}`, toDo }
}

async function probeVectors(deps: ProbeDeps): Promise<HealthCheck[]> {
  const { embedding } = deps
  if (embedding === null)
    return [{ name: "embedding", ...fine("No embedding model is set: recall uses full text.") }]
  const began = Date.now()
  const reply = await embedding.embed(["Are you there?"], TIMEOUT_MS)
  if (reply.kind === "failed") return [{ name: "embedding", ...failedCall(embedding.model, reply) }]
  const [vector = new Float32Array()] = reply.vectors
  const detail = `${embedding.model} answered in ${Date.now() - began} ms with ${vector.length} dimensions.`
  const index = await probeIndex(deps, vector, embedding.model)
  return [
    { name: "embedding", ...fine(detail) },
    { name: "index", ...index },
  ]
}

/** Compares the model's dimensions with the index. An embedded index is compared by a search in one guild. */
async function probeIndex(deps: ProbeDeps, vector: Float32Array, model: string): Promise<CheckResult> {
  const choice = deps.choice()
  if (choice.name === "vectorize") {
    const { dimensions } = await deps.describe()
    return dimensions === vector.length
      ? fine(`Vectorize has ${dimensions} dimensions, as the embedding model.`)
      : {
          status: "failing",
          detail: `Vectorize has ${dimensions} dimensions, but ${model} gives ${vector.length}.`,
          toDo: `Create an index with ${vector.length} dimensions and bind it as VECTORS, or set AI_EMBED_MODEL to a model with ${dimensions}.`,
        }
  }
  const guildId = await deps.guildWith(homeName(choice, model))
  if (guildId === null) return fine("The embedded index holds no vectors yet.")
  try {
    const kinds = ["memory", "note"] as const
    await Promise.all(kinds.map((kind) => choice.index.query(guildId, vector, { kind, limit: 1, model })))
    return fine("The embedded index takes the vectors of the embedding model.")
  } catch (error) {
    if (!/dimensions/.test(`${error}`)) throw error
    return {
      status: "failing",
      detail: `The embedded index does not fit ${model}: ${describeError(error)}.`,
      toDo: "Another model answers under the same name. Restore it, or set AI_EMBED_MODEL to a name of its own: everything is then embedded again.",
    }
  }
}
