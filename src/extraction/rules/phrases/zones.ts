/** The time zones that chat names after an hour, "21:00 CET", "9pm pacific", "20h UTC+2", and their hours elsewhere. Pure. */
import { instantOf, type LocalDate, localClock, localDate } from "../../../domain/calendar.ts"
import type { Language } from "../../../text/language.ts"

/** IANA names. People write EST in summer too, so that an abbreviation means the place and not its winter time. */
const ZONES: Record<string, string> = {
  "utc|gmt|zulu": "Etc/UTC",
  "cet|cest|mez|mesz|central european": "Europe/Berlin",
  "bst|uk": "Europe/London",
  wet: "Europe/Lisbon",
  "eet|eest": "Europe/Helsinki",
  msk: "Europe/Moscow",
  "est|edt|et|eastern": "America/New_York",
  "cst|cdt|ct|central": "America/Chicago",
  "mst|mdt|mt|mountain": "America/Denver",
  "pst|pdt|pt|pacific": "America/Los_Angeles",
  brt: "America/Sao_Paulo",
  jst: "Asia/Tokyo",
  kst: "Asia/Seoul",
  sgt: "Asia/Singapore",
  "aest|aedt|aet": "Australia/Sydney",
  "nzst|nzdt": "Pacific/Auckland",
}
const BY_NAME = new Map(
  Object.entries(ZONES).flatMap(([names, zone]) => names.split("|").map((name) => [name, zone] as const)),
)

/** India's or Israel's, and hours that are everybody's own. */
const UNKNOWN = "ist|local(?: time)?|my time|your time|server time|(?:utc|gmt) ?[+-] ?\\d{1,2}:?\\d\\d"
const OFFSET = "(?:utc|gmt) ?[+-] ?(?:1[0-2]|0?\\d)(?!\\d)"

/** "Central park" and "pacific rim" are no zones. */
const NAMES = [...BY_NAME.keys()].map((name) =>
  name.length > 4 || name === "uk" ? `${name}(?= time|\\W*$)` : name,
)

const ZONE_SAID = new RegExp(
  `^\\s*\\(?(${UNKNOWN}|${OFFSET}|${NAMES.join("|")})(?: time)?\\)?(?![\\p{L}\\d])`,
  "iu",
)

/** Returns the zone at the start of a text: its IANA name, or `null` if nobody can tell which it is. */
export function zoneAt(text: string, language: Language): { zone: string | null; length: number } | null {
  const [whole, said] = ZONE_SAID.exec(text) ?? []
  // "Est" and "et" are words of other languages.
  if (whole === undefined || said === undefined || (language !== "en" && said !== said.toUpperCase()))
    return null
  const name = said.toLowerCase()
  const [, sign, hours] = /^(?:utc|gmt) ?([+-]) ?(\d{1,2})$/.exec(name) ?? []
  // The signs of Etc zones are the other way round.
  const zone = hours === undefined ? BY_NAME.get(name) : `Etc/GMT${sign === "+" ? "-" : "+"}${Number(hours)}`
  return { zone: zone ?? null, length: whole.length }
}

/** Returns a day and hour of another zone in the guild's. */
export function inZone(
  { date, clock }: { date: LocalDate; clock: string },
  from: string,
  to: string,
): { date: LocalDate; clock: string } {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number)
  const [hour = 0, minute = 0] = clock.split(":").map(Number)
  const at = instantOf({ year, month, day, hour, minute }, from)
  return { date: localDate(at, to), clock: localClock(at, to) }
}
