/** Facts that exclude each other are found, and facts that only sound opposed are left alone. */
import { expect, test } from "vitest"
import { type Relation, relate } from "../../src/text/similarity.ts"
import { HELD_OUT, WRITTEN_LATER } from "./contradiction-held-out.ts"
import { PAIRS } from "./contradiction-pairs.ts"
import { quickest } from "./timing.ts"

const all = Object.entries(PAIRS).flatMap(([relation, pairs]) =>
  pairs.map(([a, b]) => [a, b, relation as Relation] as const),
)

test.each(all)(`"%s" and "%s" are %s`, (a, b, relation) => {
  expect(relate(a, b)).toBe(relation)
  expect(relate(b, a)).toBe(relation)
})

const excludes = (relation: Relation) => relation === "opposed" || relation === "replaces"

/** Returns the precision and recall of contradictions found in these pairs. */
function measured(pairs: readonly (readonly [string, string, Relation])[]) {
  const found = pairs.filter(([a, b]) => excludes(relate(a, b)))
  const right = found.filter(([, , relation]) => excludes(relation))
  const all = pairs.filter(([, , relation]) => excludes(relation))
  return { precision: right.length / found.length, recall: right.length / all.length }
}

test("on held-out pairs, contradictions are found with full precision and at least 0.9 recall", () => {
  const { precision, recall } = measured([...HELD_OUT, ...WRITTEN_LATER])
  expect(precision).toBe(1)
  expect(recall).toBeGreaterThanOrEqual(0.9)
})

test("there are enough pairs for meaningful figures, including hard ones that are no contradiction", () => {
  expect(all.length).toBeGreaterThanOrEqual(150)
  expect(PAIRS.unrelated.length).toBeGreaterThanOrEqual(60)
  expect(HELD_OUT).toHaveLength(60)
  expect(new Set([...all, ...HELD_OUT].map(([a, b]) => `${a}|${b}`)).size).toBe(all.length + HELD_OUT.length)
})

test("a statement about another person, a game or mock meat does not contradict a fact", () => {
  for (const [a, b] of [
    ["Ada is vegan", "Ada eats plant-based chicken"],
    ["Ada is vegan", "Ada eats steak in Minecraft"],
    ["Ada is vegetarian", "Ada eats chicken for her role but spits it out"],
    ["Ada is single", "Ada's sister is married"],
    ["Ada says Bo is single", "Ada is married"],
  ] as const)
    expect(relate(a, b), `${a} · ${b}`).toBe("unrelated")
})

test("a fact made only of words from the rules is compared quickly", () => {
  const readAll = () => {
    for (const piece of [
      "is a ",
      "is a total ",
      "a a ",
      "works as ",
      "moved to ",
      "moved from a to ",
      "has a ",
      "'s main is ",
      "left a for ",
    ]) {
      const long = `Ada ${piece.repeat(150)}`.slice(0, 300)
      relate(long, `${long}x`)
    }
  }
  expect(quickest(readAll, 500)).toBeLessThan(500)
})
