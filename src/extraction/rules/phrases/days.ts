/**
 * Days named without their month or date ("the 10th til the 20th", "viernes 28", "27.9.", "samedi") and times of day, as
 * chat writes them. Writes them out for the parser, which reads full dates only. Pure.
 */
import { addDays, type LocalDate } from "../../../domain/calendar.ts"
import { HOLIDAY_NAMES } from "../../../text/holidays.ts"
import type { Language } from "../../../text/language.ts"
import { weekdayOf, weekdaysIn } from "../../../text/moments.ts"

/** The names of weekdays, as alternatives of a pattern. */
export const WEEKDAY_NAMES: Record<Language, string> = {
  en: "(?:(?<!the )sun(?!['’])|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?",
  de: "(?:sonn|mon|diens|donners|frei|sams)tag|mittwoch|sonnabend",
  es: "domingo|lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado",
  fr: "dimanche|lundi|mardi|mercredi|jeudi|vendredi|samedi",
  pt: "domingo|segunda|ter[çc]a|quarta|quinta|sexta|s[áa]bado",
}
/** Other words that begin the day of an event, as alternatives of a pattern. */
export const NEAR_DAYS = `tomorrow|today|tonight|heute|morgen|hoy|mañana|demain|amanhã|(?:mo|di|mi|do|fr|sa|so)\\.? (?=\\d)|(?:(?:an|en|over) )?(?:${HOLIDAY_NAMES})`
const AND = "(?:to|til+|until|thru|through|bis(?: zum)?|al?|au|até|–|-)"
const MONTH =
  "(?:jan|feb|fév|fev|mar|mär|apr|abr|avr|ma[iy]|jun|jui|jul|aug|ago|aoû|sep|set|o[ck]t|out|nov|de[cz]|dic|déc|ene)"

/** "December 20th" names its month before the day. */
const MONTH_BEFORE =
  "(?<!\\p{L})(?:january|february|april|june|july|august|september|october|november|december|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\.?|march|may),? (?:the )?"

/** "27.9." in German, "27/9" in Romance languages. In English, either number may be the month. */
const SLASHED = "([0-3]?\\d)/(1[0-2]|0?[1-9])"
const NUMBERS: Record<Language, string> = {
  en: "(?!)()()",
  de: "([0-3]?\\d)\\.(1[0-2]|0?[1-9])\\.",
  es: SLASHED,
  fr: SLASHED,
  pt: SLASHED,
}

/** The patterns of a language in which a day is named without its month or its date. */
interface DayPatterns {
  /** "the 10th til the 20th", "sat 21st", "viernes 28", "dia 10". */
  days: RegExp
  /** "27.9.", "27/9". */
  dayMonth: RegExp
  weekday: RegExp
}

function dayPatterns(weekday: string, numbers: string): DayPatterns {
  return {
    days: new RegExp(
      `(?<![\\p{L}\\d.:/])(?<!${MONTH_BEFORE})(?:(?<weekday>${weekday}),? (?:the |el |le |o |dia |den )?|(?<marked>the |dia |am |vom |den |le |el )?)(?<first>[0-3]?\\d)(?<sign>st|nd|rd|th|\\.(?!\\d)|º)?(?:(?: ?${AND} ?)(?:the |el |le |o |zum )?(?<last>[0-3]?\\d)(?<end>st|nd|rd|th|\\.(?!\\d)|º)?)?(?! ?${AND} ?(?:the |el |le |o |zum )?\\d| ?(?:${weekday})(?![\\p{L}])|[\\d:/hH%€$]|\\.\\d| ?(?:[ap]\\.?m|h|uhr|hrs?|min)|\\.? (?:of |de |do )?${MONTH})`,
      "giu",
    ),
    dayMonth: new RegExp(
      `(?<![\\d.:/-])(?:(?:${weekday}),? (?:den |dem |el |le )?)?(?:${numbers})(?![\\d/])`,
      "giu",
    ),
    weekday: new RegExp(
      `(?<![\\p{L}])(${weekday})(?:-feira)?(?![\\p{L}]|,? (?:the |den |el |le |dia )?\\d{1,2}(?![\\d:hH]| ?(?:uhr|[ap]m)))`,
      "giu",
    ),
  }
}

export const DAY_PATTERNS: Record<Language, DayPatterns> = {
  en: dayPatterns(WEEKDAY_NAMES.en, NUMBERS.en),
  de: dayPatterns(WEEKDAY_NAMES.de, NUMBERS.de),
  es: dayPatterns(WEEKDAY_NAMES.es, NUMBERS.es),
  fr: dayPatterns(WEEKDAY_NAMES.fr, NUMBERS.fr),
  pt: dayPatterns(WEEKDAY_NAMES.pt, NUMBERS.pt),
}

/** Writes days of the month, and "27.9." or "27/9", as dates. What does not fit its weekday stays as it was. */
export function withDays(clause: string, today: LocalDate, language: Language): string {
  const { dayMonth, days } = DAY_PATTERNS[language]
  const near = clause.replace(DAY_AFTER, `${addDays(today, 2)} `)
  const numbered = near.replace(dayMonth, (whole, day: string, month: string) => {
    const date = nearest(
      today,
      YEAR,
      (one) => Number(one.slice(8)) === Number(day) && Number(one.slice(5, 7)) === Number(month),
    )
    return date === null ? whole : `${date} `
  })
  const spanned = numbered.replace(RANGE, "$1 - $2$3 ").replace(RANGE_OF_MONTHS, "$1 - ")
  return spanned.replace(days, (whole, ...match) => {
    const {
      weekday,
      marked,
      first = "",
      sign,
      last,
      end,
    } = match.at(-1) as Record<string, string | undefined>
    if ((weekday ?? sign ?? end ?? marked) === undefined) return whole
    const [offset, text] = match.slice(-3) as [number, string]
    if ((weekday ?? sign ?? end ?? last) === undefined && !ENDS_DATE.test(text.slice(offset + whole.length)))
      return whole
    const named = weekday === undefined ? null : weekdaysIn(weekday)
    const from = nearest(
      today,
      TWO_MONTHS,
      (one) => Number(one.slice(8)) === Number(first) && (named?.includes(weekdayOf(one)) ?? true),
    )
    if (from === null) return whole
    const to =
      last === undefined ? null : nearest(from, TWO_MONTHS, (one) => Number(one.slice(8)) === Number(last))
    return to === null ? `${from} ` : `${from} - ${to} `
  })
}
/**
 * Writes "sunday week" as the date of the Sunday after the coming one, or returns `null` for today's weekday: which is
 * meant? "Next wednesday" is the Wednesday of next week: nobody calls tomorrow so.
 */
export function withWeekAfter(clause: string, today: LocalDate): string | null {
  const monday = addDays(today, (8 - weekdayOf(today)) % 7 || 7)
  const ofNextWeek = clause.replace(NEXT_WEEKDAY, (whole, name: string) => {
    const [day] = weekdaysIn(name)
    const date = nearest(monday, 7, (one) => weekdayOf(one) === day)
    return date === null ? whole : `${date} `
  })
  const dated = ofNextWeek.replace(WEEK_AFTER, (whole, first?: string, second?: string) => {
    const [day] = weekdaysIn(first ?? second ?? "")
    const date = nearest(today, 7, (one) => one !== today && weekdayOf(one) === day)
    return date === null || day === weekdayOf(today) ? whole : `${addDays(date, 7)} `
  })
  return dated.search(WEEK_AFTER) < 0 ? dated : null
}
/** In words of two weeks: "sunday week", "a week on sunday". */
const WEEK_AFTER = new RegExp(
  `(?<![\\p{L}])(?<!(?:this|next|last|every|each) )(${WEEKDAY_NAMES.en}) week(?![\\p{L}-]| (?:\\d|off|end|night))|(?<![\\p{L}])(?:a )?week (?:on|from) (${WEEKDAY_NAMES.en})(?![\\p{L}])`,
  "giu",
)
const NEXT_WEEKDAY = new RegExp(`(?<![\\p{L}])next (${WEEKDAY_NAMES.en})(?![\\p{L}])`, "giu")
/** Writes a weekday as its nearest date, unless a number follows that does not fit it, or it is today's. */
export function withWeekday(clause: string, today: LocalDate, language: Language): string {
  return clause.replace(DAY_PATTERNS[language].weekday, (whole, weekday: string) => {
    const [day] = weekdaysIn(weekday)
    const date = nearest(today, 7, (one) => one !== today && weekdayOf(one) === day)
    return day === weekdayOf(today) || date === null ? whole : `${date} `
  })
}
/** "the 4 of us" is no date. */
const ENDS_DATE =
  /^\s*(?:$|[,.;:!)]|(?:i|we|at|in|to|for|from|with|um|ab|in|nach|mit|ich|a|en|por|para|con|yo|me|à|au|chez|je|em|no|na|pro|pra|eu)(?![\p{L}]))/iu
/** "del 3 al 5 de junio", "11th to the 20th of december": chrono wants a dash. */
const RANGE = new RegExp(
  `(?<![\\d.:/])([0-3]?\\d)(?:st|nd|rd|th)?\\.? ?${AND} ?(?:the |el |le |o |zum )?([0-3]?\\d)(?:st|nd|rd|th)?(\\.?) (?:of )?(?=(?:de |do )?${MONTH})`,
  "giu",
)
/** The parser reads "mañana" in it. */
const DAY_AFTER = /(?<!\p{L})(?:pasado ma[ñn]ana|après-demain|depois de amanhã)(?!\p{L})/giu
/** "del 20 de diciembre al 3 de enero", "20 December to January 3rd". */
const RANGE_OF_MONTHS = new RegExp(
  `((?<![\\d.:/])[0-3]?\\d(?:st|nd|rd|th|\\.)? (?:of |de |do )?${MONTH}\\p{L}*|(?<!\\p{L})${MONTH}\\p{L}* [0-3]?\\d(?:st|nd|rd|th)?) ${AND} (?:the |el |le |o |zum )?(?=[0-3]?\\d(?:st|nd|rd|th|\\.)? (?:of |de |do )?${MONTH}|${MONTH}\\p{L}* [0-3]?\\d(?!\\d))`,
  "giu",
)
const YEAR = 300
const TWO_MONTHS = 62

/** Returns the nearest date that fits, today included, or `null` if there is none within `most` days. */
function nearest(today: LocalDate, most: number, fits: (date: LocalDate) => boolean): LocalDate | null {
  for (let days = 0; days <= most; days++) {
    const date = addDays(today, days)
    if (fits(date)) return date
  }
  return null
}

const CLOCK =
  /(?<![\p{L}\d.,:/-])(?:(?:at|um|à|às|as|a las?|ab|gegen|from) )?([01]?\d|2[0-3])(?:[:hH]([0-5]\d)|\.([0-5]\d)(?= ?(?:uhr|h|[ap]m))|(?= ?(?:uhr|h|[ap]\.?m)(?![\p{L}])))(?!\d) ?(uhr|h(?:rs)?|[ap])?(?:\.?m\.?)?(?![\p{L}\d])/iu

/** An hour of a zone named after it is not the guild's. "Central park" and "pacific rim" are no zones. */
const ZONE =
  /^\s*\(?(?:(?:utc|gmt) ?[+-] ?\d{1,2}(?::?\d\d)?|utc|gmt|ce?s?t|e[sd]t|e?et|[cmp][sd]t|bst|jst|kst|ist|a[ed][sd]t|(?:local|my|your|server) time|(?:eastern|pacific|central|mountain|uk)(?= time|\W*$))\)?(?![\p{L}\d])/iu

/** Takes the time of day out of a text: "9pm", "19h30", "11 Uhr". The hour of another zone is left out. */
export function takeClock(text: string, language: Language): { clock: string | null; text: string } {
  const match = CLOCK.exec(text)
  if (!match) return { clock: null, text }
  const [whole, hour = "", minutes, other, half] = match
  const isHalf = /^[ap]/i.test(half ?? "") && Number(hour) <= 12
  const hours = isHalf ? (Number(hour) % 12) + (/^p/i.test(half ?? "") ? 12 : 0) : Number(hour)
  const clock = `${String(hours).padStart(2, "0")}:${minutes ?? other ?? "00"}`
  const after = text.slice(match.index + whole.length)
  const [zone = ""] = ZONE.exec(after) ?? []
  // "Est" and "et" are words of other languages.
  const isZone = zone !== "" && (language === "en" || zone === zone.toUpperCase())
  const rest = `${text.slice(0, match.index)} ${after.slice(isZone ? zone.length : 0)}`
  return { clock: isZone ? null : clock, text: rest }
}
