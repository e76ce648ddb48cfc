/** A question about a coming day looks for what was said of that day, and one about a past day for what was said then. */
import { expect, test } from "vitest"
import { localDate } from "../../src/domain/calendar.ts"
import { dayAhead } from "../../src/recall/find/day-ahead.ts"
import { parseQuestion } from "../../src/recall/find/question.ts"

/** A Wednesday. */
const NOW = Date.parse("2026-06-10T20:00:00Z")

test.each([
  ["what time tomorrow morning?", "2026-06-11", ["thursday", "11th", "tmrw"]],
  ["what's on friday?", "2026-06-12", ["friday", "fri", "12th"]],
  ["what are we doing on saturday the 20th?", "2026-06-20", ["sat", "20th"]],
  ["who needs a lift on the 3rd", "2026-07-03", ["3rd"]],
  ["wann ist am Samstag Probe?", "2026-06-13", ["samstag", "13th"]],
  ["¿qué hay el viernes?", "2026-06-12", ["viernes", "12th"]],
] as const)("%s asks about %s", (question, day, words) => {
  const ahead = dayAhead(question, NOW, "UTC")
  expect(localDate(ahead?.span.from ?? 0, "UTC")).toBe(day)
  expect(localDate(ahead?.span.to ?? 0, "UTC")).toBe(day)
  expect(ahead?.words).toEqual(expect.arrayContaining([...words]))
})

test.each([
  "what happened on friday?",
  "what did we decide on monday?",
  "was war am Freitag?",
  "¿qué pasó el viernes?",
  "where does Ada live?",
  "what is planned for july?",
  "what is on today?",
])("%s asks about no coming day", (question) => {
  expect(dayAhead(question, NOW, "UTC")).toBeNull()
})

test("a question about a coming day is searched by its words, and lists nothing that was said on the last such day", () => {
  const asked = { asker: null, mentions: [], asOf: NOW, timezone: "UTC" }
  const coming = parseQuestion({ ...asked, words: "what's on friday?" })
  expect(coming).toMatchObject({ onlyTime: false, during: null })
  expect(coming.hints).toContainEqual({ word: "fri", weight: 0.5 })
  const past = parseQuestion({ ...asked, words: "what happened on friday?" })
  expect(past).toMatchObject({ onlyTime: true, hints: [] })
})
