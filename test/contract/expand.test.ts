/**
 * The promises of query expansion over any ChatModel: a plausible expansion or none, within the deadline,
 * with every billed call counted.
 */

import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest"
import { openAiCompatible, workersAi } from "../../src/ai/chat/chat-model.ts"
import type { ChatModel } from "../../src/ai/chat.ts"
import { expandQuestion, LruCache } from "../../src/recall/find/expand.ts"
import type { Expansion } from "../../src/recall/find/expansion.ts"
import { type ModelServer, startModelServer } from "../e2e/model-server.ts"
import { fakeBinding } from "./chat-binding.ts"
import { MODELS } from "./chat-request.ts"

const servers: ModelServer[] = []
afterAll(() => Promise.all(servers.map((server) => server.close())))
beforeEach(() => void vi.spyOn(console, "warn").mockReturnValue())
afterEach(() => void vi.restoreAllMocks())

const SERVICES: [name: string, start: (...behavior: string[]) => Promise<ChatModel>][] = [
  ["Workers AI", async (...behavior) => workersAi(fakeBinding(behavior).ai, MODELS)],
  [
    "an OpenAI-compatible server",
    async (...behavior) => {
      const server = await startModelServer({ behavior, ttlSeconds: 60 })
      servers.push(server)
      return openAiCompatible({ baseUrl: server.url, apiKey: "", models: MODELS })
    },
  ],
]

const ask = { question: "What pet did Ana get?", today: "2026-11-22", timeoutMs: 2_000 }
const NOTHING = { terms: [], people: [], days: null, rewritten: null }
const billed = {
  purpose: "expand",
  model: MODELS.fast,
  inputTokens: expect.any(Number),
  outputTokens: expect.any(Number),
}

const cases = (behaviors: string[]) =>
  SERVICES.flatMap(([name, start]) => behaviors.map((behavior) => ({ name, start, behavior })))

test.each(cases(["good", "fenced", "wrapped", "slow"]))(
  "$name answering $behavior expands the question",
  async ({ start, behavior }) => {
    const got = await expandQuestion(await start(behavior), ask, new LruCache<Expansion>(5))
    expect(got).toEqual({ expansion: NOTHING, degraded: null, usage: [billed] })
  },
)

test.each(cases(["truncated", "wrong_schema", "blank"]))(
  "$name answering $behavior is asked once more, then recall goes on without an expansion",
  async ({ start, behavior }) => {
    const got = await expandQuestion(await start(behavior), ask, new LruCache<Expansion>(5))
    expect(got).toEqual({ expansion: null, degraded: "expansion", usage: [billed, billed] })
  },
)

test.each(cases(["hang", "capacity", "broken", "quota", "html", "half_body", "reset"]))(
  "$name answering $behavior delays nobody past the deadline and is not called again for a while",
  async ({ start, behavior }) => {
    const chat = await start(behavior, "good")
    const complete = vi.spyOn(chat, "complete")
    const started = Date.now()
    const got = await expandQuestion(chat, { ...ask, timeoutMs: 150 }, new LruCache<Expansion>(5))
    expect(Date.now() - started).toBeLessThan(600)
    expect(got).toMatchObject({ expansion: null, degraded: "expansion" })
    const calls = complete.mock.calls.length
    expect(await expandQuestion(chat, ask, new LruCache<Expansion>(5))).toEqual({
      expansion: null,
      degraded: "expansion",
      usage: [],
    })
    expect(complete.mock.calls.length).toBe(calls)
  },
)
