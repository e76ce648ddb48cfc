/** Words that name a person: whole displayed names, and no ordinary word by accident. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { nameRedactor } from "../../src/text/names.ts"

function redacted(name: string, text: string, others: string[] = []): string {
  return nameRedactor([name], others).redact(text)
}

test.each([
  ["Ada", "Bo is Ada's brother", "Bo is someone's brother"],
  ["Ada", "Bo met Ada, Ada and Adam", "Bo met someone, someone and Adam"],
  ["Ada", "@Ada: come along", "@someone: come along"],
  ["Ada", "Bo plays in ada county", "Bo plays in ada county"],
  ["~Ada~", "Bo met Ada", "Bo met someone"],
  ["Ada Lund", "Bo met Ada Lund", "Bo met someone"],
  ["kayla", "Bo met kayla and Kayla", "Bo met someone and someone"],
  ["k4yla_", "Bo met k4yla_", "Bo met someone"],
  ["Чайка", "Bo met Чайка yesterday", "Bo met someone yesterday"],
  ["小明君", "昨天小明君来了", "昨天someone来了"],
  ["a.b*c(", "Bo met a.b*c( there", "Bo met someone( there"],
])("%j is found in %j", (name, text, expected) => {
  expect(redacted(name, text)).toBe(expected)
  expect(nameRedactor([name]).mentions(text)).toBe(text !== expected)
})

test.each([
  ["Will", "they will go", "Bo asked Will to go", "Bo asked someone to go"],
  ["will", "they will go", "Bo asked Will to go", "Bo asked someone to go"],
  ["Will", "Will they go?", "So Will goes", "So someone goes"],
  ["art", "Bo studies art", "Bo studies with Art", "Bo studies with someone"],
  ["Art", "Bo studies art", "Bo studies with Art", "Bo studies with someone"],
  ["the", "Bo likes the sea", "Bo and the rest", "Bo and the rest"],
  ["Bo", "Bo likes Bo", "to Bo", "to Bo"],
])("a sentence stays readable despite a person called %s", (name, plain, naming, expected) => {
  expect(redacted(name, plain)).toBe(plain)
  expect(redacted(name, naming)).toBe(expected)
})

test("a name that another member shares, or that is part of theirs, is not redacted", () => {
  expect(redacted("Ada", "Ada Lund met Ada", ["Ada Lund"])).toBe("Ada Lund met someone")
  expect(redacted("Ada", "Bo met Ada", ["Ada"])).toBe("Bo met Ada")
})

test("redaction leaves no name in a text, whatever the names and the text", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" }), { maxLength: 5 }), fc.lorem(), (names, words) => {
      const redactor = nameRedactor(names)
      const text = `${words} ${names.join(" x ")} ${words}`
      expect(redactor.mentions(redactor.redact(text))).toBe(false)
    }),
  )
})
