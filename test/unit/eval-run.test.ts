/** The common evaluation runner: concurrent questions with ordered answers, and strict flags. */
import { expect, test } from "vitest"
import { mapped, wholeNumber } from "../eval/run.ts"

test("answers keep the order of the questions, and concurrency stays within its limit", async () => {
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

test("an empty list of questions gives an empty list of answers", async () => {
  expect(await mapped([], { atOnce: 4 }, async () => "never")).toEqual([])
})

test("one failed question fails the run with its reason", async () => {
  const failing = mapped([1, 2], { atOnce: 1 }, async (n) => {
    if (n === 2) throw new Error("no answer")
    return n
  })
  await expect(failing).rejects.toThrow("no answer")
})

test.each(["0", "33", "4.5", "many", ""])("--concurrency %j is refused with the allowed range", (value) => {
  expect(() => wholeNumber("concurrency", value, { from: 1, to: 32 })).toThrow("from 1 to 32")
})

test("a number within its range is accepted, including both ends", () => {
  expect(["1", "32"].map((value) => wholeNumber("concurrency", value, { from: 1, to: 32 }))).toEqual([1, 32])
})
