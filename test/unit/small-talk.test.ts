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
  ["ping", "mood", "en"],
  ["happy friday!", "greeting", "en"],
  ["have a good one", "goodbye", "en"],
  ["who made you?", "identity", "en"],
  ["who are you", "identity", "en"],
  ["wer bist du?", "identity", "de"],
  ["what can you do?", "abilities", "en"],
  ["tu sers à quoi ?", "abilities", "fr"],
  ["can you remind me to stretch in an hour", "reminder", "en"],
  ["kannst du mich morgen ans packen erinnern?", "reminder", "de"],
  ["bot quick whats 17*23", "sum", "en"],
  ["12 + 30?", "sum", "en"],
  ["lol", "laughter", "en"],
  ["what's the date today?", "date", "en"],
  ["hey, what day is it?", "date", "en"],
  ["whats todays date", "date", "en"],
  ["what day of the week is it today", "date", "en"],
  ["welcher Tag ist heute?", "date", "de"],
  ["welches Datum haben wir heute?", "date", "de"],
  ["der wievielte ist heute?", "date", "de"],
  ["was ist heute für ein Tag?", "date", "de"],
  ["¿qué día es hoy?", "date", "es"],
  ["a que fecha estamos", "date", "es"],
  ["¿quién eres?", "identity", "es"],
  ["on est quel jour ?", "date", "fr"],
  ["quelle est la date d’aujourd’hui ?", "date", "fr"],
  ["que dia é hoje?", "date", "pt"],
  ["qual a data de hoje?", "date", "pt"],
])("%j is small talk: %s", (words, kind, language) => {
  expect(smallTalkOf(words)).toEqual({ kind, language })
})

test.each([
  "hi, who likes tea?",
  "thanks, and when is the raid",
  "remind me who has the keys",
  "who made you mod?",
  "test server down?",
  "happy hour on friday?",
  "what is up with the server",
  "are you free tomorrow, Ada?",
  "morning run club time?",
  "what is version 1.2.3",
  "cool cats, is that a band?",
  "who is great at chess?",
  "what day is the raid?",
  "what's the date of the raid?",
  "what's the date?",
  "what day is it for the raid?",
  "which day is Ada's birthday",
  "welcher Tag ist der Raid?",
  "¿qué día es la raid?",
  "what is today's plan",
  "what's on today?",
  "",
])("%j is no small talk", (words) => {
  expect(smallTalkOf(words)).toBe(null)
})

test("a long message is decided quickly", () => {
  for (const unit of ["hi ", "thanks ", "1+", "bot "]) expect(smallTalkOf(unit.repeat(50_000))).toBe(null)
}, 2_000)
