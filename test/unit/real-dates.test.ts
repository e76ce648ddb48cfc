/** Relative times in facts, said on Monday 11 May 2026 in Berlin. */
import { expect, test } from "vitest"
import { withDatesNoted, withRealDates } from "../../src/extraction/rules/real-dates.ts"

const at = Date.parse("2026-05-11T17:04:00Z")
const said = (fact: string, isPast: boolean) => withRealDates(fact, { at, timezone: "Europe/Berlin", isPast })

test.each<[string, boolean, string, string | null]>([
  ["Ana adopted a dog yesterday", true, "Ana adopted a dog on 10 May 2026", "2026-05-10"],
  ["Ana had an interview last Friday", true, "Ana had an interview on 8 May 2026", "2026-05-08"],
  ["Ana ran a race on Sunday", true, "Ana ran a race on 10 May 2026", "2026-05-10"],
  ["Ana flies on Sunday", false, "Ana flies on 17 May 2026", "2026-05-17"],
  ["Ana starts next Monday", false, "Ana starts on 18 May 2026", "2026-05-18"],
  ["Ana moved last month", true, "Ana moved in April 2026", "2026-04"],
  ["Ana moves in two weeks", false, "Ana moves in the week of 25 May 2026", null],
  ["Ana camped last weekend", true, "Ana camped on the weekend of 9 May 2026", null],
  ["Ana graduated 2 years ago", true, "Ana graduated in 2024", "2024"],
  ["Ana visited Rome in June", true, "Ana visited Rome in June 2025", "2025-06"],
  ["Ana visits Rome in June", false, "Ana visits Rome in June 2026", "2026-06"],
  ["Ana got the job, starting in June", true, "Ana got the job, starting in June 2026", "2026-06"],
  ["The raid was moved to Saturday", false, "The raid was moved to 16 May 2026", "2026-05-16"],
  ["Ana marries on March 3rd", false, "Ana marries on 3 March 2027", "2027-03-03"],
])("%s (over: %s) becomes %s", (fact, isPast, real, when) => {
  expect(said(fact, isPast)).toEqual({
    fact: real,
    time: when === null ? null : { when, until: null, endsAt: expect.any(Number) },
  })
})

test("an end is an end", () => {
  expect(said("Ana works nights until Friday", false)).toMatchObject({
    fact: "Ana works nights until 15 May 2026",
    time: { when: null, until: "2026-05-15" },
  })
})

test.each([
  "Ana rows every Friday",
  "Ana has choir on Tuesdays",
  "Ana moved in 2019",
  "Ana may move",
  "Ana was born on 3 March 1998",
  "Ana has lived there for two years",
])("%s stays as it is", (fact) => {
  expect(said(fact, true)).toEqual({ fact, time: null })
})

test.each([
  ["I fly to Rome next week", "I fly to Rome next week (week of 18 May 2026)"],
  ["saw it yesterday, twice", "saw it yesterday (10 May 2026), twice"],
  ["we row every Friday", "we row every Friday"],
])("a quotation keeps its words: %s", (quote, noted) => {
  expect(withDatesNoted(quote, { at, timezone: "Europe/Berlin", isPast: false })).toBe(noted)
})
