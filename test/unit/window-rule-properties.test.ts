/** Promises of windows that hold for any talk, in any order of arrival and in batches of any size. */
import fc from "fast-check"
import { expect, test } from "vitest"
import {
  type BufferedMessage,
  type Conversations,
  cutWindows,
  type WindowRule,
} from "../../src/channel/window/window-rule.ts"

const rule: WindowRule = { lullMs: 180_000, maxMessages: 30, maxMs: 1_800_000 }
const T = 1_700_000_000_000
/** Builds a message said at `at` milliseconds and heard then or later. */
const said = (at: number, heardAt = at): BufferedMessage => ({
  id: String(10_000_000 + at),
  at: T + at,
  heardAt: T + heardAt,
})
const look = (messages: BufferedMessage[], now: number, given: Partial<WindowRule> = {}) =>
  cutWindows(messages, { ...rule, ...given }, T + now)

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

test("every message is in one window or open, in order, and no window exceeds a limit", () => {
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

test("the order of arrival does not matter once everything is heard", () => {
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

test("a window closes at the wake time and none a moment earlier", () => {
  fc.assert(
    fc.property(anyTalk, anyRule, (times, limits) => {
      const open = look(
        times.map((at) => said(at)),
        0,
        limits,
      ).open
      const { wakeAt } = look(open, 0, limits)
      fc.pre(wakeAt !== null)
      expect(cutWindows(open, { ...rule, ...limits }, wakeAt - 1).sealed).toEqual([])
      expect(cutWindows(open, { ...rule, ...limits }, wakeAt).sealed).not.toEqual([])
    }),
  )
})

/** Feeds a talk in batches, closes windows after each, and closes the rest at the end. */
function inBatches(
  times: number[],
  batches: { size: number; heardAt: (batch: number) => number },
  limits: WindowRule,
): string[][] {
  let open: BufferedMessage[] = []
  const windows: string[][] = []
  const seal = (now: number) => {
    const result = cutWindows(open, limits, now)
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

test("an import is cut the same in batches of any size, and the same as live", () => {
  fc.assert(
    fc.property(anyTalk, anyRule, fc.integer({ min: 1, max: 20 }), (times, limits, size) => {
      const whole = inBatches(times, { size: 1_000, heardAt: () => T }, limits)
      expect(inBatches(times, { size, heardAt: () => T }, limits)).toEqual(whole)
      expect(inBatches(times, { size, heardAt: (from) => T + from / 1_000 }, limits)).toEqual(whole)
      expect(inBatches(times, { size: 1, heardAt: (from) => T + (times[from] ?? 0) }, limits)).toEqual(whole)
    }),
  )
})

/** Separates conversations by the parity of ids. The conversation without the last message closes first. */
const byParity: Conversations = {
  overlap: (ids) => new Set(ids.map((id) => Number(id) % 2)).size > 1,
  split: (ids, most) => {
    const side = (id: string) => Number(id) % 2 !== Number(ids.at(-1)) % 2
    const first = [...ids.filter(side), ...ids.filter((id) => !side(id))].slice(
      0,
      Math.max(ids.length - most, 1),
    )
    const over = new Set(first)
    return { over: ids.filter((id) => over.has(id)), on: ids.filter((id) => !over.has(id)) }
  },
}
const anyTopicalRule = anyRule.map((limits) => ({ ...limits, conversations: byParity }))

test("with overlapping conversations every message is in one window or open, and no window exceeds a limit", () => {
  fc.assert(
    fc.property(anyTalk, anyTopicalRule, fc.integer({ min: 0, max: 1_500 }), (times, limits, now) => {
      const result = look(
        times.map((at) => said(at)),
        now,
        limits,
      )
      const ids = result.sealed
        .flatMap((window) => window.ids)
        .concat(result.open.map((message) => message.id))
      expect(ids.sort()).toEqual(times.map((at) => said(at).id).sort())
      for (const { ids: window } of result.sealed) {
        expect(window.length).toBeGreaterThan(0)
        expect(window.length).toBeLessThanOrEqual(limits.maxMessages)
        expect(window).toEqual([...window].sort())
        expect(Number(window.at(-1)) - Number(window[0])).toBeLessThan(limits.maxMs)
      }
      const names = result.sealed.map((window) => `${window.ids[0]}_${window.ids.at(-1)}`)
      expect(new Set(names).size).toBe(names.length)
    }),
  )
})

test("with overlapping conversations an import in batches of any size is cut the same as live", () => {
  fc.assert(
    fc.property(anyTalk, anyTopicalRule, fc.integer({ min: 1, max: 20 }), (times, limits, size) => {
      const whole = inBatches(times, { size: 1_000, heardAt: () => T }, limits)
      expect(inBatches(times, { size, heardAt: () => T }, limits)).toEqual(whole)
      expect(inBatches(times, { size: 1, heardAt: (from) => T + (times[from] ?? 0) }, limits)).toEqual(whole)
    }),
  )
})

test("with overlapping conversations no message waits longer than the maximum span, and few messages are open", () => {
  fc.assert(
    fc.property(anyTalk, anyTopicalRule, (times, limits) => {
      let open: BufferedMessage[] = []
      for (const at of times) {
        open = cutWindows([...open, said(at)], limits, T + at).open
        expect(open.length).toBeLessThan(2 * limits.maxMessages)
        expect(open.every((message) => T + at - message.heardAt < limits.maxMs)).toBe(true)
      }
    }),
  )
})
