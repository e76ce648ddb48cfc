/** Reranking reorders results, loses and repeats none, and keeps the old order if it fails. */
import fc from "fast-check"
import { expect, test, vi } from "vitest"
import type { Reranker, RerankReply } from "../../src/ai/rerank/rerank-call.ts"
import { applyRerankScores, RERANK_LIMIT, rerankItems } from "../../src/recall/rank/rerank.ts"

const item = (key: string, score: number) => ({ key, text: `about ${key}`, score })
const keys = (items: readonly { key: string }[]) => items.map(({ key }) => key).join("")

test("a result that the reranker prefers moves up by the reranker's share", () => {
  const items = [item("a", 1), item("b", 0.9), item("c", 0.2)]
  expect(keys(applyRerankScores(items, [0.1, 0.9, 0.95]))).toBe("bca")
  expect(keys(applyRerankScores(items, [0.5, 0.5, 0.5]))).toBe("abc")
  // 0.4 · 1 from the old order outweighs 0.6 · 0.5 from the new one.
  expect(keys(applyRerankScores(items, [0.4, 0.4, 0.9]))).toBe("abc")
})

test("the new score is the documented mean, between the old minimum and maximum", () => {
  const [first, second] = applyRerankScores([item("a", 0.8), item("b", 0.3)], [0, 1])
  expect(first).toEqual({ ...item("b", 0), score: expect.closeTo(0.3 + 0.6 * 0.5, 10) })
  expect(second).toEqual({ ...item("a", 0), score: expect.closeTo(0.3 + 0.4 * 0.5, 10) })
})

test("a text without a score counts as the worst scored one", () => {
  const items = [item("a", 0.5), item("b", 0.5), item("c", 0.5)]
  expect(keys(applyRerankScores(items, [null, 0.2, 0.9]))).toBe("cab")
  expect(keys(applyRerankScores(items, [0.3, null]))).toBe("abc")
})

test("without any score nothing changes, not even a number", () => {
  const items = [item("a", 0.5), item("b", 0.4)]
  expect(applyRerankScores(items, [null, null])).toEqual(items)
  expect(applyRerankScores(items, [])).toEqual(items)
  expect(applyRerankScores([], [])).toEqual([])
})

test("items below the best 30 stay in place", () => {
  const items = Array.from({ length: 33 }, (_, index) =>
    item(String.fromCharCode(65 + index), 1 - index / 100),
  )
  const after = applyRerankScores(
    items,
    items.map((_, index) => index / 33),
  )
  expect(after.slice(RERANK_LIMIT)).toEqual(items.slice(RERANK_LIMIT))
  expect(keys(after)).not.toBe(keys(items))
})

const anyItems = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 45 })
  .map((scores) => [...scores].sort((a, b) => b - a).map((score, index) => item(String(index), score)))
const anyScores = fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 45 })

test("no item is lost or repeated, the best 30 remain the best 30, and scores fall", () => {
  fc.assert(
    fc.property(anyItems, anyScores, (items, scores) => {
      const after = applyRerankScores(items, scores)
      const of = (some: readonly { key: string }[]) => some.map(({ key }) => key).sort()
      expect(of(after.slice(0, RERANK_LIMIT))).toEqual(of(items.slice(0, RERANK_LIMIT)))
      expect(after.slice(RERANK_LIMIT)).toEqual(items.slice(RERANK_LIMIT))
      const falls = after.every((one, index) => one.score <= (after[index - 1]?.score ?? 1) + 1e-12)
      expect(falls).toBe(true)
    }),
  )
})

test("equal scores keep the order", () => {
  fc.assert(
    fc.property(anyItems, fc.double({ min: 0, max: 1, noNaN: true }), (items, score) => {
      expect(
        keys(
          applyRerankScores(
            items,
            items.map(() => score),
          ),
        ),
      ).toBe(keys(items))
    }),
  )
})

const usage = { purpose: "rerank", model: "m", inputTokens: 9, outputTokens: 0 }

function answering(reply: RerankReply) {
  const calls: [query: string, texts: readonly string[], timeoutMs: number][] = []
  const rerank: Reranker["rerank"] = async (...call) => {
    calls.push(call)
    return reply
  }
  return { reranker: { model: "m", rerank }, calls }
}

test("the reranker gets the question and the best 30 texts once, and its usage is reported", async () => {
  const { reranker, calls } = answering({ kind: "ok", scores: [0, 1], usage })
  const items = Array.from({ length: 40 }, (_, index) => item(String(index), 1 - index / 100))
  const got = await rerankItems(reranker, { question: "who sails?", items })
  expect(got).toMatchObject({ degraded: null, usage: [usage] })
  expect(got.items[0]?.key).toBe("1")
  expect(calls).toEqual([["who sails?", items.slice(0, 30).map(({ text }) => text), 1_000]])
})

test("a failed reranker leaves the old order and is reported with its usage", async () => {
  const warned = vi.spyOn(console, "warn").mockReturnValue()
  const { reranker } = answering({ kind: "failed", failure: "retry_now", detail: "late", usage })
  const items = [item("a", 1), item("b", 0.5)]
  const got = await rerankItems(reranker, { question: "who?", items })
  expect(got).toEqual({ items, degraded: "reranker", usage: [usage] })
  expect(warned).toHaveBeenCalledWith(expect.objectContaining({ source: "reranker", detail: "late" }))
  warned.mockRestore()
})

test("without a reranker or a second item nothing is called and nothing is degraded", async () => {
  const { reranker, calls } = answering({ kind: "ok", scores: [1], usage })
  const items = [item("a", 1), item("b", 0.5)]
  expect(await rerankItems(null, { question: "who?", items })).toEqual({ items, degraded: null, usage: [] })
  const one = { question: "who?", items: [item("a", 1)] }
  expect(await rerankItems(reranker, one)).toEqual({ items: one.items, degraded: null, usage: [] })
  expect(calls).toEqual([])
})
