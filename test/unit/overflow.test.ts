/** The limit on a channel's backlog for a model. */
import { expect, test } from "vitest"
import { overflows } from "../../src/channel/reading/read-limits.ts"

test.each([
  [{ messages: 0, bytes: 0 }, false],
  [{ messages: 2_000, bytes: 1_000_000 }, false],
  [{ messages: 2_001, bytes: 0 }, true],
  [{ messages: 1, bytes: 1_000_001 }, true],
])("the rules read the oldest of a backlog of %o: %s", (backlog, taken) => {
  expect(overflows(backlog)).toBe(taken)
})
