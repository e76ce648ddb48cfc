/** Plans that their author changes later, in the same window and in the next one. "Ada" speaks, on Thursday 26 November 2026. */
import { describe, expect, test } from "vitest"
import type { Claim, Memory, Message } from "../../src/domain/types.ts"
import { checkClaims } from "../../src/extraction/claims.ts"
import { withoutFormerTime } from "../../src/extraction/rules/endings/plan-cues.ts"
import { extractByRules } from "../../src/extraction/rules/index.ts"
import { DEFAULT_POLICY } from "../../src/policy/policy.ts"
import { lineOf } from "./rules-window.ts"

const START = Date.parse("2026-11-26T10:00:00Z")
const DAY = 86_400_000

function messagesOf(talk: string, at = START): Message[] {
  return talk.split("|").map((line, index) => {
    const [, name = "Ada", content = line] = /^(Ada|Bob): (.*)$/s.exec(line) ?? []
    return {
      ...lineOf({ id: name === "Ada" ? "101" : "102", name }, content, index),
      at: at + index * 60_000,
    }
  })
}

/** Returns the claims that pass the checks of a window. */
function claimsOf(messages: Message[], known: Memory[] = []): Claim[] {
  const window = {
    id: "w",
    guildId: "7",
    channelId: "8",
    channelName: null,
    messages,
    reason: "lull" as const,
  }
  const members = messages.map(({ author }) => author)
  const extraction = extractByRules({ window, members, known })
  const terms = { offered: members, sensitive: DEFAULT_POLICY.sensitive, mostClaims: 20, timezone: "UTC" }
  return checkClaims(extraction, window, terms).proposals.map(({ claim }) => claim)
}

/** The memories that a talk leaves, before it is told otherwise. */
function remembered(talk: string): Memory[] {
  return claimsOf(messagesOf(talk)).map(
    (claim, index) =>
      ({ ...claim, id: `m${index + 1}`, status: "active", saidAt: START }) as unknown as Memory,
  )
}
const told = ({ op, fact }: Claim) => (op === "forget" ? "ends" : fact)

const MOVE = "I'm moving to Larch Street on December 4th"
const FLIGHT = "I'm flying to Oslo on December 4th"
const EXAM = "I have an exam on Friday"

/** What is known, what is said of it later, and what then holds; `null` if nothing. */
const CHANGED: [earlier: string, later: string, fact: string | null][] = [
  [
    MOVE,
    "small change: keys are delayed, I'm moving on the 5th of December now instead of the 4th",
    "Ada is moving to Larch Street on 5 December 2026",
  ],
  [MOVE, "move got pushed to the 12th of December", "Ada is moving to Larch Street on 12 December 2026"],
  [MOVE, "moving on the 9th now", "Ada is moving to Larch Street on 9 December 2026"],
  [MOVE, "landlord news, the move is postponed to january", "Ada is moving to Larch Street in January 2027"],
  [
    MOVE,
    "change of plans, I'm moving to Elm Road on the 12th",
    "Ada is moving to Elm Road on 12 December 2026",
  ],
  [MOVE, "the keys are delayed, no idea when", null],
  [MOVE, "ok the move is off, landlord sold the place", null],
  [MOVE, "not moving after all", null],
  [FLIGHT, "my flight got moved to the 6th", "Ada is flying to Oslo on 6 December 2026"],
  [FLIGHT, "i'm flying on the 7th instead", "Ada is flying to Oslo on 7 December 2026"],
  [FLIGHT, "the flight was rescheduled to december 10th", "Ada is flying to Oslo on 10 December 2026"],
  [FLIGHT, "my flight got cancelled ugh", null],
  [EXAM, "exam got pushed back to December 9th", "Ada has an exam on 9 December 2026"],
  [EXAM, "the exam was moved from friday to tuesday", "Ada has an exam on 1 December 2026"],
  [EXAM, "my exam is now on monday", "Ada has an exam on 30 November 2026"],
  [EXAM, "exam's postponed, no new date yet", null],
  ["my wedding is on 3 march", "the wedding is now on 10 march", "Ada's wedding is on 10 March 2027"],
  ["I'm moving to Leeds in January", "the move got pushed to March", "Ada is moving to Leeds in March 2027"],
  [
    "me mudo a Valencia el 1 de diciembre",
    "cambio de planes chicos, el traslado se retrasa, me mudo el 15 de enero",
    "Ada se muda a Valencia el 15 de enero de 2027",
  ],
]

describe("a changed plan takes the place of the earlier one", () => {
  test.each(CHANGED)("in one talk: %s … %s", (earlier, later, fact) => {
    const claims = claimsOf(messagesOf(`${earlier}|Bob: nice|Ada: ${later}`))
    expect(claims.map(told)).toEqual(fact === null ? [] : [fact])
  })

  test.each(CHANGED)("in a later talk: %s … %s", (earlier, later, fact) => {
    const claims = claimsOf(messagesOf(`Bob: hey|Ada: ${later}`, START + DAY / 24), remembered(earlier))
    expect(claims.map((claim) => [claim.target, told(claim)])).toEqual([["m1", fact ?? "ends"]])
  })
})

test.each([
  ["a question", FLIGHT, "what if my flight gets moved to the 6th?"],
  ["a guess", FLIGHT, "my flight might get moved to the 6th instead"],
  ["a joke", FLIGHT, "my flight is now on the 6th jk"],
  ["a relative's plan", MOVE, "my sister is moving on the 9th instead"],
  ["somebody else's plan", FLIGHT, "his flight got moved to the 6th"],
  ["the way back", FLIGHT, "flying home on December 9th instead of the 8th"],
  ["some hours", FLIGHT, "my flight is delayed by 2 hours"],
  ["another matter", EXAM, "the haircut got moved to the 9th of December"],
  ["what did not change", EXAM, "the exam is not postponed"],
  ["words of somebody else", FLIGHT, 'the app goes "I moved your flight to the 6th"'],
])("%s changes no plan: %s … %s", (_, earlier, later) => {
  const before = claimsOf(messagesOf(earlier)).map(told)
  expect(claimsOf(messagesOf(`${earlier}|Bob: ok|Ada: ${later}`)).map(told)).toEqual(before)
  expect(
    claimsOf(messagesOf(later, START + DAY / 24), remembered(earlier)).filter(
      ({ target }) => target !== null,
    ),
  ).toEqual([])
})

test("another person's words change no plan", () => {
  expect(claimsOf(messagesOf(`${FLIGHT}|Bob: my flight got moved to the 6th`)).map(told)).toEqual([
    "Ada is flying to Oslo on 4 December 2026",
  ])
})

test("of two plans that may be meant none changes", () => {
  const both = `${FLIGHT}|Ada: I'm flying to Rome on December 20th`
  expect(claimsOf(messagesOf(`${both}|Ada: my flight got moved to the 6th`)).map(told)).toEqual([
    "Ada is flying to Oslo on 4 December 2026",
    "Ada is flying to Rome on 20 December 2026",
  ])
})

test("a dated move or wedding lasts as plans do, a move without a date or a job stays", () => {
  const lifetimes = (said: string) => claimsOf(messagesOf(said)).map(({ lifetime }) => lifetime)
  expect(lifetimes(MOVE)).toEqual(["90d"])
  expect(lifetimes("I'm getting married in June")).toEqual(["90d"])
  expect(lifetimes("me mudo a Valencia el 1 de diciembre")).toEqual(["90d"])
  expect(lifetimes("I'm moving to Larch Street")).toEqual(["permanent"])
  expect(lifetimes("I moved to Leeds last month")).toEqual(["permanent"])
  expect(lifetimes("I'm starting at Lidl on Monday")).toEqual(["permanent"])
})

test.each([
  ["i'm moving on the 5th instead of the 28th", "i'm moving on the 5th"],
  ["quiz is on tuesdays, not mondays", "quiz is on tuesdays"],
  ["the exam was moved from friday to tuesday", "the exam was moved to tuesday"],
  ["ich ziehe am 5. statt am 28. um", "ich ziehe am 5. um"],
  ["me mudo el 5 en vez del 28", "me mudo el 5 en vez del 28"],
  ["i'm in rome from friday to sunday", "i'm in rome from friday to sunday"],
  ["not the 5th one again", "not the 5th one again"],
])("the time before is left out: %s", (said, plain) => {
  expect(withoutFormerTime(said)).toBe(plain)
})
