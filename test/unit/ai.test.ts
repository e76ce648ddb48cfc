/**
 * Pure parts of `src/ai`: classifying failures, finding JSON in a reply, the schema that is sent, and the
 * cost of a call.
 */

import fc from "fast-check"
import { expect, test } from "vitest"
import { z } from "zod"
import { looseSchema, strictSchema, withoutNulls } from "../../src/ai/chat/strict-schema.ts"
import { findJson, retryDelayMs } from "../../src/ai/chat/structured.ts"
import { costUsd, pricedReply } from "../../src/ai/cost.ts"
import { classifyFailure, retryAfterMs, describeFailure as worded } from "../../src/ai/failures.ts"
import { readSettings } from "../../src/settings.ts"

const TROUBLES: [status: number | null, text: string, meaning: string][] = [
  [null, "3036: You have used up your daily free allocation of 10,000 neurons.", "stop_today"],
  [null, "AiError: 4006: you have used up your daily free allocation", "stop_today"],
  [429, "AiError: you have used up your daily free allocation", "stop_today"],
  [null, "3040: No more data centers to forward the request to", "retry_now"],
  [null, "InferenceUpstreamError: 3040: out of capacity", "retry_now"],
  [null, "3007: Request timeout", "retry_now"],
  [null, "3006: Request is too large", "bad_reply"],
  [null, "JSON Mode couldn't be met", "bad_reply"],
  [null, "5024: JSON Model couldn't be met", "bad_reply"],
  [null, "3040: JSON Mode couldn't be met", "bad_reply"],
  [null, "5007: No such model", "retry_later"],
  [null, "Network connection lost.", "retry_later"],
  [429, '{"error":{"code":"insufficient_quota","message":"You exceeded your current quota"}}', "stop_today"],
  [429, "Rate limit reached on tokens per day (TPD)", "stop_today"],
  [429, "Rate limit reached on tokens per minute (TPM)", "retry_now"],
  [429, '{"errors":[{"code":3036,"message":"Account limited"}]}', "stop_today"],
  [429, "", "retry_now"],
  [402, "Insufficient Balance", "stop_today"],
  [408, "", "retry_now"],
  [413, "", "bad_reply"],
  [400, "This model's maximum context length is 8192 tokens", "bad_reply"],
  [400, "content_filter", "bad_reply"],
  [400, "Invalid value: 'mood per day'", "retry_later"],
  [401, "", "retry_later"],
  [403, "", "retry_later"],
  [404, "", "retry_later"],
  [500, "", "retry_later"],
  [502, "<html>bad gateway</html>", "retry_later"],
  [503, "Loading model", "retry_now"],
  [503, "", "retry_later"],
  [504, "", "retry_now"],
  [418, "I'm a teapot", "retry_later"],
]

test.each(TROUBLES)("HTTP %s saying %j means %s", (status, text, meaning) => {
  expect(classifyFailure({ status, text })).toBe(meaning)
})

test("a failure detail is one short line, whatever the service says", () => {
  fc.assert(
    fc.property(
      fc.option(fc.integer({ min: 100, max: 599 })),
      fc.string({ maxLength: 2000 }),
      (status, text) => {
        const line = worded({ status, text: `${text}\n\u0000` })
        expect(line.length).toBeGreaterThan(0)
        expect(line.length).toBeLessThanOrEqual(300)
        expect(line).not.toMatch(/\p{Cc}/u)
      },
    ),
  )
})

test("Retry-After accepts seconds or a date, and nonsense means no delay", () => {
  const now = Date.parse("2026-11-21T10:00:00Z")
  expect(retryAfterMs("2", now)).toBe(2000)
  expect(retryAfterMs("Sat, 21 Nov 2026 10:00:30 GMT", now)).toBe(30_000)
  for (const header of [null, "", "soon", "-5", "Sat, 21 Nov 2020 10:00:30 GMT", "1e999"])
    expect(retryAfterMs(header, now)).toBe(0)
})

test("delays grow, and jitter stays within half of each", () => {
  expect([retryDelayMs(0, 0), retryDelayMs(0, 1), retryDelayMs(1, 0), retryDelayMs(1, 1)]).toEqual([
    250, 750, 750, 2250,
  ])
})

const REPLIES: [reply: string, found: unknown][] = [
  ['{"a":1}', { kind: "json", value: { a: 1 } }],
  ['```json\n{"a":1}\n```', { kind: "json", value: { a: 1 } }],
  ['Here [as asked] is {the} JSON: {"a":"}{"} and more', { kind: "json", value: { a: "}{" } }],
  ['<think>maybe {"a":2}?</think>{"a":1}', { kind: "json", value: { a: 1 } }],
  ['{"a":"</think>"}', { kind: "json", value: { a: "</think>" } }],
  ['{"a":"quote \\" and brace }"} tail', { kind: "json", value: { a: 'quote " and brace }' } }],
  ['[{"a":1}] done', { kind: "json", value: [{ a: 1 }] }],
  ['{"claims":[{"a":1},{"a":', { kind: "cut_short" }],
  ['{"a":"never closed', { kind: "cut_short" }],
  ["{not json}", { kind: "none" }],
  ["no brackets at all", { kind: "none" }],
  ["42", { kind: "none" }],
  ["", { kind: "none" }],
]

test.each(REPLIES)("a search for JSON in %j finds %j", (reply, found) => {
  expect(findJson(reply)).toMatchObject(found as object)
})

test("an object among words without brackets is found whole", () => {
  const words = fc.string().filter((text) => !/[{[\]}]|think/.test(text))
  fc.assert(
    fc.property(words, fc.dictionary(fc.string(), fc.jsonValue()), words, (before, value, after) => {
      const text = JSON.stringify(value)
      expect(findJson(`${before} ${text} ${after}`)).toEqual({ kind: "json", value: JSON.parse(text) })
    }),
  )
})

test("a truncated reply never passes for a complete one", () => {
  const text = JSON.stringify({
    note: { title: "a", list: [1, { b: "}" }] },
    claims: [{ fact: "x" }, { fact: "y" }],
  })
  for (let end = 0; end < text.length; end++) expect(findJson(text.slice(0, end)).kind).not.toBe("json")
})

const Shape = z.object({
  title: z.string().min(1).max(80),
  mood: z.string().optional(),
  kind: z.enum(["a", "b"]).optional(),
  target: z.string().nullable(),
  items: z.array(z.object({ n: z.number().int().min(1), tag: z.literal("x").optional() })).max(3),
  inner: z.object({ deep: z.boolean().optional() }).nullable(),
  choice: z.discriminatedUnion("k", [
    z.object({ k: z.literal("a") }),
    z.object({ k: z.literal("b"), v: z.number() }),
  ]),
})

test("the strict schema requires every property, closes every object and uses only plain keywords", () => {
  const allowed = new Set([
    "type",
    "enum",
    "description",
    "anyOf",
    "items",
    "properties",
    "required",
    "additionalProperties",
  ])
  const visit = (node: Record<string, unknown>) => {
    for (const key of Object.keys(node)) expect(allowed).toContain(key)
    const properties = { ...(node.properties as Record<string, Record<string, unknown>> | undefined) }
    if (node.type === "object") {
      expect(node.required).toEqual(Object.keys(properties))
      expect(node.additionalProperties).toBe(false)
    }
    const inner = [
      ...Object.values(properties),
      ...((node.anyOf as Record<string, unknown>[] | undefined) ?? []),
    ]
    if (node.items) inner.push(node.items as Record<string, unknown>)
    for (const child of inner) visit(child)
  }
  visit(strictSchema(Shape))
})

test("bounds are described in words, and optional properties become nullable", () => {
  expect(strictSchema(Shape).properties).toMatchObject({
    title: { type: "string", description: "at least 1 characters, at most 80 characters" },
    mood: { type: ["string", "null"] },
    kind: { anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "null" }] },
    target: { type: ["string", "null"] },
    items: {
      description: "at most 3 items",
      items: { properties: { n: { type: "integer", description: "at least 1" } } },
    },
  })
})

test("null for an omitted value is dropped, and a meaningful null is kept", () => {
  const reply = {
    title: "t",
    mood: null,
    kind: null,
    target: null,
    items: [{ n: 1, tag: null }],
    inner: { deep: null },
    choice: { k: "a" },
  }
  const mended = withoutNulls(reply, looseSchema(Shape))
  expect(Shape.parse(mended)).toEqual({
    title: "t",
    target: null,
    items: [{ n: 1 }],
    inner: {},
    choice: { k: "a" },
  })
})

test("a call costs the price of its tokens, and an unknown model has no guessed price", () => {
  const usage = {
    purpose: "extraction",
    model: "@cf/openai/gpt-oss-120b",
    inputTokens: 1_000_000,
    outputTokens: 2_000_000,
  }
  // 31,818 + 2 · 68,182 neurons.
  expect(costUsd(usage)).toBeCloseTo(168_182 * 0.000_011, 12)
  const glm = { ...usage, model: "@cf/zai-org/glm-4.7-flash", outputTokens: 0 }
  expect(costUsd(glm)).toBeCloseTo(0.0605, 12)
  expect(costUsd({ ...usage, model: "llama3" })).toBeNull()
  expect(costUsd({ ...usage, model: "constructor" })).toBeNull()
})

test("a deployment's own prices override the published ones and leave other models alone", () => {
  const usage = { purpose: "answer", model: "qwen3:8b", inputTokens: 2_000_000, outputTokens: 1_000_000 }
  const prices = { "qwen3:8b": { input: 0.1, output: 0.4 }, "@cf/baai/bge-m3": { input: 7, output: 0 } }
  const paid = (of: typeof usage) => pricedReply({ usage: of }, prices).usage
  expect(costUsd(paid(usage))).toBeCloseTo(0.6, 12)
  expect(costUsd(paid({ ...usage, model: "@cf/baai/bge-m3" }))).toBeCloseTo(14, 12)
  expect(costUsd(paid({ ...usage, model: "@cf/baai/bge-reranker-base" }))).toBeCloseTo(566 * 0.000_011, 12)
  expect(costUsd(paid({ ...usage, model: "constructor" }))).toBeNull()
  expect(pricedReply({ usage: null }, prices)).toEqual({ usage: null })
})

/** Builds variables with these prices. The code reads nothing else of the environment. */
const variables = (AI_PRICES: string) => readSettings({ AI_PRICES } as unknown as Env)

test("prices are JSON, and a missing output price means 0", () => {
  expect(variables('{"m": {"input": 0.1}}').AI_PRICES).toEqual({ m: { input: 0.1, output: 0 } })
  expect(variables("").AI_PRICES).toBeUndefined()
})

test.each(["{", "[]", "1", '{"m": 1}', '{"m": {"input": -1}}', '{"m": {"input": 1, "in": 1}}'])(
  "prices of %s are refused with the variable's name",
  (text) => {
    expect(() => variables(text)).toThrow(/invalid variables: [\s\S]*AI_PRICES/)
  },
)
