/** The texts sent for embedding, and the next step after a failure. */
import { expect, test } from "vitest"
import { MAX_TEXTS } from "../../src/ai/embedding/embedding.ts"
import { afterFailure, embeddingText, firstBatchSize } from "../../src/vectors/update-index.ts"

test.each([
  ["stop_today", 100, 0, { kind: "wait", until: "tomorrow" }],
  ["stop_today", 1, 9, { kind: "wait", until: "tomorrow" }],
  ["retry_now", 100, 0, { kind: "wait", until: "later" }],
  ["retry_later", 1, 6, { kind: "wait", until: "later" }],
  ["retry_later", 2, 9, { kind: "wait", until: "later" }],
  ["retry_later", 1, 7, { kind: "doubt" }],
  ["bad_reply", 100, 0, { kind: "smaller", size: 50 }],
  ["bad_reply", 3, 0, { kind: "smaller", size: 1 }],
  ["bad_reply", 1, 0, { kind: "doubt" }],
] as const)("after %s of %i texts and %i failed runs comes %o", (failure, size, attempts, next) => {
  expect(afterFailure(failure, size, attempts)).toEqual(next)
})

test("each failed run starts with fewer texts, down to one, and never exceeds a call's limit", () => {
  expect([0, 1, 2, 3, 6, 7, 99].map(firstBatchSize)).toEqual([MAX_TEXTS, 50, 25, 12, 1, 1, 1])
})

test("a memory is embedded with its subject's name and topics, and a note with its title and summary", () => {
  const memory = {
    kind: "memory",
    words: ["Ada loves hiking", '["sport","nature"]'],
    subjectName: "Ada",
  } as const
  expect(embeddingText({ ...memory, words: [...memory.words] })).toBe("Ada\nAda loves hiking\nsport, nature")
  expect(embeddingText({ kind: "memory", words: ["It rains", "[]"], subjectName: null })).toBe("It rains")
  expect(embeddingText({ kind: "note", words: ["A walk", "They walked."], subjectName: null })).toBe(
    "A walk\nThey walked.",
  )
})
