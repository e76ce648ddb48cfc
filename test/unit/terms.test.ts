/** Search terms match words in their forms and scripts, and never match another guild. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { indexTerms, queryTerms, stems } from "../../src/text/stems.ts"

test.each([
  ["Kai's cats are running", ["kai", "cat", "run"]],
  ["Kai’s friends' dogs don’t bark", ["kai", "friend", "dog", "dont", "bark"]],
  ["O'Brien", ["obrien"]],
  ["I love C++ and C#", ["love", "cplusplu", "csharp"]],
  ["node.js v20", ["node", "js", "v20"]],
  ["the and of", ["the", "and", "of"]],
  ["CAFÉ ﬁne", ["café", "fine"]],
  ["🎉 !!", []],
  ["", []],
  ["東京に行く", ["東京", "に", "行く"]],
])("the terms of %j are %j", (text, expected) => {
  expect(stems(text)).toEqual(expected)
})

test("a Chinese question finds a Chinese fact", () => {
  const fact = new Set(stems("小明喜欢喝咖啡"))
  expect(stems("咖啡").every((stem) => fact.has(stem))).toBe(true)
})

test("a word is cut at forty characters, never inside one", () => {
  const [stem = ""] = stems("𠮷".repeat(60))
  expect(stem.isWellFormed()).toBe(true)
  expect(Array.from(stem).length).toBeLessThanOrEqual(40)
  expect(stems("x".repeat(60))).toEqual(["x".repeat(40)])
})

test("a question without words has no terms, and a long one has at most 32 terms", () => {
  expect(queryTerms("900", "?! 🎉")).toEqual([])
  const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(" ")
  expect(queryTerms("900", words)).toHaveLength(32)
  expect(queryTerms("900", "tea tea teas")).toHaveLength(1)
})

const guild = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String)
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.array(guild, { maxLength: 4 }).map((ids) => ids.map((id) => `${BigInt(id).toString(36)}_kai`).join(" ")),
)

test("two guilds share no term, whatever is written", () => {
  fc.assert(
    fc.property(guild, guild, text, text, (one, other, written, asked) => {
      fc.pre(one !== other)
      const theirs = new Set(indexTerms(one, written).split(" ").filter(Boolean))
      const ours = indexTerms(other, `${asked} ${written}`).split(" ").filter(Boolean)
      expect(ours.filter((term) => theirs.has(term))).toEqual([])
    }),
  )
})

test("every term carries its guild, and a query consists of quoted terms", () => {
  fc.assert(
    fc.property(guild, text, (id, written) => {
      const prefix = `${BigInt(id).toString(36)}_`
      const terms = indexTerms(id, written).split(" ").filter(Boolean)
      expect(terms.every((term) => term.startsWith(prefix) && term.indexOf("_") === prefix.length - 1)).toBe(
        true,
      )
      expect(queryTerms(id, written).filter((term) => /["\s]/u.test(term))).toEqual([])
    }),
  )
})

test("an indexed text is found by its own words", () => {
  fc.assert(
    fc.property(guild, fc.string({ unit: "grapheme", maxLength: 80 }), (id, written) => {
      const terms = new Set(indexTerms(id, written).split(" "))
      expect(queryTerms(id, written).every((term) => terms.has(term))).toBe(true)
    }),
  )
})
