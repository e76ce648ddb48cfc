/**
 * The Reranker contract, run against both implementations: Workers AI over a fake binding, and a server on
 * the loopback.
 */

import fc from "fast-check"
import { afterAll, afterEach, expect, test, vi } from "vitest"
import type { Reranker } from "../../src/ai/rerank/rerank-call.ts"
import { rerankServer, workersAiReranker } from "../../src/ai/rerank/rerank-model.ts"
import { propertyRuns } from "../dice.ts"
import { type Asked, rerankBinding, startRerankServer } from "./rerank-services.ts"

interface Service {
  reranker: Reranker
  /** The requests sent, in order. */
  asked: Asked[]
}

const MODEL = "@cf/baai/bge-reranker-base"
const closing: (() => Promise<void>)[] = []
afterEach(() => void vi.useRealTimers())
afterAll(() => Promise.all(closing.map((close) => close())))

const SERVICES: [name: string, start: (...behavior: string[]) => Promise<Service>][] = [
  [
    "Workers AI",
    async (...behavior) => {
      const binding = rerankBinding(...behavior)
      return { reranker: workersAiReranker(binding.ai, MODEL), asked: binding.asked }
    },
  ],
  [
    "a rerank server",
    async (...behavior) => {
      const server = await startRerankServer(...behavior)
      closing.push(server.close)
      const reranker = rerankServer({ baseUrl: server.url, apiKey: "secret-key", model: MODEL })
      return { reranker, asked: server.asked }
    },
  ],
]

const QUERY = "where does ana live"
const TEXTS = ["Bo sails", "Ana does live in Austin, where else", "Ana sails"]
const SCORES = [0, 1, 0.25]
const billed = { purpose: "rerank", model: MODEL, inputTokens: 77, outputTokens: 0 }
const estimated = { purpose: "rerank", model: MODEL, inputTokens: expect.any(Number), outputTokens: 0 }

test.each(SERVICES)(
  "%s gets one call with all texts, and its scores follow the texts' positions",
  async (_name, start) => {
    const service = await start("good")
    const reply = await service.reranker.rerank(QUERY, TEXTS, 2_000)
    expect(reply).toEqual({ kind: "ok", scores: SCORES, usage: billed })
    expect(service.asked).toMatchObject([{ query: QUERY, texts: TEXTS, most: 3, model: MODEL }])
  },
)

const USABLE: [behavior: string, scores: unknown[]][] = [
  ["slow", SCORES],
  ["best_only", [null, 1, null]],
  ["some_wrong", SCORES],
  ["one_no_number", [0, null, 0.25]],
  ["doubled", SCORES],
  ["logits", [expect.closeTo(0.0025, 4), expect.closeTo(0.9975, 4), expect.closeTo(0.0474, 4)]],
]

test.each(
  SERVICES.flatMap(([name, start]) =>
    USABLE.map(([behavior, scores]) => ({ name, behavior, start, scores })),
  ),
)(
  "$name answering $behavior keeps the valid scores of the offered texts",
  async ({ start, behavior, scores }) => {
    const { reranker } = await start(behavior)
    expect(await reranker.rerank(QUERY, TEXTS, 2_000)).toEqual({ kind: "ok", scores, usage: billed })
  },
)

const FAILURES: [behavior: string, failure: string, usage: unknown][] = [
  ["capacity", "retry_now", null],
  ["quota", "stop_today", null],
  ["broken", "retry_later", null],
  ["too_large", "bad_reply", null],
  ["unauthorized", "retry_later", null],
  ["no_model", "retry_later", null],
  ["error_in_200", "retry_now", null],
  ["html", "retry_later", estimated],
  ["empty_body", "retry_later", estimated],
  ["half_body", "retry_later", estimated],
  ["no_list", "retry_later", estimated],
  ["no_rows", "bad_reply", billed],
  ["wrong_ids", "bad_reply", billed],
  ["no_numbers", "bad_reply", billed],
]

test.each(
  SERVICES.flatMap(([name, start]) =>
    FAILURES.map(([behavior, failure, usage]) => ({ name, behavior, start, failure, usage })),
  ),
)("$name answering $behavior returns $failure", async ({ start, behavior, failure, usage }) => {
  const service = await start(behavior)
  const reply = await service.reranker.rerank(QUERY, TEXTS, 2_000)
  expect(reply).toEqual({ kind: "failed", failure, detail: expect.stringMatching(/./), usage })
  expect(JSON.stringify(reply)).not.toContain("secret-key")
  expect(service.asked).toHaveLength(1)
})

test.each(SERVICES)(
  "%s that never answers times out at the deadline and may have been billed",
  async (_name, start) => {
    const { reranker } = await start("hang")
    const started = Date.now()
    const reply = await reranker.rerank(QUERY, TEXTS, 60)
    expect(reply).toEqual({
      kind: "failed",
      failure: "retry_now",
      detail: "no reply within 60 ms",
      usage: estimated,
    })
    expect(Date.now() - started).toBeLessThan(500)
  },
)

test.each(
  SERVICES.flatMap(([name, start]) => [
    { name, start, behavior: "hang", restMs: 5_000 },
    { name, start, behavior: "broken", restMs: 15_000 },
    { name, start, behavior: "quota", restMs: 60_000 },
    { name, start, behavior: "no_rows", restMs: 0 },
    { name, start, behavior: "capacity", restMs: 0 },
  ]),
)(
  "$name answering $behavior is not called again for $restMs ms, so people wait for it once",
  async ({ start, behavior, restMs }) => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 })
    const service = await start(behavior, "good")
    await service.reranker.rerank(QUERY, TEXTS, 50)
    vi.setSystemTime(1_000_000 + Math.max(0, restMs - 1))
    const meanwhile = await service.reranker.rerank(QUERY, TEXTS, 2_000)
    expect(meanwhile.kind).toBe(restMs > 0 ? "failed" : "ok")
    vi.setSystemTime(1_000_000 + restMs)
    expect(await service.reranker.rerank(QUERY, TEXTS, 2_000)).toMatchObject({ kind: "ok" })
    expect(service.asked).toHaveLength(restMs > 0 ? 2 : 3)
  },
)

test.each(SERVICES)("%s never receives a blank text or an empty question", async (_name, start) => {
  const service = await start("good")
  const reply = await service.reranker.rerank(QUERY, ["", TEXTS[1] ?? "", " \n"], 2_000)
  expect(reply).toMatchObject({ kind: "ok", scores: [null, 1, null] })
  expect(service.asked[0]?.texts).toEqual([TEXTS[1]])
  for (const [query, texts] of [
    ["  ", TEXTS],
    [QUERY, []],
    [QUERY, ["", ""]],
  ] as const) {
    const nothing = await service.reranker.rerank(query, texts, 2_000)
    expect(nothing).toEqual({ kind: "ok", scores: texts.map(() => null), usage: null })
  }
  expect(service.asked).toHaveLength(1)
})

test.each(SERVICES)("%s receives at most what a 512-token window holds", async (_name, start) => {
  const service = await start("good")
  await service.reranker.rerank("where ".repeat(500), ["word ".repeat(2_000), "猫".repeat(2_000)], 2_000)
  const [sent] = service.asked
  expect(sent?.query.length).toBeGreaterThan(300)
  expect(sent?.query.length).toBeLessThanOrEqual(360)
  expect(sent?.texts.map((text) => text.length)).toEqual([1_139, 380])
})

test("no answer causes a throw, and every score is from 0 to 1 at its text's position", async () => {
  const row = fc.record(
    { id: fc.jsonValue(), index: fc.nat(4), score: fc.double(), relevance_score: fc.jsonValue() },
    { requiredKeys: [] },
  )
  const rows = fc.oneof(fc.jsonValue(), fc.array(row))
  const body = fc.oneof(
    fc.anything(),
    fc.record(
      { response: rows, results: rows, error: fc.jsonValue(), usage: fc.jsonValue() },
      { requiredKeys: [] },
    ),
  )
  const kinds = new Set<string>()
  const property = fc.asyncProperty(body, fc.boolean(), async (answer, throws) => {
    const run = async () => {
      if (throws) throw answer
      return answer
    }
    const reply = await workersAiReranker({ run } as unknown as Ai, MODEL).rerank(QUERY, TEXTS, 2_000)
    kinds.add(reply.kind)
    if (reply.kind === "failed") expect(reply.detail).not.toBe("")
    else {
      expect(reply.scores).toHaveLength(3)
      expect(reply.scores.every((score) => score === null || (score >= 0 && score <= 1))).toBe(true)
    }
  })
  await fc.assert(property, { numRuns: propertyRuns(500) })
  expect(kinds).toEqual(new Set(["ok", "failed"]))
})
