/** What a question asks about. */
import { expect, test } from "vitest"
import { subjectMatter } from "../../src/recall/question.ts"

test.each([
  ["What do you remember about Ada?", "Ada?"],
  ["do you know when the match is", "when the match is"],
  ["can you tell me about the ferry", "the ferry"],
  ["Tell me again about Luna", "Luna"],
  ["What is known about the move to Oslo?", "the move to Oslo?"],
  ["where does Ada live?", "where does Ada live?"],
  ["Does Ada know Rust?", "Does Ada know Rust?"],
  ["what do you remember?", "what do you remember?"],
  ["", ""],
])("%s asks about: %s", (question, matter) => {
  expect(subjectMatter(question)).toBe(matter)
})
