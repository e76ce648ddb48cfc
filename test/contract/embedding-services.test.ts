/** What each embedding service makes us do beyond the contract, and which of them a deployment speaks to. */

import { expect, test } from "vitest"
import { embeddingModel, openAiEmbedding, workersEmbedding } from "../../src/ai/embedding/embedding-model.ts"

/** A server that answers each call with the next of these. */
function server(...answers: (() => Response)[]) {
  const calls: { url: string; headers: Headers; body: Record<string, unknown> }[] = []
  const send: typeof fetch = async (url, init) => {
    calls.push({
      url: String(url),
      headers: new Headers(init?.headers),
      body: JSON.parse(String(init?.body)) as Record<string, unknown>,
    })
    return (answers.length > 1 ? answers.shift() : answers[0])?.() ?? new Response("")
  }
  const embedding = openAiEmbedding({
    baseUrl: "http://model.invalid/v1",
    apiKey: "secret-key",
    model: "bge-m3",
    fetch: send,
  })
  return { embedding, calls }
}

/** A binding that answers everything with this. */
function binding(answer: unknown) {
  const inputs: unknown[] = []
  const run = async (_model: string, input: unknown) => {
    inputs.push(input)
    return answer
  }
  // Only `run` of the whole binding is ever called.
  return { ai: { run } as unknown as Ai, inputs }
}

test("a server is asked at /embeddings with the key, and tells its tokens", async () => {
  const reply = { data: [{ embedding: [1, 2] }], usage: { prompt_tokens: 7, total_tokens: 7 } }
  const { embedding, calls } = server(() => Response.json(reply))
  expect(await embedding.embed(["tea"], 1_000)).toMatchObject({ kind: "ok", usage: { inputTokens: 7 } })
  expect(calls[0]).toMatchObject({
    url: "http://model.invalid/v1/embeddings",
    body: { model: "bge-m3", input: ["tea"] },
  })
  expect(calls[0]?.headers.get("authorization")).toBe("Bearer secret-key")
})

test("a server that names an index twice has left a text without a vector", async () => {
  const data = [
    { index: 1, embedding: [1, 2] },
    { index: 1, embedding: [3, 4] },
  ]
  const { embedding } = server(() => Response.json({ data }))
  expect(await embedding.embed(["tea", "chess"], 1_000)).toMatchObject({ failure: "retry_later" })
})

test("a server's key is never repeated in a detail", async () => {
  const refusal = { error: { message: "Incorrect API key provided: secret-key" } }
  const { embedding } = server(() => Response.json(refusal, { status: 401 }))
  const reply = await embedding.embed(["tea"], 1_000)
  expect(reply).toMatchObject({ failure: "retry_later", detail: expect.stringContaining("AI_API_KEY") })
  expect(JSON.stringify(reply)).not.toContain("secret-key")
})

test("a server that asks to be left alone for minutes is left for later", async () => {
  const { embedding } = server(
    () => new Response("Slow down", { status: 429, headers: { "retry-after": "120" } }),
  )
  expect(await embedding.embed(["tea"], 1_000)).toMatchObject({
    failure: "retry_later",
    detail: expect.stringContaining("120 s"),
  })
})

test.each([
  ["no JSON", () => new Response("<h1>Welcome</h1>"), "retry_later"],
  ["another shape", () => Response.json({ hello: "world" }), "retry_later"],
  [
    "an error inside a success",
    () => Response.json({ error: { message: "insufficient_quota" } }),
    "stop_today",
  ],
  ["more than anybody asked for", () => new Response("[".repeat(8_600_000)), "retry_later"],
] as const)(
  "a server's answer that is %s is a failure, and nothing is thrown",
  async (_what, answer, failure) => {
    expect(await server(answer).embedding.embed(["tea"], 5_000)).toMatchObject({ kind: "failed", failure })
  },
)

test("Workers AI may answer in the shape of contexts, or as a stream", async () => {
  const shapes = [{ response: [[1, 2]] }, new Response(JSON.stringify({ data: [[1, 2]] })).body]
  for (const shape of shapes) {
    const { ai, inputs } = binding(shape)
    const reply = await workersEmbedding(ai, "@cf/baai/bge-m3").embed(["tea"], 1_000)
    expect(reply).toMatchObject({ kind: "ok", vectors: [Float32Array.of(1, 2)] })
    expect(inputs).toEqual([{ text: ["tea"], truncate_inputs: true }])
  }
})

test("Workers AI answering as its queue of batches does, or with nothing, is a failure", async () => {
  for (const answer of [{ request_id: "1" }, null, "tea", new Response("<h1>").body, { response: "tea" }]) {
    const reply = await workersEmbedding(binding(answer).ai, "@cf/baai/bge-m3").embed(["tea"], 1_000)
    expect(reply).toMatchObject({ kind: "failed", failure: "retry_later" })
  }
})

test("the server is spoken to if its model is named, else Workers AI if there is no server, else nothing", () => {
  const AI = binding(null).ai
  const url = "http://model.invalid/v1"
  const name = (bindings: { AI?: Ai }, variables: Record<string, string>) =>
    embeddingModel(bindings, variables)?.model ?? null
  expect(name({ AI }, { AI_BASE_URL: url, AI_EMBED_MODEL: "nomic" })).toBe("nomic")
  expect(name({ AI }, { AI_BASE_URL: url })).toBe(null)
  expect(name({ AI }, {})).toBe("@cf/baai/bge-m3")
  expect(name({ AI }, { AI_EMBED_MODEL: "@cf/qwen/qwen3-embedding-0.6b" })).toBe(
    "@cf/qwen/qwen3-embedding-0.6b",
  )
  expect(name({ AI }, { AI_EMBED_MODEL: "none" })).toBe(null)
  expect(name({}, { AI_EMBED_MODEL: "nomic" })).toBe(null)
})
