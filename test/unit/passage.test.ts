/** A passage holds the lines of one conversation in order, up to a limit. */
import fc from "fast-check"
import { expect, test } from "vitest"
import {
  idSpan,
  joinPassages,
  NEAR_MS,
  type Passage,
  passageTerms,
  toLine,
  toPassage,
} from "../../src/channel/search/passage.ts"
import { message, NOON } from "./builders.ts"

function run(first: number, at: number, length = 1): Passage {
  const messages = Array.from({ length }, (_, index) =>
    message(`line ${first + index}`, { id: String(first + index), at: at + index * 1_000 }),
  )
  return toPassage(messages)
}

test("two passages at most half an hour apart join, in either order", () => {
  const before = run(1, NOON)
  for (const [apart, one] of [
    [NEAR_MS, true],
    [NEAR_MS + 1, false],
  ] as const) {
    const next = run(2, NOON + apart)
    const ids = joinPassages(before, next)?.map(({ id }) => id)
    expect(ids).toEqual(one ? ["1", "2"] : undefined)
    expect(joinPassages(next, before)?.map(({ id }) => id)).toEqual(ids)
  }
})

test("overlapping passages join in order of time", () => {
  const lines = joinPassages([...run(1, NOON), ...run(3, NOON + 20_000)], run(2, NOON + 10_000))
  expect(lines?.map(({ id }) => id)).toEqual(["1", "2", "3"])
})

test("a passage holds at most sixty lines, and an empty passage joins nothing", () => {
  expect(joinPassages(run(1, NOON, 30), run(31, NOON + 30_000, 30))).toHaveLength(60)
  expect(joinPassages(run(1, NOON, 30), run(31, NOON + 30_000, 31))).toBeNull()
  expect(joinPassages([], run(1, NOON))).toBeNull()
  expect(joinPassages(run(1, NOON), [])).toBeNull()
})

test("a span compares ids as numbers, beyond JavaScript's safe integers", () => {
  const ids = ["9007199254740993", "99", "9007199254740992", "1180000000000000001"]
  expect(idSpan(toPassage(ids.map((id) => message("x", { id }))))).toEqual({
    first: "99",
    last: "1180000000000000001",
  })
  expect(idSpan([])).toBeNull()
})

test("a message is indexed by its words, its author's name and its files' names", () => {
  const terms = passageTerms([
    toLine(message("The ferries", { author: { id: "1", name: "Ada Lovelace" }, attachments: ["map.png"] })),
  ])
  expect(terms.split(" ")).toEqual(["ada", "lovelac", "ferri", "map", "png"])
})

test.each([
  ["see you on Friday", true],
  ["I moved in May 2024", true],
  ["yesterday I slept", true],
  ["I like tea", false],
  ["", false],
])("%j mentions a time: %s", (content, timed) => {
  expect(toLine(message(content)).timed).toBe(timed)
})

test("joining keeps every line once and in order", () => {
  const times = fc.array(fc.nat(10_000), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(times, times, (first, second) => {
      const lines = (minutes: number[], from: number) =>
        minutes.flatMap((minute, index) => run(from + index, NOON + minute * 1_000))
      const [one, other] = [lines(first, 1), lines(second, 100)]
      const both = joinPassages(one, other)
      if (both === null) {
        expect(one.length + other.length > 60 || Math.max(...first, ...second) > 1_800).toBe(true)
        return
      }
      expect(both.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(
        [...one, ...other].map(({ id }) => Number(id)).sort((a, b) => a - b),
      )
      expect(both.map(({ at }) => at)).toEqual(both.map(({ at }) => at).sort((a, b) => a - b))
    }),
  )
})
