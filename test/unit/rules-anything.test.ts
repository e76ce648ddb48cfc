// For any input the rules neither throw nor stall nor claim something without evidence.
import fc from "fast-check"
import { expect, test, vi } from "vitest"
import type { Extraction, Message, Person, Window } from "../../src/domain/types.ts"
import { extractByRules } from "../../src/extraction/rules/index.ts"
import { QuickPattern } from "../../src/text/quick-pattern.ts"
import { deep, propertyRuns } from "../dice.ts"
import { quickest } from "./timing.ts"

const PEOPLE: Person[] = ["Alice", "Bob", "Zoë 🌸", "will", "x".repeat(32)].map((name, index) => ({
  id: String(index + 1),
  name,
}))

function windowOf(lines: { by: number; content: string; replyTo: number }[]): Window {
  const messages = lines.map(
    ({ by, content, replyTo }, index): Message => ({
      id: String(100 + index),
      guildId: "7",
      channelId: "8",
      author: PEOPLE[by % PEOPLE.length] ?? { id: "1", name: "Alice" },
      role: "member",
      content,
      at: index * 5_000,
      replyTo: replyTo < index ? String(100 + replyTo) : null,
      mentions: index % 3 === 0 ? [{ id: "2", name: "Bob" }] : [],
      attachments: [],
      source: "passive",
    }),
  )
  return { id: "w", guildId: "7", channelId: "8", channelName: null, messages, reason: "full" }
}

function expectSound(window: Window, found: Extraction): void {
  const known = new Set(PEOPLE.map((person) => person.id))
  expect(found.claims.length).toBeLessThanOrEqual(15)
  for (const claim of found.claims) {
    expect(known.has(claim.subject.id)).toBe(true)
    expect(claim.fact.length).toBeLessThanOrEqual(300)
    expect(claim.fact).not.toMatch(/[\n\r\0]/)
    expect(claim.lines.length).toBeGreaterThan(0)
    for (const line of claim.lines) expect(line >= 1 && line <= window.messages.length).toBe(true)
    expect(claim.topics.length).toBeGreaterThanOrEqual(1)
    expect(claim.topics.length).toBeLessThanOrEqual(4)
  }
  expect(found.note === null || (found.note.title.length <= 80 && found.note.summary.length <= 1000)).toBe(
    true,
  )
  for (const { line } of found.digests)
    expect(line.length > 0 && line.length <= 160 && !line.includes("\n")).toBe(true)
}

const PIECES = [
  "I",
  "I'm",
  "my",
  "wife",
  "sister's",
  "moved",
  "to",
  "Oslo",
  "there",
  "love",
  "hate",
  "don't",
  "never",
  "and",
  "but",
  ",",
  ", I",
  "if",
  "named",
  "her",
  "Luna",
  "where",
  "do",
  "you",
  "live",
  "?",
  "!",
  ".",
  "...",
  "yes",
  "no",
  "when",
  "next month",
  "a",
  "the",
  "job",
  "offer",
  "been",
  "have",
  "got",
  "can't",
  "eat",
  "<@2>",
  "`code`",
  "```",
  "> ",
  "||",
  "**",
  "🎉",
  "http://a.b",
  '"',
  "(",
  ")",
  "Bob:",
  "@Bob",
  "\n",
  "$5",
  "120k",
  "will",
  "be",
  "away",
  "friday",
  "Frank",
  "they",
  "want me to",
  "starting",
  "in",
  "march",
  "that",
  "which",
  "who",
  "'s",
  "\u202e",
]
const sentence = fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }).map((pieces) => pieces.join(" "))
const anything = fc.oneof(
  sentence,
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: "grapheme", maxLength: 100 }),
)
const line = fc.record({
  by: fc.nat(4),
  content: fc.oneof({ weight: 4, arbitrary: sentence }, anything),
  replyTo: fc.nat(40),
})

test("any window gives an extraction within its limits and repeatably", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const window = windowOf(lines)
      const found = extractByRules({ window, members: PEOPLE })
      expectSound(window, found)
      expect(extractByRules({ window, members: PEOPLE })).toEqual(found)
    }),
    { numRuns: propertyRuns(150) },
  )
}, 20_000)

const LONG = [
  "a".repeat(4000),
  "I ".repeat(2000),
  "I love ".repeat(570),
  "my ".repeat(1333),
  "I moved to ".repeat(363),
  "and I am ".repeat(444),
  "( ".repeat(2000),
  '"'.repeat(4000),
  "`".repeat(4000),
  ">\n".repeat(2000),
  "* _ ~ ".repeat(660),
  "|| ".repeat(1333),
  "...!?".repeat(800),
  "I am ".concat("very ".repeat(790)),
  "1".repeat(4000),
  "1 ".repeat(2000),
  "next month ".repeat(360),
  "<@1>".repeat(1000),
  "a@".repeat(2000),
  "\u202eI live in Oslo ".repeat(250),
  "😀".repeat(2000),
  "\ud800".repeat(4000),
  "where do you ".repeat(300).concat("?"),
  "haha".repeat(1000),
  "--".repeat(2000),
  ", I".repeat(1300),
  "who that which I ".repeat(235),
]

deep(
  "a window of the longest and strangest messages is read in bounded time",
  () => {
    for (const content of LONG) {
      const window = windowOf(Array.from({ length: 30 }, (_, by) => ({ by, content, replyTo: by - 1 })))
      const read = () => expectSound(window, extractByRules({ window, members: PEOPLE }))
      expect(quickest(read, 1_500), content.slice(0, 20)).toBeLessThan(1_500)
    }
  },
  60_000,
)

/** Talks that ask most of the tables: many clauses, answers, days and hours. */
const BUSY: Record<string, (index: number) => string> = {
  clauses: (index) => Array.from({ length: 12 }, (_, k) => `I like thing${index}x${k}`).join(" and "),
  facts: (index) =>
    `i live in Leeds and work at library ${index} on mondays, my sister moved to Oslo last week`,
  answers: (index) =>
    index % 2 ? `yeah, a nurse since ${2000 + index}` : "where do you live and what do you do, any pets?",
  events: (index) => `raid is on friday the 15th at ${(index % 11) + 1}pm, i can't do mondays`,
}

/** The times that a window makes the rules try a row of a table on a clause. */
function trialsIn(content: (index: number) => string): number {
  const trials = vi.spyOn(QuickPattern.prototype, "regExp", "get")
  const messages = Array.from({ length: 30 }, (_, by) => ({ by, content: content(by), replyTo: -1 }))
  extractByRules({ window: windowOf(messages), members: PEOPLE })
  const { length } = trials.mock.calls
  trials.mockRestore()
  return length
}

/** A table has some hundred rows, of which a clause holds the words of a few. */
const MOST_TRIALS = 2_500

test.each(Object.entries(BUSY))(
  "thirty lines of %s try few of all rows, and plain lines nearly none",
  (_, line) => {
    const plain = trialsIn((index) => `the gate by the river was shut again, number ${index}`)
    expect(plain).toBeGreaterThan(100)
    expect(plain).toBeLessThan(1_000)
    expect(trialsIn(line)).toBeLessThanOrEqual(MOST_TRIALS)
  },
)

test("a window without messages or with unknown people is read", () => {
  expect(extractByRules({ window: windowOf([]), members: [] })).toMatchObject({
    method: "rule",
    claims: [],
    note: null,
    digests: [],
  })
  const window = windowOf([{ by: 0, content: "I moved to Oslo", replyTo: 9 }])
  expect(extractByRules({ window, members: [] }).claims).toHaveLength(1)
})
