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

function tracesOf(said: string[], names: string[] = []): PersonTraces {
  const salt = SALT
  return { userId: "11", salt, runs: new Set(said.flatMap((text) => wordRunKeys(text, salt, names))) }
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

test.each([
  ["that is so much fun", "oh that is SO much better"],
  ["there is always somebody late", "there is always somebody at the door"],
  ["I just really do not get it", "I just really do not care"],
  ["das ist doch nicht mehr so schön", "und das ist doch nicht mehr dasselbe"],
  ["ich habe das auch gesehen", "ich habe das auch gehört"],
  ["no lo sé, pero también me gusta", "y pero también me gusta eso"],
])("what many people write is nobody's quote: %s / %s", (said, text) => {
  expect(removeQuotes(text, tracesOf([said]))).toBe(text)
})

test.each([
  ["two telling words", "I keep my bees on the roof", "so: keep my bees on the roof", "so: […]"],
  ["two telling German words", "mein Bruder zieht nach Kiel", "ja, mein Bruder zieht nach Kiel", "ja, […]"],
  ["two telling Spanish words", "vivo en la calle larga", "dice vivo en la calle larga", "dice […]"],
  ["a number", "and it was 42 then", "she was there and it was 42 then", "she was there […]"],
  ["an e-mail address", "it is so@to.de", "and it is so@to.de", "and […]"],
  ["a link", "see it at https://x.de", "you can see it at https://x.de", "you can […]"],
  [
    "seven words with one that tells",
    "it is on the other side of Oslo",
    "it is on the other side of Oslo",
    "[…]",
  ],
])("%s make a quote without marks", (_, said, text, expected) => {
  expect(removeQuotes(text, tracesOf([said]))).toBe(expected)
})

test("the person's own name makes a quote of four words", () => {
  const text = "that is what will is for me"
  expect(removeQuotes(text, tracesOf(["what will is for"]))).toBe(text)
  expect(removeQuotes(text, tracesOf(["what will is for"], ["Will"]))).toBe("that is […] me")
})

test("a common word in a longer name makes no quote of what everybody writes", () => {
  const traces = tracesOf(["that is in the middle"], ["The Fox", "Al"])
  expect(removeQuotes("and that is in the bag", traces)).toBe("and that is in the bag")
})

test("a marked quote of four words goes whole if one of them tells", () => {
  const traces = tracesOf(["it was on there yesterday, you see"])
  expect(removeQuotes("> was on there yesterday", traces)).toBe("> […]")
  expect(removeQuotes("was on there yesterday", traces)).toBe("was on there yesterday")
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
