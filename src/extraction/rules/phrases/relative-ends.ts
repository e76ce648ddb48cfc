/** Ends of a span that count from its start: "from Tuesday until the Sunday after", "vom Dienstag bis zum Sonntag danach". Pure. */
import { addDays, type LocalDate } from "../../../domain/calendar.ts"
import type { Language } from "../../../text/language.ts"
import { weekdayOf, weekdaysIn } from "../../../text/moments.ts"
import { WEEKDAY_NAMES, withWeekAfter } from "./days.ts"

const START = "(?:next|coming|this|nächste[nrm]?|kommende[nrm]?|próximo) "
const TO = ",? (?:and )?(?:until|till?|to|through|thru|bis(?: zum)?|al?|hasta(?: el)?|–|-) (?:the |zum )?"
const DAY_EN = "(?:sun|mon|tues|wednes|thurs|fri|satur)day"
/** The weekday of the end as one group: "Sunday after", "following Sunday". "The Sunday after next" counts from today. */
const ENDS: Partial<Record<Language, string>> = {
  en: `(?:(${DAY_EN}) (?:after(?: that)?|thereafter|following)|following (${DAY_EN}))(?=\\s*(?:[.,;:!?)]|$|(?:and|i|we|in|at|for|with)(?!\\p{L})))`,
  de: `(?:(${WEEKDAY_NAMES.de}) (?:danach|darauf)|darauf ?folgenden (${WEEKDAY_NAMES.de}))(?!\\p{L})`,
  es: `(?:(${WEEKDAY_NAMES.es}) siguiente|siguiente (${WEEKDAY_NAMES.es}))(?!\\p{L})`,
}
const SPANS = Object.fromEntries(
  Object.entries(ENDS).map(([language, end]) => [
    language,
    new RegExp(
      `(?<!\\p{L})(?:${START})?(${WEEKDAY_NAMES[language as Language]}|\\d{4}-\\d\\d-\\d\\d ?)(?: que viene)?${TO}${end}`,
      "iu",
    ),
  ]),
) as Partial<Record<Language, RegExp>>

/** Writes such a span as two dates. A start on today's weekday may be either, so it stays. */
export function withRelativeEnd(clause: string, today: LocalDate, language: Language): string {
  const span = SPANS[language]
  if (span === undefined || !span.test(clause)) return clause
  const dated = language === "en" ? (withWeekAfter(clause, today) ?? clause) : clause
  return dated.replace(span, (whole, start: string, first?: string, second?: string) => {
    const from = /^\d/u.test(start) ? start.trim() : weekdayAfter(today, start)
    if (from === null || (!/^\d/u.test(start) && weekdayOf(from) === weekdayOf(today))) return whole
    const to = weekdayAfter(from, first ?? second ?? "")
    return to === null ? whole : `${from} - ${to} `
  })
}

function weekdayAfter(date: LocalDate, name: string): LocalDate | null {
  const [day] = weekdaysIn(name)
  return day === undefined ? null : addDays(date, (day - weekdayOf(date) + 7) % 7 || 7)
}
