/** Each line of the table of decisions with its examples. */
import { expect, test } from "vitest"
import { decisionIn, GROUP_DECISIONS } from "../../src/extraction/rules/decisions.ts"
import { extractTalk, lineOf, person } from "./rules-window.ts"

test.each(GROUP_DECISIONS.flatMap(({ examples }) => examples))("%s → %s", (said, fact) => {
  expect(decisionIn(lineOf(person("Alice"), said))?.fact ?? null).toBe(fact)
})

test("a rule that somebody objects to binds nobody", () => {
  const rule = "Alice: new rule: no memes outside #memes"
  const facts = (talk: string) => extractTalk(talk).claims.map(({ fact }) => fact)
  expect(facts(`${rule}|Bob: fine`)).toContain("Rule: no memes outside #memes")
  expect(facts(`${rule}|Bob: no way, who decided that`)).toEqual([])
})
