/** Triage sends every window that may state a fact to a model and skips only windows that state nothing. */
import { expect, test } from "vitest"
import type { ChatModel } from "../../src/ai/chat.ts"
import { extract } from "../../src/extraction/extract.ts"
import { mayHoldFacts } from "../../src/extraction/triage.ts"
import { DEFAULT_POLICY } from "../../src/policy/policy.ts"
import { DEFAULT_SETTINGS } from "../../src/policy/settings.ts"
import { ana, bo, kai, message, windowOf } from "./builders.ts"

const said = (...texts: string[]) =>
  mayHoldFacts(windowOf(...texts.map((text, index) => message(text, { author: index % 2 ? ana : kai }))), [
    bo,
  ])

test.each([
  "I moved to Oslo",
  "my sister visits on friday",
  "moved to Oslo, at last",
  "lol. Just finished the marathon",
  "been busy at the shelter",
  "Ana: she said yes!",
  "Kai hates coffee",
  "but Bo likes it",
  "congrats on the new job!",
  "no spoilers in here from now on",
  "remember: backups run at 3:00",
  "deploy is tomorrow",
  "the kitten is so small",
  "vivo en Oslo",
  "ich wohne seit gestern in Berlin",
  "オスロに住んでいます",
  "живу в Осло",
  "me voilà",
  "your vegan place is the best",
  "I think I'm moving to Oslo",
  "let me know if the plan changes, I'm away in May",
  "how do I exit vim? I work in it all day now",
  "raid tomorrow at 8?",
])("%j may state a fact", (text) => {
  expect(said(text)).toBe(true)
})

test.each([
  [["hello"]],
  [["hey all", "hi!"]],
  [["lol", "😂😂", "hahaha"]],
  [["https://example.com/a/b", "nice, thanks"]],
  [["!ping", "pong"]],
  [["Ana: you want to pass it to `framed`", ":)"]],
  [["is there a crate to encode video?"]],
  [["what does `cargo verify-project` do?"]],
  [["how do I mount a disk, and where would I find its name?"]],
  [["can someone show me how we start it"]],
  [["I think it's the cable", "I guess it is, let me check"]],
  [["if the customer was created before, then add a coupon", "ok thanks Kai"]],
  [["let a: &mut [Instant] = Default::default();"]],
  [["night all :)"]],
  [["thanks Bo", "@Ana thanks (again!)"]],
  [[""]],
])("%j states nothing", (lines) => {
  expect(said(...lines)).toBe(false)
})

test("a one-word answer to a question may state a fact", () => {
  expect(said("what do you drive?", "ford")).toBe(true)
  expect(said("what do you drive?")).toBe(false)
})

test("a window of more than five lines is always read, and so are words to Keepsake itself", () => {
  expect(said("hi", "hi", "lol", "hi", "lol")).toBe(false)
  expect(said("hi", "hi", "lol", "hi", "lol", "hi")).toBe(true)
  expect(mayHoldFacts(windowOf(message("hello", { source: "chat" })), [])).toBe(true)
  expect(mayHoldFacts(windowOf(message("hello", { source: "explicit" })), [])).toBe(true)
})

test("one or two unknown words state nothing, but more of them may", () => {
  expect(said("one", "two")).toBe(false)
  expect(said("one", "two", "three")).toBe(true)
})

test("Keepsake's own words state nothing", () => {
  const own = message("Kai lives in Oslo, she says", { author: { id: "9", name: "K" }, role: "keepsake" })
  expect(mayHoldFacts(windowOf(message("thanks"), own), [])).toBe(false)
})

const SPENT = { tokens: 10, neurons: null, usd: 0, unpriced: 0 }

/** Reads a window and returns the method used and the number of model calls. */
async function read(texts: string[], given: object = {}) {
  let calls = 0
  const reply = JSON.stringify({ title: "T", summary: "S", claims: [], people: [] })
  const chat: ChatModel = {
    model: () => "m",
    complete: async ({ purpose }) => {
      calls += 1
      return { kind: "ok", text: reply, usage: { purpose, model: "m", inputTokens: 1, outputTokens: 1 } }
    },
  }
  const context = {
    guild: { settings: { ...DEFAULT_SETTINGS, ...given }, policy: DEFAULT_POLICY },
    people: [kai],
    namesakes: [],
    memories: [],
    mode: "full",
    spending: { today: SPENT, month: SPENT, deploymentUsd: 0 },
    now: 0,
    window: windowOf(...texts.map((text) => message(text))),
  }
  // The fields of a context that extract reads.
  const outcome = await extract(context as unknown as Parameters<typeof extract>[0], chat, {
    deploymentCapUsd: null,
  })
  return outcome.kind === "extracted"
    ? { by: outcome.extraction.method, fallback: outcome.fallback, calls }
    : outcome
}

test.each([
  [["hello", "night all"], {}, { by: "rule", fallback: "nothing_told", calls: 0 }],
  [["I moved to Oslo"], {}, { by: "model", fallback: null, calls: 1 }],
  [["I moved to Oslo"], { extraction_rate: 0 }, { by: "rule", fallback: "sample", calls: 0 }],
  [["I moved to Oslo"], { daily_tokens: 10 }, { by: "rule", fallback: "spend_cap", calls: 0 }],
] as const)("%j with %j is read as %j", async (texts, settings, expected) => {
  expect(await read([...texts], settings)).toEqual(expected)
})
