/** What binds a group, said on Monday 11 May 2026 in Berlin. */
import { expect, test } from "vitest"
import type { Claim, Memory } from "../../src/domain/types.ts"
import { groupClaims } from "../../src/extraction/rules/group.ts"
import { GROUP_ROWS } from "../../src/extraction/rules/group-rows.ts"
import { lineOf, person } from "./rules-window.ts"

const START = Date.parse("2026-05-11T17:04:00Z")

/** Reads lines separated by bars, "Alice: new rule: no memes|Bob: ok", or one line. */
function claimsOf(talk: string, known: readonly Memory[] = []): Claim[] {
  const messages = talk.split("|").map((line, index) => {
    const [, name = "Alice", content = line] = /^(Alice|Bob|Charlie): (.*)$/s.exec(line) ?? []
    return { ...lineOf(person(name), content, index), at: START + index * 60_000 }
  })
  return groupClaims({ messages, channelId: "8", timezone: "Europe/Berlin", known })
}
const factsOf = (talk: string) => claimsOf(talk).map(({ fact }) => fact)

test.each(GROUP_ROWS.flatMap(({ examples }) => examples))("%s → %s", (said, fact) => {
  expect(factsOf(said)).toEqual(fact === null ? [] : [fact])
})

test.each([
  ["the hour is of another zone", "raid is on friday the 15th 3pm EST", "The raid is on Friday 15 May 2026"],
  [
    "a question repeats the day",
    "raid is on friday 8pm|Bob: friday 8pm??",
    "The raid is on Friday 15 May 2026 at 20:00",
  ],
  [
    "another event has its day",
    "raid is on friday 8pm|Bob: dinner is on saturday 7pm?",
    "The raid is on Friday 15 May 2026 at 20:00",
  ],
  [
    "people tell of their own days",
    "raid is on friday 8pm|Bob: im away on sunday",
    "The raid is on Friday 15 May 2026 at 20:00",
  ],
])("an event is announced even if %s", (_, talk, fact) => {
  expect(factsOf(talk)).toEqual([fact])
})

test.each([
  ["somebody asks for another day", "raid is on friday 8pm|Bob: saturday instead?"],
  ["another line names another day", "raid is on friday 8pm|Bob: raid saturday 8pm then"],
  ["another line names another hour", "raid is on friday 8pm|Charlie: ok|Bob: raid at 9pm"],
  ["it was proposed for another day", "Bob: raid on saturday?|raid is on friday 8pm"],
  ["it is called off", "raid is on friday 8pm|Bob: raid is cancelled"],
  ["somebody objects", "raid is on friday 8pm|Bob: no way"],
  ["it is a joke", "raid is on friday 8pm jk"],
  ["it has neither hour nor date", "raid is on friday"],
  ["the day is unclear", "raid today tomorrow 8pm"],
  ["its month may be another that is named", "flights are 4 dec, back on the 7th. race is the 6th"],
  ["it is over", "we had a raid on friday 8pm"],
])("no event is announced if %s", (_, talk) => {
  expect(factsOf(talk)).toEqual([])
})

test("a rule that somebody objects to binds nobody", () => {
  const rule = "Alice: new rule: no memes outside #memes"
  expect(factsOf(`${rule}|Bob: fine`)).toEqual(["Rule: no memes outside #memes"])
  expect(factsOf(`${rule}|Bob: no way, who decided that`)).toEqual([])
})

test("an announcement goes on to the next question or to what its author tells of themselves", () => {
  const rule = "new rule: no faces in #gallery. blur or don't post."
  expect(factsOf(`${rule} can you pin it?`)).toEqual(["Rule: no faces in #gallery. blur or don't post"])
  expect(factsOf(`${rule} i blurred mine`)).toEqual(["Rule: no faces in #gallery. blur or don't post"])
})

/** The memory that the first talk leaves. */
function remembered(talk: string): Memory[] {
  return claimsOf(talk).map((claim, index) => {
    const { subject, fact, time } = claim
    return { id: `m${index + 1}`, subject, fact, time, status: "active", saidAt: START } as unknown as Memory
  })
}

test("a later announcement moves the known event, and a plain cancellation ends it", () => {
  const known = remembered("away match is on saturday 10am")
  const then = (talk: string) =>
    claimsOf(talk, known).map(({ op, target, fact }) => `${op} ${target}: ${fact}`)
  expect(then("match moved to sunday 11am")).toEqual([
    "update m1: The match is on Sunday 17 May 2026 at 11:00",
  ])
  expect(then("the match is cancelled")).toEqual([
    "forget m1: Called off: The away match is on Saturday 16 May 2026 at 10:00",
  ])
  expect(then("is the match cancelled?")).toEqual([])
  expect(then("the match is not cancelled")).toEqual([])
  expect(then("picnic is cancelled")).toEqual([])
})

test("of two known events of a name none moves", () => {
  const known = remembered(
    "home match is on saturday 10am, just so you know|Bob: away match is on sunday 10am",
  )
  const moved = claimsOf("match moved to friday 11am", known).map(({ op, target }) => ({ op, target }))
  expect(moved).toEqual([{ op: "save", target: null }])
})
