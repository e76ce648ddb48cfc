/** Embeddings of Workers AI through the `AI` binding. */

import { z } from "zod"
import { unwrapped } from "../binding-answer.ts"
import { type EmbeddingModel, embedder, type Raw } from "./embedding.ts"

/** 1,024 dimensions, many languages, 8,192 tokens a text. */
export const DEFAULT_EMBED_MODEL = "@cf/baai/bge-m3"

const MAX_REPLY_BYTES = 8_500_000

const Count = z.int().nonnegative().nullish().catch(null)
/** `data` of texts, `response` of the same model's contexts; the numbers are checked in embedding.ts. Usage is told by some models. */
const Reply = z.object({
  data: z.array(z.unknown()).optional(),
  response: z.array(z.unknown()).optional(),
  usage: z.object({ prompt_tokens: Count, total_tokens: Count }).nullish().catch(null),
})
const Failure = z.object({ error: z.unknown() })

/** An EmbeddingModel over `env.AI`. A call that overruns is left behind, and may still be billed. */
export function workersEmbedding(ai: Ai, model: string): EmbeddingModel {
  return embedder(model, async (texts) => {
    // Of the models in the catalog this one alone can be told to cut a text that is too long for it, rather than refuse it.
    const options = model === DEFAULT_EMBED_MODEL ? { truncate_inputs: true } : {}
    const answer: unknown = await ai.run(model, { text: texts, ...options })
    return readAnswer(await unwrapped(answer, MAX_REPLY_BYTES))
  })
}

function readAnswer(answer: unknown): Raw {
  const failure = Failure.safeParse(answer)
  if (failure.success && failure.data.error)
    return { kind: "trouble", trouble: { status: null, text: JSON.stringify(failure.data.error) } }
  const parsed = Reply.safeParse(answer)
  const rows = parsed.success ? (parsed.data.data ?? parsed.data.response) : undefined
  // A `request_id` alone is how the queue of batches answers, which nobody asked.
  if (!rows) return { kind: "unreadable", what: "something that is no list of embeddings" }
  const usage = parsed.data?.usage
  return { kind: "rows", rows, inputTokens: usage?.prompt_tokens ?? usage?.total_tokens ?? null }
}
