/** A guild's night is due once a day from its own midnight on, whatever its clocks do. */
import { expect, test } from "vitest"
import { localDate } from "../../src/domain/calendar.ts"
import { manualNightId, type NightCandidate, nightId, nightsDue } from "../../src/nights/begin.ts"
import { nightDays } from "../../src/nights/night.ts"

const HOUR = 3_600_000

function guild(about: Partial<NightCandidate> & { timezone?: string } = {}): NightCandidate {
  const { timezone = "UTC", ...rest } = about
  return {
    id: "1",
    settings: JSON.stringify({ timezone }),
    nightOn: null,
    leavingAt: null,
    underWay: false,
    ...rest,
  }
}

const daysAt = (at: string, of: NightCandidate) => nightsDue([of], Date.parse(at)).map(({ day }) => day)

test.each([
  ["a minute before midnight", "2026-11-20T23:59:00Z", "UTC", []],
  ["at midnight", "2026-11-21T00:00:00Z", "UTC", ["2026-11-21"]],
  ["at the end of the day", "2026-11-21T23:00:00Z", "UTC", ["2026-11-21"]],
  ["after its midnight, far east", "2026-11-20T10:00:00Z", "Pacific/Kiritimati", ["2026-11-21"]],
  ["before its midnight, far east", "2026-11-20T09:00:00Z", "Pacific/Kiritimati", []],
  ["before its midnight, far west", "2026-11-21T10:00:00Z", "Pacific/Pago_Pago", []],
  ["after its midnight, far west", "2026-11-21T11:00:00Z", "Pacific/Pago_Pago", ["2026-11-21"]],
  ["before a midnight at a quarter past", "2026-11-20T18:00:00Z", "Asia/Kathmandu", []],
  ["after a midnight at a quarter past", "2026-11-20T19:00:00Z", "Asia/Kathmandu", ["2026-11-21"]],
])("a guild with a night on the 20th is due again from its own midnight on: %s", (_, at, timezone, days) => {
  expect(daysAt(at, guild({ timezone, nightOn: "2026-11-20" }))).toEqual(days)
})

test("a night begun today is not due again, and one never begun is due at once", () => {
  expect(daysAt("2026-11-21T00:00:00Z", guild({ nightOn: "2026-11-21" }))).toEqual([])
  expect(daysAt("2026-11-21T15:00:00Z", guild())).toEqual(["2026-11-21"])
})

test("missed nights become one", () => {
  expect(daysAt("2026-11-21T05:00:00Z", guild({ nightOn: "2026-11-02" }))).toEqual(["2026-11-21"])
})

test.each([
  // Clocks go forward over midnight, back over it, forward at two, back at two, and by half an hour.
  ["Africa/Cairo", "2026-04-20T00:00:00Z"],
  ["America/Havana", "2026-10-28T00:00:00Z"],
  ["America/Havana", "2026-03-04T00:00:00Z"],
  ["Europe/Oslo", "2026-03-25T00:00:00Z"],
  ["Europe/Oslo", "2026-10-21T00:00:00Z"],
  ["Australia/Lord_Howe", "2026-10-01T00:00:00Z"],
])(
  "an hourly check over eight days with a clock change in %s begins one night per date",
  (timezone, from) => {
    let nightOn: string | null = localDate(Date.parse(from), timezone)
    const begun: string[] = []
    for (let hour = 0; hour < 8 * 24; hour++) {
      const [due] = nightsDue([guild({ timezone, nightOn })], Date.parse(from) + hour * HOUR)
      if (due) begun.push(due.day)
      nightOn = due?.day ?? nightOn
    }
    const dates = Array.from({ length: 8 * 24 }, (_, hour) =>
      localDate(Date.parse(from) + hour * HOUR, timezone),
    )
    expect(begun).toEqual([...new Set(dates)].slice(1))
    expect(begun.length).toBeGreaterThanOrEqual(7)
  },
)

test("a guild that moves to a zone where it is still yesterday has no second night of that day", () => {
  const moved = guild({ timezone: "Pacific/Pago_Pago", nightOn: "2026-11-21" })
  expect(daysAt("2026-11-21T05:00:00Z", moved)).toEqual([])
  expect(daysAt("2026-11-21T12:00:00Z", moved)).toEqual([])
  expect(daysAt("2026-11-22T11:00:00Z", moved)).toEqual(["2026-11-22"])
})

test.each([
  ['{"timezone":"Mars/Olympus"}'],
  ['{"timezone":"Europe/Oslo","gone":true}'],
  ["null"],
  ["not JSON"],
])("settings that no longer parse count as the defaults: %s", (settings) => {
  expect(daysAt("2026-11-20T23:30:00Z", guild({ settings, nightOn: "2026-11-20" }))).toEqual([])
  expect(daysAt("2026-11-21T00:00:00Z", guild({ settings, nightOn: "2026-11-20" }))).toEqual(["2026-11-21"])
})

test("a guild that is leaving or has a running night is not due and does not hold up others", () => {
  const guilds = [guild({ id: "1", leavingAt: 1 }), guild({ id: "2", underWay: true }), guild({ id: "3" })]
  expect(nightsDue(guilds, Date.parse("2026-11-21T00:00:00Z"))).toEqual([{ guildId: "3", day: "2026-11-21" }])
})

test("night names are valid instance ids, and a manual night has a different name than the scheduled one", () => {
  const due = { guildId: "9223372036854775807", day: "2026-11-21" }
  const names = [nightId(due), manualNightId(due, "0123abcd")]
  for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_][a-zA-Z0-9-_]{0,63}$/)
  expect(new Set([...names, manualNightId(due, "0123abce")]).size).toBe(3)
})

test.each([
  ["the first night", null, "schedule", ["2026-11-20"]],
  ["the night after a night", "2026-11-20", "schedule", ["2026-11-20"]],
  ["three missed nights", "2026-11-17", "schedule", ["2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"]],
  ["a night after a manual one that day", "2026-11-21", "schedule", []],
  ["a manual night", "2026-11-20", "hand", ["2026-11-20", "2026-11-21"]],
  ["a second manual night", "2026-11-21", "hand", ["2026-11-21"]],
] as const)("a night covers the days since the last one: %s", (_, since, trigger, days) => {
  const plan = nightDays(since, { day: "2026-11-21", timezone: "Europe/Oslo", trigger })
  expect(plan.map(({ date }) => date)).toEqual(days)
})

test("after a month of downtime, a nightly run covers the last seven days without gaps", () => {
  const plan = nightDays("2026-10-20", { day: "2026-11-21", timezone: "Europe/Oslo", trigger: "schedule" })
  expect(plan.map(({ date }) => date)).toEqual(
    Array.from({ length: 7 }, (_, index) => `2026-11-${14 + index}`),
  )
  expect(plan[0]?.from).toBe(Date.parse("2026-11-13T23:00:00Z"))
  for (const [index, { to }] of plan.slice(0, -1).entries()) expect(plan[index + 1]?.from).toBe(to)
})
