/** A person's correction of a fact takes the topics along that only the old words were about. */
import { expect, test } from "vitest"
import { applyCorrection, type Correction } from "../../src/memory/write/correction.ts"
import { known } from "./builders.ts"

const memory = known("Ada plays the violin in Oslo", { topics: ["violin", "oslo", "music"] })

test.each<[string, Correction, string[]]>([
  ["another matter", { fact: "Ada paints boats in Oslo" }, ["oslo", "music"]],
  ["the same words otherwise", { fact: "Ada plays two violins in Oslo" }, ["violin", "oslo", "music"]],
  ["topics of its own", { fact: "Ada paints boats", topics: ["violin"] }, ["violin"]],
  ["another lifetime", { lifetime: "7d" }, ["violin", "oslo", "music"]],
])("a correction to %s leaves the topics that fit", (_, change, topics) => {
  expect(applyCorrection(memory, change).topics).toEqual(topics)
})
