/** Time zones, local days, and the units of time. The only file that knows time zones; nothing else in src names Intl.DateTimeFormat. Pure. */
import type { Time } from "./types.ts"

export const SECOND = 1_000
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

/** What a clock on a wall shows. Months count from 1; a part may exceed its range, so day 0 is the last of the month before. */
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

/** Whether the runtime knows a time zone by this name. */
export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name })
    return true
  } catch {
    // Intl throws a RangeError for an unknown zone.
    return false
  }
}

/** The local date at an instant. Costs one formatted time, or none in UTC. */
export function localDate(at: Time, timezone: string): LocalDate {
  return utcDate(wallClock(at, timezone))
}

/** The year, month and day of the local date at an instant. */
export function localDay(at: Time, timezone: string): Required<Pick<WallTime, "year" | "month" | "day">> {
  const wall = new Date(wallClock(at, timezone))
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1, day: wall.getUTCDate() }
}

/** Names a local hour. Two instants share a name only if they share the hour; an hour that the clocks repeat has two names. */
export function localHour(at: Time, timezone: string): string {
  const offset = offsetAt(at, timezone)
  return `${new Date(at + offset).toISOString().slice(0, 13)} ${offset}`
}

/** The local date as in "Friday 20 November". */
export function spokenDate(at: Time, timezone: string): string {
  return spoken(wallClock(at, timezone)).replace(",", "")
}

/**
 * The first instant of a local date: the first at which the local date is that date. If the clocks skip midnight, the day begins where
 * the skip ends. If they repeat midnight, it begins at the first one, and what they then repeat of the evening before belongs to the
 * new day. A date that the zone left out (2011-12-30 in Samoa, 1993-08-21 on Kwajalein) is empty: it begins and ends where the next
 * date begins. Throws a RangeError for what is not a date.
 */
export function startOf(date: LocalDate, timezone: string): Time {
  return firstAt(startOfUtc(date), timezone)
}

/** The first instant at which the local clock reads a time or a later one: a time that the clocks skip is the end of the skip. */
export function instantOf({ year, month, day, hour = 0, minute = 0 }: WallTime, timezone: string): Time {
  return firstAt(Date.UTC(year, month - 1, day, hour, minute), timezone)
}

/** The calendar date `days` later, or earlier if negative. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return utcDate(startOfUtc(date) + days * DAY)
}

/** Numbers dates in their order; 1970-01-01 is 0. */
export function dayNumber(date: LocalDate): number {
  return startOfUtc(date) / DAY
}

/** The English name of a date's weekday. */
export function weekday(date: LocalDate): string {
  return weekdayName(startOfUtc(date))
}

/** Whether a text is a date that exists, as YYYY-MM-DD. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = startOfUtc(text)
  return !Number.isNaN(at) && utcDate(at) === text
}

/** The local day of `now` and the six before it, the latest first. */
export function weekOf(now: Time, timezone: string): Day[] {
  const today = localDate(now, timezone)
  return remembered(weeks, `${today} ${timezone}`, () => {
    const starts = Array.from({ length: 8 }, (_, back) => startOf(addDays(today, 1 - back), timezone))
    return Array.from({ length: 7 }, (_, back) => ({
      date: addDays(today, -back),
      from: starts[back + 1] ?? 0,
      to: starts[back] ?? 0,
    }))
  })
}

/** The date in UTC. Spending is counted by UTC days, as the allowances of services are. */
export function utcDate(at: Time): LocalDate {
  return new Date(at).toISOString().slice(0, 10)
}

/** The first instant of the next day in UTC. */
export function nextUtcDay(at: Time): Time {
  return (Math.floor(at / DAY) + 1) * DAY
}

/** The first instant of the next month in UTC. */
export function nextUtcMonth(at: Time): Time {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

/** Formats times in UTC, for a program's own output. */
export function utcFormat(locale: string, options: Intl.DateTimeFormatOptions): (at: Time) => string {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" })
  return (at) => format.format(at)
}

/** The distance of a zone from UTC at an instant, in milliseconds, positive to the east. Exact to the second. */
export function offsetAt(at: Time, timezone: string): number {
  if (timezone === "UTC") return 0
  const [, sign, hours, minutes, seconds = 0] = OFFSET.exec(zoneFormat(timezone).format(at)) ?? []
  const distance = Number(hours ?? 0) * HOUR + Number(minutes ?? 0) * MINUTE + Number(seconds) * SECOND
  return sign === "-" ? -distance : distance
}

/** "GMT+05:30"; zones of before 1972 have seconds too. */
const OFFSET = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/

/** No zone is further from UTC. */
const FURTHEST = 16 * HOUR

/**
 * The first instant at which a zone's clock reads `wall` (read as UTC) or later. Takes the offsets well before and well after: clocks
 * change at most once between them. Three formatted times; some twenty where `wall` lies inside a skip.
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

/** The instant after `from` and not after `to` at which the clocks change, by bisection: they change at whole seconds. */
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

/** The local date and time at an instant, read as if it were UTC. */
function wallClock(at: Time, timezone: string): Time {
  return at + offsetAt(at, timezone)
}

/** The first instant of a date in UTC; NaN for what is not a date. */
function startOfUtc(date: LocalDate): Time {
  return Date.parse(`${date}T00:00:00Z`)
}

const spoken = utcFormat("en-GB", { weekday: "long", day: "numeric", month: "long" })
const weekdayName = utcFormat("en", { weekday: "long" })

/** Making a format costs far more than using it. The hour is there because it is the cheapest field to write beside the offset. */
function zoneFormat(timezone: string): Intl.DateTimeFormat {
  return remembered(zones, timezone, () => {
    return new Intl.DateTimeFormat("en", {
      timeZone: timezone,
      timeZoneName: "longOffset",
      hour: "2-digit",
      hourCycle: "h23",
    })
  })
}

/** All zones there are fit in, and no caller can fill memory with other spellings of their names. */
const MOST_REMEMBERED = 500
const zones = new Map<string, Intl.DateTimeFormat>()
const weeks = new Map<string, Day[]>()

function remembered<V>(known: Map<string, V>, key: string, make: () => V): V {
  const value = known.get(key)
  if (value !== undefined) return value
  if (known.size >= MOST_REMEMBERED) known.clear()
  const made = make()
  known.set(key, made)
  return made
}
