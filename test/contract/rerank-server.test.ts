/** Behavior specific to rerank servers: keys, addresses, delays they ask for, endless bodies. */

import { afterAll, expect, test } from "vitest"
import { rerankServer } from "../../src/ai/rerank/rerank-model.ts"
import { startRerankServer } from "./rerank-services.ts"

const closing: (() => Promise<void>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

const MODEL = "bge"
const QUERY = "where does ana live"
const TEXTS = ["Bo sails", "Ana does live in Austin, where else", "Ana sails"]
const estimated = { purpose: "rerank", model: MODEL, inputTokens: expect.any(Number), outputTokens: 0 }

test("the server receives the API key, and its address may end with a slash", async () => {
  const server = await startRerankServer("good")
  closing.push(server.close)
  const reranker = rerankServer({ baseUrl: `${server.url}/`, apiKey: "secret-key", model: MODEL })
  expect(await reranker.rerank(QUERY, TEXTS, 2_000)).toMatchObject({ kind: "ok" })
  expect(server.asked[0]?.authorization).toBe("Bearer secret-key")
})

test("a server that asks for a delay is not called until then, and no answer waits for it", async () => {
  const server = await startRerankServer("rest", "good")
  closing.push(server.close)
  const reranker = rerankServer({ baseUrl: server.url, apiKey: "", model: MODEL })
  expect(await reranker.rerank(QUERY, TEXTS, 2_000)).toMatchObject({ failure: "retry_now" })
  expect(await reranker.rerank(QUERY, TEXTS, 2_000)).toMatchObject({
    failure: "retry_later",
    detail: "left alone for another 30 s after it failed",
    usage: null,
  })
  expect(server.asked).toHaveLength(1)
})

test("the deadline ends an endless reply and aborts its connection", async () => {
  const server = await startRerankServer("drip")
  closing.push(server.close)
  let signal: AbortSignal | null | undefined
  const watched: typeof fetch = (url, init) => {
    signal = init?.signal
    return fetch(url, init)
  }
  const reranker = rerankServer({ baseUrl: server.url, apiKey: "", model: MODEL, fetch: watched })
  expect(await reranker.rerank(QUERY, TEXTS, 80)).toMatchObject({ failure: "retry_now", usage: estimated })
  expect(signal?.aborted).toBe(true)
})

test("an unreachable server returns retry_later", async () => {
  const server = await startRerankServer("good")
  await server.close()
  const reranker = rerankServer({ baseUrl: server.url, apiKey: "", model: MODEL })
  const reply = await reranker.rerank(QUERY, TEXTS, 2_000)
  expect(reply).toMatchObject({ failure: "retry_later", detail: expect.stringContaining("ECONNREFUSED") })
  expect(reply.usage).toBeNull()
})
