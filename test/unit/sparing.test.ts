/** The number of model calls a night may make for the day's messages. */
import { expect, test } from "vitest"
import { allowsTopicCalls, digestCallBudget } from "../../src/nights/billed-step.ts"

test.each([
  [0, 0],
  [299, 0],
  [300, 1],
  [3_000, 10],
])("%i messages pay for %i digest calls at 300 each", (messages, worth) => {
  expect(digestCallBudget(messages, 300)).toBe(worth)
})

test.each([
  [599, 1, false],
  [600, 1, true],
  [1_199, 2, false],
  [1_200, 2, true],
])("%i messages in %i parts pay for topic calls: %s", (messages, parts, worth) => {
  expect(allowsTopicCalls(messages, { parts, each: 300 })).toBe(worth)
})

test("a guild that sets 0 always allows model calls", () => {
  expect(digestCallBudget(0, 0)).toBe(Number.POSITIVE_INFINITY)
  expect(allowsTopicCalls(0, { parts: 3, each: 0 })).toBe(true)
})
