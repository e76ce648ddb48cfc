/** Embeddings of any server that speaks OpenAI's protocol, by base URL and key. */

import { z } from "zod"
import { pause } from "../deadline.ts"
import { readCapped, type Server, Wire } from "../wire.ts"
import { type EmbeddingModel, embedder, type Raw } from "./embedding.ts"

/** A hundred vectors of 4,096 numbers, each in 20 characters. */
const MAX_REPLY_BYTES = 8_500_000

const Count = z.int().nonnegative().nullable().catch(null)
const Reply = z.object({
  /** The numbers are checked by whoever made the call: see embedding.ts. */
  data: z.array(z.object({ index: z.int().nonnegative().optional(), embedding: z.unknown() })),
  usage: z.object({ prompt_tokens: Count }).nullish().catch(null),
})
const Failure = z.object({ error: z.unknown() })

/** An EmbeddingModel over HTTP. It remembers until when the server asked to be left alone, for as long as it lives. */
export function openAiEmbedding(server: Server & { model: string }): EmbeddingModel {
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

async function readBody(response: Response): Promise<Raw> {
  let body: unknown
  try {
    const { text, cut } = await readCapped(response.body, MAX_REPLY_BYTES)
    if (cut) return { kind: "unreadable", what: `more than ${MAX_REPLY_BYTES} bytes` }
    body = JSON.parse(text)
  } catch (thrown) {
    const what = thrown instanceof SyntaxError ? "a body that is no JSON" : "a body that broke off"
    return { kind: "unreadable", what }
  }
  const parsed = Reply.safeParse(body)
  if (parsed.success) return inOrder(parsed.data)
  const failure = Failure.safeParse(body)
  if (failure.success && failure.data.error)
    return { kind: "trouble", trouble: { status: null, text: JSON.stringify(failure.data.error) } }
  return { kind: "unreadable", what: "something that is no list of embeddings" }
}

/** The list may come in any order: `index` says which text a vector is of. Where it is left out, the order is the texts'. */
function inOrder(reply: z.output<typeof Reply>): Raw {
  const rows: unknown[] = []
  reply.data.forEach(({ index, embedding }, place) => {
    if ((index ?? place) < reply.data.length) rows[index ?? place] = embedding
  })
  // An index named twice leaves a hole, which is no vector.
  const whole = Array.from({ length: reply.data.length }, (_, place) => rows[place])
  return { kind: "rows", rows: whole, inputTokens: reply.usage?.prompt_tokens ?? null }
}
