/** Recorded replies to ordinary talk: the floors below which the product may not fall (`npm run eval -- talk`). */
import { expect, test } from "vitest"
import { deep } from "../dice.ts"
import { measureReplies } from "../eval/talk.ts"
import { conversations } from "../eval/talk-data.ts"
import type { Share } from "../eval/talk-measure.ts"
import { VARIANTS } from "../eval/talk-weak.ts"

// A part of the conversations, so that this file takes seconds.
const half = conversations("tuning")
const seventh = conversations("both").filter((_, at) => at % 7 === 0)
const share = ({ had, of }: Share) => had / of

test("of what people say, what is worth keeping is kept, and what is kept is so", async () => {
  const { tally } = await measureReplies(half)
  expect(tally.unjudged).toBe(0)
  expect(share(tally.sound)).toBeGreaterThanOrEqual(0.95)
  expect(share(tally.found)).toBeGreaterThanOrEqual(0.9)
  expect(share(tally.refused)).toBeLessThanOrEqual(0.04)
  expect(share(tally.updates)).toBeGreaterThanOrEqual(0.95)
  expect(share(tally.dates)).toBeGreaterThanOrEqual(0.9)
})

deep.each(Object.entries(VARIANTS))("a model's reply with %s loses little of it", async (name, weaken) => {
  const { tally } = await measureReplies(seventh, name, weaken)
  expect(share(tally.sound)).toBeGreaterThanOrEqual(0.95)
  expect(share(tally.found)).toBeGreaterThanOrEqual(0.9)
  expect(share(tally.updates)).toBeGreaterThanOrEqual(0.9)
  expect(share(tally.dates)).toBeGreaterThanOrEqual(0.7)
})
