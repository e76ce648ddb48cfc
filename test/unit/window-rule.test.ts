import { describe, expect, test } from "vitest"
import {
  type BufferedMessage,
  type Conversations,
  compareSaidOrder,
  cutWindows,
  type WindowCut,
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
const sizes = (result: WindowCut) => [
  ...result.sealed.map((window) => `${window.ids.length} ${window.reason}`),
  result.open.length,
]

describe("an open run", () => {
  test.each([
    [179_999, [2], 180_000],
    [180_000, ["2 lull", 0], null],
    [180_001, ["2 lull", 0], null],
  ])("closes after a lull of three minutes: after %d ms", (since, expected, wake) => {
    const result = look([said(0), said(60_000)], 60_000 + since)
    expect(sizes(result)).toEqual(expected)
    expect(result.wakeAt).toBe(wake === null ? null : T + 60_000 + wake)
  })

  test.each([
    [1_799_999, [12]],
    [1_800_000, ["12 span", 0]],
  ])("closes half an hour after its first message, however busy: after %d ms", (now, expected) => {
    const busy = Array.from({ length: 12 }, (_, index) => said(index * 150_000))
    expect(sizes(look(busy, now))).toEqual(expected)
  })

  test("closes for the first reason that applied, even when looked at late", () => {
    const talk = [said(0), said(90_000), said(100_000)]
    expect(sizes(look(talk, 900_000, { maxMs: 200_000 }))).toEqual(["3 span", 0])
    expect(sizes(look(talk, 900_000))).toEqual(["3 lull", 0])
  })

  test("of an import follows the clock of arrival, not the old times", () => {
    const years = 10 ** 11
    expect(sizes(look([said(0, years)], years + 179_999))).toEqual([1])
    expect(sizes(look([said(0, years)], years + 180_000))).toEqual(["1 lull", 0])
  })
})

describe("a talk", () => {
  test.each([
    [179_999, [2]],
    [180_000, ["1 lull", 1]],
    [180_001, ["1 lull", 1]],
  ])("is cut by a pause of three minutes: %d ms", (pause, expected) => {
    expect(sizes(look([said(0), said(pause)], pause))).toEqual(expected)
  })

  test.each([
    [29, [29]],
    [30, ["30 full", 0]],
    [31, ["30 full", 1]],
    [60, ["30 full", "30 full", 0]],
  ])("is cut at thirty messages: %d at once", (count, expected) => {
    const talk = Array.from({ length: count }, (_, index) => said(index))
    expect(sizes(look(talk, count))).toEqual(expected)
  })

  test.each([
    [1_799_999, [13]],
    [1_800_000, ["12 span", 1]],
  ])("is cut half an hour after its first message: %d ms", (last, expected) => {
    const talk = [...Array.from({ length: 12 }, (_, index) => said(index * 160_000)), said(last)]
    expect(sizes(look(talk, last))).toEqual(expected)
  })

  test("is cut at a pause only if the next message arrived no earlier, because an import may still fill the pause", () => {
    expect(sizes(look([said(0, 500_001), said(200_000, 500_000)], 500_002))).toEqual([2])
    expect(sizes(look([said(0, 500_000), said(200_000, 500_000)], 500_002))).toEqual(["1 lull", 1])
  })
})

describe("a run with overlapping conversations", () => {
  /** Even and odd moments are two conversations, and the odd one continues. */
  const conversations: Conversations = {
    overlap: () => true,
    split: (ids) => ({
      over: ids.filter((id) => Number(id) % 2 === 0),
      on: ids.filter((id) => Number(id) % 2 === 1),
    }),
  }
  const busy = (count: number) => Array.from({ length: count }, (_, index) => said(index))

  test.each([
    [30, [30]],
    [59, [59]],
    [60, ["30 full", 30]],
    [61, ["30 full", 31]],
  ])(
    "stays open for twice as many messages, then the finished half closes: %d messages",
    (count, expected) => {
      expect(sizes(look(busy(count), count, { conversations }))).toEqual(expected)
    },
  )

  test("closes in two windows when it ends", () => {
    const result = look(busy(40), 200_000, { conversations })
    expect(sizes(result)).toEqual(["20 lull", "20 lull", 0])
    expect(result.sealed[0]?.ids.every((id) => Number(id) % 2 === 0)).toBe(true)
  })

  test("is not cut at the gap that a closed conversation leaves", () => {
    // The odd conversation pauses for four minutes while the even one talks on.
    const times = [0, 1, 60_000, 120_000, 240_001, 240_003]
    const small = { conversations, maxMessages: 3 }
    const first = look(
      times.map((at) => said(at)),
      240_003,
      small,
    )
    expect(sizes(first)).toEqual(["3 full", 3])
    expect(first.open.map((message) => message.at - T)).toEqual([1, 240_001, 240_003])
    expect(sizes(cutWindows([...first.open, said(250_001)], { ...rule, ...small }, T + 250_001))).toEqual([4])
  })

  test("closes by count if its conversations are no longer known", () => {
    const { open } = look(busy(60), 60, { conversations })
    expect(
      sizes(look([...open, ...Array.from({ length: 30 }, (_, index) => said(100 + index))], 130)),
    ).toEqual(["30 full", "30 full", 0])
  })
})

test("no wake time is set without open messages", () => {
  expect(look([], 0)).toEqual({ sealed: [], open: [], wakeAt: null })
})

test("messages of one moment are ordered by their ids as numbers", () => {
  const at = (id: string) => ({ id, at: 1, heardAt: 1 })
  expect(
    ["100", "20", "3"]
      .map(at)
      .sort(compareSaidOrder)
      .map((message) => message.id),
  ).toEqual(["3", "20", "100"])
  expect(compareSaidOrder(at("7"), at("7"))).toBe(0)
  expect(["9223372036854775807", "9223372036854775806"].map(at).sort(compareSaidOrder)[0]?.id).toBe(
    "9223372036854775806",
  )
})

test("talk that an ended import brought is over at once if its own lull is; live talk is not affected", () => {
  const HOUR = 3_600_000
  const rule: WindowRule = { lullMs: 180_000, maxMessages: 30, maxMs: 1_800_000 }
  const now = 1_700_000_000_000
  const old = ["100", "101"].map((id, nth) => ({ id, at: now - HOUR + nth, heardAt: now }))
  const fresh = [{ id: "102", at: now - 1_000, heardAt: now }]
  const live = [{ id: "900", at: now, heardAt: now }]
  const idsIn = (open: readonly BufferedMessage[]) => open.map(({ id }) => id)

  expect(cutWindows(old, rule, now).sealed).toEqual([])
  const ended = cutWindows([...old, ...fresh, ...live], { ...rule, brought: "102" }, now)
  expect(ended.sealed).toEqual([{ ids: ["100", "101"], reason: "lull" }])
  expect(idsIn(ended.open)).toEqual(["102", "900"])
  // Old talk that came otherwise, after the import's last id, waits for the rest of it.
  expect(cutWindows(old, { ...rule, brought: "99" }, now).sealed).toEqual([])
  expect(cutWindows(old, { ...rule, brought: "100" }, now).sealed).toEqual([])
})
