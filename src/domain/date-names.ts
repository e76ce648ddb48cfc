/** Dates for people to read, in their language. Pure. */
import { localDate, utcFormat } from "./calendar.ts"
import type { Time } from "./types.ts"

const FORMATS = {
  day: { weekday: "long", day: "numeric", month: "long" },
  date: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  month: { month: "long", year: "numeric" },
} as const

const made = new Map<string, (at: Time) => string>()

/** Cached: creating a format costs far more than using it. `language` is one of those that have texts. */
function named(date: string, format: keyof typeof FORMATS, language: string): string {
  const key = `${format} ${language}`
  const known = made.get(key) ?? utcFormat(language, FORMATS[format])
  made.set(key, known)
  return known(Date.parse(`${date}T00:00:00Z`))
}

/** Returns the local date as in "Friday, November 20" or "viernes, 20 de noviembre". */
export function longDate(at: Time, timezone: string, language: string): string {
  return named(localDate(at, timezone), "day", language)
}

/** Like `longDate`, with the year. */
export function fullDate(at: Time, timezone: string, language: string): string {
  return named(localDate(at, timezone), "date", language)
}

/** Returns a moment: "2026", "May 2026", "Saturday, May 16, 2026", "…, 21:00". */
export function momentLabel(moment: string, language: string): string {
  const [date = "", clock] = moment.split("T")
  if (date.length === 4) return date
  const day = date.length === 7 ? named(`${date}-01`, "month", language) : named(date, "date", language)
  return clock === undefined ? day : `${day}, ${clock}`
}
