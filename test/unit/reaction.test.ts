/** What people reply to an answer, and how a fact is reworded by it. */
import { expect, test } from "vitest"
import { reactionOf, rewordedFact } from "../../src/discord/features/ask/reaction.ts"

test.each([
  ["no", "wrong", null],
  ["Nope, that's wrong.", "wrong", null],
  ["that's not right", "wrong", null],
  ["you're wrong", "wrong", null],
  ["wrong!", "wrong", null],
  ["that's outdated", "outdated", null],
  ["not anymore", "outdated", null],
  ["that’s no longer true", "outdated", null],
  ["that's right, thanks", "right", null],
  ["yes", "right", null],
  ["exactly", "right", null],
  ["no, it's Sunday", "wrong", "it's Sunday"],
  ["No, it’s Sunday.", "wrong", "it's Sunday"],
  ["no it's Sunday", "wrong", "it's Sunday"],
  ["wrong, she lives in Bergen", "wrong", "she lives in Bergen"],
  ["actually, it's at 9pm", "wrong", "it's at 9pm"],
  ["not anymore, it's Sunday now", "outdated", "it's Sunday now"],
  ["nein, es ist Sonntag", "wrong", "es ist Sonntag"],
  ["falsch", "wrong", null],
  ["das stimmt nicht mehr", "outdated", null],
  ["stimmt", "right", null],
  ["no, es el domingo", "wrong", "es el domingo"],
  ["ya no", "outdated", null],
  ["no es cierto", "wrong", null],
  ["exacto", "right", null],
] as const)("%j says that an answer is %s, and %j instead", (words, label, instead) => {
  expect(reactionOf(words)).toEqual({ label, instead })
})

test.each([
  "no, thanks",
  "no, never mind",
  "no worries",
  "no, what about Bo?",
  "and where does Bo live?",
  "who told you that?",
  "no one plays the cello",
  "right now I live in Bergen",
  "wrong channel, sorry",
  "remember that I live in Bergen",
  "forget that",
  "thanks!",
  "yesterday we met on Sunday",
  "no, I don't know",
])("%j says nothing of an answer", (words) => {
  expect(reactionOf(words)).toBeNull()
})

test.each([
  ["The raid night is on Saturday", "it's Sunday", "The raid night is on Sunday"],
  ["The book club meets on Tuesdays", "it's Sunday", "The book club meets on Sundays"],
  ["Der Raid ist am Samstag", "es ist Sonntag", "Der Raid ist am Sonntag"],
  ["La reunión es el sábado", "es el domingo", "La reunión es el domingo"],
  ["The raid starts at 8pm", "it starts at 9pm", "The raid starts at 9pm"],
  ["Ada's birthday is on May 4", "it's May 14", "Ada's birthday is on May 14"],
  ["Ada has 3 cats", "it's 4", "Ada has 4 cats"],
  ["Ada lives in Oslo", "Bergen", "Ada lives in Bergen"],
  ["Ada lives in Oslo", "it's New York", "Ada lives in New York"],
  ["Ada lives in Oslo", "she lives in Bergen with two cats", "Ada lives in Bergen with two cats"],
  ["The raid is on Saturday at 8pm", "Sunday, not Saturday", "The raid is on Sunday at 8pm"],
  ["The raid is led by Bo", "not Bo but Cy", "The raid is led by Cy"],
])("%j corrected by %j is %j", (fact, instead, reworded) => {
  expect(rewordedFact([fact], instead)).toEqual({ index: 0, fact: reworded })
})

test.each([
  ["two days in the fact", ["Raids are on Saturday and Monday"], "it's Sunday"],
  ["two days in the words", ["The raid is on Saturday"], "it's Sunday or Monday"],
  ["a day that the fact lacks", ["Ada lives in Oslo"], "it's Sunday"],
  ["more than a day", ["The raid is on Saturday"], "Bo cancelled it, we play chess on Sunday"],
  ["two facts with a day", ["The raid is on Saturday", "The book club meets on Tuesdays"], "it's Sunday"],
  ["a common word", ["Ada plays the cello"], "the violin"],
  ["what the fact says already", ["The raid is on Sunday"], "it's Sunday"],
  ["something else about the person", ["Ada lives in Oslo"], "she hates olives"],
])("a fact is not reworded by %s", (_, facts, instead) => {
  expect(rewordedFact(facts, instead)).toBeNull()
})

test("of several facts, the one with such a value is reworded", () => {
  expect(rewordedFact(["Ada lives in Oslo", "The raid is on Saturday"], "it's Sunday")).toEqual({
    index: 1,
    fact: "The raid is on Sunday",
  })
})
