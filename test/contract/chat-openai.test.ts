/**
 * Behavior specific to OpenAI-compatible servers: parameters they refuse, delays they ask for, endless
 * bodies.
 */

import { afterAll, expect, test } from "vitest"
import { openAiCompatible } from "../../src/ai/chat/chat-model.ts"
import { type ModelServer, startModelServer } from "../e2e/model-server.ts"
import { MODELS, request } from "./chat-request.ts"

const servers: ModelServer[] = []
afterAll(() => Promise.all(servers.map((server) => server.close())))

test("a server that supports json_object but not json_schema gets the schema in the prompt", async () => {
  const server = await startModelServer({ behavior: "no_json_schema", ttlSeconds: 60 })
  servers.push(server)
  const chat = openAiCompatible({ baseUrl: `${server.url}/`, apiKey: "", models: MODELS })
  expect(await chat.complete(request)).toMatchObject({ kind: "ok", text: '{"facts":[]}' })
  expect(server.calls().at(-1)?.request.response_format).toEqual({ type: "json_object" })
})

test("an endless reply times out, and an oversized reply is a bad reply", async () => {
  const server = await startModelServer({ behavior: ["drip", "huge"], ttlSeconds: 60 })
  servers.push(server)
  const chat = openAiCompatible({ baseUrl: server.url, apiKey: "", models: MODELS })
  expect(await chat.complete({ ...request, timeoutMs: 100 })).toMatchObject({ failure: "retry_now" })
  expect(await chat.complete(request)).toMatchObject({ failure: "bad_reply", usage: { outputTokens: 300 } })
})

test("an unreachable server returns retry_later", async () => {
  const server = await startModelServer()
  await server.close()
  const chat = openAiCompatible({ baseUrl: server.url, apiKey: "", models: MODELS })
  expect(await chat.complete(request)).toMatchObject({
    failure: "retry_later",
    detail: expect.stringContaining("ECONNREFUSED"),
  })
})

test("the client waits out a short Retry-After before the next call and returns retry_later for a long one", async () => {
  const server = await startModelServer({ behavior: ["rest_briefly", "good", "rest_long"], ttlSeconds: 60 })
  servers.push(server)
  const chat = openAiCompatible({ baseUrl: server.url, apiKey: "", models: MODELS })
  expect(await chat.complete(request)).toMatchObject({ failure: "retry_now" })
  const started = Date.now()
  expect(await chat.complete(request)).toMatchObject({ kind: "ok" })
  expect(Date.now() - started).toBeGreaterThan(900)
  expect(await chat.complete(request)).toMatchObject({
    failure: "retry_later",
    detail: expect.stringContaining("120 s"),
  })
})

test("the client sends the API key and never repeats it in an error detail", async () => {
  let authorization: string | null = null
  const chat = openAiCompatible({
    baseUrl: "http://model.invalid/v1",
    apiKey: "secret-key",
    models: MODELS,
    fetch: async (_url, init) => {
      authorization = new Headers(init?.headers).get("authorization")
      return Response.json({ error: { message: "Incorrect API key provided: secret-key" } }, { status: 401 })
    },
  })
  const reply = await chat.complete(request)
  expect(authorization).toBe("Bearer secret-key")
  expect(reply).toMatchObject({ failure: "retry_later", detail: expect.stringContaining("AI_API_KEY") })
  expect(JSON.stringify(reply)).not.toContain("secret-key")
})

test("the client switches to max_completion_tokens and drops temperature when the server requires it", async () => {
  const bodies: Record<string, unknown>[] = []
  const chat = openAiCompatible({
    baseUrl: "http://model.invalid/v1",
    apiKey: "",
    models: MODELS,
    fetch: async (_url, init) => {
      const body = JSON.parse(String(init?.body))
      bodies.push(body)
      const refusal = body.max_tokens
        ? "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
        : body.temperature === 0 && "Unsupported value: 'temperature' does not support 0"
      if (refusal) return Response.json({ error: { message: refusal } }, { status: 400 })
      return Response.json({ choices: [{ message: { content: "{}" } }] })
    },
  })
  expect(await chat.complete(request)).toMatchObject({ kind: "ok" })
  expect(bodies).toHaveLength(3)
  expect(bodies[2]).toMatchObject({ max_completion_tokens: 300, response_format: { type: "json_schema" } })
  expect(bodies[2]).not.toHaveProperty("temperature")
})

test("the deadline aborts the connection", async () => {
  let signal: AbortSignal | null | undefined
  const chat = openAiCompatible({
    baseUrl: "http://model.invalid/v1",
    apiKey: "",
    models: MODELS,
    fetch: (_url, init) => {
      signal = init?.signal
      return new Promise(() => undefined)
    },
  })
  await chat.complete({ ...request, timeoutMs: 20 })
  expect(signal?.aborted).toBe(true)
})
