/** Reply detection, and the separation of overlapping conversations. */
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  ConversationSplitter,
  conversationsOverlap,
  splitRun,
} from "../../src/channel/window/conversation-splitter.ts"
import { type ChatLine, likelyReplies } from "../../src/channel/window/reply-likelihood.ts"
import { NOON } from "./builders.ts"

const NAMES: Record<string, string> = { "1": "Ada", "2": "Bo", "3": "Cy Lund", "4": "Dee", "5": "Eli" }
const person = (id: string) => ({ id, name: NAMES[id] ?? id })

/** Builds lines ten seconds apart, from [author, words, the position it replies to]. */
function talk(...said: [author: string, content: string, replyTo?: number | undefined][]): ChatLine[] {
  return said.map(([author, content, replyTo], index) => ({
    id: String(100 + index),
    author: person(author),
    content,
    at: NOON + index * 10_000,
    replyTo: replyTo === undefined ? null : String(100 + replyTo),
    mentions: [...content.matchAll(/<@(\d+)>/g)].map(([, id]) => person(id ?? "")),
  }))
}

/** Returns the position that the last line most probably answers, or `null` if it answers none. */
function answered(lines: ChatLine[]): number | null {
  const own = likelyReplies(lines).filter((answer) => answer.from === lines.length - 1)
  const begins = 1 - own.reduce((sum, answer) => sum + answer.weight, 0)
  const [best] = own.sort((a, b) => b.weight - a.weight)
  return best && best.weight > begins ? best.to : null
}

const BETWEEN: [string, string][] = [
  ["4", "the ferry leaves at nine tomorrow"],
  ["5", "then we should pack tonight"],
  ["4", "bring the big tent"],
]

describe("a reply link", () => {
  test("is certain for an explicit reply", () => {
    const lines = talk(["1", "anyone up for chess"], ...BETWEEN, ["2", "sure", 0])
    expect(likelyReplies(lines).filter((answer) => answer.from === 4)).toEqual([
      { from: 4, to: 0, weight: 1 },
    ])
  })

  test.each([
    ["by name", "Ada: me, if it is before ten"],
    ["by name and comma", "ada, me, if it is before ten"],
    ["with an at sign", "@ada me, if it is before ten"],
    ["by a mention", "<@1> me, if it is before ten"],
    ["by name alone", "Ada me, if it is before ten"],
  ])("goes to the person called %s", (_, words) => {
    expect(answered(talk(["1", "anyone up for chess"], ...BETWEEN, ["2", words]))).toBe(0)
  })

  test("goes to a person with a two-word name", () => {
    expect(answered(talk(["3", "anyone up for chess"], ...BETWEEN, ["2", "Cy Lund: me"]))).toBe(0)
  })

  test("goes to a line with shared rare words rather than to the last line", () => {
    const lines = talk(["2", "morning all"], ["1", "my sourdough starter smells of acetone"], ...BETWEEN, [
      "2",
      "a sourdough starter smells of acetone when it is hungry",
    ])
    expect(answered(lines)).toBe(1)
  })

  test("never leads forward, and the first line has none", () => {
    expect(likelyReplies(talk(["1", "hello"]))).toEqual([])
    expect(likelyReplies(talk(["1", "one", 1], ["1", "two"])).every(({ from, to }) => to < from)).toBe(true)
  })
})

describe("overlap detection", () => {
  test("finds two interleaved pairs", () => {
    expect(conversationsOverlap(twoPairs(6))).toBe(true)
  })

  test("rejects a monologue and a talk of two people", () => {
    expect(
      conversationsOverlap(
        talk(...Array.from({ length: 30 }, (_, n): [string, string] => ["1", `point ${n}`])),
      ),
    ).toBe(false)
    const pair = Array.from({ length: 30 }, (_, n): [string, string] => [n % 2 ? "1" : "2", `point ${n}`])
    expect(conversationsOverlap(talk(...pair))).toBe(false)
  })

  test("rejects consecutive conversations and an empty talk", () => {
    const first = twoPairs(6).filter((line) => ["1", "2"].includes(line.author.id))
    const second = twoPairs(6).filter((line) => ["4", "5"].includes(line.author.id))
    expect(
      conversationsOverlap([...first, ...second.map((line) => ({ ...line, at: line.at + 60_000 }))]),
    ).toBe(false)
    expect(conversationsOverlap([])).toBe(false)
  })
})

/** Builds a talk of two pairs in alternate lines: Ada and Bo about chess, Dee and Eli about a ferry. */
function twoPairs(turns: number): ChatLine[] {
  return talk(
    ...Array.from({ length: turns }, (_, turn): [string, string][] =>
      turn % 2
        ? [
            ["2", `Ada: chess ${turn}`],
            ["5", `Dee: ferry ${turn}`],
          ]
        : [
            ["1", `Bo: chess ${turn}`],
            ["4", `Eli: ferry ${turn}`],
          ],
    ).flat(),
  )
}

describe("a run of two conversations", () => {
  test("is split between them", () => {
    const lines = twoPairs(10)
    const { over, on } = splitRun(lines, 10)
    const authors = (positions: number[]) => [...new Set(positions.map((at) => lines[at]?.author.id))].sort()
    expect([authors(over), authors(on)].sort()).toEqual([
      ["1", "2"],
      ["4", "5"],
    ])
  })

  test("closes the silent conversation and keeps the active one", () => {
    const chess = twoPairs(8).filter((line) => ["1", "2"].includes(line.author.id))
    const ferry = twoPairs(20)
      .filter((line) => ["4", "5"].includes(line.author.id))
      .slice(0, 8)
    const late = ferry.map((line) => ({ ...line, id: `9${line.id}`, at: line.at + 40_000 }))
    const lines = [...chess, ...late].sort((a, b) => a.at - b.at)
    const { over } = splitRun(lines, 8)
    expect(new Set(over.map((at) => lines[at]?.author.id))).toEqual(new Set(["1", "2"]))
  })

  test("with missing messages is split in the middle and loses no message", () => {
    const conversations = new ConversationSplitter((ids) =>
      twoPairs(2).filter((line) => ids.includes(line.id)),
    )
    const ids = ["100", "101", "102", "999"]
    expect(conversations.split(ids, 2)).toEqual({ over: ["100", "101"], on: ["102", "999"] })
  })
})

const anyTalk = fc.array(
  fc.tuple(
    fc.constantFrom("1", "2", "3", "4", "5"),
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 30 }),
      fc.constantFrom("Ada: why?", "@bo ok", "Cy Lund, see <@4>", "?"),
    ),
    fc.option(fc.nat({ max: 20 }), { nil: undefined }),
  ),
  { maxLength: 20 },
)

test("in any talk the weights of a message's reply links total at most 1 and are repeatable", () => {
  fc.assert(
    fc.property(anyTalk, (said) => {
      const lines = talk(...said)
      const answers = likelyReplies(lines)
      expect(likelyReplies(lines)).toEqual(answers)
      for (const own of Map.groupBy(answers, (answer) => answer.from).values())
        expect(own.reduce((sum, answer) => sum + answer.weight, 0)).toBeLessThan(1 + 1e-9)
    }),
  )
})

test("any talk is split into two ordered groups within the limit, with each message in one", () => {
  fc.assert(
    fc.property(anyTalk, fc.nat({ max: 5 }), (said, room) => {
      const lines = talk(...said)
      fc.pre(lines.length > 0)
      const most = Math.ceil(lines.length / 2) + room
      const { over, on } = splitRun(lines, most)
      expect([...over, ...on].sort((a, b) => a - b)).toEqual([...lines.keys()])
      expect(over.length).toBeGreaterThan(0)
      for (const part of [over, on]) {
        expect(part.length).toBeLessThanOrEqual(most)
        expect(part).toEqual([...part].sort((a, b) => a - b))
      }
    }),
  )
})
