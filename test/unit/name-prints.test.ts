/** An erased person's name is recognized in other people's words without being stored. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { findPrinted, printNames } from "../../src/text/name-prints.ts"
import { nameRedactor } from "../../src/text/names.ts"
import { propertyRuns, seed } from "../dice.ts"

const NAMES = [
  "Ada",
  "ada",
  "Ada Lovelace",
  "art",
  "Will",
  "~Zoë~",
  "金田一",
  "Kenさん",
  "O'Neil",
  "X Æ",
  "bo",
  "",
]
const PIECES = [
  ...NAMES,
  "Adam",
  "and",
  "Art",
  "will",
  "。",
  ". ",
  " ",
  "'s ",
  "，",
  "\n",
  "zoë",
  "_",
  "\u0301",
]

test("a text is redacted by prints exactly as by the names themselves", () => {
  fc.assert(
    fc.property(
      fc.subarray(NAMES, { minLength: 1 }),
      fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }),
      fc.integer(),
      (names, pieces, salt) => {
        const text = pieces.join("")
        const found = findPrinted([text], printNames(names, salt | 0))
        expect(nameRedactor(found).redact(text)).toBe(nameRedactor(names).redact(text))
      },
    ),
    { seed, numRuns: propertyRuns(400) },
  )
})

test("a print holds no letter of the name and differs with each salt", () => {
  const [one, other] = [printNames(["Ada Lovelace"], 1), printNames(["Ada Lovelace"], 2)]
  expect(JSON.stringify(one)).not.toMatch(/[a-z]/i)
  expect(one[0]?.[2]).not.toBe(other[0]?.[2])
  expect(printNames(["bo", "", "~"], 1)).toEqual([])
})
