/** Behavior specific to each embedding service, and the choice of a service for a deployment. */

import { expect, test } from "vitest"
import { embeddingModel, openAiEmbedding, workersEmbedding } from "../../src/ai/embedding/embedding-model.ts"

/** Builds a server that answers each call with the next of these answers. */
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

/** Builds a binding that gives every call this answer. */
function binding(answer: unknown) {
  const inputs: unknown[] = []
  const run = async (_model: string, input: unknown) => {
    inputs.push(input)
    return answer
  }
  // Tests call only the binding's `run`.
  return { ai: { run } as unknown as Ai, inputs }
}

test("a server is called at /embeddings with the API key, and its token count is used", async () => {
  const reply = { data: [{ embedding: [1, 2] }], usage: { prompt_tokens: 7, total_tokens: 7 } }
  const { embedding, calls } = server(() => Response.json(reply))
  expect(await embedding.embed(["tea"], 1_000)).toMatchObject({ kind: "ok", usage: { inputTokens: 7 } })
  expect(calls[0]).toMatchObject({
    url: "http://model.invalid/v1/embeddings",
    body: { model: "bge-m3", input: ["tea"] },
  })
  expect(calls[0]?.headers.get("authorization")).toBe("Bearer secret-key")
})

test("a server that repeats an index has left a text without a vector and returns retry_later", async () => {
  const data = [
    { index: 1, embedding: [1, 2] },
    { index: 1, embedding: [3, 4] },
  ]
  const { embedding } = server(() => Response.json({ data }))
  expect(await embedding.embed(["tea", "chess"], 1_000)).toMatchObject({ failure: "retry_later" })
})

test("an error detail never repeats the server's API key", async () => {
  const refusal = { error: { message: "Incorrect API key provided: secret-key" } }
  const { embedding } = server(() => Response.json(refusal, { status: 401 }))
  const reply = await embedding.embed(["tea"], 1_000)
  expect(reply).toMatchObject({ failure: "retry_later", detail: expect.stringContaining("AI_API_KEY") })
  expect(JSON.stringify(reply)).not.toContain("secret-key")
})

test("a Retry-After of minutes returns retry_later", async () => {
  const { embedding } = server(
    () => new Response("Slow down", { status: 429, headers: { "retry-after": "120" } }),
  )
  expect(await embedding.embed(["tea"], 1_000)).toMatchObject({
    failure: "retry_later",
    detail: expect.stringContaining("120 s"),
  })
})

test.each([
  ["not JSON", () => new Response("<h1>Welcome</h1>"), "retry_later"],
  ["in another format", () => Response.json({ hello: "world" }), "retry_later"],
  [
    "an error with status 200",
    () => Response.json({ error: { message: "insufficient_quota" } }),
    "stop_today",
  ],
  ["too large", () => new Response("[".repeat(8_600_000)), "retry_later"],
] as const)("a server answer that is %s is a failure and throws nothing", async (_what, answer, failure) => {
  expect(await server(answer).embedding.embed(["tea"], 5_000)).toMatchObject({ kind: "failed", failure })
})

test("Workers AI may answer with a `response` list or a stream", async () => {
  const shapes = [{ response: [[1, 2]] }, new Response(JSON.stringify({ data: [[1, 2]] })).body]
  for (const shape of shapes) {
    const { ai, inputs } = binding(shape)
    const reply = await workersEmbedding(ai, "@cf/baai/bge-m3").embed(["tea"], 1_000)
    expect(reply).toMatchObject({ kind: "ok", vectors: [Float32Array.of(1, 2)] })
    expect(inputs).toEqual([{ text: ["tea"], truncate_inputs: true }])
  }
})

test("a queued-batch answer or an empty answer from Workers AI is a failure", async () => {
  for (const answer of [{ request_id: "1" }, null, "tea", new Response("<h1>").body, { response: "tea" }]) {
    const reply = await workersEmbedding(binding(answer).ai, "@cf/baai/bge-m3").embed(["tea"], 1_000)
    expect(reply).toMatchObject({ kind: "failed", failure: "retry_later" })
  }
})

test("a named server model wins, Workers AI serves if there is no server, and otherwise there is no model", () => {
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
