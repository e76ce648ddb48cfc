/** The identity of a fact: equal words are one memory, and different words are different memories. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { factKey, memoryId } from "../../src/memory/facts/fact-key.ts"
import { numbersIn, withNumerals, withSigns } from "../../src/text/stems.ts"

test.each([
  ["Kai lives in Oslo.", "kai lives in oslo"],
  ["  KAI   lives in\nOslo!! ", "kai lives in oslo"],
  ["Kai’s cat isn't shy", "kais cat isnt shy"],
  ["Kai speaks Ｆｕｌｌwidth", "kai speaks fullwidth"],
  ["カイは大阪に住んでいる。", "カイは大阪に住んでいる"],
  ["Kai knows C++", "kai knows cplusplus"],
  ["Kai knows C#", "kai knows csharp"],
  ["Kai is at UTC-2", "kai is at utc minus 2"],
  ["?!", "?!"],
  ["", ""],
])("%j has the key %j", (fact, key) => {
  expect(factKey(fact)).toBe(key)
})

test.each([
  ["Kai knows C++", "Kai knows C"],
  ["Kai is at UTC+2", "Kai is at UTC-2"],
  ["Kai's favorite emoji is 🍕", "Kai's favorite emoji is 🍣"],
  [`Kai ${"very ".repeat(40)}likes tea`, `Kai ${"very ".repeat(40)}likes coffee`],
  [`${"x".repeat(128)}`, `${"x".repeat(129)}`],
])("%j and %j are two facts", (a, b) => {
  expect(factKey(a)).not.toBe(factKey(b))
})

test("a key has at most 128 characters, whatever the fact", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (fact) => {
      expect(Array.from(factKey(fact)).length).toBeLessThanOrEqual(128)
    }),
  )
})

test("case, spacing and a full stop do not change a key", () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 60 }), (words) => {
      const fact = words.join(" ")
      expect(factKey(`  ${words.join("  ").toUpperCase()}. `)).toBe(factKey(fact))
    }),
  )
})

test("a memory's id is stable for one origin and differs if any part differs", () => {
  const subject = { scope: "user", id: "1" } as const
  const id = memoryId("900", subject, "key", "w_1")
  expect(id).toMatch(/^m_[0-9a-f]{24}$/)
  expect(memoryId("900", { ...subject }, "key", "w_1")).toBe(id)
  const others = [
    memoryId("901", subject, "key", "w_1"),
    memoryId("900", { scope: "guild", id: "1" }, "key", "w_1"),
    memoryId("900", { scope: "user", id: "2" }, "key", "w_1"),
    memoryId("900", subject, "kez", "w_1"),
    memoryId("900", subject, "key", "w_2"),
  ]
  expect(new Set([id, ...others]).size).toBe(6)
})

test.each([
  ["2 cats and 10 dogs", ["2", "10"]],
  ["1,000 and 12,500,000", ["1000", "12500000"]],
  ["1,2 and 3", ["1", "2", "3"]],
  ["at 9:30, v1.5", ["9", "30", "1", "5"]],
  ["none", []],
])("%j contains the numbers %j", (text, numbers) => {
  expect(numbersIn(text)).toEqual(numbers)
})

test("number words up to twelve become numbers, and parts of words do not", () => {
  expect(withNumerals("Two cats, twelve often, someone TEN")).toBe("2 cats, 12 often, someone 10")
})

test.each([
  ["C++ and F#", "Cplusplus and Fsharp"],
  ["#general", "#general"],
  ["UTC+2", "UTC plus 2"],
  ["gmt -3", "gmt  minus 3"],
  ["-5 degrees", " minus 5 degrees"],
  ["2026-11-03", "2026-11-03"],
  ["pages 5-7", "pages 5-7"],
])("the signs in %j are spelled as %j", (text, spelled) => {
  expect(withSigns(text)).toBe(spelled)
})
