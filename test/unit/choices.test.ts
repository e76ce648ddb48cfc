/** Choices that a group settles, and opinions of the options, which tell of no interest. */
import { expect, test } from "vitest"
import { extractTalk } from "./rules-window.ts"

const factsOf = (talk: string) => extractTalk(talk).claims.map(({ fact }) => fact)

const NAMED = "Ana: the poster guy needs a name|Bo: how about Porch Weather, or Sad Cow"

test.each([
  [
    `${NAMED}|Ana: oh I like Porch Weather|Bo: ok let's go with Porch Weather`,
    ["Decided (name): Porch Weather"],
  ],
  [`${NAMED}|Cy: great, we're going with Sad Cow then`, ["Decided (name): Sad Cow"]],
  [
    "Ana: which game next? Root or Catan|Bo: Catan!|Ana: alright let's go with Catan",
    ["Decided (game): Catan"],
  ],
  [
    "Ana: let's do presents as secret santa, max 20?|Bo: agreed, secret santa with a limit of 20 it is",
    ["Decided: secret santa with a limit of 20"],
  ],
  // It was not chosen among anything, somebody objects, or nobody means it.
  ["Bo: ok let's go with Porch Weather", []],
  [`${NAMED}|Bo: let's go with Porch Weather|Ana: no, the other one`, []],
  [`${NAMED}|Bo: let's go with Porch Weather?`, []],
  [`${NAMED}|Bo: maybe let's go with Porch Weather`, []],
  [`${NAMED}|Bo: let's not go with Porch Weather`, []],
  [`${NAMED}|Bo: let's go with Porch Weather jk`, []],
  [`${NAMED}|Bo: let's go with the flow`, []],
  [`${NAMED}|Bo: let's go with it`, []],
  ["Bo: soup and bread it is", []],
  ["Ana: what a day it is", []],
])("%s", (talk, facts) => {
  expect(factsOf(talk)).toEqual(facts)
})

test("an opinion of an option is no interest, one beside it is", () => {
  expect(factsOf(`${NAMED}|Ana: oh I like Porch Weather`)).toEqual([])
  expect(factsOf(`${NAMED}|Ana: I like green tea`)).toEqual(["Ana likes green tea"])
  expect(factsOf("Bo: green tea is nice|Ana: I like green tea")).toEqual(["Ana likes green tea"])
})
