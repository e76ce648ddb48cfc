/** A question about a time alone is answered by topics and talks. Other questions are unaffected. */
import { expect, test } from "vitest"
import { DEFAULT_POLICY } from "../../src/policy/policy.ts"
import { parseQuestion, type Question } from "../../src/recall/find/question.ts"
import { rank } from "../../src/recall/rank/rank.ts"
import { CHANNEL, candidates, DAY, found, hit, NOON, note, question } from "./builders.ts"

const RULE = DEFAULT_POLICY.recall
const HOUR = 3_600_000

/** Scores from before topics had any preference. */
const SCORES = {
  heater: [
    ["message", 0.935216],
    ["memory", 0.602345],
    ["message", 0.382913],
    ["note", 0.3656],
  ],
  yesterday: [
    ["message", 0.935216],
    ["memory", 0.444494],
    ["message", 0.382913],
    ["note", 0.247294],
  ],
  tea: [
    ["message", 0.935216],
    ["message", 0.382913],
    ["note", 0.365583],
    ["memory", 0.01058],
  ],
}

test("a question about a time alone ranks topics first, then talks, and messages about talking last", () => {
  const during = { from: NOON - DAY, to: NOON }
  const [topic, talk] = [
    note("topic", "Trains", "Trains.", { kind: "topic_cluster" }),
    note("talk", "Tea", "Tea."),
  ]
  const hits = [hit("message", "what did we talk about yesterday?", { score: 4, fit: 1 })]
  const memory = found("memory", "Ada talks of tea", { lastSaidAt: NOON - HOUR, saidAt: NOON - HOUR })
  const all = candidates({ matching: [memory], notes: [talk, topic], messages: [hits] })
  const asked = question("what did we talk about yesterday?", { during, onlyTime: true })
  for (const here of [null, CHANNEL, "999"]) {
    const order = rank(all, asked, { rule: RULE, here }).map((item) => item.kind)
    expect(order.slice(0, 2), `${here}`).toEqual(["note", "note"])
    expect(rank(all, asked, { rule: RULE, here })[0]).toMatchObject({ note: { id: "topic" } })
  }
})

test("any other question ranks a topic like any other note", () => {
  const during = { from: NOON - DAY, to: NOON }
  const memory = found("memory", "Ada mended the heater", { lastSaidAt: NOON - HOUR, saidAt: NOON - HOUR })
  const hits = [
    hit("1", "the heater broke", { score: 4, fit: 0.9 }),
    hit("2", "tea?", { score: 1, fit: 0.2 }),
  ]
  const ranked = (kind: "conversation" | "topic_cluster", asked: Question) => {
    const notes = [note("a", "Mending the heater", "The heater broke.", { kind }), note("b", "Tea", "Tea.")]
    return rank(candidates({ matching: [memory], notes, messages: [hits] }), asked, {
      rule: RULE,
      here: CHANNEL,
    }).map(({ kind: of, score }) => [of, Number(score.toFixed(6))])
  }
  for (const [asked, scores] of [
    [question("who mended the heater?"), SCORES.heater],
    [question("who mended the heater yesterday?", { during }), SCORES.yesterday],
    [question("tea"), SCORES.tea],
  ] as const) {
    expect(ranked("topic_cluster", asked)).toEqual(ranked("conversation", asked))
    expect(ranked("topic_cluster", asked)).toEqual(scores)
  }
})

const asked = (words: string) =>
  parseQuestion({ words, asker: "11", mentions: [], asOf: NOON, timezone: "UTC" })

test.each([
  "what did I miss?",
  "What have I missed",
  "catch me up please",
  "can you fill us in?",
  "what happened while I was away?",
  "anything new since I was gone?",
])("%s asks for the last week", (words) => {
  const { onlyTime, during } = asked(words)
  expect(onlyTime).toBe(true)
  expect(during?.to).toBe(NOON)
  expect(during?.from).toBe(Math.floor(NOON / DAY) * DAY - 6 * DAY)
})

test.each([
  "what happened in this channel yesterday?",
  "what did we talk about here yesterday",
  "was ist gestern in diesem Kanal passiert?",
  "¿qué pasó ayer en este canal?",
])("%s asks for a day", (words) => expect(asked(words).onlyTime).toBe(true))

test.each([
  "I miss you",
  "what did Bo say while I was away?",
  "did I miss the match?",
  "who fills in for Ada?",
  "what happened?",
])("%s is not about a time alone", (words) =>
  expect(asked(words)).toMatchObject({ onlyTime: false, during: null }),
)

test("a named time overrides the week", () => {
  expect(asked("what did I miss yesterday?").during?.from).toBe(Math.floor(NOON / DAY) * DAY - DAY)
})
