import { expect, test } from "vitest"
import { DEFAULT_SETTINGS, SettingsSchema } from "../../src/policy/settings.ts"
import { cutoffsOf, duePurgeDay } from "../../src/privacy/retention.ts"

const NOON = Date.parse("2026-11-20T12:00:00Z")
const DAY = 86_400_000

test.each([
  ["UTC", "2026-11-19", "2026-11-20"],
  ["UTC", "2026-11-20", null],
  ["UTC", null, "2026-11-20"],
  ["Pacific/Kiritimati", "2026-11-20", "2026-11-21"],
  ["Pacific/Pago_Pago", "2026-11-20", null],
  // A guild that moved to a zone where that day has not come yet waits for the next.
  ["Pacific/Pago_Pago", "2026-11-21", null],
])("in %s a purge of %s makes the next due on %s", (timezone, purgedOn, due) => {
  expect(duePurgeDay(NOON, timezone, purgedOn)).toBe(due)
})

test("a guild is due from its own midnight on, once a day", () => {
  const midnight = Date.parse("2026-11-20T23:00:00Z")
  expect(duePurgeDay(midnight - 1, "Europe/Oslo", "2026-11-20")).toBeNull()
  expect(duePurgeDay(midnight, "Europe/Oslo", "2026-11-20")).toBe("2026-11-21")
})

test("data without a limit is kept forever, and all other data for its number of days", () => {
  const cutoffs = cutoffsOf({ ...DEFAULT_SETTINGS.retention, audit_days: null }, NOON)
  expect(cutoffs).toEqual({
    notes: null,
    expired: NOON - 30 * DAY,
    history: NOON - 90 * DAY,
    windows: NOON - 30 * DAY,
    audit: null,
    usage: "2025-10-16",
    runs: NOON - 90 * DAY,
    labels: NOON - 90 * DAY,
    events: NOON - 30 * DAY,
    claims: NOON - 180 * DAY,
    stats: "2025-10-16",
    digests: NOON - 9 * DAY,
    namePrints: NOON - 31 * DAY,
  })
})

test("older settings keep their meaning, and days are whole numbers from one", () => {
  const { retention: _, ...before } = DEFAULT_SETTINGS
  expect(SettingsSchema.parse(before)).toEqual(DEFAULT_SETTINGS)
  for (const notes_days of [0, 1.5, -1, 4_000, "7"])
    expect(SettingsSchema.safeParse({ retention: { notes_days } }).success).toBe(false)
  expect(SettingsSchema.safeParse({ retention: { notes: 3 } }).success).toBe(false)
})
