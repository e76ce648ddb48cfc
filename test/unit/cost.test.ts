/** Cost arithmetic: counts become dollars per million messages, and nothing is left out or counted twice. */
import { expect, test } from "vitest"
import { figuresOf, nightDollars, optionsOf, readingDollars } from "../eval/cost-figures.ts"
import { type Counted, play, playEach } from "../eval/cost-play.ts"
import { perMillion, tokenDollars, unitDollars } from "../eval/cost-prices.ts"
import { kai, NOON } from "./builders.ts"

const counted: Counted = {
  messages: 1_000,
  windows: 60,
  passedOver: 10,
  calls: 50,
  instructions: 40_000,
  shown: 30_000,
  memories: 5_000,
  replies: 10_000,
  second: { calls: 0, input: 0, replies: 0 },
  embedded: 2_000,
  vectors: 60,
  schemas: 20_000,
}
const price = { input: 0.1, output: 0.5 }

test.each([
  [{ input: 1e6, output: 0 }, 0.1],
  [{ input: 0, output: 1e6 }, 0.5],
  [{ input: 2e6, output: 3e6 }, 1.7],
])("%j tokens cost %d", (tokens, dollars) => {
  expect(tokenDollars(tokens, price)).toBeCloseTo(dollars)
})

test("each platform unit adds its own price", () => {
  expect(unitDollars({})).toBe(0)
  expect(unitDollars({ rowWritten: 1e6 })).toBeCloseTo(1)
  expect(unitDollars({ rowWritten: 1e6, rowRead: 1e6, objectRequest: 1e6, cpuMs: 1e6 })).toBeCloseTo(1.171)
})

test("a thousand messages scale to a million; instructions, window and memories cost money, schemas do not", () => {
  expect(perMillion(50, 1_000)).toBe(50_000)
  // 75,000 tokens in and 10,000 out, a thousand times.
  expect(readingDollars(counted, price)).toBeCloseTo(75 * 0.1 + 10 * 0.5)
})

test("the messages of a day share the cost of its night", () => {
  const night = { calls: 3, input: 20_000, output: 3_000, messagesADay: 1_000 }
  expect(nightDollars(night, price)).toBeCloseTo(20 * 0.1 + 3 * 0.5)
  expect(nightDollars({ ...night, messagesADay: 10_000 }, price)).toBeCloseTo(0.35)
})

test("the total is reading, embedding, nights and the platform, and without a model only embedding and the platform", () => {
  const plays = { lean: counted, full: { ...counted, replies: 20_000 }, untriaged: counted, each: counted }
  const figures = figuresOf(plays, { calls: 1, input: 1_000, output: 100, messagesADay: 1_000 })
  const platform = figures.platform.reduce((sum, { dollars }) => sum + dollars, 0)
  const [first] = figures.reading
  const beside = platform + figures.embedding + figures.nights
  expect(figures.totals[0]?.lean).toBeCloseTo((first?.lean ?? 0) + beside)
  expect(figures.totals[0]?.full).toBeGreaterThan(figures.totals[0]?.lean ?? 0)
  expect(figures.totals.at(-1)).toEqual({
    model: "rules only",
    lean: platform + figures.embedding,
    full: platform + figures.embedding,
  })
  expect(figures.callsPer100.windows).toBe(5)
})

/** Builds a channel in which Kai says this many lines at once and greets an hour later. */
function channel(lines: number) {
  const said = Array.from({ length: lines }, (_, index) => ({
    at: NOON + index,
    content: `I sail boat ${index}`,
  }))
  const all = [...said, { at: NOON + 3_600_000, content: "hello" }]
  return {
    name: "a/b",
    lines: all.map(({ at, content }, index) => ({
      id: String(index + 1),
      at,
      author: kai,
      content,
      replyTo: null,
      mentions: [],
    })),
    conversations: new Map<string, string>(),
    links: [],
    excluded: { self: 0, outside: 0 },
  }
}

test("a window costs one call, a greeting costs none, and the mode without windows costs one call per message", () => {
  const rule = { lullMs: 180_000, maxMessages: 30, maxMs: 1_800_000 }
  const how = { rule, triage: true, everything: false }
  expect(play([channel(8)], how)).toMatchObject({ messages: 9, windows: 2, passedOver: 1, calls: 1 })
  expect(play([channel(8)], { ...how, triage: false })).toMatchObject({ passedOver: 0, calls: 2 })
  expect(playEach([channel(8)], how)).toMatchObject({ messages: 9, calls: 9 })
})

test("a window that claims something costs a second reading, which is priced with the first", () => {
  const rule = { lullMs: 180_000, maxMessages: 30, maxMs: 1_800_000 }
  const { second } = play([channel(8)], { rule, triage: true, everything: true })
  expect(second.calls).toBe(1)
  const withSecond = { ...counted, second: { calls: 1, input: 10_000, replies: 2_000 } }
  const dollars = (one: Counted) => readingDollars(one, price)
  expect(dollars(withSecond) - dollars(counted)).toBeCloseTo(1_000 * (0.01 * 0.1 + 0.002 * 0.5))
})

test("later calls include the memories learned before", () => {
  const rule = { lullMs: 180_000, maxMessages: 4, maxMs: 1_800_000 }
  const how = { rule, triage: true, everything: true }
  expect(play([channel(4)], how).memories).toBe(0)
  expect(play([channel(8)], how).memories).toBeGreaterThan(0)
})

test("options that are not numbers are refused with a reason", () => {
  expect(optionsOf("180", undefined, "1000")).toEqual({ lullSeconds: 180, night: null })
  expect(optionsOf("300", "2,1000,100", "500").night).toEqual({
    calls: 2,
    input: 1_000,
    output: 100,
    messagesADay: 500,
  })
  for (const night of ["2,1000", "a,b,c", "1,2,3,4"])
    expect(() => optionsOf("180", night, "1")).toThrow("--night")
  expect(() => optionsOf("soon", undefined, "1")).toThrow("--lull is soon")
})
