/**
 * The ChatModel contract, run against both implementations: Workers AI over a fake binding that behaves like
 * the platform, and an OpenAI-compatible server on the loopback.
 */

import { afterAll, expect, test } from "vitest"
import { openAiCompatible, workersAi } from "../../src/ai/chat/chat-model.ts"
import type { ChatModel, ChatReply } from "../../src/ai/chat.ts"
import { type ModelServer, startModelServer } from "../e2e/model-server.ts"
import { fakeBinding } from "./chat-binding.ts"
import { MODELS, request } from "./chat-request.ts"

interface Service {
  chat: ChatModel
  /** The requests sent, in order. */
  sent(): Record<string, unknown>[]
}

const servers: ModelServer[] = []
afterAll(() => Promise.all(servers.map((server) => server.close())))

const SERVICES: [name: string, start: (...behavior: string[]) => Promise<Service>][] = [
  [
    "Workers AI",
    async (...behavior) => {
      const binding = fakeBinding(behavior)
      return { chat: workersAi(binding.ai, MODELS), sent: () => binding.inputs }
    },
  ],
  [
    "an OpenAI-compatible server",
    async (...behavior) => {
      const server = await startModelServer({ behavior, ttlSeconds: 60 })
      servers.push(server)
      const chat = openAiCompatible({ baseUrl: server.url, apiKey: "secret-key", models: MODELS })
      return { chat, sent: () => server.calls().map((call) => ({ ...call.request })) }
    },
  ],
]

const billed = { purpose: "extraction", model: MODELS.fast, inputTokens: 9, outputTokens: expect.any(Number) }

test.each(SERVICES)(
  "%s receives the schema, temperature 0 and the token limit, and its reply comes back unparsed",
  async (_name, start) => {
    const service = await start("good")
    const reply = await service.chat.complete(request)
    expect(reply).toEqual({ kind: "ok", text: '{"facts":[]}', usage: billed })
    expect(service.sent()[0]).toMatchObject({
      max_tokens: 300,
      temperature: 0,
      messages: [
        { role: "system", content: "You extract." },
        { role: "user", content: "Alice: I moved to Austin" },
      ],
      response_format: {
        type: "json_schema",
        json_schema: { name: "extraction", strict: true, schema: request.schema },
      },
    })
  },
)

const FAILURES: [behavior: string, failure: Partial<ChatReply>][] = [
  ["capacity", { failure: "retry_now", usage: null }],
  ["quota", { failure: "stop_today", usage: null }],
  ["timeout", { failure: "retry_now", usage: null }],
  ["too_large", { failure: "bad_reply", usage: null }],
  ["context_length", { failure: "bad_reply", usage: null }],
  ["json_unmet", { failure: "bad_reply", usage: null }],
  ["broken", { failure: "retry_later", usage: null }],
  ["unauthorized", { failure: "retry_later", usage: null }],
  ["no_model", { failure: "retry_later", usage: null }],
  ["reset", { failure: "retry_later" }],
  ["cut_by_length", { failure: "bad_reply", usage: billed }],
  ["blank", { failure: "bad_reply", usage: billed }],
  ["empty_body", { failure: "retry_later" }],
  ["html", { failure: "retry_later" }],
  ["half_body", { failure: "retry_later" }],
  ["error_in_200", { failure: "retry_now", usage: null }],
]

test.each(
  SERVICES.flatMap(([name, start]) =>
    FAILURES.map(([behavior, reply]) => ({ name, behavior, start, reply })),
  ),
)("$name answering $behavior returns $reply.failure", async ({ start, behavior, reply }) => {
  const service = await start(behavior)
  const got = await service.chat.complete(request)
  expect(got).toMatchObject({ kind: "failed", ...reply })
  expect(got).not.toMatchObject({ detail: "" })
  expect(service.sent()).toHaveLength(1)
})

test.each(SERVICES)(
  "%s that never answers times out at the deadline, and its prompt counts as billed",
  async (_name, start) => {
    const service = await start("hang")
    const started = Date.now()
    const reply = await service.chat.complete({ ...request, timeoutMs: 60 })
    expect(reply).toMatchObject({
      kind: "failed",
      failure: "retry_now",
      usage: { inputTokens: 12, outputTokens: 0 },
    })
    expect(Date.now() - started).toBeLessThan(500)
  },
)

test.each(SERVICES)("%s that is slow still gets to answer", async (_name, start) => {
  const service = await start("slow")
  expect(await service.chat.complete(request)).toMatchObject({ kind: "ok" })
})

test.each(SERVICES)(
  "%s that refuses the schema is asked in another format, which later calls reuse",
  async (_name, start) => {
    const service = await start("no_format")
    expect(await service.chat.complete(request)).toMatchObject({ kind: "ok", text: '{"facts":[]}' })
    expect(service.sent()).toHaveLength(3)
    expect(service.sent()[2]).not.toHaveProperty("response_format")
    expect(JSON.stringify(service.sent()[2])).toContain("meets this JSON schema")
    await service.chat.complete(request)
    expect(service.sent()).toHaveLength(4)
  },
)

test.each<[string, string, object]>([
  ["a completion", JSON.stringify({ response: "hello" }), { kind: "ok", text: "hello" }],
  ["text that is not JSON", "hello", { kind: "failed", failure: "retry_later" }],
  [
    "more than a megabyte",
    JSON.stringify({ response: "a".repeat(1_000_000) }),
    { kind: "failed", failure: "retry_later" },
  ],
])("a stream from the binding with %s is read as a whole or counts as unreadable", async (_, body, reply) => {
  // Only `run` of the binding is ever called.
  const ai = { run: async () => new Response(body).body } as unknown as Ai
  expect(await workersAi(ai, MODELS).complete(request)).toMatchObject(reply)
})
