/**
 * The times that a question names ("on Saturday", "in July", "back in 2018", "last summer"), and whether a text is about
 * them. A text is of its own time and of the times it names. Pure.
 */
import { type LocalDate, localDate } from "../../domain/calendar.ts"
import type { Time } from "../../domain/types.ts"
import { daysOf, holidaysIn } from "../../text/holidays.ts"
import { momentsIn, monthsIn, relativeTimesIn, weekdayOf, weekdaysIn } from "../../text/moments.ts"

interface Span {
  from: LocalDate
  to: LocalDate
}

export interface AskedTimes {
  weekdays: readonly number[]
  months: readonly number[]
  /** Days of a month, without it. */
  days: readonly number[]
  spans: readonly Span[]
}

/** `silent`: the text names no time of the kind asked for. `none`: the question names no time. */
export type TimeMatch = "none" | "met" | "silent" | "other"

const DAY_NUMBER =
  /(?<![\p{L}\p{N}.:,])(?:the |le |el |dia |d[ií]a |am |vom |bis |den )?(\d{1,2})(?:st|nd|rd|th|er|\.(?= )|º)(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?:le|el|dia|d[ií]a|am|vom|bis zum|den|au|al|ao|the|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|weds|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) (\d{1,2})(?![\p{N}:.h]|\p{L}| ?(?:uhr|h\b|am\b|pm\b))/giu
/** "the 10th til the 20th", "du 3 au 17 août". */
const DAY_RANGE =
  /(?<![\p{L}\p{N}.:])(\d{1,2})(?:st|nd|rd|th|er|\.)? ?(?:-|–|to|til|till|until|bis(?: zum)?|au|al|ao|a) ?(?:the |den |el |le )?(\d{1,2})(?:st|nd|rd|th|er|\.)?(?![\p{N}:]|\p{L})/giu
const YEAR = /(?<![\p{L}\p{N}.,:])((?:19|20)\d\d)(?![\p{L}\p{N}])/gu
/** "last summer" and the like, with the months of the season, counted from the year it begins in. */
const SEASONS: readonly [words: RegExp, first: number, last: number][] = [
  [/(?:last summer|letzten sommer|verano pasado|l['’]?[eé]t[eé] dernier|ver[aã]o passado)/iu, 6, 8],
  [
    /(?:last (?:winter|christmas|xmas)|letzte[ns]? (?:winter|weihnachten)|invierno pasado|navidad pasada|hiver dernier|no[eë]l dernier|inverno passado|natal passado)/iu,
    12,
    12,
  ],
  [
    /(?:last (?:spring|easter)|letzte[ns]? (?:fr[uü]hling|fr[uü]hjahr|ostern)|primavera (?:pasada|passada)|printemps dernier)/iu,
    3,
    5,
  ],
  [
    /(?:last (?:autumn|fall|halloween)|letzten herbst|oto[nñ]o pasado|automne dernier|outono passado)/iu,
    9,
    11,
  ],
]
const YEARS_AGO =
  /(?<![\p{L}\p{N}])(?:(?<n1>\d+|a|an?|one|two|three|four|five|six|seven|eight|nine|ten) years? (?:ago|back)|vor (?<n2>\d+|einem|zwei|drei|vier|f[uü]nf|sechs|zehn) jahren?|hace (?<n3>\d+|un|dos|tres|cuatro|cinco|seis|diez) a[nñ]os?|il y a (?<n4>\d+|un|deux|trois|quatre|cinq|six|dix) ans?|(?:h[aá]|faz) (?<n5>\d+|um|dois|tr[eê]s|quatro|cinco|seis|dez) anos?)(?![\p{L}\p{N}])/iu
const COUNTS: Record<string, number> = {
  ...{ a: 1, an: 1, one: 1, einem: 1, un: 1, um: 1, two: 2, zwei: 2, dos: 2, deux: 2, dois: 2 },
  ...{ three: 3, drei: 3, tres: 3, trois: 3, três: 3, four: 4, vier: 4, cuatro: 4, quatre: 4, quatro: 4 },
  ...{ five: 5, fünf: 5, funf: 5, cinco: 5, cinq: 5, six: 6, sechs: 6, seis: 6, seven: 7, eight: 8, nine: 9 },
  ...{ ten: 10, zehn: 10, diez: 10, dix: 10, dez: 10 },
}
/** "Now" is no time to hold a text to: what was said last counts. */
const NOW_WORDS = /^(?:now|rn|just|jetzt|gerade|ahora|maintenant|agora)$/iu

/** Returns the times that a question names, counted from `now`. */
export function askedTimes(question: string, now: Time, timezone: string): AskedTimes {
  const today = localDate(now, timezone)
  return {
    weekdays: weekdaysIn(question),
    months: monthsIn(question),
    days: dayNumbers(question),
    spans: [
      ...relativeTimesIn(question, today).filter(({ words }) => !NOW_WORDS.test(words)),
      ...[...question.matchAll(YEAR)].map(([, year]) => yearSpan(Number(year))),
      ...seasonsIn(question, today),
      ...holidaysAsked(question, today),
      ...yearsAgo(question, today),
    ],
  }
}

/** Tells whether a text that was said at `at` is about the times asked for. All of them must be met. */
export function matchTimes(asked: AskedTimes, text: string, at: Time, timezone: string): TimeMatch {
  const { weekdays, months, days, spans } = asked
  if (weekdays.length + months.length + days.length + spans.length === 0) return "none"
  const said = localDate(at, timezone)
  const named = momentsIn(text, at, timezone).filter(({ from }) => from > "0001")
  const told = named.filter(({ isWeekday }) => !isWeekday)
  // "Friday" is of its own month, if nothing tells another.
  const weekday = named.filter(({ isWeekday }) => isWeekday)
  const single = told.filter(({ from, to }) => from === to)
  const matches = [
    matchOf(weekdays, [...weekdaysIn(text), ...single.map(({ from }) => weekdayOf(from))], null),
    matchOf(
      months,
      [...monthsIn(text), ...(single.length > 0 ? single : weekday).map(({ from }) => monthOf(from))],
      monthOf(said),
    ),
    matchDays(
      days,
      text,
      single.map(({ from }) => Number(from.slice(8))),
    ),
    matchSpans(
      spans,
      [
        ...told.filter(({ from, to }) => from === to || !single.some((day) => isIn(day, from))),
        ...yearsIn(text),
      ],
      said,
    ),
  ].filter((match) => match !== "none")
  if (matches.every((match) => match === "met")) return "met"
  return matches.includes("other") ? "other" : "silent"
}

/** "28 June" is a day, and not all of June in any year. */
function isIn({ from: day }: Span, month: LocalDate): boolean {
  return day.slice(5, 7) === month.slice(5, 7)
}

function matchOf(asked: readonly number[], told: readonly number[], said: number | null): TimeMatch {
  if (asked.length === 0) return "none"
  if (asked.some((one) => told.includes(one) || one === said)) return "met"
  return told.length === 0 ? "silent" : "other"
}

function matchDays(asked: readonly number[], text: string, told: readonly number[]): TimeMatch {
  if (asked.length === 0) return "none"
  const named = [...dayNumbers(text), ...told]
  const ranges = [...text.matchAll(DAY_RANGE)].map(([, from, to]) => [Number(from), Number(to)] as const)
  if (asked.some((day) => named.includes(day) || ranges.some(([from, to]) => from <= day && day <= to)))
    return "met"
  return named.length === 0 ? "silent" : "other"
}

function matchSpans(asked: readonly Span[], told: readonly Span[], said: LocalDate): TimeMatch {
  if (asked.length === 0) return "none"
  const overlaps = (one: Span) => asked.some(({ from, to }) => one.from <= to && from <= one.to)
  if (told.some(overlaps) || overlaps({ from: said, to: said })) return "met"
  // A text without a time is about its own, which is not the one asked for.
  return told.length > 0 || asked.every(({ to }) => to < said) ? "other" : "silent"
}

function dayNumbers(text: string): number[] {
  return [...text.matchAll(DAY_NUMBER)]
    .map(([, ordinal, plain]) => Number(ordinal ?? plain))
    .filter((day) => day >= 1 && day <= 31)
}

function yearsIn(text: string): Span[] {
  return [...text.matchAll(YEAR)].map(([, year]) => yearSpan(Number(year)))
}

function yearSpan(year: number): Span {
  return { from: `${year}-01-01`, to: `${year}-12-31` }
}

/** The last season of that name that is over. */
function seasonsIn(question: string, today: LocalDate): Span[] {
  const [year = 0, month = 1] = today.split("-").map(Number)
  return SEASONS.filter(([words]) => words.test(question)).map(([, first, last]) => {
    const of = month > last ? year : year - 1
    return { from: dateOf(of, first, 1), to: last === 12 ? dateOf(of + 1, 2, 28) : dateOf(of, last, 31) }
  })
}

/** "For Christmas", "last Easter", but not "who likes Christmas?". */
function holidaysAsked(question: string, today: LocalDate): Span[] {
  return holidaysIn(question, today)
    .filter(({ preposition, isQualified, hasYear }) => preposition !== null || isQualified || hasYear)
    .flatMap(daysOf)
}

function yearsAgo(question: string, today: LocalDate): Span[] {
  const { n1, n2, n3, n4, n5 } = YEARS_AGO.exec(question)?.groups ?? {}
  const said = n1 ?? n2 ?? n3 ?? n4 ?? n5
  if (said === undefined) return []
  const count = COUNTS[said.toLowerCase()] ?? Number(said)
  return Number.isNaN(count) ? [] : [yearSpan(Number(today.slice(0, 4)) - count)]
}

function dateOf(year: number, month: number, day: number): LocalDate {
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
}

function monthOf(date: LocalDate): number {
  return Number(date.slice(5, 7))
}
