/** The demo with a model: what it prints of one that reads well, writes nonsense, refuses, stops midway, or is not there. */
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { main } from "../../src/tools/demo.ts"
import { freePort } from "../../src/tools/local-worker.ts"
import type { ModelRequest } from "../contract/chat-answers.ts"
import { promptLines } from "../prompt-lines.ts"
import { claim, isSecondReading } from "./model-path/reader.ts"
import { type ModelServer, startModelServer } from "./model-server.ts"

/** Five conversations of the sample server: bread, a dinner, breakfast, an oven, coffee. */
const GALLEY = join(import.meta.dirname, "../fixtures/demo/galley.json")
const RUN_MS = 480_000

/** Some of what a good model says of lines of the chat. */
const FACTS: [said: string, fact: (name: string) => string][] = [
  ["I'm allergic to shellfish", (name) => `${name} must not eat shellfish.`],
  ["my sourdough starter", (name) => `${name} keeps a sourdough starter called Gerald.`],
  ["oat milk or nothing", (name) => `${name} takes oat milk only.`],
]

let model: ModelServer
beforeAll(async () => {
  model = await startModelServer({ reply: reading, ttlSeconds: 1_200 })
})
beforeEach(() => model.control({ behavior: "good" }))
afterAll(() => model?.close())

function reading(request: ModelRequest): unknown {
  const prompt = request.messages.at(-1)?.content ?? ""
  if (isSecondReading(request))
    return {
      facts: [...prompt.matchAll(/^(F\d+) /gm)].map(([, fact]) => ({ fact, why: "said so", so: true })),
    }
  const claims = promptLines(prompt).flatMap(({ line, handle, name, words }) =>
    FACTS.filter(([said]) => words.includes(said)).map(([, fact]) =>
      claim(handle, fact(name), { lines: [line] }),
    ),
  )
  return { title: "At table", summary: "They talked about food.", claims, people: [] }
}

/** Runs the demo with a model. Returns its exit code, and what it said with runs of spaces as one. */
async function demo(url: string, args = [GALLEY]) {
  let [out, err] = ["", ""]
  const env = { AI_BASE_URL: url, AI_FAST_MODEL: "loopback", AI_TIMEOUT_SECONDS: "5" }
  const code = await main(args, {
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (err += text) },
    env,
    cwd: import.meta.dirname,
  })
  const lines = out.split("\n")
  const begin = lines.findIndex((line) => line.includes("With a model"))
  const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim()
  const [byRules, withModel] =
    begin < 0 ? [out, ""] : [lines.slice(0, begin), lines.slice(begin)].map((some) => some.join("\n"))
  return { code, byRules: plain(byRules ?? ""), withModel: plain(withModel ?? ""), err: plain(err) }
}

/** The requests of conversations, without those that only ask if the model is there. */
const asked = () => model.calls().filter(({ request }) => request.messages.at(-1)?.content.includes("<chat>"))

test("what rules and model found stands side by side, with the rule's name, the calls and the tokens", {
  timeout: RUN_MS,
}, async () => {
  const before = asked().length
  const { code, byRules, withModel, err } = await demo(model.url)
  expect({ code, err }).toEqual({ code: 0, err: "" })
  const calls = asked().slice(before)
  expect(byRules).toMatch(/Oskar is allergic to shellfish rule “constraint” · #galley/)
  expect(byRules).not.toContain("oat milk only")
  expect(withModel).toContain(`the model at ${model.url} reads`)
  expect(withModel).toMatch(/The model read [45] of 5 conversations/)
  // One row, in two columns: the aside of the rule is under its fact.
  expect(withModel).toMatch(/Oskar is allergic to shellfish Oskar must not eat shellfish\. rule “constraint”/)
  expect(withModel).toMatch(/- Sam keeps a sourdough starter called Gerald\./)
  expect(withModel).toMatch(/- Bea takes oat milk only\./)
  expect(withModel).toMatch(/Felix hates cilantro - rule “taste”/)
  expect(withModel).toMatch(/Rules: \d+ memories Model: 3 memories/)
  // A call that only asks if the model is there belongs to no server.
  const tokens = calls.reduce((sum, { promptTokens }) => sum + promptTokens, 0).toLocaleString("en-US")
  expect(withModel).toContain(`It took ${calls.length} calls: ${tokens} tokens in, `)
  expect(withModel).toMatch(/Where to look next/)
  expect(withModel).not.toMatch(/AI_BASE_URL=…/)
})

test("of a model that writes nonsense the demo says so, and the rules read", {
  timeout: RUN_MS,
}, async () => {
  model.control({ behavior: "invalid_json" })
  const { code, withModel, err } = await demo(model.url)
  expect({ code, err }).toEqual({ code: 0, err: "" })
  expect(withModel).toMatch(
    /read 0 of 5 conversations; .*[45] read by rules because its replies could not be used/,
  )
  expect(withModel).toContain(
    "Try a model that is good at writing JSON after a schema: AI_FAST_MODEL names it.",
  )
  expect(withModel).toMatch(
    /Oskar is allergic to shellfish Oskar is allergic to shellfish rule “constraint” rule “constraint”/,
  )
})

test("a model that stops midway is named with what to do, beside what it has read", {
  timeout: RUN_MS,
}, async () => {
  const before = asked().length
  // The first two conversations, with a second reading each.
  model.control({ behavior: ["good", "good", "good", "good", "good", "no_model"] })
  const { code, withModel, err } = await demo(model.url)
  expect(asked().length).toBeGreaterThan(before + 4)
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(
      /^The model stopped reading, so its side is incomplete\. loopback failed: HTTP 404.*AI_\* variables/,
    ),
  })
  expect(withModel).toMatch(/The model read 2 of 5 conversations; .*waiting for it/)
  expect(withModel).toMatch(/Oskar must not eat shellfish/)
  expect(withModel).not.toContain("Where to look next")
})

test("a server that refuses the model is told before anything is sent to it", {
  timeout: RUN_MS,
}, async () => {
  const before = asked().length
  model.control({ behavior: "unauthorized" })
  const { code, byRules, err } = await demo(model.url)
  expect(code).toBe(1)
  expect(byRules).toContain("Oskar is allergic to shellfish")
  expect(err).toMatch(
    /^The model cannot be used\. loopback failed: HTTP 401: the key was refused; check AI_API_KEY/,
  )
  expect(asked()).toHaveLength(before)
})

test("a server that is not there, or no address, is told before a worker starts", async () => {
  const nobody = `http://127.0.0.1:${await freePort()}/v1`
  const { code, byRules, err } = await demo(nobody)
  expect({ code, byRules }).toEqual({ code: 1, byRules: "" })
  expect(err).toMatch(
    /^Nobody answers at http:.*, where AI_BASE_URL points: .*ECONNREFUSED.*without AI_BASE_URL\.$/,
  )
  expect((await demo("my model")).err).toContain('AI_BASE_URL is "my model", which is not an address.')
})
