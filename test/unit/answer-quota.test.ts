/** A person's quota of answers holds for every hour, not only for those of the clock, and says when the next one is possible. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { decideQuota } from "../../src/runtime/answer-quota.ts"

const HOUR = 3_600_000

test("no hour holds more answers than the limit, and the next one is possible at the time told", () => {
  const gaps = fc.array(fc.integer({ min: 0, max: HOUR / 2 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), gaps, (limit, waits) => {
      const taken: number[] = []
      let now = 0
      for (const wait of waits) {
        now += wait
        const result = decideQuota(taken.toReversed(), limit, now)
        if (result.ok) taken.push(now)
        else {
          expect(result.until).toBeGreaterThan(now)
          expect(decideQuota(taken, limit, result.until - 1).ok).toBe(false)
          expect(decideQuota(taken, limit, result.until).ok).toBe(true)
        }
      }
      for (const from of taken)
        expect(taken.filter((at) => at >= from && at < from + HOUR).length).toBeLessThanOrEqual(limit)
    }),
  )
})
