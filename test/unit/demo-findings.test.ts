/** The demo says what found each fact, sets rules and model side by side, and ends an empty result with what would help. */
import { expect, test } from "vitest"
import type { CheckedChannel } from "../../src/history/files/check.ts"
import type { ApiFact } from "../../src/tools/api-client.ts"
import { comparedLines, emptyHints, modelLines, type SubjectFacts } from "../../src/tools/demo-findings.ts"

const channel: CheckedChannel = {
  guild: { id: "900", name: "Night Ferry" },
  channel: { id: "800", name: "general", topic: null, parentId: null },
  ...{ parts: [], messages: 0, bots: 0, edited: 0, firstAt: "", lastAt: "", bytes: 0 },
}
const hints = (messages: number, bots: number, people: number, hasModel = false) =>
  emptyHints({ kind: "chat_export", channels: [{ ...channel, messages, bots }], people }, hasModel).join("\n")

test("an export of bots alone, of few messages and of passers-by are told apart", () => {
  expect(hints(20, 20, 0)).toMatch(/^Only bots speak/)
  expect(hints(0, 0, 0)).toMatch(/^Nobody speaks/)
  expect(hints(30, 10, 3)).toMatch(/20 messages by people are few[\s\S]*set AI_BASE_URL/)
  expect(hints(500, 0, 200)).toMatch(/wrote only a few messages/)
  expect(hints(5_000, 0, 20)).not.toMatch(/few/)
})

test("nobody who has set a model is told to set one", () => {
  expect(hints(30, 10, 3, true)).toMatch(/the rules and the model can tell[\s\S]*are few/)
  expect(hints(30, 10, 3, true)).not.toContain("AI_BASE_URL")
})

function known(fact: string, messages: string[], more: Partial<ApiFact> = {}): ApiFact {
  const sources = messages.map((message_id) => ({ message_id }))
  return {
    ...{ id: fact, fact, method: "model", topics: [], type: "profile", confidence: 1, said_at: 0 },
    ...{ sources, ...more },
  }
}
const byRule = (fact: string, messages: string[], rule: string) =>
  known(fact, messages, { method: "rule", topics: ["it", rule] })
const ada = (...facts: ApiFact[]): SubjectFacts[] => [{ id: "1", name: "Ada", facts }]

test("facts from the same message share a row, what one side lacks has a dash, and each rule is named", () => {
  const rules = ada(
    byRule("Ada lives in Oslo", ["11"], "home"),
    byRule("Ada hates cilantro", ["12"], "taste"),
    byRule("Ada flies to Kyoto", ["13"], "plans"),
    byRule("Ada is doing a woodblock course", ["14"], "studies"),
  )
  const model = ada(
    known("Ada knits.", ["15"], { expires_at: Date.parse("2027-02-01T12:00:00Z") }),
    known("Ada is in Kyoto for a woodblock course until the third of December.", ["14", "13"]),
    known("Ada lives in Oslo.", ["11"]),
  )
  expect(comparedLines(rules, model, 80)).toEqual([
    "    Ada",
    "    Ada flies to Kyoto                     Ada is in Kyoto for a woodblock",
    "    rule “plans”                           course until the third of December.",
    "    Ada is doing a woodblock course",
    "    rule “studies”",
    "    Ada lives in Oslo                      Ada lives in Oslo.",
    "    rule “home”",
    "    Ada hates cilantro                     -",
    "    rule “taste”",
    "    -                                      Ada knits.",
    "                                           until Feb 1, 2027",
    "",
  ])
})

test("no line of the comparison is wider than the terminal, whatever a fact holds", () => {
  const long = known(`Ada reads https://example.com/${"a".repeat(90)} every day 🧶🧶`, ["11"])
  for (const width of [50, 80, 100])
    for (const line of comparedLines(ada(long), ada(long, known("Ada knits.", ["12"])), width))
      expect(line.length).toBeLessThanOrEqual(width)
})

const usage = { calls: 3, input_tokens: 4_200, output_tokens: 310, cost_usd: 0, unpriced_tokens: 4_510 }
const windows = (method: string, fallback: string | null, number: number) =>
  Array.from({ length: number }, () => ({ method, fallback }))

test("what the model read and what it cost is told, with a price only where one is known", () => {
  const read = [...windows("model", null, 2), ...windows("rule", "nothing_told", 1)]
  expect(modelLines(read, 0, usage)).toEqual([
    "The model read 2 of 3 conversations; 1 not sent to it, with nothing to remember.",
    "It took 3 calls: 4,200 tokens in, 310 out.",
  ])
  expect(modelLines(read, 4, { ...usage, cost_usd: 0.0123, unpriced_tokens: 0 }).join("\n")).toMatch(
    /2 of 7 conversations;.*; 4 waiting for it\.\n.*310 out, \$0\.0123\./,
  )
})

test("a model whose replies cannot be used is told so, with what to try", () => {
  const lines = modelLines(windows("rule", "bad_reply", 5), 0, usage).join("\n")
  expect(lines).toMatch(/read 0 of 5 conversations; 5 read by rules because its replies/)
  expect(lines).toContain("AI_FAST_MODEL")
})
