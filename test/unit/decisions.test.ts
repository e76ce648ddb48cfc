/** Each line of the table of decisions with its examples. */
import { expect, test } from "vitest"
import { GROUP_DECISIONS } from "../../src/extraction/rules/decision-phrases.ts"
import { decisionIn } from "../../src/extraction/rules/decisions.ts"
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

test("who won counts as a vote's result only if people voted on the winner before", () => {
  const facts = (talk: string) => extractTalk(talk).claims.map(({ fact }) => fact)
  const call = "Alice: poll is up, dune or alien for friday|Bob: dune"
  expect(facts(`${call}|Alice: dune won 9 to 4`)).toEqual(["Vote: dune won 9 to 4"])
  expect(facts(`${call}|Bob: liverpool won 3-1`)).toEqual([])
  expect(facts("Bob: what a match|Alice: liverpool won 3-1")).toEqual([])
})

test("what we do is decided if somebody else agrees", () => {
  const facts = (talk: string) => extractTalk(talk).claims.map(({ fact }) => fact)
  expect(facts("Alice: we decided to use postgres|Bob: +1")).toEqual(["Decided: use postgres"])
  expect(facts("Alice: ok we're going with Dune|Bob: good choice")).toEqual(["Decided: going with Dune"])
  expect(facts("Alice: ok we're going with Dune|Alice: ok")).toEqual([])
  expect(facts("Alice: we decided to watch the kids tonight|Bob: nice")).toEqual([])
})

test("X it is, if somebody named X before and somebody else agrees", () => {
  const facts = (talk: string) => extractTalk(talk).claims.map(({ fact }) => fact)
  expect(facts("Bob: dune or alien?|Alice: dune it is|Bob: works")).toContain("Decided: dune")
  expect(facts("Bob: alien?|Alice: dune it is|Bob: works")).toEqual([])
  expect(facts("Bob: dune or alien?|Alice: dune it is")).toEqual([])
})
