/** When a digest is current, when it is rewritten, and what is shown until then. */
import { expect, test } from "vitest"
import type { DigestInput, DigestPlan } from "../../src/recall/digests/fingerprint.ts"
import { planDigests } from "../../src/recall/digests/plan.ts"
import { fact, known, line, written } from "./digests-world.ts"

const HALF_PAST_TWO = Date.parse("2026-11-20T14:30:00Z")
const clock = (at: string | number = HALF_PAST_TWO, timezone = "UTC") => ({
  now: typeof at === "number" ? at : Date.parse(at),
  timezone,
})

const noon = line("n3", "2026-11-20T12:00:00Z", "asked about flour")
const yesterday = line("n2", "2026-11-19T12:00:00Z", "talked about ovens")
const before = line("n1", "2026-11-15T12:00:00Z", "baked")
const oslo = fact("m1", "Ada lives in Oslo")
const week: Partial<DigestInput> = { lines: [noon, yesterday, before], facts: [oslo] }

/** The digests a model wrote of Ada's week at half past two. */
const prose = written(planDigests(known(week), clock()), HALF_PAST_TWO)

function wanted(plan: DigestPlan): string[] {
  return [plan.day, plan.history, plan.context].filter((part) => part.stale).map((part) => part.kind)
}

function later(
  given: Partial<DigestInput>,
  at: string | number = "2026-11-20T14:40:00Z",
  timezone = "UTC",
): DigestPlan {
  return planDigests(known({ ...week, stored: prose, ...given }), clock(at, timezone))
}

test("an empty store yields rule digests at once and asks a model for all of them", () => {
  const plan = planDigests(known(week), clock())
  expect(wanted(plan)).toEqual(["day", "history", "context"])
  expect(plan.day).toMatchObject({ method: "rule", body: "Today: Ada asked about flour." })
  expect(plan.history.body).toBe(
    "On Thursday 19 November: Ada talked about ovens. On Sunday 15 November: Ada baked.",
  )
  expect(plan.context.body).toBe(`Ada lives in Oslo. ${plan.day.body} ${plan.history.body}`)
})

test("no digest is shown and no model is asked if nothing is known", () => {
  const plan = planDigests(known({}), clock())
  expect(wanted(plan)).toEqual([])
  expect([plan.day.body, plan.history.body, plan.context.body]).toEqual([null, null, null])
})

test("a model's digest is served while its sources stand", () => {
  const plan = later({})
  expect(wanted(plan)).toEqual([])
  expect(plan.day).toMatchObject({ method: "model", body: prose[0]?.body, at: HALF_PAST_TWO })
  expect(plan.context).toMatchObject({ method: "model", body: prose[2]?.body })
})

test.each([
  ["2026-11-20T00:00:00.000Z", "day"],
  ["2026-11-19T23:59:59.999Z", "history"],
  ["2026-11-14T00:00:00.000Z", "history"],
  ["2026-11-13T23:59:59.999Z", "neither"],
  ["2026-11-20T23:59:59.999Z", "day"],
])("words said at %s belong to: %s", (at, digest) => {
  const { lines } = planDigests(known({ lines: [line("n9", at, "baked")] }), clock())
  expect(lines.day.length > 0 ? "day" : lines.history.flat().length > 0 ? "history" : "neither").toBe(digest)
})

test.each([
  // A week in a zone with a clock change: days follow the calendar.
  ["2026-03-30T10:00:00Z", "Europe/Oslo", "2026-03-29T22:00:00Z", "day"],
  ["2026-03-30T10:00:00Z", "Europe/Oslo", "2026-03-29T21:59:59Z", "history"],
  ["2026-03-30T10:00:00Z", "Europe/Oslo", "2026-03-23T23:00:00Z", "history"],
  ["2026-03-30T10:00:00Z", "Europe/Oslo", "2026-03-23T22:59:59Z", "neither"],
  ["2026-10-26T10:00:00Z", "Europe/Oslo", "2026-10-25T23:00:00Z", "day"],
  ["2026-10-26T10:00:00Z", "Europe/Oslo", "2026-10-25T22:59:59Z", "history"],
  ["2026-10-26T10:00:00Z", "Europe/Oslo", "2026-10-19T22:00:00Z", "history"],
  ["2026-10-26T10:00:00Z", "Europe/Oslo", "2026-10-19T21:59:59Z", "neither"],
])("at %s in %s, words said at %s belong to: %s", (now, zone, at, digest) => {
  const { lines } = planDigests(known({ lines: [line("n9", at, "baked")] }), clock(now, zone))
  expect(lines.day.length > 0 ? "day" : lines.history.flat().length > 0 ? "history" : "neither").toBe(digest)
})

const added = line("n4", "2026-11-20T14:35:00Z", "baked a cake")
const late = line("n5", "2026-11-16T12:00:00Z", "bought flour")

test.each<[string, Partial<DigestInput>, string, string, string[]]>([
  ["no change", {}, "2026-11-20T14:59:59.999Z", "UTC", []],
  ["a new hour without additions", {}, "2026-11-20T15:00:00Z", "UTC", []],
  [
    "a line added within the hour",
    { lines: [added, noon, yesterday, before] },
    "2026-11-20T14:59:59.999Z",
    "UTC",
    [],
  ],
  [
    "an added line and a new hour",
    { lines: [added, noon, yesterday, before] },
    "2026-11-20T15:00:00Z",
    "UTC",
    ["day", "context"],
  ],
  [
    "a line added to a past day on the same day",
    { lines: [noon, yesterday, late, before] },
    "2026-11-20T23:59:59Z",
    "UTC",
    [],
  ],
  [
    "the deletion of today's only line",
    { lines: [yesterday, before] },
    "2026-11-20T14:31:00Z",
    "UTC",
    ["context"],
  ],
  [
    "a deleted line and an added one",
    { lines: [added, yesterday, before] },
    "2026-11-20T14:36:00Z",
    "UTC",
    ["day", "context"],
  ],
  [
    "a reworded line of today",
    { lines: [{ ...noon, text: "asked about rye" }, yesterday, before] },
    "2026-11-20T14:31:00Z",
    "UTC",
    ["day", "context"],
  ],
  [
    "a line was retracted and its title remains",
    { lines: [{ ...noon, text: null }, yesterday, before] },
    "2026-11-20T14:31:00Z",
    "UTC",
    ["day", "context"],
  ],
  [
    "a deleted line of a past day",
    { lines: [noon, before] },
    "2026-11-20T14:31:00Z",
    "UTC",
    ["history", "context"],
  ],
  [
    "a reworded line of a past day",
    { lines: [noon, { ...yesterday, text: "slept" }, before] },
    "2026-11-20T14:31:00Z",
    "UTC",
    ["history", "context"],
  ],
  ["a deleted fact", { facts: [] }, "2026-11-20T14:31:00Z", "UTC", ["context"]],
  [
    "a corrected fact",
    { facts: [fact("m1", "Ada lives in Bergen", 2)] },
    "2026-11-20T14:31:00Z",
    "UTC",
    ["context"],
  ],
  ["a repeated fact", { facts: [fact("m1", "Ada lives in Oslo", 2)] }, "2026-11-20T14:31:00Z", "UTC", []],
  ["an added fact", { facts: [oslo, fact("m2", "Ada bakes")] }, "2026-11-20T14:31:00Z", "UTC", ["context"]],
  ["a changed name", { name: "Ada L." }, "2026-11-20T14:31:00Z", "UTC", ["day", "history", "context"]],
  ["a changed time zone", {}, "2026-11-20T14:31:00Z", "Europe/Oslo", ["day", "history", "context"]],
  ["midnight, when today becomes yesterday", {}, "2026-11-21T00:00:00Z", "UTC", ["history", "context"]],
  ["a week, when only the facts are left", {}, "2026-11-28T00:00:00Z", "UTC", ["context"]],
])("the digests to rewrite after: %s", (_, given, at, zone, kinds) => {
  expect(wanted(later(given, at, zone))).toEqual(kinds)
})

test("deleted lines disappear at once, even before a model rewrites the digest", () => {
  expect(later({ lines: [yesterday, before] }).day.body).toBeNull()
  expect(later({ lines: [noon, before] }).history).toMatchObject({
    method: "rule",
    body: "On Sunday 15 November: Ada baked.",
  })
  const { context } = later({ lines: [yesterday], facts: [] })
  expect(context.body).toBe("On Thursday 19 November: Ada talked about ovens.")
})

test("the context digest covers the same lines as the digests beside it", () => {
  const behind = later({ lines: [added, noon, yesterday, before] })
  expect(behind.day.method).toBe("model")
  expect(behind.lines.day).toEqual([noon])
  const merged = later({ lines: [added, noon, yesterday, before], facts: [] }).context
  expect(merged.body).not.toContain("cake")
  const turned = later({ lines: [added, noon, yesterday, before] }, "2026-11-20T15:00:00Z")
  expect(turned.context.body).toContain("cake")
})

test("a digest of facts alone is written once and stays current", () => {
  const alone = known({ facts: [oslo] })
  const stored = written(planDigests(alone, clock()), HALF_PAST_TWO)
  const plan = planDigests({ ...alone, stored }, clock("2027-05-01T00:00:00Z"))
  expect(plan.context).toMatchObject({ stale: false, method: "model" })
})

test("a model with an unusable reply is asked again only after a change", () => {
  const vain = prose.map((row) => ({ ...row, body: "" }))
  const rested = later({ stored: vain }, "2026-11-20T20:00:00Z")
  expect(wanted(rested)).toEqual([])
  expect(rested.day).toMatchObject({ method: "rule", body: "Today: Ada asked about flour." })
  const turned = later({ stored: vain, lines: [added, noon, yesterday, before] }, "2026-11-20T15:00:00Z")
  expect(wanted(turned)).toEqual(["day", "context"])
})

test("a failed model is asked again in the next hour", () => {
  const down = prose.map((row) => ({ ...row, body: "", print: "" }))
  expect(wanted(later({ stored: down }, "2026-11-20T14:59:59Z"))).toEqual([])
  expect(wanted(later({ stored: down }, "2026-11-20T15:00:00Z"))).toEqual(["day", "history", "context"])
})

test("a person who talks all day is written about once an hour, even if the earliest lines no longer fit", () => {
  const talk = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      line(`n${index}`, HALF_PAST_TWO - 3_600_000 + index * 1_000, `baked bread ${index}`),
    ).reverse()
  const stored = written(planDigests(known({ lines: talk(16) }), clock()), HALF_PAST_TWO)
  const lines = talk(20).slice(0, 16)
  expect(wanted(planDigests(known({ lines, stored }), clock("2026-11-20T14:50:00Z")))).toEqual([])
  const oneGone = talk(20)
    .filter(({ id }) => id !== "n15")
    .slice(0, 40)
  expect(wanted(planDigests(known({ lines: oneGone, stored }), clock("2026-11-20T14:50:00Z")))).toEqual([
    "day",
    "context",
  ])
  const learned = { ...line("m9", HALF_PAST_TWO - 7_200_000, "Ada has hens"), source: "fact" as const }
  const withFact = written(planDigests(known({ lines: [...talk(16), learned] }), clock()), HALF_PAST_TWO)
  const soon = clock("2026-11-20T14:50:00Z")
  expect(wanted(planDigests(known({ lines: [...talk(16), learned], stored: withFact }), soon))).toEqual([])
  expect(wanted(planDigests(known({ lines: talk(16), stored: withFact }), soon))).toEqual(["day", "context"])
})
