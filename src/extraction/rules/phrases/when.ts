/** The date or span that a clause names, worked out from when it was said, and in words. Pure. */
import * as chrono from "chrono-node"
import { DAY, type LocalDate, localDate, offsetAt, utcFormat } from "../../../domain/calendar.ts"
import { factTime } from "../../../domain/fact-time.ts"
import type { FactTime, Time } from "../../../domain/types.ts"
import { holidaysIn, type NamedHoliday, namesHoliday } from "../../../text/holidays.ts"
import type { Language } from "../../../text/language.ts"
import { weekdayOf, weekdaysIn } from "../../../text/moments.ts"
import { DAY_PATTERNS, takeClock, withDays, withWeekAfter, withWeekday } from "./days.ts"
import { withRelativeEnd } from "./relative-ends.ts"
import { isUnclearDay } from "./unclear-days.ts"

/** Days, both ends included; `to` is the only one known of "until Friday". */
export interface SaidTime {
  from: LocalDate | null
  to: LocalDate | null
  /** Hours and minutes, if the clause names them: "21:00". */
  clock: string | null
  /** The day is the last for it: "by Friday". */
  isBy?: boolean
  /** The first day of what has no known end: "from Friday". */
  isStart?: boolean
  /** The words of a holiday, which tell more than its days: "at Christmas 2026". */
  words?: string
  /** The clause without the words of the date. */
  rest: string
}

const LOCALES = { en: chrono.en.GB, de: chrono.de, es: chrono.es, fr: chrono.fr, pt: chrono.pt }
const UNTIL = /(?:^|\s)(?:until|till?|bis(?: zum)?|hasta(?: el)?|jusqu['’]au?|até(?: o dia)?)\s*$/iu
const BY = /(?:^|\s)by\s*$/iu
const FROM =
  /(?:^|\s)(?:from|starting|as of|ab(?: dem)?|vom|desde(?: el)?|a partir del?|à partir du?|dès(?: le)?)(?: the)?\s*$/iu
/** "3D", "4K": no days. */
const SIZE = /(?<!(?:in|for|within) )(?<![\p{L}\d])\d{1,2}[dD](?![\p{L}\d]| (?:ago|later|from))/gu
const BEFORE =
  /(?:^|\s)(?:on|at|from|by|the|am|vom?|ab|um|im|seit|el|del?|desde|a las?|le|du|dès|depuis|no|na|às|as|dia|em|d[aeo]|since|in|this|next|for|de[mnr]|zum|nächsten|kommenden|diesen|próximo|este|a partir)\s*$/iu

/** When a clause was said, where, and in which language. */
export interface Reading {
  at: Time
  timezone: string
  language: Language
}

/** Austrian names of months. */
function inStandardGerman(text: string, language: Language): string {
  return language === "de"
    ? text.replace(/(?<!\p{L})jänner(?!\p{L})/giu, "januar").replace(/(?<!\p{L})feber(?!\p{L})/giu, "februar")
    : text
}

/** Returns the coming date of a clause, or `null` if it names none, a past one, several, or only a vague one. */
export function timeIn(clause: string, reading: Reading): SaidTime | null {
  const { at, timezone, language } = reading
  if (clause.length > LONGEST || !(MAY_NAME_DAY[language].test(clause) || namesHoliday(clause))) return null
  if (IS_PAST.test(clause)) return null
  const today = localDate(at, timezone)
  const holiday = holidaysIn(clause, today).find((one) => isWhen(one, clause.slice(0, one.index), language))
  if (holiday) return holidayTime(clause, holiday, reading)
  const whole = withRelativeEnd(clause, today, language)
  return isUnclearDay(whole, reading) ? null : dateIn(whole, reading, today)
}
const LONGEST = 200

function dateIn(clause: string, { at, timezone, language }: Reading, today: LocalDate): SaidTime | null {
  const written = language === "en" ? withWeekAfter(clause, today) : clause
  if (written === null) return null
  const said = inStandardGerman(written, language).replace(SPAN_DE, "$1. $4 $2 $3. $4")
  const reference = { instant: new Date(at + offsetAt(at, timezone)), timezone: 0 }
  const { text, clock } = takeClock(withDays(said, today, language), language)
  const parse = (one: string) =>
    LOCALES[language]
      .parse(one.replace(EVENT_NIGHT, "xxxxx").replace(SIZE, masked), reference, { forwardDate: true })
      .filter(({ start, text: words }) => start.isCertain("day") && !VAGUE.test(words))
  // A weekday is read only where no date says it better: "saturday, the 21st".
  const exact = parse(text)
  const isExact = exact.length > 0
  const dated = isExact ? text : withWeekday(text, today, language)
  const results = dated === text ? exact : parse(dated)
  const [first, ...others] = results
  if (others.length > 0) return null
  if (!first) return clock === null ? null : { from: null, to: null, clock, rest: tidy(dated) }
  const { start, end, index, text: words } = first
  const from = start.date().toISOString().slice(0, 10)
  const to = end?.isCertain("day") ? end.date().toISOString().slice(0, 10) : null
  let head = dated.slice(0, index).trimEnd()
  const isEnd = UNTIL.test(head)
  const isBy = language === "en" && BY.test(head)
  const isStart = to === null && FROM.test(head)
  head = head.replace(UNTIL, "")
  while (BEFORE.test(head)) head = head.replace(BEFORE, "")
  const rest = tidy(`${head} ${dated.slice(index + words.length).replace(/^\s*que viene(?!\p{L})/iu, "")}`)
  // A day and month without a year behind us is not the next year's.
  const isFar = !start.isCertain("year") && start.isCertain("day") && daysBetween(today, from) > FARTHEST
  if (from < today || isFar || (isExact && isOnOtherDay(dated, from, language))) return null
  return isEnd ? { from: null, to: from, clock, rest } : { from, to, clock, rest, isBy, isStart }
}

/** "Christmas i'm in Rome" and "spending christmas in Rome", but not "i'm hosting christmas". German needs no preposition. */
function isWhen({ index, preposition, isQualified }: NamedHoliday, before: string, language: Language) {
  const isSpent = /(?<!\p{L})(?:pas(?:o|amos|a|an)(?: la)?|(?:spend|celebrat)ing) *$/iu.test(before)
  return preposition !== null || isQualified || index === 0 || isSpent || language === "de"
}

/** Returns the days of a coming holiday, or `null` if the clause names another day beside it. */
function holidayTime(clause: string, holiday: NamedHoliday, reading: Reading): SaidTime | null {
  const { index, words, name, coming, isQualified, hasYear } = holiday
  const { from, to } = coming
  const around = `${clause.slice(0, index)} ${clause.slice(index + words.length).replace(YEAR_AFTER, "")}`
  const other = timeIn(around, reading)
  // "Christmas, from the 23rd to the 27th".
  if (other !== null && other.from !== null)
    return other.from <= to && from <= (other.to ?? other.from) ? other : null
  const { text, clock } = takeClock(around, reading.language)
  const isFar =
    !(isQualified || hasYear) && daysBetween(localDate(reading.at, reading.timezone), from) > FARTHEST
  if (isFar || other?.to != null || /\d/u.test(text)) return null
  const { language } = reading
  const said = holiday.preposition ?? (language === "en" && from === to ? "on" : AT[language])
  const rest = tidy(text)
  const dated = { words: `${said} ${name} ${to.slice(0, 4)}`, clock, rest }
  if (UNTIL.test(said)) return { ...dated, from: null, to }
  return { ...dated, from, to: from === to ? null : to, isBy: BY.test(said) }
}
const YEAR_AFTER = /^,? (?:del? )?(?:19|20)\d\d/u
const AT: Record<Language, string> = { en: "at", de: "an", es: "en", fr: "à", pt: "em" }

function masked(size: string): string {
  return "x".repeat(size.length)
}
/** "20. bis 30. September": the parser wants both months. */
const SPAN_DE =
  /(?<![\d.])(\d{1,2})\. ?(bis(?: zum)?|-|–) ?(\d{1,2})\. ?(januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)/iu
/** The parser takes "movie night friday" for a night. */
const EVENT_NIGHT = /(?<=(?:game|movie|film|quiz|trivia|karaoke|poker|raid|craft|date) )night/giu

const IS_PAST =
  /(?<![\p{L}])(?:last|previous|past|ago|yesterday|since|letzte[nrs]?|vorige[nrs]?|gestern|pasad[oa](?! ma[ñn]ana)|ayer|dernière?|avant-hier|passad[oa]|ontem)(?![\p{L}])/iu
/**
 * Spares most clauses the parser: a digit, or the beginning of a weekday, a month or a relative day. In English whole names
 * of days and months, because many words begin like one: "money", "friend", "decide".
 */
const MAY_NAME_DAY: Record<Language, RegExp> = {
  en: startsOfDays(
    `(?:(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:days?)?|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?!\\p{L})|tomorrow|tmr|next|week`,
  ),
  de: startsOfDays(
    "mon|die|mit|don|fre|sam|son|jan|jän|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez|morgen|übermorgen|nächst",
  ),
  es: startsOfDays(
    "lun|mar|mi[ée]|jue|vie|s[áa]b|dom|ene|feb|abr|may|jun|jul|ago|sep|set|oct|nov|dic|ma[ñn]ana|pasado|próxim",
  ),
  fr: startsOfDays(
    "lun|mar|mer|jeu|ven|sam|dim|jan|f[ée]v|avr|mai|jui|aoû|sep|oct|nov|d[ée]c|demain|après|prochain",
  ),
  pt: startsOfDays(
    "seg|ter|qua|qui|sex|s[áa]b|dom|jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez|amanhã|depois|próxim",
  ),
}

function startsOfDays(words: string): RegExp {
  return new RegExp(`\\d|(?<![\\p{L}])(?:${words})`, "iu")
}

/** "Flying Thursday, back on the 2nd" names two days. */
function isOnOtherDay(text: string, date: LocalDate, language: Language): boolean {
  const [weekday] = text.match(DAY_PATTERNS[language].weekday) ?? []
  return weekday !== undefined && !weekdaysIn(weekday).includes(weekdayOf(date))
}

/** No day of a plan: "I'm vegan now", "next week". */
const VAGUE =
  /week|month|year|woche|monat|jahr|semana|mes|año|semaine|mois|année|mês|ano|^(?:now|just now|jetzt|gerade|ahora|maintenant|agora|this (?:morning|evening|afternoon)|ce soir|esta noche|heute|hoy|hoje|today|tonight|aujourd['’]hui)$/iu

/** Days. Plans of chat lie within about nine months. */
const FARTHEST = 280

function daysBetween(from: LocalDate, to: LocalDate): number {
  return (Date.parse(to) - Date.parse(from)) / DAY
}

function tidy(text: string): string {
  const single = text.replace(/\s+/g, " ")
  return single.replace(/^[\s,.;:-]+|[\s,;:-]+$/g, "").trim()
}

interface Format {
  on: string
  until: string
  start: string
  from: (a: string, b: string) => string
}
const FORMATS: Record<Language, Format> = {
  en: { on: "on", until: "until", start: "from", from: (a, b) => `from ${a} to ${b}` },
  de: { on: "am", until: "bis zum", start: "ab dem", from: (a, b) => `vom ${a} bis ${b}` },
  es: { on: "el", until: "hasta el", start: "a partir del", from: (a, b) => `del ${a} al ${b}` },
  fr: { on: "le", until: "jusqu'au", start: "à partir du", from: (a, b) => `du ${a} au ${b}` },
  pt: { on: "em", until: "até", start: "a partir de", from: (a, b) => `de ${a} a ${b}` },
}

/** Returns a span in words: "on 12 May 2026", "bis zum 2. März 2026". */
export function timeWords(
  { from, to, isBy, isStart, words }: Omit<SaidTime, "rest" | "clock">,
  language: Language,
): string {
  if (words !== undefined) return words
  const { on, until, start, from: both } = FORMATS[language]
  if (from !== null && to !== null && to !== from)
    return both(dateWords(from, language), dateWords(to, language))
  if (from !== null && isStart)
    return `${start} ${dateWords(from, language)}${language === "en" ? " on" : ""}`
  if (from !== null) return `${isBy ? "by" : on} ${dateWords(from, language)}`
  return to === null ? "" : `${until} ${dateWords(to, language)}`
}

/** Returns the template of an event with the words of its holiday, if it has one: "is on {day}" becomes "is at Christmas 2026". */
export function withTimeWords(template: string, { words }: SaidTime): string {
  return words === undefined ? template : template.replace(/\p{L}+ \{day\}/u, words)
}

/** Returns a span as the time of a fact, or `null` without a day. */
export function timeOf({ from, to, clock }: Omit<SaidTime, "rest">, timezone: string): FactTime | null {
  return factTime({ when: from !== null && clock !== null ? `${from}T${clock}` : from, until: to }, timezone)
}

/** Returns a day in words, with its weekday: "Saturday 16 May 2026". */
export function dayWords(date: LocalDate, language: Language): string {
  const words = FULL[language](Date.parse(date))
  return words.replace(/^(\p{L}+day),? /u, "$1 ")
}

export function dateWords(date: LocalDate, language: Language): string {
  return LONG[language](Date.parse(date))
}

/** Returns the month of a day in words: "September 2025". */
export function monthWords(date: LocalDate, language: Language): string {
  return MONTH[language](Date.parse(date))
}

const FULL = formats({ dateStyle: "full" })
const LONG = formats({ dateStyle: "long" })
const MONTH = formats({ month: "long", year: "numeric" })

function formats(options: Intl.DateTimeFormatOptions): Record<Language, (at: Time) => string> {
  const of = (locale: string) => utcFormat(locale, options)
  return { en: of("en-GB"), de: of("de"), es: of("es"), fr: of("fr"), pt: of("pt") }
}
