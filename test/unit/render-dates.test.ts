/**
 * Days follow the guild's time zone: around midnight, at clock changes, and on both sides of the date line.
 */
import fc from "fast-check"
import { expect, test } from "vitest"
import { localDate } from "../../src/domain/calendar.ts"
import { ago } from "../../src/recall/render/sanitize.ts"

const at = (iso: string) => Date.parse(iso)

test("words from ten to midnight are from yesterday at ten past, in the guild's zone", () => {
  const clock = { now: at("2026-11-20T00:10:00+01:00"), timezone: "Europe/Rome" }
  expect(ago(at("2026-11-19T23:50:00+01:00"), clock)).toBe("yesterday")
  expect(ago(at("2026-11-20T00:05:00+01:00"), clock)).toBe("today")
  expect(ago(at("2026-11-19T23:50:00+01:00"), { ...clock, timezone: "UTC" })).toBe("today")
})

test("a day of 23 or 25 hours is one day", () => {
  const rome = (now: string) => ({ now: at(now), timezone: "Europe/Rome" })
  expect(ago(at("2026-03-28T12:00:00+01:00"), rome("2026-03-29T00:30:00+01:00"))).toBe("yesterday")
  expect(ago(at("2026-03-28T23:30:00+01:00"), rome("2026-03-30T00:10:00+02:00"))).toBe("2 days ago")
  expect(ago(at("2026-10-25T00:05:00+02:00"), rome("2026-10-25T23:55:00+01:00"))).toBe("today")
  expect(ago(at("2026-10-24T23:55:00+02:00"), rome("2026-10-25T23:55:00+01:00"))).toBe("yesterday")
})

test.each([
  [0, "today"],
  [1, "yesterday"],
  [2, "2 days ago"],
  [13, "13 days ago"],
  [14, "2 weeks ago"],
  [59, "8 weeks ago"],
  [60, "2 months ago"],
  [729, "24 months ago"],
  [730, "2 years ago"],
])("%i days back is %s", (days, expected) => {
  const now = at("2026-11-20T12:00:00Z")
  expect(ago(now - days * 86_400_000, { now, timezone: "UTC" })).toBe(expected)
})

test("a date after now, as in a question about the past, counts as today", () => {
  expect(ago(at("2026-11-25T12:00:00Z"), { now: at("2026-11-20T12:00:00Z"), timezone: "UTC" })).toBe("today")
})

test("the earlier of two times never appears more recent, in any zone", () => {
  const now = at("2026-11-20T12:00:00Z")
  const zones = ["UTC", "Europe/Rome", "America/St_Johns", "Pacific/Apia", "Asia/Kolkata"]
  const time = fc.integer({ min: at("2015-01-01T00:00:00Z"), max: now })
  fc.assert(
    fc.property(time, time, fc.constantFrom(...zones), (one, two, timezone) => {
      const [early, late] = [Math.min(one, two), Math.max(one, two)]
      expect(localDate(early, timezone) <= localDate(late, timezone)).toBe(true)
      if (ago(early, { now, timezone }) === "today") expect(ago(late, { now, timezone })).toBe("today")
    }),
  )
})
