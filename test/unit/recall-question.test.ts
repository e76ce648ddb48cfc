/** A question's key words, the people it asks about, and its time. */
import { expect, test } from "vitest"
import { contentWords, exactParts, parseQuestion } from "../../src/recall/find/question.ts"

const NOW = Date.parse("2026-01-14T12:00:00Z")

function asked(words: string, mentions: string[] = []) {
  return parseQuestion({ words, asker: "11", mentions, asOf: NOW, timezone: "UTC" })
}

test.each([
  ["What do you remember about Ada?", "Ada?"],
  ["do you know when the match is", "the match is"],
  ["can you tell me about the ferry", "the ferry"],
  ["Tell me again about Luna", "Luna"],
  ["What is known about the move to Oslo?", "the move to Oslo?"],
  ["where does Ada live?", "where Ada live?"],
  ["Does Ada know Rust?", "Ada know Rust?"],
  ["what do you remember?", "what do you remember?"],
  ["", ""],
])("%s asks about: %s", (question, matter) => {
  expect(contentWords(question)).toBe(matter)
})

test.each([
  ["When did Ada move to New Oslo?", ["ada", "new", "oslo"]],
  ["What is Ada's dog called?", ["ada"]],
  ["is version 1.2.3 of 2024 out", ["1.2.3", "2024"]],
  ['who said "never again"?', ["never again"]],
  ["wer sagte „nie wieder“?", ["nie wieder"]],
  ["may I say what I'm up to, and I’ve been", []],
  ["where is it", []],
  ["誰が「東京」と", []],
])("%s is exact about %j", (question, exact) => {
  expect(exactParts(question)).toEqual(exact)
})

test.each([
  ["what is my dog called?", ["11"]],
  ["where did I leave it", ["11"]],
  ["what is Bo's dog called?", []],
  // A person who says "tell me" does not ask for their own words.
  ["tell me about Bo", []],
  ["can you remind me of the ferry", []],
])("%s is about the words of %j", (question, speakers) => {
  expect(asked(question).speakers).toEqual(speakers)
})

test("a question is about its asker, then each mentioned person, once", () => {
  expect(asked("what does he like?", ["12", "13", "12"]).people).toEqual(["11", "12", "13"])
  expect(asked("what do my friend and I like?", ["12"]).speakers).toEqual(["11", "12"])
})

test("a question without an asker is about nobody's own words", () => {
  const question = parseQuestion({
    words: "where am I?",
    asker: null,
    mentions: [],
    asOf: NOW,
    timezone: "UTC",
  })
  expect(question).toMatchObject({ people: [], speakers: [] })
})

test.each([
  "what did we talk about yesterday?",
  "what was going on in 2022?",
  "What happened on Monday",
  "what's new since Friday?",
  "what did I miss over the last 3 days",
  "summarize last week",
  "what happened between May 3 and June 5?",
  "last week",
  "was ist letzte Woche passiert?",
  "Was war am Montag los?",
  "worüber haben wir gestern gesprochen?",
  "was gab es Neues seit Freitag",
  "was wurde in den letzten drei Tagen besprochen?",
  "fasse die letzte Woche zusammen",
  "¿qué pasó la semana pasada?",
  "¿de qué hablamos ayer?",
  "qué hubo de nuevo desde el viernes",
  "resumen de los últimos 3 días",
])("%s asks about a time alone, by no word", (question) => {
  expect(asked(question)).toMatchObject({ onlyTime: true, words: "", meaning: "", hints: [], speakers: [] })
})

test.each(["was habe ich verpasst?", "was haben wir verpasst", "¿qué me perdí?", "qué me he perdido"])(
  "%s asks for the past week",
  (question) => {
    const { onlyTime, during } = asked(question)
    expect(onlyTime).toBe(true)
    expect(during?.from).toBe(Date.parse("2026-01-08T00:00:00Z"))
  },
)

test.each([
  "what did Ada say yesterday?",
  "who won on Monday",
  "what happened?",
  "what happens tomorrow?",
  "what happened in the war last week?",
  "who did die last week?",
  "was hat Ada gestern gesagt?",
  "wer hat am Montag gewonnen",
  "was ist passiert?",
  "¿qué dijo Ada ayer?",
  "¿quién ganó el lunes?",
  "¿qué pasó?",
])("%s does not ask about a past time alone, and keeps its words", (question) => {
  expect(asked(question).onlyTime).toBe(false)
  expect(asked(question).words).not.toBe("")
})

test("talk about a day must be from that day, and an event may be mentioned up to two days later", () => {
  const day = { from: Date.parse("2026-01-13T00:00:00Z"), to: Date.parse("2026-01-14T00:00:00Z") - 1 }
  expect(asked("what did we talk about yesterday?").during).toEqual(day)
  const { during } = asked("who won the match yesterday?")
  expect(during?.from).toBeLessThan(day.from)
  expect(during?.to).toBeGreaterThan(day.to + 2 * 86_400_000)
})

test("a question about the past ignores anything said after its date", () => {
  expect(asked("who won?")).toMatchObject({ now: NOW, until: NOW, during: null })
  const today = parseQuestion({ words: "who won?", asker: null, mentions: [], asOf: null, timezone: "UTC" })
  expect(today.until).toBe(Number.MAX_SAFE_INTEGER)
})
