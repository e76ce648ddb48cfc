/**
 * Months, weeks and weekends that a German or Spanish clause names: "ab März", "nächste Woche", "a finales de febrero", "este
 * finde". Named days are read in `when.ts`. Pure.
 */
import { addDays, type LocalDate } from "../../../domain/calendar.ts"
import type { Language } from "../../../text/language.ts"
import { monthsIn, weekdayOf, weekdaysIn } from "../../../text/moments.ts"
import { recurs } from "../../../text/recurrence.ts"
import { WEEKDAY_NAMES } from "./days.ts"
import { dateWords, monthWords, type SaidTime } from "./when.ts"

type Spoken = Extract<Language, "de" | "es">

const MONTHS: Record<Spoken, string> = {
  de: "januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember",
  es: "enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre",
}
const NEXT_WEEK: Record<Spoken, string> = {
  de: "(?:nächste[rn]?|kommende[rn]?) woche",
  es: "(?:la )?(?:semana que viene|próxima semana|semana próxima)",
}
/** "Next Tuesday of next week", to be written as its date. */
const DAY_OF_WEEK: Record<Spoken, RegExp> = {
  de: anywhere(`(?:in der )?(?:${NEXT_WEEK.de}),? (?:am )?(?<day>${WEEKDAY_NAMES.de})`),
  es: anywhere(`(?:el )?(?<day>${WEEKDAY_NAMES.es}) de (?:${NEXT_WEEK.es})`),
}
const VAGUE: Record<Spoken, RegExp> = {
  de: anywhere(
    `(?<start>ab )?(?:in der )?(?<week>${NEXT_WEEK.de})|(?<start2>ab )?(?:im |diesen |den |kommenden )?(?<part>anfang|mitte|ende)? ?(?<month>(?<=(?:ab|im|diesen|kommenden|anfang|mitte|ende) )(?:${MONTHS.de}))|bis (?:(?<lastPart>anfang|mitte|ende) )?(?<last>${MONTHS.de})|(?:am|dieses|kommendes) (?<weekend>wochenende)`,
  ),
  es: anywhere(
    `(?<start>(?:a partir de|desde) )?(?<week>${NEXT_WEEK.es})|(?:en|(?<start2>a partir de)|(?<part>a principios de|a mediados de|a finales de)) (?<month>${MONTHS.es})|hasta (?:(?<lastPart>principios|mediados|finales) de )?(?<last>${MONTHS.es})|(?<weekend>(?:este|el) (?:finde|fin de semana)(?: que viene)?)`,
  ),
}
/** Another time beside it would have to be read too, and what is past lies behind. */
const OTHER_TIME =
  /\d|(?<![\p{L}])(?:letzte[nrsm]?|vorige[nrsm]?|seit|gestern|heute|morgen|übermorgen|pasad[oa]s?|ayer|hoy|mañana)(?![\p{L}])/iu

function anywhere(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])`, "iu")
}

const AFTER_TOMORROW = anywhere("pasado ma[ñn]ana")

/** Writes "nächste Woche Dienstag" and "pasado mañana" as their dates. */
export function withDayOfWeek(clause: string, today: LocalDate, language: Language): string {
  if (language !== "de" && language !== "es") return clause
  const plain = language === "es" ? clause.replace(AFTER_TOMORROW, `${addDays(today, 2)} `) : clause
  return plain.replace(DAY_OF_WEEK[language], (whole, ...match) => {
    const { day = "" } = match.at(-1) as Record<string, string | undefined>
    const [weekday] = weekdaysIn(day)
    return weekday === undefined ? whole : `${addDays(mondayAfter(today), (weekday + 6) % 7)} `
  })
}

/** Returns the coming month, week or weekend that a clause names, or `null` if it names none, or another time too. */
export function vagueTimeIn(clause: string, today: LocalDate, language: Language): SaidTime | null {
  if (language !== "de" && language !== "es") return null
  const found = VAGUE[language].exec(clause)
  if (found === null) return null
  const rest = `${clause.slice(0, found.index)} ${clause.slice(found.index + found[0].length)}`.trim()
  // "Ab März bin ich montags beim Chor": the weekday is of every week.
  if (OTHER_TIME.test(rest) || VAGUE[language].test(rest)) return null
  if (weekdaysIn(rest).length > 0 && !recurs(rest)) return null
  return spanOf(found.groups ?? {}, rest, { today, language })
}

function spanOf(
  { week, weekend, month, last, start, start2, part, lastPart }: Record<string, string | undefined>,
  rest: string,
  { today, language }: { today: LocalDate; language: Spoken },
): SaidTime | null {
  const isStart = (start ?? start2) !== undefined
  if (week !== undefined) return weekTime(mondayAfter(today), rest, { isStart, language })
  if (weekend !== undefined) return weekendTime(today, rest, language)
  const first = comingMonth(month ?? last ?? "", today)
  if (first === null) return null
  if (last !== undefined) return untilMonth(first, rest, { lastPart, language })
  const words = monthTime(monthWords(first, language), { part, isStart, language })
  return { from: first.slice(0, 7), to: null, clock: null, isStart, words, rest }
}

/** "Bis Ende März", "hasta mediados de marzo". */
function untilMonth(
  first: LocalDate,
  rest: string,
  { lastPart, language }: { lastPart: string | undefined; language: Spoken },
): SaidTime {
  const words = monthWords(first, language)
  const days = DAYS_UNTIL[lastPart?.toLowerCase() ?? ""]
  const to = days === undefined ? addDays(nextMonth(first), -1) : addDays(first, days)
  const part = lastPart === undefined ? "" : language === "de" ? `${capital(lastPart)} ` : `${lastPart} de `
  return {
    from: null,
    to,
    clock: null,
    words: `${language === "de" ? "bis" : "hasta"} ${part}${words}`,
    rest,
  }
}
const DAYS_UNTIL: Record<string, number> = { anfang: 9, principios: 9, mitte: 14, mediados: 14 }

function monthTime(
  words: string,
  { part, isStart, language }: { part: string | undefined; isStart: boolean; language: Spoken },
): string {
  if (language === "es") return `${part ?? (isStart ? "a partir de" : "en")} ${words}`
  const named = part === undefined ? words : `${capital(part)} ${words}`
  return isStart ? `ab ${named}` : part === undefined ? `im ${words}` : named
}

function weekTime(
  monday: LocalDate,
  rest: string,
  { isStart, language }: { isStart: boolean; language: Spoken },
): SaidTime {
  if (isStart) return { from: monday, to: null, clock: null, isStart, rest }
  const begins = dateWords(monday, language)
  const words = language === "de" ? `in der Woche vom ${begins}` : `la semana del ${begins}`
  return { from: monday, to: addDays(monday, 6), clock: null, words, rest }
}

/** On a weekend, this one and the next may be meant. */
function weekendTime(today: LocalDate, rest: string, language: Spoken): SaidTime | null {
  if (weekdayOf(today) % 6 === 0) return null
  const saturday = addDays(today, 6 - weekdayOf(today))
  const day = dateWords(saturday, language)
  const words = language === "de" ? `am Wochenende vom ${day}` : `el fin de semana del ${day}`
  return { from: saturday, to: addDays(saturday, 1), clock: null, words, rest }
}

/** The first day of a month that lies ahead, at most nine months: "im Oktober" in November is over. */
function comingMonth(name: string, today: LocalDate): LocalDate | null {
  const [month] = monthsIn(name)
  const [year = 0, current = 1] = today.split("-").map(Number)
  if (month === undefined || month === current || (month - current + 12) % 12 > FARTHEST) return null
  return `${month > current ? year : year + 1}-${String(month).padStart(2, "0")}-01`
}
const FARTHEST = 9

function nextMonth(first: LocalDate): LocalDate {
  return `${addDays(first, 31).slice(0, 7)}-01`
}

function mondayAfter(today: LocalDate): LocalDate {
  return addDays(today, (8 - weekdayOf(today)) % 7 || 7)
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
}
