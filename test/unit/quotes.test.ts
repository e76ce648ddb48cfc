/** Quotes of a person in others' words are found and removed, and nothing else is. */
import fc from "fast-check"
import { expect, test } from "vitest"
import {
  type PersonTraces,
  QUOTE_GAP,
  removeMentions,
  removeQuotes,
  wordRunKeys,
} from "../../src/privacy/quote-redaction.ts"
import { propertyRuns } from "../dice.ts"

const SALT = 12_345

function tracesOf(said: string[], salt = SALT): PersonTraces {
  return { userId: "11", salt, runs: new Set(said.flatMap((text) => wordRunKeys(text, salt))) }
}

const ADA = tracesOf(["My sourdough starter doubled overnight, it's huge", "Bananas!", "see you there"])

test.each([
  ["a shared run of four words", "she said my Sourdough STARTER doubled, wow", "she said […], wow"],
  ["a run longer than four", "> My sourdough starter doubled overnight\nnice", "> […]\nnice"],
  ["two words in quotation marks", 'what is a "sourdough starter"?', 'what is a "[…]"?'],
  ["two words in a quoted line", "> sourdough starter\nwhat is it", "> […]\nwhat is it"],
  ["a whole short message, quoted", "> bananas\nwhy?", "> […]\nwhy?"],
  ["all text below a >>> mark", ">>> hm\nsourdough starter", ">>> hm\n[…]"],
  ["curly quotation marks", "they wrote “see you there” twice", "they wrote “[…]” twice"],
  [
    "a quote with another kind of apostrophe",
    "overnight, it’s huge, doubled overnight it’s huge",
    "overnight, it’s huge, […]",
  ],
])("%s is removed", (_, text, expected) => {
  expect(removeQuotes(text, ADA)).toBe(expected)
})

test.each([
  ["three words in common", "my sourdough starter died"],
  ["a single word of the person in quotation marks", 'what does "sourdough" mean'],
  ["a short message that anyone may write", "bananas are cheap today"],
  ["the same words in another order", "starter sourdough my doubled overnight huge"],
])("%s is nobody's quote", (_, text) => {
  expect(removeQuotes(text, ADA)).toBe(text)
})

test("a run of stop words alone is nobody's quote", () => {
  const traces = tracesOf(["and then it was what it was, I don't"])
  expect(removeQuotes("and then it was what it was", traces)).toBe("and then it was what it was")
})

test("quotes are found in a language without spaces", () => {
  const traces = tracesOf(["私は昨日東京で寿司を食べました"])
  expect(removeQuotes("彼女は「私は昨日東京で寿司を食べました」と言った", traces)).toContain(QUOTE_GAP)
})

test("a person's mentions become \"someone", () => {
  expect(removeMentions("<@11> and <@!11> met <@111> and 11", "11")).toBe(
    "someone and someone met <@111> and 11",
  )
})

test("keys with another salt differ", () => {
  expect(wordRunKeys("my sourdough starter doubled", 1)).not.toEqual(
    wordRunKeys("my sourdough starter doubled", 2),
  )
})

const word = fc.constantFrom("red", "blue", "kettle", "harbor", "violin", "moss", "ten", "copper", "lantern")
const sentence = fc.array(word, { minLength: 1, maxLength: 12 })
const sign = fc.constantFrom(" ", ", ", " - ", "\n", '" "', " “", "” ", "\n> ")

/** Returns the four-word runs in the remaining text. A gap breaks a run. */
function runsLeft(text: string): string[] {
  return text.split(QUOTE_GAP).flatMap((part) => {
    const words = part.match(/[a-z]+/g) ?? []
    return words.slice(3).map((_, index) => words.slice(index, index + 4).join(" "))
  })
}

test("removal leaves no four-word run of the person's words, whatever was said and in any layout", () => {
  fc.assert(
    fc.property(
      fc.array(sentence, { maxLength: 4 }),
      sentence,
      fc.array(sign, { minLength: 12 }),
      (said, other, signs) => {
        const text = other.map((part, index) => part + (signs[index] ?? " ")).join("")
        const quoted = [text, ...said.map((words) => words.join(" "))].join(" so ")
        const theirs = new Set(said.flatMap((words) => runsLeft(words.join(" "))))
        const traces = tracesOf(said.map((words) => words.join(" ")))
        const left = removeQuotes(quoted, traces)
        expect(runsLeft(left).filter((run) => theirs.has(run))).toEqual([])
        expect(removeQuotes(left, traces)).toBe(left)
      },
    ),
    { numRuns: propertyRuns(2_000) },
  )
})

test("a text that shares no two consecutive words with the person stays unchanged", () => {
  const foreign = fc.stringMatching(/^[a-zA-Z äß.,!?"“”>\n'’0-9]{0,80}$/)
  const traces = tracesOf(["kettle harbor violin moss ten copper lantern"])
  fc.assert(
    fc.property(foreign, (text) => {
      expect(removeQuotes(text, traces)).toBe(text)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test("every letter around a quote stays", () => {
  const around = fc.stringMatching(/^[A-Z .,!?]{0,30}$/)
  const traces = tracesOf(["kettle harbor violin moss"])
  fc.assert(
    fc.property(around, around, (before, after) => {
      expect(removeQuotes(`${before} kettle harbor violin moss ${after}`, traces)).toBe(
        `${before} ${QUOTE_GAP} ${after}`,
      )
    }),
  )
})
