/**
 * Time zones, local days, and units of time. The only file that knows time zones: no other file in src uses
 * Intl.DateTimeFormat. Pure.
 */
import type { Time } from "./types.ts"

const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const WEEK = 7 * DAY

/** A calendar date, YYYY-MM-DD. Dates compare as strings. */
export type LocalDate = string

/** A local day: `from` is its first instant, `to` the first instant of the next date. */
export interface Day {
  date: LocalDate
  from: Time
  to: Time
}

/**
 * A local date and time. Months count from 1. A part may exceed its range: day 0 is the last day of the
 * previous month.
 */
export interface WallTime {
  year: number
  month: number
  day: number
  hour?: number
  minute?: number
}

/** A moment, and the zone whose calendar applies to it. */
export interface Clock {
  now: Time
  /** A name that Intl accepts, such as Europe/Rome. */
  timezone: string
}

export function isTimezone(name: string): boolean {
  try {
    zoneFormat(name)
    return true
  } catch {
    // Intl throws a RangeError for an unknown zone.
    return false
  }
}

/** Returns the local date at an instant. Formats one time, or none in UTC. */
export function localDate(at: Time, timezone: string): LocalDate {
  return utcDate(wallClock(at, timezone))
}

/** Returns the year, month and day of the local date at an instant. */
export function localDay(at: Time, timezone: string): Required<Pick<WallTime, "year" | "month" | "day">> {
  const wall = new Date(wallClock(at, timezone))
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1, day: wall.getUTCDate() }
}

/** Returns the local time of day as "21:04". */
export function localClock(at: Time, timezone: string): string {
  return new Date(wallClock(at, timezone)).toISOString().slice(11, 16)
}

/**
 * Names a local hour. Two instants share a name only if they share the hour. An hour that the clocks repeat
 * has two names.
 */
export function localHour(at: Time, timezone: string): string {
  const offset = offsetAt(at, timezone)
  return `${new Date(at + offset).toISOString().slice(0, 13)} ${offset}`
}

/** Returns the local date as in "Friday 20 November", for prompts. People read `longDate`. */
export function spokenDate(at: Time, timezone: string): string {
  return longFormat(wallClock(at, timezone)).replace(",", "")
}

/**
 * Returns the first instant of a local date: the first instant at which the local date is that date. If the
 * clocks skip midnight, the day begins at the end of the skip. If they repeat midnight, it begins at the
 * first one, and the repeated part of the previous evening belongs to the new day. A date that the zone left
 * out (2011-12-30 in Samoa, 1993-08-21 on Kwajalein) is empty: it begins and ends at the start of the next
 * date. Throws a RangeError for an invalid date.
 */
export function startOf(date: LocalDate, timezone: string): Time {
  return firstAt(startOfUtc(date), timezone)
}

/**
 * Returns the first instant at which the local clock reads this time or a later one. A time that the clocks
 * skip is the end of the skip.
 */
export function instantOf({ year, month, day, hour = 0, minute = 0 }: WallTime, timezone: string): Time {
  return firstAt(Date.UTC(year, month - 1, day, hour, minute), timezone)
}

/** Returns the calendar date `days` later, or earlier if negative. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return utcDate(startOfUtc(date) + days * DAY)
}

/** Numbers dates in order; 1970-01-01 is 0. */
export function dayNumber(date: LocalDate): number {
  return startOfUtc(date) / DAY
}

/** Returns the English name of a date's weekday. */
export function weekday(date: LocalDate): string {
  return weekdayName(startOfUtc(date))
}

/** Returns true for an existing date in the form YYYY-MM-DD. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = startOfUtc(text)
  return !Number.isNaN(at) && utcDate(at) === text
}

/** Returns the local day of `now` and the six before it, latest first. */
export function weekOf(now: Time, timezone: string): Day[] {
  const today = localDate(now, timezone)
  return cached(weeks, `${today} ${timezone}`, () => {
    const starts = Array.from({ length: 8 }, (_, back) => startOf(addDays(today, 1 - back), timezone))
    return Array.from({ length: 7 }, (_, back) => ({
      date: addDays(today, -back),
      from: starts[back + 1] ?? 0,
      to: starts[back] ?? 0,
    }))
  })
}

/** Returns the date in UTC. Spending is counted by UTC days, as services count their allowances. */
export function utcDate(at: Time): LocalDate {
  return new Date(at).toISOString().slice(0, 10)
}

/** Returns the first instant of the next day in UTC. */
export function nextUtcDay(at: Time): Time {
  return (Math.floor(at / DAY) + 1) * DAY
}

/** Returns the first date of the UTC month. */
export function utcMonthStart(at: Time): LocalDate {
  return `${utcDate(at).slice(0, 7)}-01`
}

/** Returns the first instant of the next month in UTC. */
export function nextUtcMonth(at: Time): Time {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

/** Formats times in UTC, for a program's own output. */
export function utcFormat(locale: string, options: Intl.DateTimeFormatOptions): (at: Time) => string {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" })
  return (at) => format.format(at)
}

/**
 * Returns a zone's offset from UTC at an instant in milliseconds, positive to the east. Exact to the second.
 */
export function offsetAt(at: Time, timezone: string): number {
  if (timezone === "UTC") return 0
  const [, sign, hours, minutes, seconds = 0] = OFFSET.exec(zoneFormat(timezone).format(at)) ?? []
  const distance = Number(hours ?? 0) * HOUR + Number(minutes ?? 0) * MINUTE + Number(seconds) * SECOND
  return sign === "-" ? -distance : distance
}

/** Matches "GMT+05:30". Zones before 1972 also have seconds. */
const OFFSET = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/

/** No zone is further from UTC. */
const FURTHEST = 16 * HOUR

/**
 * Returns the first instant at which a zone's clock reads `wall` (read as UTC) or later. Uses the offsets
 * well before and well after: clocks change at most once between them. Formats three times; about twenty if
 * `wall` is inside a skip.
 */
function firstAt(wall: Time, timezone: string): Time {
  if (Number.isNaN(wall)) throw new RangeError("not a date")
  if (timezone === "UTC") return wall
  const before = offsetAt(wall - FURTHEST, timezone)
  const after = offsetAt(wall + FURTHEST, timezone)
  if (before === after || offsetAt(wall - before, timezone) === before) return wall - before
  if (offsetAt(wall - after, timezone) === after) return wall - after
  return changeBetween(wall - after, wall - before, timezone)
}

/**
 * Finds, by bisection, the instant after `from` and not after `to` at which the clocks change. They change at
 * whole seconds.
 */
function changeBetween(from: Time, to: Time, timezone: string): Time {
  const before = offsetAt(from, timezone)
  let [early, late] = [from, to]
  while (late - early > SECOND) {
    const middle = Math.floor((early + late) / 2 / SECOND) * SECOND
    if (offsetAt(middle, timezone) === before) early = middle
    else late = middle
  }
  return late
}

/** Returns the local date and time at an instant, read as if it were UTC. */
function wallClock(at: Time, timezone: string): Time {
  return at + offsetAt(at, timezone)
}

/** Returns the first instant of a date in UTC; NaN for an invalid date. */
function startOfUtc(date: LocalDate): Time {
  return Date.parse(`${date}T00:00:00Z`)
}

const longFormat = utcFormat("en-GB", { weekday: "long", day: "numeric", month: "long" })
const weekdayName = utcFormat("en", { weekday: "long" })

/**
 * Cached: creating a format costs far more than using it. `hour` is included because it is the cheapest field
 * to print with the offset.
 */
function zoneFormat(timezone: string): Intl.DateTimeFormat {
  return cached(zones, timezone, () => {
    return new Intl.DateTimeFormat("en", {
      timeZone: timezone,
      timeZoneName: "longOffset",
      hour: "2-digit",
      hourCycle: "h23",
    })
  })
}

/** Fits all existing zones, and callers cannot fill memory with other spellings of their names. */
const MAX_CACHED = 500
const zones = new Map<string, Intl.DateTimeFormat>()
const weeks = new Map<string, Day[]>()

function cached<V>(known: Map<string, V>, key: string, make: () => V): V {
  const value = known.get(key)
  if (value !== undefined) return value
  if (known.size >= MAX_CACHED) known.clear()
  const made = make()
  known.set(key, made)
  return made
}
