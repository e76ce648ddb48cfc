/** Scores of chat lines: their own words come first, then neighboring lines, the speaker and the time. */

import fc from "fast-check"
import { expect, test } from "vitest"
import {
  type LineQuery,
  type ScoredLine,
  scoreLines,
  splitIntoRuns,
} from "../../src/channel/search/line-score.ts"
import { neighborsOf } from "../../src/channel/search/line-search.ts"
import { toPassage, withoutLines } from "../../src/channel/search/passage.ts"
import type { Message, Time } from "../../src/domain/types.ts"
import type { MessageRule } from "../../src/memory/read/guild-messages.ts"
import { DEFAULT_POLICY } from "../../src/policy/policy.ts"
import { stems } from "../../src/text/stems.ts"
import { propertyRuns } from "../dice.ts"
import { ana, bo, DAY, kai, message, NOON } from "./builders.ts"

const RULE: MessageRule = DEFAULT_POLICY.recall
const NOTHING_ELSE: MessageRule = {
  neighbor_weight: 0,
  conversation_weight: 0,
  speaker_weight: 0,
  time_weight: 0,
  second_search_weight: 0,
}

/** Builds lines a minute apart, with ids 1, 2, …, all by Kai unless given otherwise. */
function talk(...lines: (string | (Partial<Message> & { content: string }))[]): Message[] {
  return lines.map((line, index) => {
    const given = typeof line === "string" ? { content: line } : line
    return message(given.content, { id: String(index + 1), at: NOON + index * 60_000, ...given })
  })
}

interface Given extends Partial<Omit<LineQuery, "terms">> {
  rule?: MessageRule
  before?: Time
}

/** Scores lines with all words equally rare. */
function scored(messages: readonly Message[], question: string, given: Given = {}): ScoredLine[] {
  const { rule = RULE, before = Number.MAX_SAFE_INTEGER, ...rest } = given
  const terms = new Map(stems(question).map((stem) => [stem, 1]))
  const sought = { terms, speakers: [], asksWhen: false, asksNow: false, during: null, ...rest }
  return scoreLines(splitIntoRuns([toPassage(messages)], before), sought, { rarity: () => 1, rule })
}

function order(scores: readonly ScoredLine[]): string[] {
  return scores.map(({ line }) => line.id)
}

function scoreOf(scores: readonly ScoredLine[], id: string): number {
  return scores.find(({ line }) => line.id === id)?.score ?? 0
}

test("a line with the words ranks above its neighbors, and a distant line is not found", () => {
  const found = scored(talk("one", "two", "three", "four", "the canoe leaks", "six"), "canoe")
  expect(order(found)[0]).toBe("5")
  expect(order(found)).not.toContain("1")
  expect(scoreOf(found, "6")).toBeLessThan(scoreOf(found, "5"))
})

test("an answer is found through the words of the question before it, above earlier lines", () => {
  const found = scored(
    talk("hello all", { content: "where is the canoe?", author: ana }, "behind the mill"),
    "canoe",
  )
  expect(order(found)).toEqual(["2", "3", "1"])
})

test("a silence of more than half an hour separates neighbors", () => {
  const later = talk("the canoe leaks", { content: "hello", at: NOON + 31 * 60_000 })
  expect(order(scored(later, "canoe"))).toEqual(["1"])
  const sooner = talk("the canoe leaks", { content: "hello", at: NOON + 30 * 60_000 })
  expect(order(scored(sooner, "canoe"))).toEqual(["1", "2"])
})

test("a rare word counts more than a common one", () => {
  const lines = toPassage(talk("the ferry is late", { content: "the canoe is late", at: NOON + DAY }))
  const terms = new Map([
    ["ferri", 1],
    ["cano", 1],
  ])
  const sought = { terms, speakers: [], asksWhen: false, asksNow: false, during: null }
  const rarity = (stem: string) => (stem === "cano" ? 5 : 1)
  const found = scoreLines(splitIntoRuns([lines], NOON + 2 * DAY), sought, { rarity, rule: RULE })
  expect(order(found)).toEqual(["2", "1"])
  expect(found.map(({ fit }) => fit)).toEqual([expect.closeTo(5 / 6), expect.closeTo(1 / 6)])
})

test("the person asked about has a clear advantage among two speakers and hardly any among twelve", () => {
  const share = (people: number) => {
    const crowd = Array.from({ length: people }, (_, index) => ({
      content: "tea",
      author: { id: String(index + 1), name: `N${index}` },
      at: NOON + index * DAY,
    }))
    const found = scored(talk(...crowd), "tea", { speakers: ["1"] })
    return scoreOf(found, "1") / scoreOf(found, "2")
  }
  expect(share(2)).toBeCloseTo(1 + RULE.speaker_weight)
  expect(share(6)).toBeCloseTo(1 + RULE.speaker_weight / 9)
  expect(share(12)).toBeLessThan(1.02)
})

test("a person named in the question has an advantage", () => {
  const lines = talk({ content: "tea", author: kai }, { content: "tea", author: bo, at: NOON + DAY })
  const rule = { ...NOTHING_ELSE, speaker_weight: 0.6 }
  expect(order(scored(lines, "what of Bo and tea", { rule }))[0]).toBe("2")
})

test("a line that mentions a time has an advantage if the question asks when", () => {
  const lines = talk("I move house", { content: "I move house on 5 May", at: NOON + DAY })
  const factor = (asksWhen: boolean) => {
    const found = scored(lines, "move house", { asksWhen })
    return scoreOf(found, "2") / scoreOf(found, "1")
  }
  expect(factor(true)).toBeCloseTo(factor(false) * (1 + RULE.time_weight))
})

test("a line from the time asked about has an advantage, both ends included", () => {
  const lines = talk("tea", { content: "tea", at: NOON + DAY }, { content: "tea", at: NOON + 2 * DAY })
  const found = scored(lines, "tea", { during: { from: NOON + DAY, to: NOON + 2 * DAY } })
  expect(order(found)).toEqual(["3", "2", "1"])
  expect(scoreOf(found, "2")).toBeGreaterThan(scoreOf(found, "1") * (1 + RULE.time_weight))
  expect(found.every(({ fit }) => fit <= 1)).toBe(true)
})

test("a line from a short time asked about needs no word of the question, but ranks below those that have one", () => {
  const lines = talk("tea", { content: "we rowed to the mill", at: NOON + DAY })
  const asked = (to: number) => order(scored(lines, "tea", { during: { from: NOON + DAY, to } }))
  expect(asked(NOON + 2 * DAY)).toEqual(["1", "2"])
  expect(asked(NOON + 90 * DAY)).toEqual(["1"])
})

test("later lines do not exist, not even as neighbors", () => {
  const lines = talk("hello", "the canoe leaks", "a canoe!")
  expect(order(scored(lines, "canoe", { before: NOON + 60_000 }))).toEqual(["2", "1"])
  expect(scored(lines, "canoe", { before: NOON })).toEqual([])
})

test("a conversation that answers well raises its lines", () => {
  const good = talk("the canoe", "canoe and paddle")
  const poor = talk({ content: "a canoe", at: NOON + DAY, id: "9" })
  const lift = (weight: number) => {
    const rule = { ...NOTHING_ELSE, conversation_weight: weight }
    const found = scored([...good, ...poor], "canoe paddle", { rule })
    return scoreOf(found, "1") / scoreOf(found, "9")
  }
  expect(lift(0)).toBeLessThanOrEqual(1)
  expect(lift(0.4)).toBeGreaterThan(1)
})

test("a weight of 0 disables its part", () => {
  const lines = talk("hello", { content: "tea at 5 today", author: bo }, "yes")
  const plain = scored(lines, "tea", { rule: NOTHING_ELSE })
  expect(order(plain)).toEqual(["2"])
  const asked = { speakers: [bo.id], asksWhen: true, asksNow: true, during: { from: NOON, to: NOON + DAY } }
  expect(scored(lines, "tea", { ...asked, rule: NOTHING_ELSE })).toEqual(plain)
})

test.each([
  ["東京に行きたい", "東京"],
  ["나는 서울에 산다 서울", "서울"],
  ["люблю чай с лимоном", "чай"],
  ["😀 party 😀", "party"],
])("%s is found by %s", (text, question) => {
  expect(order(scored(talk("other", { content: text, at: NOON + DAY }), question))).toEqual(["2"])
})

test("a question of symbols alone finds nothing", () => {
  expect(scored(talk("😀", "tea"), "😀 ?!")).toEqual([])
})

function holds(said: ScoredLine["line"], sought: readonly string[]): boolean {
  return sought.every((stem) => said.stems.includes(stem) || said.name.includes(stem))
}

const word = fc.constantFrom("tea", "canoe", "ferry", "mill", "at 5", "東京", "😀", "Bo", "")
const line = fc.record({
  words: fc.array(word, { maxLength: 6 }),
  minutes: fc.nat(300),
  author: fc.constantFrom(kai, ana, bo),
})
const share = fc.constantFrom(0, 0.1, 0.5, 1)
const anyRule = fc.record({
  neighbor_weight: share,
  conversation_weight: share,
  speaker_weight: share,
  time_weight: share,
  second_search_weight: share,
})

test("a repeated word does not make up for a missing one", () => {
  const found = scored(talk("tea tea tea tea tea ferry ferry ferry"), "tea ferry canoe")
  expect(found[0]?.fit).toBeCloseTo(2 / 3)
  expect(scored(talk("tea ferry canoe"), "tea ferry canoe")[0]?.fit).toBe(1)
})

test("no line is lost or repeated, scores fall, and only a line with all words is a complete match", () => {
  const asked = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" "))
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), asked, anyRule, (lines, question, rule) => {
      const messages = lines.map(({ words, minutes, author }, index) =>
        message(words.join(" "), { id: String(index + 1), at: NOON + minutes * 60_000, author }),
      )
      const found = scored(messages, question, { rule })
      expect(new Set(order(found)).size).toBe(found.length)
      for (const { score, fit } of found) {
        expect(score).toBeGreaterThan(0)
        expect(fit).toBeGreaterThan(0)
        expect(fit).toBeLessThanOrEqual(1)
      }
      expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((a, b) => b - a))
      const sought = [...new Set(stems(question))]
      const saying = toPassage(messages).filter(({ stems: said, name }) =>
        sought.some((stem) => said.includes(stem) || name.includes(stem)),
      )
      const whole = found.filter(
        ({ fit, line }) => fit > 1 - 1e-9 && rule.neighbor_weight < 1 && !holds(line, sought),
      )
      expect(order(whole)).toEqual([])
      expect(order(found)).toEqual(expect.arrayContaining(saying.map(({ id }) => id)))
    }),
    { numRuns: propertyRuns(300) },
  )
})

test("a line that replies to a distant one with the words is found, and so is a line replied to", () => {
  const filler = ["one", "two", "three", "four", "five"]
  const asked = talk("who has the canoe", ...filler, { content: "it is in my shed", replyTo: "1" })
  expect(scoreOf(scored(asked, "canoe"), "7")).toBeGreaterThan(0)
  expect(scoreOf(scored(asked, "shed"), "1")).toBeGreaterThan(0)
  expect(order(scored(talk("who has the canoe", ...filler, "it is in my shed"), "canoe"))).not.toContain("7")
})

test("the lines around include the one that is replied to, nearest, and replies, first", () => {
  const passage = toPassage(
    talk("who has the canoe", "two", "three", { content: "me", replyTo: "1" }, "five", "six", {
      content: "thanks",
      replyTo: "4",
    }),
  )
  const around = (lines: typeof passage, id: string) => neighborsOf(lines, id, { place: 0 })
  expect(around(passage, "4")).toEqual({ before: ["2", "3", "1"], after: ["7", "5", "6"], nearby: [] })
  expect(around(passage.slice(2), "4")).toEqual({ before: ["3"], after: ["7", "5", "6"], nearby: [] })
  expect(around(passage, "1")).toEqual({ before: [], after: ["4", "2", "3"], nearby: ["5"] })
  expect(around(passage, "7")).toEqual({ before: ["5", "6", "4"], after: [], nearby: ["3"] })
  expect(neighborsOf(passage, "3", { place: 20 })).toEqual({ before: [], after: [], nearby: ["2", "4"] })
})

test("further lines are the next twelve within an hour, for the best hits of a query that asks for them", () => {
  const lines = toPassage(talk(...Array.from({ length: 20 }, (_, place) => `line ${place}`)))
  const later = (place: number, withLater = true) => neighborsOf(lines, "3", { place, withLater })
  expect(later(0).later).toEqual(["6", "7", "8", "9", "10", "11", "12", "13", "14", "15"])
  expect(later(0).nearby).toEqual(["16"])
  expect(later(19)).toHaveProperty("later")
  expect(later(20)).not.toHaveProperty("later")
  expect(later(0, false)).not.toHaveProperty("later")
  const slow = lines.map((line, place) => ({ ...line, at: line.at + place * 25 * 60_000 }))
  expect(neighborsOf(slow, "1", { place: 0, withLater: true }).later).toEqual([])
})

test("a removed line leaves no link to it", () => {
  const passage = toPassage(talk("who has the canoe", { content: "me", replyTo: "1" }))
  expect(withoutLines(passage, ({ id }) => id === "1")).toEqual([toPassage(talk("", "me"))[1]])
})
