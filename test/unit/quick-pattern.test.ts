/** Patterns that are compiled when a text holds a word that they need: no match may be lost to that. */
import { describe, expect, test } from "vitest"
import { PHRASE_TABLES } from "../../src/extraction/rules/phrases/read.ts"
import { QuickPattern, requiredWords } from "../../src/text/quick-pattern.ts"
import { everyFourth } from "../dice.ts"

describe("words that a pattern needs", () => {
  test.each<[string, string[] | null]>([
    ["lives in", ["lives"]],
    ["Lives", ["lives"]],
    ["move|relocate", ["move", "relocate"]],
    ["(?:move|go) to", ["to"]],
    ["(?:moving|living) to", ["moving", "living"]],
    ["moved?", ["move"]],
    ["go+al", ["go"]],
    ["ab{0,2}cd", ["cd"]],
    ["(?:not )?x", null],
    ["(?:not )+x", ["not"]],
    ["(?:not ){2,}x", ["not"]],
    ["\\w+|never", null],
    ["[abc]{3}", null],
    ["(?<=from )\\p{L}+", null],
    ["(?!never)\\S+", null],
    ["(?<place>rome|oslo)", ["rome", "oslo"]],
    ["(?<word>\\w+) \\k<word>", null],
    ["(?:a(?:live|sleep)|dead)", ["live", "sleep", "dead"]],
    ["\\p{Ll}bc\\u0061d", ["bc"]],
    ["[\\]x]yz", ["yz"]],
    ["\\(no\\)|\\|or", ["no", "or"]],
    ["", null],
  ])("%s", (source, words) => {
    expect(requiredWords(source)).toEqual(words)
    expect(() => new RegExp(source, "u")).not.toThrow()
  })
})

test("matches as the expression itself does, in upper case too", () => {
  const pattern = new QuickPattern("^I (?:moved|went) to (?<place>.+)$", "iu")
  expect(pattern.test("I MOVED to Oslo")).toBe(true)
  expect(pattern.regExp.exec("i went to Oslo")?.groups?.place).toBe("Oslo")
  expect(pattern.test("I sailed to Oslo")).toBe(false)
})

test("finds in each example of each phrase table what the expression finds", () => {
  for (const { phrases } of PHRASE_TABLES) {
    const said = phrases.flatMap(({ examples }) => examples.map(([text]) => text.toLowerCase()))
    for (const phrase of everyFourth(phrases)) {
      const plain = new RegExp(phrase.said.source, "u")
      const lost = said.filter((text) => plain.test(text) && !phrase.said.test(text))
      expect(lost, phrase.said.source).toEqual([])
    }
  }
})
