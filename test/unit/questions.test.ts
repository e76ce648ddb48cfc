/** Every question of the rules with the answer and fact of its example: "Bob" asks, "Ana" answers. */
import { expect, test } from "vitest"
import { QUESTIONS } from "../../src/extraction/rules/questions.ts"
import { extractFrom, lineOf } from "./rules-window.ts"

const bob = { id: "2", name: "Bob" }
const ana = { id: "1", name: "Ana" }

test.each(QUESTIONS.flatMap(({ examples }) => examples).filter(([, fact]) => fact !== ""))(
  "%s → %s",
  (said, fact) => {
    const [question = "", answer = ""] = said.split(" / ")
    const at = (index: number) => ({ at: Date.parse("2026-05-11T17:04:00Z") + index * 10_000 })
    const { claims } = extractFrom([
      { ...lineOf(bob, question, 0), ...at(0) },
      { ...lineOf(ana, answer, 1), ...at(1) },
    ])
    expect(claims.map((claim) => [claim.fact, claim.lines])).toEqual([[fact, [1, 2]]])
  },
)
