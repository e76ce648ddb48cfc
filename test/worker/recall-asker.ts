/** Sends recalls through a fresh isolate with scripted models, and counts the database's round trips. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect } from "vitest"
import { app } from "../../src/http/app.ts"
import type { RecallBody } from "./http.ts"
import { equipIndex, type IndexSetup, indexOf } from "./indexing.ts"
import { MINUTE, pass } from "./live.ts"
import { watchedDatabase } from "./stand-ins.ts"
import type { VectorizeStandIn } from "./vectorize.ts"

export type Ask = { query: string } & Record<string, unknown>

export interface Isolate {
  /** Sends a recall and waits for its background work. */
  ask(guild: string, ask: Ask): Promise<RecallBody>
  /** Sends a recall; background work continues after the answer. */
  begin(guild: string, ask: Ask): Promise<{ answer: RecallBody; done: () => Promise<void> }>
  /**
   * Database calls completed before the last answer: the longest chain of sequential calls, and the total.
   */
  trips: { sequential: number; calls: number }
}

/** Simulates an isolate that has seen no guild yet. */
export function isolate(bound: Partial<Env> = {}): Isolate {
  const trips = { sequential: 0, calls: 0 }
  let finished = 0
  const DB = watchedDatabase(env.DB, async (call) => {
    const depth = finished + 1
    const result = await call()
    finished = Math.max(finished, depth)
    trips.calls += 1
    trips.sequential = finished
    return result
  })
  const bindings = { ...env, ...bound, DB }
  const begin = async (guild: string, ask: Ask) => {
    finished = 0
    const ctx = createExecutionContext()
    const request = new Request(`https://keepsake.test/v1/guilds/${guild}/recall`, {
      method: "POST",
      headers: { authorization: "Bearer dev", "content-type": "application/json" },
      body: JSON.stringify(ask),
    })
    Object.assign(trips, { sequential: 0, calls: 0 })
    const response = await app.fetch(request, bindings, ctx)
    const answer = await response.json<RecallBody>()
    expect(response.status, JSON.stringify(answer)).toBe(200)
    const taken = { ...trips }
    const done = async () => {
      await waitOnExecutionContext(ctx)
      Object.assign(trips, taken)
    }
    return { answer, done }
  }
  const ask = async (guild: string, question: Ask) => {
    const { answer, done } = await begin(guild, question)
    await done()
    return answer
  }
  return { ask, begin, trips }
}

/** Returns the texts of an answer's items, best first. */
export function texts(answer: RecallBody, kind?: string): string[] {
  return answer.items.filter((item) => kind === undefined || item.kind === kind).map((item) => item.text)
}

/** Groups of synonyms. Any other word means only itself to the model, faintly. */
const MEANINGS = [
  ["canine", "beagle"],
  ["automobile", "convertible"],
  ["ocean", "sailing"],
  ["beverage", "tea"],
]
export const DIMENSIONS = 64

function meaningOf(text: string, knows: (word: string) => boolean): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0)
  for (const word of (text.toLowerCase().match(/[a-z]+/g) ?? []).filter(knows)) {
    const meaning = MEANINGS.findIndex((words) => words.includes(word))
    const other = [...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 60, 7) + 4
    const at = meaning === -1 ? other : meaning
    vector[at] = (vector[at] ?? 0) + (meaning === -1 ? 0.1 : 1)
  }
  return vector.some((value) => value !== 0) ? vector : vector.fill(1)
}

export interface FakeModels {
  ai: Ai
  /** Requests to each model, in order. */
  asked: { embed: string[][]; rerank: string[][]; chat: string[] }
  /** Called before each embedding; throw to fail, wait to be slow. */
  embeds: (texts: string[]) => void | Promise<void>
  /** Returns the score of each text. */
  reranks: (texts: string[]) => number[] | Promise<number[]>
  says: (prompt: string) => unknown
  /** Returns false for a word that means nothing to the embedding model, not even itself. */
  knows: (word: string) => boolean
}

/** Fakes all Workers AI models. Embedding costs 10 tokens per text, reranking 50 per call, chat 120. */
export function fakeModels(): FakeModels {
  const made: FakeModels = {
    ai: {} as Ai,
    asked: { embed: [], rerank: [], chat: [] },
    embeds: () => undefined,
    reranks: (texts) => texts.map(() => 0.5),
    says: () => ({}),
    knows: () => true,
  }
  // Only `run` of the binding is ever called.
  made.ai = { run: (_model: string, input: Input) => thinks(made, input) } as unknown as Ai
  return made
}

interface Input {
  text?: string[]
  contexts?: { text: string }[]
  messages?: { content: string }[]
}

async function thinks(fakeModels: FakeModels, { text, contexts, messages }: Input): Promise<unknown> {
  if (text) {
    fakeModels.asked.embed.push(text)
    await fakeModels.embeds(text)
    return {
      data: text.map((one) => meaningOf(one, fakeModels.knows)),
      usage: { prompt_tokens: text.length * 10 },
    }
  }
  if (contexts) {
    const words = contexts.map((context) => context.text)
    fakeModels.asked.rerank.push(words)
    const scores = await fakeModels.reranks(words)
    const usage = { prompt_tokens: 50, completion_tokens: 0, total_tokens: 50 }
    return { response: scores.map((score, id) => ({ id, score })), usage }
  }
  const prompt = messages?.at(-1)?.content ?? ""
  fakeModels.asked.chat.push(prompt)
  return { response: await fakeModels.says(prompt), usage: { prompt_tokens: 100, completion_tokens: 20 } }
}

/** Embeds everything in a guild, in its own index or in Vectorize. */
export async function embedAll(
  guild: string,
  { ai }: FakeModels,
  vectorize?: VectorizeStandIn,
): Promise<void> {
  const model: IndexSetup["model"] = { ai, calls: [], refuse: () => undefined }
  const index = indexOf(guild)
  await equipIndex(index, vectorize ? { model, vectorize } : { model })
  await index.wake(guild)
  await pass(index, Date.now() + MINUTE)
  vectorize?.process()
}

/** Sums a guild's tokens by purpose. */
export async function spent(guild: string): Promise<Record<string, number>> {
  const { results } = await env.DB.prepare(
    "SELECT purpose, sum(input_tokens) AS tokens FROM usage WHERE guild_id = ? GROUP BY purpose",
  )
    .bind(guild)
    .all<{ purpose: string; tokens: number }>()
  return Object.fromEntries(results.map(({ purpose, tokens }) => [purpose, tokens]))
}
