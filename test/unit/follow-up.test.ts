/** A question is read with what was said before only if it makes no sense without it. */
import { expect, test } from "vitest"
import { isFollowUp, searchWords } from "../../src/recall/answer/follow-up.ts"

test.each([
  "and where?",
  "since when?",
  "why?",
  "how many?",
  "what about her?",
  "does she still?",
  "where does he live",
  "and the freeze?",
  "is it still on?",
  "und wo?",
  "seit wann?",
  "¿y ella?",
  "et depuis quand ?",
  "e qual vem primeiro?",
])("%j follows what was said before", (question) => {
  expect(isFollowUp(question)).toBe(true)
})

test.each([
  "Who is a nurse?",
  "where is the meeting?",
  "who plays chess?",
  "is there a raid on friday?",
  "when is the next raid",
  "what does Ada like?",
  "wer hat einen Hund?",
  "wann ist das Training?",
  "¿quién cocina mañana?",
  "who said that the gate is shut?",
])("%j stands on its own", (question) => {
  expect(isFollowUp(question)).toBe(false)
})

test("a follow-up is searched with the last two messages, any other question alone", () => {
  const turns = ["early", "where does Ada live?", "Ada lives in Oslo."].map((text) => ({
    ...{ speaker: "Bo", own: false },
    text,
  }))
  expect(searchWords("since when?", turns)).toBe("since when? where does Ada live? Ada lives in Oslo.")
  expect(searchWords("Who is a nurse?", turns)).toBe("Who is a nurse?")
  expect(searchWords("since when?", [])).toBe("since when?")
})
