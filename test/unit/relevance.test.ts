/** Recall returns what bears on the question and leaves out what only shares a common word with it. */
import { expect, test } from "vitest"
import type { Item } from "../../src/recall/context.ts"
import { withoutEchoes } from "../../src/recall/echoes.ts"
import { aboveFloor, judgeItems } from "../../src/recall/relevance/judge.ts"
import { item, NOW } from "./answer-world.ts"

const FLOOR = { min: 0.01, share: 0.1 }

function judged(
  words: string,
  items: Item[],
  given: { asker?: string; exempt?: (item: Item) => boolean } = {},
) {
  const { asker = "22", exempt = () => false } = given
  const asked = { words, asker, mentions: [], now: NOW, timezone: "UTC" }
  return aboveFloor(judgeItems(items, asked), FLOOR, exempt)
}
const ids = (items: Item[]) => items.map(({ id }) => id)

const CHESS = item("1", "Ada plays chess.", { score: 0.9, topics: ["games"] })
const CHURCH = item("2", "Ada plays the organ in church.", { score: 0.2 })

test("the best match comes first, with the highest score", () => {
  const [first, second] = judged("who plays chess?", [CHURCH, CHESS])
  expect(first?.id).toBe("m_1")
  expect(first?.score).toBeGreaterThan(2 * (second?.score ?? 0))
})

test("a find that only shares a common word is left out", () => {
  expect(ids(judged("who plays chess?", [CHESS, CHURCH]))).toEqual(["m_1"])
})

test("facts about the people in question stay if the format describes people", () => {
  expect(ids(judged("who plays chess?", [CHESS, CHURCH], { exempt: () => true }))).toEqual(["m_1", "m_2"])
})

test("a text that shares no word with the question scores low unless it is near in meaning", () => {
  const near = item("3", "Cy walks his beagle daily.", { score: 0.6 })
  const far = item("4", "Cy walks his beagle daily.", { score: 0.6, kind: "message" })
  const score = (one: Item) => judged("who owns dogs?", [one])[0]?.score ?? 0
  expect(score(near)).toBeGreaterThan(3 * score(far))
})

test("a statement about another person scores lower", () => {
  const bo = item("5", "Bo works as a nurse.", { score: 0.9, subject: { id: "22", name: "Bo" } })
  const ada = item("6", "Ada works as a nurse.", { score: 0.9 })
  const scores = new Map(judged("does Bo work as a nurse?", [ada, bo]).map(({ id, score }) => [id, score]))
  expect(scores.get("m_5")).toBeGreaterThan(scores.get("m_6") ?? 1)
})

test("a question for a time prefers what holds one", () => {
  const friday = item("7", "The raid is on Friday.", { score: 0.8 })
  const fun = item("8", "The raid is fun.", { score: 0.8 })
  expect(ids(judged("when is the raid?", [fun, friday]))[0]).toBe("m_7")
})

test("a question for a name or a number prefers what holds one", () => {
  const named = item("10", "The band went to Lisbon.", { score: 0.8 })
  const plain = item("11", "The band went somewhere.", { score: 0.8 })
  expect(ids(judged("where did the band go?", [plain, named]))[0]).toBe("m_10")
  const counted = item("12", "The band has three drummers.", { score: 0.8 })
  const some = item("13", "The band has some drummers.", { score: 0.8 })
  expect(ids(judged("how many drummers are in the band?", [some, counted]))[0]).toBe("m_12")
})

test("what was said in the time asked about comes before what was said at another time", () => {
  const then = item("14", "The band played.", { score: 0.8, at: NOW - 1_000 })
  const later = item("15", "The band played.", { score: 0.8, at: NOW })
  const named = { from: NOW - 2_000, to: NOW - 500 }
  const asked = { words: "what did the band play?", asker: null, mentions: [], now: NOW, timezone: "UTC" }
  expect(ids(judgeItems([later, then], { ...asked, named }))[0]).toBe("m_14")
  expect(ids(judgeItems([later, then], asked))[0]).toBe("m_15")
})

test("a line that replies to a question comes before one that does not", () => {
  const said = item("16", "Ada: the side door", { kind: "message", score: 0.8 })
  const replies = {
    ...item("17", "Ada: the side door", { kind: "message", score: 0.8 }),
    before: "Bo: which door?",
  }
  expect(ids(judged("which door is open?", [said, replies]))[0]).toBe("m_17")
})

test("a question of two parts has a find for each in front", () => {
  const finds = ["the fee is 5", "the fee is due", "the fee rose", "the room is blue"].map((text, place) =>
    item(String(20 + place), text, { score: 0.9 - place / 10 }),
  )
  expect(ids(judged("what is the fee, and what is the room?", finds)).slice(0, 2)).toEqual(["m_20", "m_23"])
})

test("a note counts as its best sentence", () => {
  const note = item("9", "Ada plays chess. Cy is tired.", { kind: "note", score: 0.9, subject: null })
  const [found] = judged("who plays chess?", [note])
  expect(
    found?.statements?.map(({ text, score }) => [
      text,
      score === Math.max(...(found.statements ?? []).map((s) => s.score)),
    ]),
  ).toEqual([
    ["Ada plays chess.", true],
    ["Cy is tired.", false],
  ])
})

test("a question that names only a person finds what is about them, in the order of the ranking", () => {
  expect(ids(judged("what do you know about Ada?", [CHURCH, CHESS]))).toEqual(["m_1", "m_2"])
})

// Messages that repeat what a fact or another message says.

function message(id: string, line: string, before = ""): Item {
  const source = { message_id: id, channel_id: "2", author_id: "11", url: null, excerpt: line }
  return item(id, `${before}Ada: ${line}`, { kind: "message", score: 0.9, sources: [source] })
}

test("a message is dropped if a memory learned from it is shown", () => {
  const said = message("7", "I play chess")
  const learned = { ...CHESS, sources: said.sources }
  expect(withoutEchoes([said, learned], "chess")).toEqual([learned])
  expect(withoutEchoes([said, CHESS], "chess")).toEqual([said, CHESS])
})

test("a line found through the line before it stays only if that line is not shown", () => {
  const said = message("7", "I play chess")
  const after = message("8", "on Mondays", "Ada: I play chess / ")
  expect(withoutEchoes([said, after], "chess")).toEqual([said])
  expect(withoutEchoes([after], "chess")).toEqual([after])
})

test("an item without visible words does not hide a message", () => {
  const said = message("7", "well… chess it is")
  const [source] = said.sources
  if (!source) throw new Error("a message has a source")
  const hidden = { ...CHESS, sources: [{ ...source, message_id: "6", excerpt: "…" }] }
  expect(withoutEchoes([said, hidden], "games")).toEqual([said, hidden])
})
