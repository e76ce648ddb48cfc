/** What a night may ask of models, by how much was said. */
import { expect, test } from "vitest"
import { allowsTopicCalls, digestCallBudget } from "../../src/nights/billed-step.ts"

test.each([
  [0, 0],
  [299, 0],
  [300, 1],
  [3_000, 10],
])("%i messages are worth %i digests at 300 each", (messages, worth) => {
  expect(digestCallBudget(messages, 300)).toBe(worth)
})

test.each([
  [599, 1, false],
  [600, 1, true],
  [1_199, 2, false],
  [1_200, 2, true],
])("%i messages in %i parts are worth asking for topics: %s", (messages, parts, worth) => {
  expect(allowsTopicCalls(messages, { parts, each: 300 })).toBe(worth)
})

test("a guild that sets 0 has models asked whatever was said", () => {
  expect(digestCallBudget(0, 0)).toBe(Number.POSITIVE_INFINITY)
  expect(allowsTopicCalls(0, { parts: 3, each: 0 })).toBe(true)
})
