/** What somebody tells of themselves in English becomes a fact about them, with each of its verbs in third person. */
import { expect, test } from "vitest"
import { retoldStatement } from "../../src/extraction/rules/phrases/retell.ts"

test.each([
  ["Wendell has my spare key while I'm in Oslo", "Wendell has Ada's spare key while Ada is in Oslo"],
  ["Bo will pick me up at nine", "Bo will pick Ada up at nine"],
  ["for the record, Ngozi won the quiz", "Ngozi won the quiz"],
  [
    "I gave up my job at the bakery and now drive a school bus",
    "Ada gave up their job at the bakery and now drives a school bus",
  ],
  ["I live in Oslo and work at a bank", "Ada lives in Oslo and works at a bank"],
  ["On Mondays I swim", "Ada swims on Mondays"],
  ["At Easter, I'm walking with Bo", "Ada is walking with Bo at Easter"],
  ["In Semana Santa I always walk in my village", "Ada always walks in their village in Semana Santa"],
  ["For years I thought I was allergic", "Ada thought they were allergic for years"],
  ["I moved to Graz and now teach Latin", "Ada moved to Graz and now teaches Latin"],
  ["I sold my car and also cycle to work", "Ada sold their car and cycles to work"],
  ["I left the choir and now have two cats", "Ada left the choir and now has two cats"],
  ["I quit smoking and now am vegan", "Ada quit smoking and now is vegan"],
])("%j is kept as %j", (text, fact) => {
  expect(retoldStatement(text, "Ada")).toBe(fact)
})

test.each([
  ["I want to move to Oslo and work at a bank", "Ada wants to move to Oslo and work at a bank"],
  ["I can sing and play the harp", "Ada can sing and play the harp"],
  ["I love bread and work", "Ada loves bread and work"],
  ["I was vegetarian and now vegan", "Ada was vegetarian and now vegan"],
  ["I moved to Graz and sold my car", "Ada moved to Graz and sold their car"],
  ["I have a cat and a dog", "Ada has a cat and a dog"],
  ["I like to cook and bake for friends", "Ada likes to cook and bake for friends"],
  ["I help them cook and clean", "Ada helps them cook and clean"],
])("a second word keeps its form: %j is kept as %j", (text, fact) => {
  expect(retoldStatement(text, "Ada")).toBe(fact)
})
