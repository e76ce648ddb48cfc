/** Replies of weak models: what is plainly meant is understood, and the model is asked again only if nothing is. */
import { expect, test } from "vitest"
import { structured } from "../../src/ai/chat/structured.ts"
import type { ChatModel } from "../../src/ai/chat.ts"
import { ExtractionReplySchema } from "../../src/extraction/reply.ts"
import { salvageReply } from "../../src/extraction/salvage.ts"

const CLAIM = { about: "P1", fact: "Kai lives in Oslo", type: "profile", lines: [1] }

/** Builds a model that gives these texts one after the other, and counts its calls. */
function replying(...texts: string[]): ChatModel & { calls: number } {
  const usage = { purpose: "extraction", model: "m", inputTokens: 1, outputTokens: 1 }
  const model = {
    calls: 0,
    model: () => "m",
    complete: async () => ({ kind: "ok" as const, text: texts[model.calls++] ?? "", usage }),
  }
  return model
}

async function read(...replies: string[]) {
  const chat = replying(...replies)
  const answer = await structured(chat, {
    purpose: "extraction",
    tier: "fast" as const,
    system: "",
    user: "",
    schemaName: "extraction",
    schema: ExtractionReplySchema,
    salvage: salvageReply,
    maxTokens: 100,
    timeoutMs: 1_000,
  })
  return { calls: chat.calls, reply: answer.kind === "ok" ? answer.value : null }
}

const claimed = async (claim: object) =>
  (await read(JSON.stringify({ title: "", summary: "", claims: [claim], people: [] }))).reply?.claims[0]

test("a claim with its main fields only gets defaults for the rest", async () => {
  expect(await claimed(CLAIM)).toEqual({
    ...CLAIM,
    op: "save",
    memory: null,
    section: null,
    topics: [],
    when: null,
    until: null,
    confidence: 0.8,
    more: "",
  })
})

test.each<[object, object]>([
  [{ lines: ["[1]", "L2", "4-6"] }, { lines: [1, 2, 4, 5, 6] }],
  [{ lines: "1, 3" }, { lines: [1, 3] }],
  [{ lines: 2 }, { lines: [2] }],
  [{ lines: null }, { lines: [] }],
  [{ confidence: "high" }, { confidence: 0.9 }],
  [{ confidence: "0.7" }, { confidence: 0.7 }],
  [{ confidence: 90 }, { confidence: 0.9 }],
  [{ confidence: null }, { confidence: 0.8 }],
  [{ type: "fact" }, { type: "episode" }],
  [{ type: " Preference " }, { type: "preference" }],
  [{ topics: "boats, sea" }, { topics: ["boats", "sea"] }],
  [{ memory: "M1" }, { op: "update", memory: "M1" }],
  [{ more: { op: "forget", memory: "M2", lifetime: "3d" } }, { op: "forget", memory: "M2" }],
  [{ importance: "high", lifetime: "7d" }, { more: "high 7d" }],
])("a claim with %j becomes one with %j", async (given, expected) => {
  expect(await claimed({ ...CLAIM, ...given })).toMatchObject(expected)
})

test("invalid claims are dropped without another call as long as one is valid", async () => {
  const reply = { title: "Boats", claims: [{ about: "P1" }, CLAIM, "Kai sails", null] }
  const { calls, reply: read1 } = await read(JSON.stringify(reply))
  expect([calls, read1?.claims.length, read1?.title, read1?.people]).toEqual([1, 1, "Boats", []])
})

test("a list of claims alone is a reply", async () => {
  expect((await read(JSON.stringify([CLAIM]))).reply?.claims).toHaveLength(1)
})

test("a reply that breaks off keeps its complete claims, and no part of the broken one", async () => {
  const text = JSON.stringify({
    title: "T",
    summary: "S",
    claims: [CLAIM, { ...CLAIM, fact: "Kai sails" }],
    people: [],
  })
  const { calls, reply } = await read(text.slice(0, text.indexOf("sails")))
  expect([calls, reply?.claims.map(({ fact }) => fact)]).toEqual([1, ["Kai lives in Oslo"]])
})

test.each([
  ["no valid claim among some", JSON.stringify({ title: "T", claims: [{ about: "P1" }] })],
  ["claims that are no list", JSON.stringify({ title: "T", claims: "none" })],
  ["a break before the first complete claim", '{"title":"T","claims":[{"about":"P1","fact":"Kai li'],
  ["a plain text", "I cannot do that."],
])("%s is asked for again", async (_, text) => {
  const good = JSON.stringify({ title: "T", summary: "", claims: [CLAIM], people: [] })
  const { calls, reply } = await read(text, good)
  expect([calls, reply?.claims.length]).toEqual([2, 1])
})
