/**
 * The EmbeddingModel contract, run against both implementations: Workers AI over a fake binding that behaves
 * like the platform, and an OpenAI-compatible server that answers through `fetch`.
 */

import { expect, test } from "vitest"
import type { EmbeddingModel, EmbedReply } from "../../src/ai/embedding/embedding.ts"
import { openAiEmbedding, workersEmbedding } from "../../src/ai/embedding/embedding-model.ts"

const MODEL = "@cf/baai/bge-m3"
const TEXTS = ["hiking", "chess", "sailing"]
/** Returns a vector derived from the text alone, so tests can check the order. */
const vectorOf = (text: string) => [text.length, text.charCodeAt(0), 1]

interface Service {
  embedding: EmbeddingModel
  /** The texts of each call. */
  sent: string[][]
}
/** A service that returns these vectors for texts, throws, or never answers. */
type Gives = (texts: string[]) => unknown[] | Promise<unknown[]>

const good: Gives = (texts) => texts.map(vectorOf)

const SERVICES: [name: string, start: (gives?: Gives) => Service][] = [
  [
    "Workers AI",
    (gives = good) => {
      const sent: string[][] = []
      const run = async (_model: string, input: { text: string[] }) => {
        sent.push(input.text)
        const data = await gives(input.text)
        return { data, shape: [data.length, 3], pooling: "cls" }
      }
      // Tests call only the binding's `run`.
      return { embedding: workersEmbedding({ run } as unknown as Ai, MODEL), sent }
    },
  ],
  [
    "an OpenAI-compatible server",
    (gives = good) => {
      const sent: string[][] = []
      const send: typeof fetch = async (_url, init) => {
        const { input } = JSON.parse(String(init?.body)) as { input: string[] }
        sent.push(input)
        const rows = await gives(input)
        const data = rows.map((embedding, index) => ({ object: "embedding", index, embedding })).reverse()
        // JSON has no infinity, but some servers write one anyway.
        return new Response(JSON.stringify({ object: "list", data }).replaceAll('"1e999"', "1e999"))
      }
      const server = { baseUrl: "http://model.invalid/v1/", apiKey: "secret-key", model: MODEL, fetch: send }
      return { embedding: openAiEmbedding(server), sent }
    },
  ],
]

test.each(SERVICES)("%s returns one vector per text, in the order of the texts", async (_name, start) => {
  const { embedding, sent } = start()
  const reply = await embedding.embed(TEXTS, 1_000)
  expect(reply).toEqual({
    kind: "ok",
    vectors: TEXTS.map((text) => Float32Array.from(vectorOf(text))),
    usage: { purpose: "embedding", model: MODEL, inputTokens: 6, outputTokens: 0 },
  })
  expect(embedding.model).toBe(MODEL)
  expect(sent).toEqual([TEXTS])
})

test.each(SERVICES)(
  "%s receives texts that are well formed and cut to the maximum length",
  async (_name, start) => {
    const { embedding, sent } = start()
    await embedding.embed([`${"x".repeat(3_999)}😀`, "\ud800 alone"], 1_000)
    expect(sent[0]?.[0]).toBe("x".repeat(3_999))
    expect(sent[0]?.[1]).toBe("\ufffd alone")
  },
)

const THROWN: [words: string, failure: Partial<EmbedReply>][] = [
  ["3040: Capacity temporarily exceeded, please try again.", { failure: "retry_now", usage: null }],
  [
    "4006: you have used up your daily free allocation of 10,000 neurons",
    { failure: "stop_today", usage: null },
  ],
  ["3006: Request is too large", { failure: "bad_reply", usage: null }],
  ["Network connection lost.", { failure: "retry_later", usage: null }],
]
test.each(
  SERVICES.flatMap(([name, start]) => THROWN.map(([words, reply]) => ({ name, start, words, reply }))),
)('$name failing with "$words" returns $reply.failure', async ({ start, words, reply }) => {
  const { embedding } = start(() => {
    throw new Error(words)
  })
  expect(await embedding.embed(TEXTS, 1_000)).toMatchObject({ kind: "failed", ...reply })
})

const BAD: [what: string, gives: Gives, failure: string][] = [
  ["too few vectors", (texts) => texts.slice(1).map(vectorOf), "retry_later"],
  ["too many vectors", (texts) => [...texts, "more"].map(vectorOf), "retry_later"],
  ["vectors of several lengths", (texts) => texts.map((text, at) => vectorOf(text).slice(at)), "retry_later"],
  ["words for vectors", (texts) => texts, "retry_later"],
  ["empty vectors", (texts) => texts.map(() => []), "retry_later"],
  ["vectors without end", (texts) => texts.map(() => new Array(9_000).fill(1)), "retry_later"],
  ["a number that is none", (texts) => texts.map(() => [1, null, 2]), "bad_reply"],
  ["a number in quotes", (texts) => texts.map(() => [1, "2", 3]), "bad_reply"],
  ["a number too large for 32 bits", (texts) => texts.map(() => [1e300, 1, 1]), "bad_reply"],
  ["a zero vector", (texts) => texts.map(() => [0, 0, 0]), "bad_reply"],
]
test.each(
  SERVICES.flatMap(([name, start]) =>
    BAD.map(([what, gives, failure]) => ({ name, start, what, gives, failure })),
  ),
)("$name giving $what is a $failure that may have been billed", async ({ start, gives, failure }) => {
  const { embedding } = start(gives)
  expect(await embedding.embed(TEXTS, 1_000)).toMatchObject({
    kind: "failed",
    failure,
    usage: { inputTokens: 6 },
  })
})

test.each(SERVICES)("%s that never answers times out at the deadline", async (_name, start) => {
  const { embedding } = start(() => new Promise(() => undefined))
  const started = Date.now()
  expect(await embedding.embed(TEXTS, 60)).toMatchObject({ kind: "failed", failure: "retry_now" })
  expect(Date.now() - started).toBeLessThan(500)
})

test.each(SERVICES)(
  "%s is never called with no texts or with more texts than it accepts",
  async (_name, start) => {
    const { embedding, sent } = start()
    await expect(embedding.embed([], 1_000)).rejects.toThrow("0 texts")
    await expect(embedding.embed(new Array(101).fill("x"), 1_000)).rejects.toThrow("101 texts")
    expect(sent).toEqual([])
  },
)
