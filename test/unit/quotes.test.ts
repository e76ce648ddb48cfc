/** Quotes of a person in others' words are found and removed, and nothing else is. */
import fc from "fast-check"
import { expect, test } from "vitest"
import {
  ALWAYS,
  addRuns,
  type PersonTraces,
  type RunTimes,
  receivedRuns,
  removeMentions,
  removeQuotes as removeQuotesOf,
  sentRuns,
} from "../../src/privacy/quotes/redaction.ts"
import { QUOTE_GAP, wordRunKeys } from "../../src/privacy/quotes/word-runs.ts"
import { propertyRuns } from "../dice.ts"

const SALT = 12_345

function tracesOf(said: string[], names: string[] = [], at = 0): PersonTraces {
  const runs: RunTimes = new Map()
  for (const text of said) addRuns(runs, { text, at, names }, SALT)
  return { userId: "11", salt: SALT, runs }
}

/** Removes quotes from a text of unknown time. */
function removeQuotes(text: string, traces: PersonTraces): string {
  return removeQuotesOf(text, traces, null)
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

const NUMBERS = tracesOf([
  "my new number is 0151 2345678, the old one stops on Monday",
  "write to ada.bell@example.org or call +44 20 7946 0999",
  "we fly on 2026-11-27 and it costs 1000000 points",
])

test.each([
  ["a telephone number alone", "so 0151 2345678, right? saved it", "so […], right? saved it"],
  ["a number spaced in another way", "call 0151-23 45 678", "call […]"],
  ["a number with the code of a country", "that is +49 151 2345678", "that is +[…]"],
  ["a number without the code of a country", "(020) 7946 0999 rings", "([…] rings"],
  ["an e-mail address alone", "mail Ada.Bell@example.org!", "mail […]!"],
])("%s of the person goes", (_, text, without) => {
  expect(removeQuotes(text, NUMBERS)).toBe(without)
})

test.each([
  "0151 2345679 is mine",
  "we land on 2026-11-27 too",
  "it has 1000000 users",
  "ada.bell@example.com is another Ada",
  "https://example.org/0151-2345678 is an order",
])("nobody's number, a date, a round number and a link stay: %s", (text) => {
  expect(removeQuotes(text, NUMBERS)).toBe(text)
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
  ["two rare words", "I keep my bees on the roof", "so: keep my bees on the roof", "so: […]"],
  ["two rare German words", "mein Bruder zieht nach Kiel", "ja, mein Bruder zieht nach Kiel", "ja, […]"],
  ["two rare Spanish words", "canto en el coro parroquial", "y canto en el coro parroquial", "y […]"],
  ["a long number", "and it was 4217 then", "she was there and it was 4217 then", "she was there […]"],
  ["an e-mail address", "it is so@to.de", "and it is so@to.de", "and […]"],
  ["a link", "see it at https://x.de", "you can see it at https://x.de", "you can […]"],
  [
    "seven words with a rare one",
    "it is on the other side of Oslo",
    "it is on the other side of Oslo",
    "[…]",
  ],
])("%s make a quote without marks", (_, said, text, expected) => {
  expect(removeQuotes(text, tracesOf([said]))).toBe(expected)
})

// Each shares its words with the person by chance.
test.each([
  ["let me know if you need any help", "just let me know if you need any help with the move"],
  ["see you at the game on Saturday", "see you at the game on Saturday!"],
  ["what time are you coming home tonight", "hey, what time are you coming home tonight?"],
  ["that sounds like a really good idea", "that sounds like a really good idea to me"],
  ["let's meet at 8 tomorrow", "can we say let's meet at 8 tomorrow"],
  ["I'll be back in 2 hours or so", "I'll be back in 2 hours or so"],
  ["thanks, that helps a lot with my games", "that helps a lot with my games"],
  ["I read https://example.org/guide/first-steps", "try https://example.org/guide/pricing"],
  ["sag mir Bescheid, wenn du Hilfe brauchst", "sag mir Bescheid wenn du Hilfe brauchst, ja?"],
  ["nos vemos mañana en casa", "vale, nos vemos mañana en casa"],
  ["je ne sais pas quoi faire ce soir", "moi je ne sais pas quoi faire ce soir"],
  ["a gente se vê amanhã de manhã", "tá, a gente se vê amanhã de manhã"],
])("everyday words are nobody's quote: %s", (said, text) => {
  expect(removeQuotes(text, tracesOf([said]))).toBe(text)
})

test.each([
  ["I am moving to Leeds in March", "so she is moving to Leeds in March", "so […]"],
  ["my sister is getting married in June", "wow, my sister is getting married in June", "wow, […]"],
  ["I broke my arm falling off a horse", "and I broke my arm falling off a horse", "and […]"],
  [
    "we adopted a greyhound from the shelter",
    "she wrote we adopted a greyhound today",
    "she wrote […] today",
  ],
  ["mein Opa hat im Bergwerk gearbeitet", "na, mein Opa hat im Bergwerk gearbeitet", "na, […]"],
  ["mi abuela vendía flores en Granada", "dijo mi abuela vendía flores en Granada", "dijo […]"],
  ["the key is under pot 4417 outside", "is it under pot 4417 outside", "is it […]"],
  [
    "I think I am going to leave him next month",
    "Vera said she is going to leave him next month, so be gentle",
    "Vera said […], so be gentle",
  ],
  [
    "I owe my brother four thousand euros and can not pay it back",
    "she owes her brother four thousand euros and can not pay it back, maybe",
    "[…], maybe",
  ],
  [
    "I haven't told my mother about the surgery yet",
    "she hasn't told her mother about the surgery yet",
    "[…]",
  ],
  [
    "Ich habe meiner Chefin noch nichts von der Kündigung gesagt",
    "sie hat ihrer Chefin noch nichts von der Kündigung gesagt",
    "[…]",
  ],
  ["I did not go to it and he did not go with me", "I did not go to it and he did not go with me", "[…]"],
])("words that tell of the person are removed whole: %s", (said, text, expected) => {
  expect(removeQuotes(text, tracesOf([said]))).toBe(expected)
})

test("words that a text had before the person said them stay", () => {
  const traces = tracesOf(["my sourdough starter doubled"], [], 1_000)
  const text = 'my sourdough starter doubled, so "sourdough starter"'
  expect(removeQuotesOf(text, traces, 999)).toBe(text)
  for (const later of [1_000, 1_001, null]) expect(removeQuotesOf(text, traces, later)).toBe('[…], so "[…]"')
})

test("the earliest time that the person said something counts, and an unknown one is before all others", () => {
  const runs: RunTimes = new Map()
  const say = (at: number) => addRuns(runs, { text: "my sourdough starter doubled", at, names: [] }, SALT)
  for (const at of [5_000, 2_000, 3_000]) say(at)
  expect(new Set(runs.values())).toEqual(new Set([2_000]))
  const sent = sentRuns(runs)
  expect(receivedRuns(sent)).toEqual(runs)
  // An object that still runs an earlier version sends no times.
  const untimed = receivedRuns({ runs: sent.runs })
  expect(new Set(untimed.values())).toEqual(new Set([ALWAYS]))
  const traces = { userId: "11", salt: SALT, runs: untimed }
  expect(removeQuotesOf("my sourdough starter doubled", traces, -1)).toBe("[…]")
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

test("up to ten words in a row that the person said are removed whole or not at all", () => {
  const words = fc.constantFrom(
    ..."the of and help game tomorrow kitchen sister saturday 8 lantern oslo".split(" "),
  )
  const text = fc.array(words, { minLength: 4, maxLength: 30 })
  const outcomes = new Set<boolean>()
  fc.assert(
    fc.property(text, fc.nat(), fc.integer({ min: 4, max: 10 }), (said, start, length) => {
      const from = start % said.length
      const shared = said.slice(from, from + length).join(" ")
      const left = removeQuotes(shared, tracesOf([said.join(" ")]))
      outcomes.add(left === shared)
      expect([shared, QUOTE_GAP]).toContain(left)
    }),
    { numRuns: propertyRuns(2_000) },
  )
  expect(outcomes.size).toBe(2)
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
