/** Figures on pages: decimals tell scores from their limits, and small ones from each other. */
import { expect, test } from "vitest"
import { besideLimit, dollars, percent } from "../../src/dashboard/manage/figures.ts"

test.each([
  ["two decimals are enough where they tell the side", 0.4567, 0.2, "0.46"],
  ["a score just below the limit is not rounded up to it", 0.1996, 0.2, "0.1996"],
  ["a score just above the limit keeps its side", 0.2004, 0.2, "0.20"],
  ["a score that is the limit is not below it", 0.2, 0.2, "0.20"],
  ["a score below 1 is not shown as 1", 0.9999, 1, "0.9999"],
  ["the best has no further decimals", 1, 0.5, "1.00"],
  ["nothing is shown as nothing", 0, 0.02, "0.00"],
  ["a score too close to the limit has six decimals at most", 0.19999999, 0.2, "0.200000"],
])("%s", (_, score, limit, text) => {
  expect(besideLimit(score, limit)).toBe(text)
})

test("small shares do not all round to the same figure, and none to zero", () => {
  const shares = [0.00002, 0.0004, 0.0007, 0.003, 0.006]
  const texts = shares.map((share) => besideLimit(share, 0.02))
  expect(texts).toEqual(["0.00002", "0.0004", "0.0007", "0.003", "0.006"])
  expect(new Set(texts.map(Number)).size).toBe(shares.length)
})

test("shares take the decimals that a page asks for, and small amounts are not shown as nothing", () => {
  expect(percent(0.0149)).toBe("1 %")
  expect([percent(0.011, 1), percent(0.0149, 1)]).toEqual(["1.1 %", "1.5 %"])
  expect(percent(null)).toBe("–")
  expect([dollars(0.004), dollars(0), dollars(0.014)]).toEqual(["< $0.01", "$0.00", "$0.01"])
})
