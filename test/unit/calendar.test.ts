/**
 * Local days and hours in every time zone, compared with the engine's own local time, which shares no code
 * with the calendar.
 */

import { afterEach, expect, test } from "vitest"
import {
  addDays,
  type Clock,
  DAY,
  dayNumber,
  HOUR,
  instantOf,
  isDate,
  isTimezone,
  localDate,
  localDay,
  localHour,
  MINUTE,
  nextUtcDay,
  nextUtcMonth,
  offsetAt,
  spokenDate,
  startOf,
  utcDate,
  WEEK,
  weekday,
  weekOf,
} from "../../src/domain/calendar.ts"
import { longDate } from "../../src/domain/date-names.ts"
import { deep } from "../dice.ts"

const DEEP = Boolean(process.env.KEEPSAKE_DEEP)
const YEARS = DEEP ? { first: 1970, last: 2037 } : { first: 2000, last: 2030 }
const ZONES = Intl.supportedValuesOf("timeZone")
const HOME = process.env.TZ

const at = (iso: string) => Date.parse(iso)
const iso = (time: number) => new Date(time).toISOString()

afterEach(() => {
  if (HOME === undefined) delete process.env.TZ
  else process.env.TZ = HOME
})

/** Returns the local date that the engine's Date shows, as the start of that date in UTC. */
function dateShown(time: number): number {
  const date = new Date(time)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
}

/** Returns the engine's offset from UTC. Its own getTimezoneOffset drops seconds. */
function offsetShown(time: number): number {
  const date = new Date(time)
  const ofDay = date.getHours() * HOUR + date.getMinutes() * MINUTE + date.getSeconds() * 1_000
  return dateShown(time) + ofDay - Math.floor(time / 1_000) * 1_000
}

/** Sets the zone that Date uses. */
function moveTo(zone: string): void {
  process.env.TZ = zone
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
}

/** Lists the clock changes of Date's zone, to within a day. */
function changesOfClock(): number[] {
  const changes: number[] = []
  const end = Date.UTC(YEARS.last + 1, 0)
  let known = new Date(Date.UTC(YEARS.first, 0)).getTimezoneOffset()
  for (let time = Date.UTC(YEARS.first, 0); time < end; time += DAY) {
    const offset = new Date(time).getTimezoneOffset()
    if (offset !== known) changes.push(time)
    known = offset
  }
  return changes
}

/** Returns the dates next to each clock change, and an ordinary date in some months. */
function datesToTry(): number[] {
  const dates = new Set<number>()
  for (let date = Date.UTC(YEARS.first, 0, 9); date < Date.UTC(YEARS.last, 11, 20); date += 277 * DAY)
    dates.add(date)
  for (const change of changesOfClock())
    for (const days of DEEP ? [-2, -1, 0, 1, 2] : [-1, 0, 1])
      dates.add((Math.floor(change / DAY) + days) * DAY)
  return [...dates]
}

/**
 * Returns why `start` is not the first instant of a date according to Date, or `null` if it is. Checks hours,
 * then minutes: all of them in deep runs.
 */
function objection(date: number, start: number): string | null {
  if (dateShown(start) < date) return "the date has not begun"
  if (dateShown(start - 1) >= date) return "it began before"
  for (let time = start - MINUTE; time > start - (DEEP ? 30 : 4) * HOUR; time -= MINUTE)
    if (dateShown(time) >= date) return `it began by ${iso(time)}`
  for (let time = start - HOUR; time > date - 16 * HOUR; time -= HOUR)
    if (dateShown(time) >= date) return `it began by ${iso(time)}`
  return null
}

deep(
  `in every zone a day begins at the first instant of its date, ${YEARS.first} to ${YEARS.last}`,
  () => {
    const wrong: string[] = []
    let tried = 0
    for (const zone of ZONES) {
      moveTo(zone)
      for (const date of datesToTry()) {
        const start = startOf(utcDate(date), zone)
        const why = objection(date, start)
        if (why !== null) wrong.push(`${zone} ${utcDate(date)}: ${iso(start)}, but ${why}`)
        tried++
      }
    }
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(20_000)
  },
  600_000,
)

test("in every zone an instant has the date and the offset that the engine shows", () => {
  const wrong: string[] = []
  for (const zone of ZONES) {
    moveTo(zone)
    for (let time = Date.UTC(YEARS.first, 0); time < Date.UTC(YEARS.last, 11); time += 97 * DAY + 7_777_777) {
      const same = localDate(time, zone) === utcDate(dateShown(time))
      if (!same || offsetAt(time, zone) !== offsetShown(time)) wrong.push(`${zone} ${iso(time)}`)
    }
  }
  expect(wrong).toEqual([])
}, 60_000)

test.each([
  // moment, zone, date, start of that day
  ["2026-11-20T23:59:59.999Z", "UTC", "2026-11-20", "2026-11-20T00:00:00.000Z"],
  ["2026-11-21T00:00:00.000Z", "UTC", "2026-11-21", "2026-11-21T00:00:00.000Z"],
  ["2026-11-20T23:30:00.000Z", "Europe/Oslo", "2026-11-21", "2026-11-20T23:00:00.000Z"],
  ["2026-11-20T18:31:00.000Z", "Asia/Kolkata", "2026-11-21", "2026-11-20T18:30:00.000Z"],
  ["2026-11-20T18:31:00.000Z", "+05:30", "2026-11-21", "2026-11-20T18:30:00.000Z"],
  ["2026-11-19T23:59:00.000Z", "Asia/Kathmandu", "2026-11-20", "2026-11-19T18:15:00.000Z"],
  ["2026-11-20T04:59:59.000Z", "America/New_York", "2026-11-19", "2026-11-19T05:00:00.000Z"],
  ["2024-02-29T12:00:00.000Z", "UTC", "2024-02-29", "2024-02-29T00:00:00.000Z"],
  // Days of 23 and of 25 hours.
  ["2026-03-29T21:30:00.000Z", "Europe/Oslo", "2026-03-29", "2026-03-28T23:00:00.000Z"],
  ["2026-03-29T22:00:00.000Z", "Europe/Oslo", "2026-03-30", "2026-03-29T22:00:00.000Z"],
  ["2026-10-25T22:59:59.000Z", "Europe/Oslo", "2026-10-25", "2026-10-24T22:00:00.000Z"],
  ["2026-10-25T23:00:00.000Z", "Europe/Oslo", "2026-10-26", "2026-10-25T23:00:00.000Z"],
  // Clocks that skip midnight: the day begins at one.
  ["2026-09-06T12:00:00.000Z", "America/Santiago", "2026-09-06", "2026-09-06T04:00:00.000Z"],
  ["2018-11-04T12:00:00.000Z", "America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z"],
  // Clocks that skip from 23:30 to 00:30.
  ["1919-03-31T12:00:00.000Z", "America/Toronto", "1919-03-31", "1919-03-31T04:30:00.000Z"],
  // Clocks that repeat the hour after midnight, and the hour before it.
  ["2026-11-01T12:00:00.000Z", "America/Havana", "2026-11-01", "2026-11-01T04:00:00.000Z"],
  ["2026-04-05T12:00:00.000Z", "America/Santiago", "2026-04-05", "2026-04-05T04:00:00.000Z"],
  // Clocks that went back at 00:01: the day has begun, and the hour before midnight comes again.
  ["2010-11-07T12:00:00.000Z", "America/St_Johns", "2010-11-07", "2010-11-07T02:30:00.000Z"],
  // An offset from UTC that has seconds.
  ["1971-06-01T12:00:00.000Z", "Africa/Monrovia", "1971-06-01", "1971-06-01T00:44:30.000Z"],
  // Dates that never existed: Samoa went from the 29th to the 31st, Kwajalein from the 20th to the 22nd.
  ["2011-12-30T10:00:00.000Z", "Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00.000Z"],
  ["1993-08-21T12:00:00.000Z", "Pacific/Kwajalein", "1993-08-22", "1993-08-21T12:00:00.000Z"],
])("%s in %s is the %s, which began at %s", (moment, zone, date, start) => {
  expect(localDate(at(moment), zone)).toBe(date)
  expect(iso(startOf(date, zone))).toBe(start)
  const [today] = weekOf(at(moment), zone)
  expect(today).toMatchObject({ date, from: at(start) })
  const [year, month, day] = date.split("-").map(Number)
  expect(localDay(at(moment), zone)).toEqual({ year, month, day })
})

test.each([
  ["2011-12-30", "Pacific/Apia"],
  ["1993-08-21", "Pacific/Kwajalein"],
])("%s, which %s skipped, is an empty day where the next one begins", (date, zone) => {
  expect(startOf(date, zone)).toBe(startOf(addDays(date, 1), zone))
  expect(startOf(date, zone) - startOf(addDays(date, -1), zone)).toBe(DAY)
})

test.each([
  ["2026-11-20T11:59:59.999Z", "2026-11-20T12:00:00.000Z", "UTC", false],
  ["2026-11-20T12:00:00.000Z", "2026-11-20T12:59:59.999Z", "UTC", true],
  ["2026-11-20T12:29:59.000Z", "2026-11-20T12:30:00.000Z", "Asia/Kolkata", false],
  ["2026-11-20T12:30:00.000Z", "2026-11-20T13:29:59.000Z", "Asia/Kolkata", true],
  ["2026-11-20T12:10:00.000Z", "2026-11-21T12:10:00.000Z", "UTC", false],
  // Two o'clock comes twice, which makes two hours.
  ["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z", "Europe/Oslo", false],
])("%s and %s in %s are in the same hour: %s", (one, other, zone, same) => {
  expect(localHour(at(one), zone) === localHour(at(other), zone)).toBe(same)
})

test.each([
  // wall time, zone, instant
  [{ year: 2026, month: 11, day: 20, hour: 17, minute: 30 }, "Europe/Oslo", "2026-11-20T16:30:00.000Z"],
  // On days of 23 and 25 hours, five o'clock is still the time a wall clock shows.
  [{ year: 2026, month: 3, day: 29, hour: 17 }, "Europe/Oslo", "2026-03-29T15:00:00.000Z"],
  [{ year: 2026, month: 10, day: 25, hour: 17 }, "Europe/Oslo", "2026-10-25T16:00:00.000Z"],
  [{ year: 2026, month: 9, day: 6, hour: 17 }, "America/Santiago", "2026-09-06T20:00:00.000Z"],
  // A skipped time maps to the end of the skip, a repeated one to its first occurrence.
  [{ year: 2026, month: 3, day: 29, hour: 2, minute: 30 }, "Europe/Oslo", "2026-03-29T01:00:00.000Z"],
  [{ year: 2026, month: 10, day: 25, hour: 2, minute: 30 }, "Europe/Oslo", "2026-10-25T00:30:00.000Z"],
  // Days beyond the end of their month.
  [{ year: 2026, month: 3, day: 0 }, "UTC", "2026-02-28T00:00:00.000Z"],
  [{ year: 2026, month: 12, day: 35 }, "Asia/Tokyo", "2027-01-03T15:00:00.000Z"],
])("the clock shows %j in %s at %s", (wall, zone, instant) => {
  expect(iso(instantOf(wall, zone))).toBe(instant)
})

test("dates shift across month and year ends, can be counted, and are spoken with their weekday", () => {
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28")
  expect(addDays("2028-03-01", -1)).toBe("2028-02-29")
  expect(addDays("2026-01-03", -6)).toBe("2025-12-28")
  expect([dayNumber("1970-01-01"), dayNumber("2026-11-20"), dayNumber("1969-12-31")]).toEqual([0, 20_777, -1])
  expect(weekday("2026-11-20")).toBe("Friday")
  expect(spokenDate(at("2026-11-20T23:30:00Z"), "UTC")).toBe("Friday 20 November")
  expect(spokenDate(at("2026-11-20T23:30:00Z"), "Europe/Oslo")).toBe("Saturday 21 November")
  expect(longDate(at("2026-11-20T23:30:00Z"), "Europe/Oslo", "en")).toBe("Saturday, November 21")
})

test.each([
  "UTC",
  "Europe/Oslo",
  "America/Santiago",
  "Asia/Kathmandu",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Australia/Lord_Howe",
])(
  "in %s a week is seven days without gaps, and each moment is in the day that a wall clock shows",
  (timezone) => {
    for (let now = at("2026-01-01T00:00:00Z"); now < at("2027-01-01T00:00:00Z"); now += 37 * HOUR) {
      const clock: Clock = { now, timezone }
      const week = weekOf(clock.now, clock.timezone)
      expect(week).toHaveLength(7)
      expect(week[0]).toMatchObject({
        date: localDate(now, timezone),
        from: expect.toSatisfy((from) => from <= now),
        to: expect.toSatisfy((to) => to > now),
      })
      week.forEach((day, index) => {
        expect(day.to).toBe(index === 0 ? day.to : week[index - 1]?.from)
        expect([localDate(day.from, timezone), localDate(day.to - 1, timezone)]).toEqual([day.date, day.date])
      })
    }
  },
)

test("days and months in UTC end at midnight", () => {
  const evening = at("2026-12-31T23:59:59.999Z")
  expect([utcDate(evening), utcDate(evening + 1)]).toEqual(["2026-12-31", "2027-01-01"])
  expect([iso(nextUtcDay(evening)), iso(nextUtcDay(evening + 1))]).toEqual([
    "2027-01-01T00:00:00.000Z",
    "2027-01-02T00:00:00.000Z",
  ])
  expect([iso(nextUtcMonth(evening)), iso(nextUtcMonth(evening + 1))]).toEqual([
    "2027-01-01T00:00:00.000Z",
    "2027-02-01T00:00:00.000Z",
  ])
})

test.each([
  ["2026-11-20", true],
  ["2024-02-29", true],
  ["2026-02-29", false],
  ["2026-13-01", false],
  ["2026-1-1", false],
  ["20 November", false],
  ["", false],
])("%j is a date: %s", (text, is) => expect(isDate(text)).toBe(is))

test("an invalid date or zone is refused", () => {
  expect(() => startOf("soon", "Europe/Oslo")).toThrow(RangeError)
  expect(() => startOf("soon", "UTC")).toThrow(RangeError)
  expect(() => localDate(Number.NaN, "UTC")).toThrow(RangeError)
  expect([isTimezone("Europe/Oslo"), isTimezone("Mars/Olympus"), isTimezone("")]).toEqual([
    true,
    false,
    false,
  ])
})

test("the units of time are milliseconds", () => {
  expect([MINUTE, HOUR, DAY, WEEK]).toEqual([60_000, 3_600_000, 86_400_000, 604_800_000])
})
