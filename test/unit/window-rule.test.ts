/** Promises of windows: a talk is cut at its own pauses, whoever hears it how, and every message is in one window. */
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Cut, cut, type Heard, inOrder, type WindowRule } from "../../src/channel/window-rule.ts"

const rule: WindowRule = { lullMs: 180_000, maxMessages: 30, maxMs: 1_800_000 }
const T = 1_700_000_000_000
/** A message said at `at` milliseconds and heard then, or later. */
const said = (at: number, heardAt = at): Heard => ({
  id: String(10_000_000 + at),
  at: T + at,
  heardAt: T + heardAt,
})
const look = (messages: Heard[], now: number, given: Partial<WindowRule> = {}) =>
  cut(messages, { ...rule, ...given }, T + now)
const sizes = (result: Cut) => [
  ...result.sealed.map((window) => `${window.ids.length} ${window.reason}`),
  result.open.length,
]

describe("the last messages", () => {
  test.each([
    [179_999, [2], 180_000],
    [180_000, ["2 lull", 0], null],
    [180_001, ["2 lull", 0], null],
  ])("wait for a lull of three minutes: after %d ms", (since, expected, wake) => {
    const result = look([said(0), said(60_000)], 60_000 + since)
    expect(sizes(result)).toEqual(expected)
    expect(result.wakeAt).toBe(wake === null ? null : T + 60_000 + wake)
  })

  test.each([
    [1_799_999, [12]],
    [1_800_000, ["12 span", 0]],
  ])("wait at most half an hour from the first, however busy: after %d ms", (now, expected) => {
    const busy = Array.from({ length: 12 }, (_, index) => said(index * 150_000))
    expect(sizes(look(busy, now))).toEqual(expected)
  })

  test("close for what came first, even when looked at late", () => {
    const talk = [said(0), said(90_000), said(100_000)]
    expect(sizes(look(talk, 900_000, { maxMs: 200_000 }))).toEqual(["3 span", 0])
    expect(sizes(look(talk, 900_000))).toEqual(["3 lull", 0])
  })

  test("of an import wait by the clock of hearing, not by their own old times", () => {
    const years = 10 ** 11
    expect(sizes(look([said(0, years)], years + 179_999))).toEqual([1])
    expect(sizes(look([said(0, years)], years + 180_000))).toEqual(["1 lull", 0])
  })
})

describe("within a talk", () => {
  test.each([
    [179_999, [2]],
    [180_000, ["1 lull", 1]],
    [180_001, ["1 lull", 1]],
  ])("a pause of %d ms", (pause, expected) => {
    expect(sizes(look([said(0), said(pause)], pause))).toEqual(expected)
  })

  test.each([
    [29, [29]],
    [30, ["30 full", 0]],
    [31, ["30 full", 1]],
    [60, ["30 full", "30 full", 0]],
  ])("%d messages at once", (count, expected) => {
    const talk = Array.from({ length: count }, (_, index) => said(index))
    expect(sizes(look(talk, count))).toEqual(expected)
  })

  test.each([
    [1_799_999, [13]],
    [1_800_000, ["12 span", 1]],
  ])("a message %d ms after the first", (last, expected) => {
    const talk = [...Array.from({ length: 12 }, (_, index) => said(index * 160_000)), said(last)]
    expect(sizes(look(talk, last))).toEqual(expected)
  })

  test("a pause ends a run only when what follows was heard no earlier: an import may still fill it", () => {
    expect(sizes(look([said(0, 500_001), said(200_000, 500_000)], 500_002))).toEqual([2])
    expect(sizes(look([said(0, 500_000), said(200_000, 500_000)], 500_002))).toEqual(["1 lull", 1])
  })
})

test("nothing open needs no waking", () => {
  expect(look([], 0)).toEqual({ sealed: [], open: [], wakeAt: null })
})

test("messages of one moment stand in the order of their ids, as numbers", () => {
  const at = (id: string) => ({ id, at: 1, heardAt: 1 })
  expect(
    ["100", "20", "3"]
      .map(at)
      .sort(inOrder)
      .map((message) => message.id),
  ).toEqual(["3", "20", "100"])
  expect(inOrder(at("7"), at("7"))).toBe(0)
  expect(["9223372036854775807", "9223372036854775806"].map(at).sort(inOrder)[0]?.id).toBe(
    "9223372036854775806",
  )
})

const anyRule = fc.record({
  lullMs: fc.integer({ min: 1, max: 60 }),
  maxMessages: fc.integer({ min: 2, max: 6 }),
  maxMs: fc.integer({ min: 1, max: 200 }),
})
const anyTalk = fc
  .uniqueArray(fc.integer({ min: 0, max: 600 }), { maxLength: 60 })
  .map((times) => times.sort((a, b) => a - b))
const FLUSH = Number.MAX_SAFE_INTEGER
const shuffled = <T>(items: T[]) =>
  fc.shuffledSubarray(items, { minLength: items.length, maxLength: items.length })

test("every message is in one window or open, in order, and no window breaks a limit", () => {
  const heard = anyTalk.chain((times) =>
    shuffled(times).map((order) => order.map((at, index) => said(at, 600 + index))),
  )
  fc.assert(
    fc.property(heard, anyRule, fc.integer({ min: 0, max: 1_500 }), (messages, limits, now) => {
      const result = look(messages, now, limits)
      const ids = [
        ...result.sealed.flatMap((window) => window.ids),
        ...result.open.map((message) => message.id),
      ]
      expect([...ids].sort()).toEqual(messages.map((message) => message.id).sort())
      for (const { ids: window } of result.sealed) {
        const times = window.map(Number)
        expect(window.length).toBeLessThanOrEqual(limits.maxMessages)
        expect(Math.max(...times) - Math.min(...times)).toBeLessThan(limits.maxMs)
        expect(times).toEqual([...times].sort((a, b) => a - b))
        expect(times.every((at, index) => index === 0 || at - (times[index - 1] ?? 0) < limits.lullMs)).toBe(
          true,
        )
      }
      expect(result.wakeAt === null).toBe(result.open.length === 0)
    }),
  )
})

test("the order of arrival does not matter once all is heard", () => {
  const arrivals = anyTalk.chain((times) => fc.tuple(shuffled(times), shuffled(times)))
  fc.assert(
    fc.property(arrivals, anyRule, ([one, other], limits) => {
      const windows = (order: number[]) =>
        look(
          order.map((at, index) => said(at, 600 + index)),
          FLUSH,
          limits,
        ).sealed.map((window) => window.ids)
      expect(windows(other)).toEqual(windows(one))
    }),
  )
})

test("at the time to look again something is sealed, and a moment before nothing is", () => {
  fc.assert(
    fc.property(anyTalk, anyRule, (times, limits) => {
      const open = look(
        times.map((at) => said(at)),
        0,
        limits,
      ).open
      const { wakeAt } = look(open, 0, limits)
      fc.pre(wakeAt !== null)
      expect(cut(open, { ...rule, ...limits }, wakeAt - 1).sealed).toEqual([])
      expect(cut(open, { ...rule, ...limits }, wakeAt).sealed).not.toEqual([])
    }),
  )
})

/** Hears a talk in batches, sealing after each what is due, and at the end all. */
function inBatches(
  times: number[],
  batches: { size: number; heardAt: (batch: number) => number },
  limits: WindowRule,
): string[][] {
  let open: Heard[] = []
  const windows: string[][] = []
  const seal = (now: number) => {
    const result = cut(open, limits, now)
    windows.push(...result.sealed.map((window) => window.ids))
    open = result.open
  }
  for (let from = 0; from < times.length; from += batches.size) {
    const heardAt = batches.heardAt(from)
    open = [...open, ...times.slice(from, from + batches.size).map((at) => ({ ...said(at), heardAt }))]
    seal(heardAt)
  }
  seal(FLUSH)
  return windows
}

test("an import is cut the same in batches of any size, and as it would have been live", () => {
  fc.assert(
    fc.property(anyTalk, anyRule, fc.integer({ min: 1, max: 20 }), (times, limits, size) => {
      const whole = inBatches(times, { size: 1_000, heardAt: () => T }, limits)
      expect(inBatches(times, { size, heardAt: () => T }, limits)).toEqual(whole)
      expect(inBatches(times, { size, heardAt: (from) => T + from / 1_000 }, limits)).toEqual(whole)
      expect(inBatches(times, { size: 1, heardAt: (from) => T + (times[from] ?? 0) }, limits)).toEqual(whole)
    }),
  )
})
