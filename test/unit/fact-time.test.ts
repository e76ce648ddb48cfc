/** When a fact happens or holds: read from what was said, and decisive for when it expires. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { DAY } from "../../src/domain/calendar.ts"
import { momentLabel } from "../../src/domain/date-names.ts"
import { factTime, spanOfMoment } from "../../src/domain/fact-time.ts"
import { LIFETIMES } from "../../src/domain/types.ts"
import { expiry } from "../../src/memory/facts/filing.ts"
import { NOON } from "./builders.ts"

const BERLIN = "Europe/Berlin"
const utc = (text: string) => Date.parse(text)

test.each([
  ["2026", "2025-12-31T23:00:00Z", "2026-12-31T22:59:59.999Z"],
  ["2026-02", "2026-01-31T23:00:00Z", "2026-02-28T22:59:59.999Z"],
  ["2026-12", "2026-11-30T23:00:00Z", "2026-12-31T22:59:59.999Z"],
  ["2026-05-16", "2026-05-15T22:00:00Z", "2026-05-16T21:59:59.999Z"],
  // The clocks go forward: this day has 23 hours.
  ["2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T21:59:59.999Z"],
  ["2026-05-16T21:00", "2026-05-16T19:00:00Z", "2026-05-16T19:00:59.999Z"],
])("%s in Berlin lasts from %s to %s", (moment, from, to) => {
  expect(spanOfMoment(moment, BERLIN)).toEqual({ from: utc(from), to: utc(to) })
})

test.each([
  "",
  "soon",
  "2026-13",
  "2026-02-30",
  "26-05-16",
  "2026-05-16T25:00",
  "2026-05-16T10:61",
  "next year",
])("%j is no moment", (moment) => {
  expect(spanOfMoment(moment, "UTC")).toBeNull()
})

test.each([
  ["2026-05-16 21:00", "2026-05-16T21:00"],
  ["2026-05-16T21:00:00", "2026-05-16T21:00"],
  ["2026-05-16T21:00Z", "2026-05-16T21:00"],
  ["2026-05-16T21:00+02:00", "2026-05-16T21:00"],
  // Models write midnight for a day without an hour.
  ["2026-05-16T00:00", "2026-05-16"],
  ["2026-05-16T23:59:59", "2026-05-16"],
])("%s is read as %s", (when, read) => {
  expect(factTime({ when, until: null }, BERLIN)?.when).toBe(read)
})

test("an end before the beginning is dropped, and so is what is no moment", () => {
  expect(factTime({ when: "2026-05-16", until: "2026-05-01" }, "UTC")).toMatchObject({ until: null })
  expect(factTime({ when: "sometime", until: "2026-05" }, "UTC")).toMatchObject({
    when: null,
    until: "2026-05",
  })
  expect(factTime({ when: "sometime", until: null }, "UTC")).toBeNull()
})

test("what holds until a time ends with it, however long its kind of fact is kept", () => {
  const time = factTime({ when: null, until: "2026-11-20" }, "UTC")
  for (const lifetime of LIFETIMES)
    expect(expiry({ lifetime, time }, NOON)).toBe(utc("2026-11-20T23:59:59.999Z"))
})

test("what ended before it was said is kept like any other fact", () => {
  const time = factTime({ when: null, until: "2019" }, "UTC")
  expect(expiry({ lifetime: "30d", time }, NOON)).toBe(NOON + 30 * DAY)
  expect(expiry({ lifetime: "permanent", time }, NOON)).toBeNull()
})

test("nothing expires before the day after it happens, and a birthday never does", () => {
  const date = fc
    .integer({ min: -400, max: 400 })
    .map((days) => new Date(NOON + days * DAY).toISOString().slice(0, 10))
  fc.assert(
    fc.property(date, fc.constantFrom(...LIFETIMES), (when, lifetime) => {
      const time = factTime({ when, until: null }, BERLIN)
      const end = expiry({ lifetime, time }, NOON)
      if (lifetime === "permanent") return end === null
      return end !== null && end >= NOON + DAY && end >= (time?.endsAt ?? 0) + DAY
    }),
  )
})

test.each([
  ["2026", "2026"],
  ["2026-05", "May 2026"],
  ["2026-05-16", "Saturday, May 16, 2026"],
  ["2026-05-16T21:00", "Saturday, May 16, 2026, 21:00"],
])("people read %s as %s", (moment, label) => {
  expect(momentLabel(moment, "en")).toBe(label)
})
