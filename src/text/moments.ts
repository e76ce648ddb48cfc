/**
 * The days that a message speaks of, worked out from the time it was said: "tomorrow", "next Friday", "im Mai". chrono-node
 * knows most expressions of six languages; one table adds the everyday ones that it misses, and Polish. Pure.
 */
import * as chrono from "chrono-node"
import { addDays, type LocalDate, localDate, offsetAt } from "../domain/calendar.ts"
import type { Time } from "../domain/types.ts"
import { daysOf, holidaysIn } from "./holidays.ts"
import { remembered } from "./remembered.ts"

/** Days in a row, both ends included, and the hours named with them (0 to 23). */
export interface Moment {
  from: LocalDate
  to: LocalDate
  hours: readonly number[]
  /** A weekday alone: which of several weeks it is stays open. */
  isWeekday: boolean
}

const LOCALES = [chrono.en, chrono.en.GB, chrono.de, chrono.es, chrono.fr, chrono.pt, chrono.ja].map((one) =>
  "casual" in one ? one.casual : one,
)

/** Returns what `text`, said at `at`, can mean. */
export function momentsIn(text: string, at: Time, timezone: string): Moment[] {
  const today = localDate(at, timezone)
  return [
    ...relativeMoments(text, today),
    ...weekdayMoments(text, today),
    ...monthMoments(text, today),
    ...holidaysIn(text, today).flatMap(daysOf).map(spanning),
    ...parsedMoments(text, at, timezone),
  ]
}

/** The lines of a window are read for each claim of it. */
function parsedMoments(text: string, at: Time, timezone: string): readonly Moment[] {
  return rememberedMoments(`${at} ${timezone} ${text}`)
}

const rememberedMoments = remembered(
  (key) => {
    const [at = "", timezone = ""] = key.split(" ", 2)
    return parseMoments(key.slice(at.length + timezone.length + 2), Number(at), timezone)
  },
  { most: 200 },
)

/** Reads the local clock as UTC, so that no other zone plays a part. */
function parseMoments(text: string, at: Time, timezone: string): readonly Moment[] {
  const reference = { instant: new Date(at + offsetAt(at, timezone)), timezone: 0 }
  return LOCALES.flatMap((locale) =>
    locale.parse(text, reference).flatMap((result) => [result.start, ...(result.end ? [result.end] : [])]),
  ).flatMap((parts): Moment[] => {
    const [year, month, day] = [parts.get("year"), parts.get("month"), parts.get("day")]
    if (year === null || month === null || day === null) return []
    const hour = parts.isCertain("hour") ? parts.get("hour") : null
    const hours = hour === null ? [] : [hour, (hour + 12) % 24]
    const isDay = parts.isCertain("day") || parts.isCertain("weekday")
    if (!isDay && !parts.isCertain("month")) return [{ from: NEVER, to: NEVER, hours, isWeekday: false }]
    const date = toDate(year, month, day)
    if (isDay) return [{ from: date, to: date, hours, isWeekday: !parts.isCertain("day") }]
    return monthSpan(year, month, hours)
  })
}

/** No day: only an hour was named. */
const NEVER: LocalDate = "0000-00-00"

function monthSpan(year: number, month: number, hours: readonly number[] = []): Moment[] {
  const from = toDate(year, month, 1)
  const next = month === 12 ? toDate(year + 1, 1, 1) : toDate(year, month + 1, 1)
  return [{ ...spanning({ from, to: addDays(next, -1) }), hours }]
}

function spanning({ from, to }: { from: LocalDate; to: LocalDate }): Moment {
  return { from, to, hours: [], isWeekday: false }
}

function toDate(year: number, month: number, day: number): LocalDate {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
}

type Unit = "day" | "week" | "month" | "year"

/** Everyday expressions, with the distance from the day they are said on. */
const RELATIVE: readonly [words: string, unit: Unit, amount: number][] = [
  [
    "today|tonight|tonite|now|rn|just|this (?:morning|afternoon|evening)|heute|jetzt|gerade|hoy|esta noche|ahora|aujourd['’]hui|ce soir|maintenant|hoje|agora|dzisiaj|dziś|dzis|teraz|今日|今夜|今",
    "day",
    0,
  ],
  ["tomorrow|tmrw|tmr|tmw|2moro|morgen|mañana|demain|amanhã|amanha|jutr[oa]|明日|あした", "day", 1],
  [
    "day after tomorrow|übermorgen|pasado mañana|après-demain|depois de amanhã|pojutrze|明後日|あさって",
    "day",
    2,
  ],
  ["yesterday|last night|gestern|ayer|anoche|hier|ontem|wczoraj|昨日|きのう|昨夜", "day", -1],
  ["day before yesterday|vorgestern|anteayer|avant-hier|anteontem|przedwczoraj|一昨日|おととい", "day", -2],
  [
    "this week|this weekend|diese[rn]? woche|esta semana|cette semaine|essa semana|ten weekend|w tym tygodniu|今週",
    "week",
    0,
  ],
  [
    "next week(?:end)?|nächste[rn]? woche|kommende[rn]? woche|próxima semana|semana que viene|semana que vem|semaine prochaine|za tydzień|w przyszłym tygodniu|przyszły tydzień|来週",
    "week",
    1,
  ],
  [
    "last week(?:end)?|letzte[rn]? woche|semana pasada|semana passada|semaine dernière|zeszłym tygodniu|zeszły weekend|先週",
    "week",
    -1,
  ],
  ["this month|diesen monat|este mes|ce mois|este mês|w tym miesiącu|今月", "month", 0],
  [
    "next month|nächste[nm] monat|kommende[nm] monat|próximo mes|mes que viene|mois prochain|mês que vem|próximo mês|przyszłym miesiącu|za miesiąc|来月",
    "month",
    1,
  ],
  [
    "last month|letzten monat|mes pasado|mois dernier|mês passado|zeszłym miesiącu|miesiąc temu|先月",
    "month",
    -1,
  ],
  ["this year|dieses jahr|este año|cette année|este ano|w tym roku|今年", "year", 0],
  [
    "next year|nächste[snm] jahr|próximo año|año que viene|année prochaine|ano que vem|przyszłym roku|za rok|来年",
    "year",
    1,
  ],
  [
    "last year|letztes jahr|año pasado|année dernière|l['’]an dernier|ano passado|zeszłym roku|rok temu|去年|昨年",
    "year",
    -1,
  ],
]
const RELATIVES = RELATIVE.map(([words, unit, amount]) => ({ pattern: bounded(words), unit, amount }))

function bounded(words: string): RegExp {
  const [japanese, latin] = [[], []] as [string[], string[]]
  for (const word of words.split("|"))
    (/^[\p{Script=Han}\p{Script=Hiragana}]/u.test(word) ? japanese : latin).push(word)
  return new RegExp(
    [`(?<![\\p{L}\\p{N}])(?:${latin.join("|")})(?![\\p{L}\\p{N}])`, ...japanese].join("|"),
    "iu",
  )
}

function relativeMoments(text: string, today: LocalDate): Moment[] {
  return RELATIVES.filter(({ pattern }) => pattern.test(text)).flatMap(({ unit, amount }) =>
    spanFrom(today, unit, amount),
  )
}

/** The words of one relative time in a text, with the days they mean. */
export interface RelativeTime {
  index: number
  words: string
  unit: Unit
  from: LocalDate
  to: LocalDate
}

/** Returns the relative times that a text names in words, in order: "morgen", "el mes que viene", "先週". */
export function relativeTimesIn(text: string, today: LocalDate): RelativeTime[] {
  return RELATIVES.flatMap(({ pattern, unit, amount }) => {
    const found = pattern.exec(text)
    return found === null
      ? []
      : spanFrom(today, unit, amount).map(({ from, to }) => ({
          ...{ index: found.index, words: found[0], unit, from, to },
        }))
  }).sort((a, b) => a.index - b.index)
}

function spanFrom(today: LocalDate, unit: Unit, amount: number): Moment[] {
  const [year = 0, month = 1] = today.split("-").map(Number)
  if (unit === "day") return [single(addDays(today, amount))]
  if (unit === "week") {
    const monday = addDays(today, -((weekdayOf(today) + 6) % 7) + amount * 7)
    return [spanning({ from: monday, to: addDays(monday, 6) })]
  }
  if (unit === "year")
    return [spanning({ from: toDate(year + amount, 1, 1), to: toDate(year + amount, 12, 31) })]
  const index = year * 12 + month - 1 + amount
  return monthSpan(Math.floor(index / 12), (index % 12) + 1)
}

function single(date: LocalDate): Moment {
  return spanning({ from: date, to: date })
}

const WEEKDAYS = [
  "sun(?:day)?s?|sonntags?|domingos?|dimanches?|niedziel\\p{L}+|日曜",
  "mon(?:day)?s?|montags?|lunes|lundis?|segundas?(?:-feiras?)?|poniedział\\p{L}+|月曜",
  "tue(?:s(?:day)?)?s?|dienstags?|martes|mardis?|terças?(?:-feiras?)?|wtor\\p{L}+|火曜",
  "wed(?:nesday)?s?|mittwochs?|miércoles|miercoles|mercredis?|quartas?(?:-feiras?)?|środ\\p{L}+|水曜",
  "thu(?:rs?(?:day)?)?s?|donnerstags?|jueves|jeudis?|quintas?(?:-feiras?)?|czwart\\p{L}+|木曜",
  "fri(?:day)?s?|freitags?|fr|viernes|vendredis?|sextas?(?:-feiras?)?|piąt\\p{L}+|pt|金曜",
  "sat(?:urday)?s?|samstags?|sonnabends?|sábados?|sabados?|samedis?|sobot\\p{L}+|土曜",
].map(bounded)

/** Returns the weekdays that a text names, 0 for Sunday. A weekend names two. */
export function weekdaysIn(text: string): number[] {
  const named = WEEKDAYS.flatMap((pattern, day) => (pattern.test(text) ? [day] : []))
  return /(?<![\p{L}])(?:weekends?|wochenenden?|fin de semana|findes?|week-?ends?|wknd)|週末/iu.test(text)
    ? [...named, 6, 0]
    : named
}

/** The last such day, the coming one, and the one a week later. */
function weekdayMoments(text: string, today: LocalDate): Moment[] {
  return weekdaysIn(text).flatMap((day) => {
    const ahead = (day - weekdayOf(today) + 7) % 7
    return [ahead - 7, ahead, ahead + 7].map((days) => ({ ...single(addDays(today, days)), isWeekday: true }))
  })
}

const MONTHS = [
  "jan(?:uary)?|januar|jänner|enero|janvier|janeiro|stycz\\p{L}+|1月",
  "feb(?:ruary)?|februar|febrero|février|fevereiro|lut\\p{L}+|2月",
  "mar(?:ch)?|märz|marzo|mars|março|marzec|marca|marcu|3月",
  "apr(?:il)?|abril|avril|kwie\\p{L}+|4月",
  "may|mai|mayo|maio|maj\\p{L}*|5月",
  "june?|juni|junio|juin|junho|czerw\\p{L}+|6月",
  "july?|juli|julio|juillet|julho|lip(?:iec|ca|cu)|7月",
  "aug(?:ust)?|agosto|août|sierp\\p{L}+|8月",
  "sept?(?:ember)?|septiembre|septembre|setembro|wrze\\p{L}+|9月",
  "oct(?:ober)?|oktober|octubre|octobre|outubro|październik\\p{L}*|10月",
  "nov(?:ember)?|noviembre|novembre|novembro|listopad\\p{L}*|11月",
  "dec(?:ember)?|dezember|diciembre|décembre|dezembro|grud\\p{L}+|12月",
].map(bounded)

/** Returns the months that a text names, 1 for January. */
export function monthsIn(text: string): number[] {
  return MONTHS.flatMap((pattern, index) => (pattern.test(text) ? [index + 1] : []))
}

/** The month of this year, of the last and of the next. */
function monthMoments(text: string, today: LocalDate): Moment[] {
  const year = Number(today.slice(0, 4))
  return monthsIn(text).flatMap((month) => [year - 1, year, year + 1].flatMap((one) => monthSpan(one, month)))
}

/** Returns 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: LocalDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay()
}
