/** What a day's work takes of the free plan's allowances, and what goes on when little is left. */
import { expect, test } from "vitest"
import {
  ALLOWANCES,
  allowanceUses,
  DAY_WORK,
  type DayWork,
  FREE_DAILY,
  isUsed,
  mayCallModel,
  OBJECT_GB,
  scarcest,
  takenBy,
} from "../../src/runtime/allowances/free-plan.ts"

const IDLE = Object.fromEntries(DAY_WORK.map((kind) => [kind, 0])) as DayWork
const NEURONS = { billsNeurons: true }

const usesOf = (neurons: number, work: Partial<DayWork> = {}, hasShard = true) =>
  allowanceUses({ ...IDLE, ...work }, { neurons, hasShard })

test("a connected shard takes 11,059 GB-seconds a day, which the rest of the work does not have", () => {
  expect(24 * 3_600 * OBJECT_GB).toBeCloseTo(11_059.2)
  const time = usesOf(0).find(({ allowance }) => allowance === "gbSeconds")
  expect(time).toMatchObject({ used: 0, limit: expect.closeTo(1_940.8) })
  const without = usesOf(0, {}, false).find(({ allowance }) => allowance === "gbSeconds")
  expect(without).toMatchObject({ limit: 13_000 })
})

test("neurons are counted and everything else is estimated", () => {
  expect(usesOf(5).filter(({ isCounted }) => isCounted)).toMatchObject([{ allowance: "neurons", used: 5 }])
})

test("every allowance is used by some work, and work adds up", () => {
  const one = takenBy(Object.fromEntries(DAY_WORK.map((kind) => [kind, 1])))
  for (const allowance of ALLOWANCES.filter((name) => name !== "neurons"))
    expect(one[allowance], allowance).toBeGreaterThan(0)
  expect(takenBy({ message: 20 }).objectRequests).toBe(20 * (takenBy({ message: 1 }).objectRequests ?? 0))
})

test("the allowance of which most is used is the scarcest", () => {
  expect(scarcest(usesOf(9_000))?.allowance).toBe("neurons")
  expect(scarcest(usesOf(0, { answer: 3_000 }, false))?.allowance).not.toBe("neurons")
})

test("from 80 % of any allowance only windows are read by a model, and none from the last neuron on", () => {
  const purposes = [
    "extraction",
    "second_reading",
    "answer",
    "digest",
    "topics",
    "expand",
    "embedding",
    "rerank",
  ]
  const allowed = (neurons: number, work: Partial<DayWork> = {}) =>
    purposes.filter((purpose) => mayCallModel(usesOf(neurons, work), purpose, NEURONS))
  expect(allowed(7_999)).toEqual(purposes)
  expect(allowed(8_000)).toEqual(["extraction"])
  expect(allowed(9_999)).toEqual(["extraction"])
  expect(allowed(10_000)).toEqual([])
  const windows = (FREE_DAILY.d1RowsWritten * 0.9) / (takenBy({ window: 1 }).d1RowsWritten ?? 1)
  expect(allowed(0, { window: windows })).toEqual(["extraction"])
})

test("a model server of one's own bills no neurons", () => {
  const spent = usesOf(10_000)
  expect(mayCallModel(spent, "extraction", { billsNeurons: false })).toBe(true)
  expect(isUsed(spent, 1)).toBe(true)
})
