/** Retries: waits grow within their bounds and never end. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { retryAt, tomorrow } from "../../src/runtime/object/alarm-clock.ts"

const HOUR = 3_600_000
const DAY = 86_400_000

test.each([
  [1, 0, 5_000],
  [1, 0.5, 7_500],
  [2, 0, 10_000],
  [3, 0, 20_000],
  [9, 0, 1_280_000],
  [10, 0, HOUR / 2],
  [1_000, 0, HOUR / 2],
])("attempt %d at chance %d waits %d ms after a first delay of ten seconds", (attempt, random, delay) => {
  expect(retryAt(1_000, attempt, 10_000, random)).toBe(1_000 + delay)
})

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

test("a wait is at least half its share and at most an hour, and another always follows", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 1, max: HOUR }),
      chance,
      (attempt, firstMs, random) => {
        const delay = retryAt(0, attempt, firstMs, random)
        const full = Math.min(HOUR, firstMs * 2 ** (attempt - 1))
        expect(delay).toBeGreaterThanOrEqual(Math.floor(full / 2))
        expect(delay).toBeLessThanOrEqual(full)
        expect(Number.isSafeInteger(delay)).toBe(true)
        expect(retryAt(0, attempt + 1, firstMs, random)).toBeGreaterThanOrEqual(delay)
      },
    ),
  )
})

test("tomorrow is within ten minutes after the next midnight in UTC", () => {
  expect(tomorrow(0, 0)).toBe(DAY)
  expect(tomorrow(DAY - 1, 0)).toBe(DAY)
  expect(tomorrow(DAY, 0)).toBe(2 * DAY)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), chance, (now, random) => {
      const at = tomorrow(now, random)
      expect(at).toBeGreaterThan(now)
      expect(at % DAY).toBeLessThanOrEqual(600_000)
      expect(at - now).toBeLessThanOrEqual(DAY + 600_000)
    }),
  )
})
