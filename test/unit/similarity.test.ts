/**
 * Comparison of facts by their words: no contradiction among ordinary sentences is missed, and no two facts
 * become one.
 */
import fc from "fast-check"
import { expect, test } from "vitest"
import { relate, stemOverlap } from "../../src/text/similarity.ts"
import { quickest } from "./timing.ts"

const same: [string, string][] = [
  ["Kai lives in Oslo.", "kai lives in oslo"],
  ["Kai likes tea", "Kai loves tea"],
  ["Kai is a big fan of jazz", "Kai really enjoys jazz"],
  ["Kai hates tea", "Kai doesn't like tea"],
  ["Kai likes tea and coffee", "Kai likes coffee and tea"],
  ["Kai has two cats", "Kai has 2 cats"],
  ["Kai plays the guitar in a band on Fridays", "Kai plays guitar in a band on Fridays"],
  ["Kai is currently learning to sail with Ana", "Kai is learning to sail with Ana"],
]

const opposed: [string, string][] = [
  ["Kai lives in Oslo", "Kai no longer lives in Oslo"],
  ["Kai lives in Oslo", "Kai does not live in Oslo anymore"],
  ["Kai likes tea", "Kai hates tea"],
  ["Kai likes tea", "Kai doesn’t like tea"],
  ["Kai likes green tea", "Kai hates tea"],
  ["Kai hates tea", "Kai doesn't hate tea"],
  ["Kai enjoys jazz", "Kai isn't a fan of jazz"],
  ["Kai can swim", "Kai can't swim"],
  ["Kai can swim", "Kai cant swim"],
  ["Kai is able to come", "Kai is unable to come"],
  ["Kai has a cat", "Kai has no cat"],
  ["Kai smokes", "Kai stopped smoking"],
  ["Kai smokes", "Kai used to smoke"],
  ["Kai is used to the cold", "Kai is not used to the cold"],
  ["Kai works at Google", "Kai quit Google"],
  ["Kai eats meat", "Kai avoids meat"],
  ["Kai drinks coffee with sugar", "Kai drinks coffee without sugar"],
  ["Kai is allergic to peanuts", "Kai is not allergic to peanuts"],
]

const replaces: [string, string][] = [
  [
    "Mulch 0.9 is to be released on 22 May 2026 instead of 15 May",
    "Mulch 0.9 is to be released on Saturday 6 June 2026 instead of 22 May",
  ],
  ["The gig at the Anchor is on 27 March 2026", "The gig at the Anchor is on 10 April 2026, load-in at 5"],
  [
    "Kai is bringing a cake to the supper on 1 May 2026",
    "Kai is bringing a cake to the supper on 8 May 2026",
  ],
  ["Kai backt für das Turnier am 26. April 2026", "Kai backt für das Turnier am 3. Mai 2026"],
  [
    "El medio maratón es el 26 de abril de 2026",
    "El medio maratón es el domingo 3 de mayo de 2026 a las 6:30",
  ],
  ["Kai lives in Oslo", "Kai lives in Bergen"],
  ["Kai lives in Oslo", "Kai currently lives in Bergen, Norway"],
  ["Kai lives in Oslo with two cats and a dog", "Kai lives in Bergen with two cats and a dog"],
  ["Kai works at Google", "Kai works for Apple"],
  ["Kai works as a nurse in Oslo", "Kai works as a teacher in Oslo"],
  ["Kai works at the hospital in Oslo", "Kai works at the hospital in Bergen"],
  ["Kai is 30 years old", "Kai is 31 years old"],
  ["Kai has 2 cats", "Kai has three cats"],
  ["Kai's favorite food is pizza", "Kai's favourite food is sushi"],
  ["Kai's birthday is on May 3", "Kai's birthday is on June 9"],
  ["Kai was born in 1990", "Kai was born in 1991"],
  ["Kai's time zone is CET", "Kai's timezone is PST"],
  ["Kai is dating Ana", "Kai is dating Bo"],
  ["The exam is on Friday", "The exam is on Monday"],
  ["Kai prefers dark mode over light mode", "Kai prefers light mode over dark mode"],
]

const unrelated: [string, string][] = [
  ["Kai lives in Oslo", "Kai plays chess"],
  ["Kai lives in Oslo", "Kai's sister lives in Bergen"],
  ["Kai lives in Oslo", "Kai lives in Oslo, Norway"],
  ["Kai likes tea", "Kai hates green tea"],
  ["Kai likes tea", "Kai likes tea but not coffee"],
  ["Kai works at Google", "Kai hates Google"],
  ["Kai works at Google", "Kai works as a nurse"],
  ["Kai works at Google", "Kai works at Google as an engineer"],
  ["Kai is allergic to cats", "Kai loves cats"],
  ["Kai was born in Oslo", "Kai was born in 1990"],
  ["Kai was a teacher", "Kai is a teacher"],
  ["Kai runs before work", "Kai runs after work"],
  ["Kai taught Ana to climb", "Ana taught Kai to climb"],
  ["Kai eats fish but not meat", "Kai eats meat but not fish"],
  ["Kai stopped by the office", "Kai works in the office"],
  ["Kai finished chapter 3", "Kai finished chapter 4"],
  ["Kai's cat is named Miso", "Kai's cat is named Tofu"],
  ["The exam is on Friday", "The exam is at 9"],
  ["The meeting starts at 9", "The meeting ends at 10"],
  ["Kai knows C++", "Kai knows C#"],
  ["Kai's mood is 🙂", "Kai's mood is 🙁"],
  [
    "Kai will present the quarterly budget report to the whole finance team in Berlin",
    "Kai will present the quarterly budget report to the whole finance team in Oslo",
  ],
  [
    "Kai works as a nurse at the hospital in Bergen and sings in a choir",
    "Kai's sister works as a nurse at the hospital in Bergen and sings in a choir",
  ],
]

for (const [relation, pairs] of Object.entries({ same, opposed, replaces, unrelated })) {
  test.each(pairs)(`"%s" and "%s" are ${relation}`, (a, b) => {
    expect(relate(a, b)).toBe(relation)
    expect(relate(b, a)).toBe(relation)
  })
}

const word = fc.constantFrom(
  ..."Kai Ana lives works at for in Oslo Bergen Google likes hates not never tea coffee before after no longer is 30 years old 2 cats and with his favorite food can't".split(
    " ",
  ),
)
const fact = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(" "))

test("the relation of two facts does not depend on their order", () => {
  fc.assert(fc.property(fact, fact, (a, b) => void expect(relate(a, b)).toBe(relate(b, a))))
})

test("every fact says the same as itself", () => {
  fc.assert(fc.property(fact, (a) => void expect(relate(a, a)).toBe("same")))
})

test("facts with different numbers are never the same", () => {
  fc.assert(
    fc.property(fact, fc.nat(), fc.nat(), (a, one, other) => {
      fc.pre(one !== other)
      expect(relate(`${a} ${one}`, `${a} ${other}`)).not.toBe("same")
    }),
  )
})

test("overlap is a share: 1 for equal sets and 0 for disjoint ones", () => {
  expect(stemOverlap([], [])).toBe(1)
  expect(stemOverlap(["a"], [])).toBe(0)
  expect(stemOverlap(["a", "b", "c"], ["b", "c", "d"])).toBe(0.5)
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.string()), (a, b) => {
      expect(stemOverlap(a, a)).toBe(1)
      expect(stemOverlap(a, b)).toBe(stemOverlap(b, a))
      expect(stemOverlap(a, b)).toBeGreaterThanOrEqual(0)
      expect(stemOverlap(a, b)).toBeLessThanOrEqual(1)
    }),
  )
})

test("the longest hostile facts are compared quickly", () => {
  const readAll = () => {
    for (const piece of [
      "not ",
      "is ",
      "used to ",
      "a and ",
      "no longer ",
      "favorite x ",
      "'s ",
      "lives in ",
    ]) {
      const long = piece.repeat(Math.ceil(300 / piece.length)).slice(0, 300)
      relate(long, `${long}x`)
    }
  }
  expect(quickest(readAll, 500)).toBeLessThan(500)
})
