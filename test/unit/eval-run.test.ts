/** Promises of what every evaluation runs on: several questions at once, answered in their order, and flags that are read strictly. */
import { expect, test } from "vitest"
import { mapped, wholeNumber } from "../eval/run.ts"

test("answers come in the order of the questions, whichever is finished first, and never more at once than allowed", async () => {
  let running = 0
  let most = 0
  const finished: number[] = []
  const results = await mapped(
    [30, 1, 20, 5, 2],
    { atOnce: 2, done: (n) => finished.push(n) },
    async (ms) => {
      running += 1
      most = Math.max(most, running)
      await new Promise((done) => setTimeout(done, ms))
      running -= 1
      return `after ${ms}`
    },
  )
  expect(results).toEqual(["after 30", "after 1", "after 20", "after 5", "after 2"])
  expect(most).toBe(2)
  expect(finished).toEqual([1, 2, 3, 4, 5])
})

test("nothing to ask is answered with nothing", async () => {
  expect(await mapped([], { atOnce: 4 }, async () => "never")).toEqual([])
})

test("one question that fails fails the whole, with its reason", async () => {
  const failing = mapped([1, 2], { atOnce: 1 }, async (n) => {
    if (n === 2) throw new Error("no answer")
    return n
  })
  await expect(failing).rejects.toThrow("no answer")
})

test.each(["0", "33", "4.5", "many", ""])("--concurrency %j is refused, saying what it may be", (value) => {
  expect(() => wholeNumber("concurrency", value, { from: 1, to: 32 })).toThrow("from 1 to 32")
})

test("a number within its range is taken, ends included", () => {
  expect(["1", "32"].map((value) => wholeNumber("concurrency", value, { from: 1, to: 32 }))).toEqual([1, 32])
})
