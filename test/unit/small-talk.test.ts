/** Small talk gets a short reply. Whatever asks for something that was said is searched. */
import { expect, test } from "vitest"
import { smallTalkOf } from "../../src/recall/answer/small-talk.ts"

test.each([
  ["hey, good morning!", "greeting", "en"],
  ["Hello!", "greeting", "en"],
  ["moin", "greeting", "de"],
  ["thanks a lot", "thanks", "en"],
  ["thx bot ur a legend", "thanks", "en"],
  ["danke dir!", "thanks", "de"],
  ["good bot", "thanks", "en"],
  ["good night", "goodbye", "en"],
  ["hey bot, you awake?", "mood", "en"],
  ["hola, qué tal", "mood", "es"],
  ["who are you", "identity", "en"],
  ["wer bist du?", "identity", "de"],
  ["what can you do?", "abilities", "en"],
  ["tu sers à quoi ?", "abilities", "fr"],
  ["can you remind me to stretch in an hour", "reminder", "en"],
  ["kannst du mich morgen ans packen erinnern?", "reminder", "de"],
  ["bot quick whats 17*23", "sum", "en"],
  ["12 + 30?", "sum", "en"],
  ["lol", "laughter", "en"],
])("%j is small talk: %s", (words, kind, language) => {
  expect(smallTalkOf(words)).toEqual({ kind, language })
})

test.each([
  "hi, who likes tea?",
  "thanks, and when is the raid",
  "remind me who has the keys",
  "what is up with the server",
  "are you free tomorrow, Ada?",
  "morning run club time?",
  "what is version 1.2.3",
  "cool cats, is that a band?",
  "who is great at chess?",
  "",
])("%j is no small talk", (words) => {
  expect(smallTalkOf(words)).toBe(null)
})

test("a long message is decided quickly", () => {
  for (const unit of ["hi ", "thanks ", "1+", "bot "]) expect(smallTalkOf(unit.repeat(50_000))).toBe(null)
}, 2_000)
