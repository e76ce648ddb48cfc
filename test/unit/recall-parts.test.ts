/** A question of several parts gets a find for each, and other spellings of its words are looked for too. */
import { expect, test } from "vitest"
import { otherSpellings } from "../../src/recall/find/spellings.ts"
import { heldParts, splitQuestion, spreadOverParts } from "../../src/recall/rank/parts.ts"
import { stems } from "../../src/text/stems.ts"

const parts = (words: string) => splitQuestion(words, new Set(stems(words)))
const found = (text: string, at = 0) => ({ text, at })
const RARITY = new Map(["ada", "bo", "room", "fee"].map((stem) => [stem, 1]))
const spreadOver = (items: ReturnType<typeof found>[], by: string[][], asksNow: boolean) =>
  spreadOverParts(
    items,
    items.map(({ text }) => heldParts(text, by, RARITY)),
    asksNow,
  )

test("a question is split at commas and conjunctions, by words of only one part", () => {
  expect(parts("what do Ada and Bo do")).toEqual([["ada"], ["bo"]])
  expect(parts("the current room, the current fee and the blocker")).toEqual([["room"], ["fee"], ["blocker"]])
  expect(parts("where does Ada live")).toEqual([])
})

test("each part has its best find before any has its second", () => {
  const items = ["Ada sings", "Ada plays", "Ada reads", "Bo cooks"].map((text) => found(text))
  const spread = spreadOver(items, [["ada"], ["bo"]], false)
  expect(spread.map(({ text }) => text)).toEqual(["Ada sings", "Bo cooks", "Ada plays", "Ada reads"])
})

test("the latest find stands for a part if the current state is asked for", () => {
  const items = [found("Ada sings", 1), found("the room is 4", 1), found("the room is 5", 2)]
  const first = (asksNow: boolean) => spreadOver(items, [["ada"], ["room"]], asksNow)[1]?.text
  expect(first(true)).toBe("the room is 5")
  expect(first(false)).toBe("the room is 4")
})

test("nothing is lost, also if no find holds a part's words", () => {
  const items = [found("Cy sings"), found("Cy plays")]
  expect(spreadOver(items, [["ada"], ["bo"]], true)).toEqual(items)
  expect(spreadOver([], [["ada"]], true)).toEqual([])
})

test.for([
  ["who is the impostor", ["imposter"]],
  ["the colour", ["color"]],
  ["my smart watch", ["smartwatch"]],
  ["when did they organise it", ["organize"]],
  ["a jeweler", ["jeweller"]],
  ["where Ada lives", ["adalives"]],
  ["is it on", []],
] as const)("%s is also looked for as %j", ([words, others]) => {
  expect(otherSpellings(words)).toEqual(others)
})

test("a long question asks for at most eight other spellings", () => {
  expect(otherSpellings("alpha beta gamma delta epsilon zeta theta iota kappa lambda sigma")).toHaveLength(8)
})
