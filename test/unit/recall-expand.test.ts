/** A model expands a question in time or not at all, and a repeated question costs once. */
import { expect, test, vi } from "vitest"
import type { ChatModel, ChatReply, ChatRequest } from "../../src/ai/chat.ts"
import { expandQuestion, LruCache } from "../../src/recall/find/expand.ts"
import type { ExpandReply, Expansion } from "../../src/recall/find/expansion.ts"

const QUESTION = "What pet did Ana's brother get last spring?"
const TODAY = "2026-11-22"
const reply = (given: Partial<ExpandReply> = {}): ExpandReply => ({
  terms: [],
  people: [],
  from: null,
  to: null,
  rewritten: null,
  ...given,
})

const usage = { purpose: "expand", model: "m", inputTokens: 300, outputTokens: 40 }
const saying = (value: unknown): ChatReply => ({ kind: "ok", text: JSON.stringify(value), usage })

/** Builds a model that gives these replies in turn. The last one repeats. */
function modelOf(...replies: ((request: ChatRequest) => Promise<ChatReply>)[]) {
  const requests: ChatRequest[] = []
  const chat: ChatModel = {
    model: () => "m",
    complete(request) {
      requests.push(request)
      const answer = replies[Math.min(requests.length, replies.length) - 1]
      return answer ? answer(request) : Promise.reject(new Error("no answer was given"))
    },
  }
  return { chat, requests }
}

const ask = { question: QUESTION, today: TODAY, timeoutMs: 1_500 }
const fresh = () => new LruCache<Expansion>(10)

test("an expansion is one fast call, and the same question on the same day costs nothing more", async () => {
  const { chat, requests } = modelOf(async () => saying(reply({ terms: ["dog"] })))
  const remembered = fresh()
  const first = await expandQuestion(chat, ask, remembered)
  expect(first).toMatchObject({ expansion: { terms: ["dog"] }, degraded: null, usage: [usage] })
  expect(requests[0]).toMatchObject({ purpose: "expand", tier: "fast", maxTokens: 300 })
  expect(requests[0]?.timeoutMs).toBeGreaterThan(1_000)
  expect(requests[0]?.timeoutMs).toBeLessThanOrEqual(1_500)
  const second = await expandQuestion(chat, ask, remembered)
  expect(second).toEqual({ ...first, usage: [] })
  expect(requests).toHaveLength(1)
  await expandQuestion(chat, { ...ask, today: "2026-11-23" }, remembered)
  expect(requests).toHaveLength(2)
})

test("recall goes on without a slow model and does not call it for five seconds", async () => {
  const warned = vi.spyOn(console, "warn").mockReturnValue()
  const { chat, requests } = modelOf(
    async ({ timeoutMs }) => {
      await new Promise((resolve) => setTimeout(resolve, timeoutMs))
      return { kind: "failed", failure: "retry_now", detail: "no reply", usage }
    },
    async () => saying(reply({ terms: ["dog"] })),
  )
  const remembered = fresh()
  const started = Date.now()
  const late = await expandQuestion(chat, { ...ask, timeoutMs: 250 }, remembered)
  expect(Date.now() - started).toBeLessThan(1_000)
  expect(late).toEqual({ expansion: null, degraded: "expansion", usage: [usage] })
  expect(requests).toHaveLength(1)
  expect(remembered.size).toBe(0)
  const meanwhile = await expandQuestion(chat, { ...ask, question: "And what cat?" }, remembered)
  expect(meanwhile).toEqual({ expansion: null, degraded: "expansion", usage: [] })
  expect(requests).toHaveLength(1)
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5_000 })
  expect(await expandQuestion(chat, ask, remembered)).toMatchObject({ expansion: { terms: ["dog"] } })
  vi.useRealTimers()
  warned.mockRestore()
})

test("an invalid reply is repaired once if time permits, and both calls are counted", async () => {
  const { chat } = modelOf(
    async () => saying({ words: [] }),
    async () => saying(reply({ terms: ["dog"] })),
  )
  expect(await expandQuestion(chat, ask, fresh())).toMatchObject({
    expansion: { terms: ["dog"] },
    degraded: null,
    usage: [usage, usage],
  })
})

test("no model is called without one or for a question without words, and nothing is degraded", async () => {
  const nothing = { expansion: null, degraded: null, usage: [] }
  const { chat, requests } = modelOf(async () => saying(reply()))
  expect(await expandQuestion(null, ask, fresh())).toEqual(nothing)
  expect(await expandQuestion(chat, { ...ask, question: "?! …" }, fresh())).toEqual(nothing)
  expect(requests).toEqual([])
})

test("the least recently used entry is evicted first", () => {
  const recent = new LruCache<number>(2)
  recent.set("a", 1)
  recent.set("b", 2)
  expect(recent.get("a")).toBe(1)
  recent.set("c", 3)
  expect([recent.get("a"), recent.get("b"), recent.get("c"), recent.size]).toEqual([1, undefined, 3, 2])
})
