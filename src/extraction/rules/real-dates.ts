/**
 * Makes the relative times of an English fact real: "last week" becomes "in the week of 4 May 2026". A fact is read long
 * after it was said. Pure.
 */
import { addDays, type LocalDate, localDate, utcFormat } from "../../domain/calendar.ts"
import { factTime } from "../../domain/fact-time.ts"
import type { FactTime, Time } from "../../domain/types.ts"
import { weekdayOf, weekdaysIn } from "../../text/moments.ts"

export interface TimedFact {
  fact: string
  /** Set if the fact names one day or month. */
  time: FactTime | null
}

/** A real time in words, and as a moment of a fact, "2026-05-11" or "2026-05", if it is one. */
interface RealTime {
  words: string
  moment: string | null
}

interface Said {
  today: LocalDate
  /** The fact tells what is over, so a weekday or month without "last" lies behind. */
  isPast: boolean
}

const WEEKDAY = "(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?"
const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
]
const PART = "(?: (?:morning|afternoon|evening|night))?"
const COUNTS: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
}
const COUNT = `(?:\\d{1,2}|${Object.keys(COUNTS).join("|")})`

/** Words for a time, and the real time they mean. The first that occurs counts; a second one stays as it is. */
const EXPRESSIONS: readonly [words: string, real: (found: RegExpExecArray, said: Said) => RealTime | null][] =
  [
    [`(?:the )?day before yesterday`, (_, { today }) => onDay(addDays(today, -2))],
    [`(?:the )?day after tomorrow`, (_, { today }) => onDay(addDays(today, 2))],
    [`yesterday${PART}|last night`, (_, { today }) => onDay(addDays(today, -1))],
    [`(?:tomorrow|tmrw|tmr)${PART}`, (_, { today }) => onDay(addDays(today, 1))],
    [`(?:earlier )?today|tonight|this (?:morning|afternoon|evening)`, (_, { today }) => onDay(today)],
    [
      "(?<which>last|this|next) (?<unit>weekend|week|month|year)",
      ({ groups = {} }, { today }) =>
        inUnit((groups.unit ?? "").toLowerCase(), STEPS[(groups.which ?? "").toLowerCase()] ?? 0, today),
    ],
    [
      `(?<count>${COUNT}) (?<unit>day|week|month|year)s? ago`,
      ({ groups = {} }, { today }) => away(groups.unit ?? "", -countOf(groups.count), today),
    ],
    [
      `in (?<count>${COUNT}) (?<unit>day|week|month|year)s?(?! (?:of|time))`,
      ({ groups = {} }, { today, isPast }) =>
        isPast ? null : away(groups.unit ?? "", countOf(groups.count), today),
    ],
    [
      `(?:on )?next (?<day>${WEEKDAY})`,
      ({ groups = {} }, { today }) =>
        onWeekday(groups.day ?? "", addDays(today, (7 - weekdayOf(today)) % 7), 1),
    ],
    [
      `(?:on )?(?:a week (?:on|from) (?<day>${WEEKDAY})|(?<!next )(?<other>${WEEKDAY}) week)`,
      ({ groups = {} }, { today }) =>
        onWeekday(groups.day ?? groups.other ?? "", addDays(today, 7), 1, today),
    ],
    [
      `(?:on )?(?:last|(?:this |the )?past) (?<day>${WEEKDAY})`,
      ({ groups = {} }, { today }) => onWeekday(groups.day ?? "", today, -1),
    ],
    [
      `(?:on |this |on this |this coming )?(?<day>${WEEKDAY})${PART}(?!s)`,
      ({ groups = {} }, { today, isPast }) => onWeekday(groups.day ?? "", today, isPast ? -1 : 1),
    ],
    [
      `(?:in|this|next|last) (?<month>${MONTHS.join("|")})(?! \\d)`,
      ({ 0: whole, groups = {} }, { today, isPast }) =>
        inMonth(
          MONTHS.indexOf((groups.month ?? "").toLowerCase()) + 1,
          today,
          isPast || /^last/i.test(whole) ? -1 : 1,
        ),
    ],
    [
      `(?:on )?(?:the )?(?<number>[0-3]?\\d)(?:st|nd|rd|th)?(?: of)? (?<month>${MONTHS.join("|")})(?!,? \\d{4})|(?:on )?(?<first>${MONTHS.join("|")}) (?<last>[0-3]?\\d)(?:st|nd|rd|th)?(?!,? \\d{4}|\\d)`,
      ({ groups = {} }, { today, isPast }) =>
        onDate(
          Number(groups.number ?? groups.last),
          MONTHS.indexOf((groups.month ?? groups.first ?? "").toLowerCase()) + 1,
          today,
          isPast ? -1 : 1,
        ),
    ],
  ]
/** "Its last night", "her last week there": the end of something, and no time counted from today. */
export const NOT_OWNED = "(?<!(?:(?<!\\p{L})(?:its|his|her|their|my|our|your)|['’]s) (?=last))"
const PATTERNS = EXPRESSIONS.map(
  ([words, real]) =>
    [new RegExp(`(?<![\\p{L}\\p{N}-])${NOT_OWNED}(?:${words})(?![\\p{L}\\p{N}])`, "iu"), real] as const,
)
/** Habits: "every Friday". Their time is no date of the fact. */
const HABIT =
  /(?<![\p{L}])(?:every|each)(?: (?:other|second|third|fourth|[2-4](?:nd|rd|th)|single|last|first))?\s$/iu
/** "Moved to Saturday", "from next month" and "until Monday" need no "on" or "in". */
const AFTER =
  /(?<![\p{L}])(?<word>to|for|of|around|from|since|until|till|til|by|before|after|between)(?: the)?\s$/iu
/** Words after which a time lies ahead, even in a fact of what is over: "got the offer, starting in June". */
const AHEAD =
  /(?<![\p{L}])(?:start(?:s|ing)?|to (?:start|begin|move|go|be|visit|leave)|will|until|till|by)(?![\p{L}])[^,;]*$/iu

const STEPS: Record<string, number> = { last: -1, this: 0, next: 1 }

interface Speech {
  at: Time
  timezone: string
  /** The text tells what is over. */
  isPast: boolean
}

export function withRealDates(fact: string, speech: Speech): TimedFact {
  const found = firstTime(fact, speech)
  if (found === null) return { fact, time: null }
  const { before, after, real } = found
  const word = AFTER.exec(before)?.groups?.word
  const words = word === undefined ? real.words : withoutLink(real.words)
  return { fact: `${before}${words}${after}`, time: timeOf(real, word, speech.timezone) }
}

/** Keeps quoted words as they were, and adds the real time in brackets: "last week (week of 4 May 2026)". */
export function withDatesNoted(quote: string, speech: Speech): string {
  const found = firstTime(quote, speech)
  if (found === null) return quote
  const { before, said, after, real } = found
  return `${before}${said} (${withoutLink(real.words)})${after}`
}

function firstTime(text: string, { at, timezone, isPast }: Speech) {
  const today = localDate(at, timezone)
  for (const [pattern, toReal] of PATTERNS) {
    const found = pattern.exec(text)
    const before = text.slice(0, found?.index ?? 0)
    const real =
      found && !HABIT.test(before) && toReal(found, { today, isPast: isPast && !AHEAD.test(before) })
    if (real) return { before, said: found[0], after: text.slice(before.length + found[0].length), real }
  }
  return null
}

function withoutLink(words: string): string {
  return words.replace(/^(?:on|in)(?: the)? /, "")
}

function timeOf({ moment }: RealTime, word: string | undefined, timezone: string): FactTime | null {
  if (moment === null || /^(?:since|before|after|between|for|of|around)$/i.test(word ?? "")) return null
  const isEnd = /^(?:until|till|til|by)$/i.test(word ?? "")
  return factTime(isEnd ? { when: null, until: moment } : { when: moment, until: null }, timezone)
}

const dayFormat = utcFormat("en-GB", { day: "numeric", month: "long", year: "numeric" })
const monthFormat = utcFormat("en-GB", { month: "long", year: "numeric" })

function onDay(date: LocalDate): RealTime {
  return { words: `on ${dayFormat(Date.parse(date))}`, moment: date }
}

function inUnit(unit: string, steps: number, today: LocalDate): RealTime {
  const monday = addDays(today, -((weekdayOf(today) + 6) % 7) + steps * 7)
  if (unit === "week") return { words: `in the week of ${dayFormat(Date.parse(monday))}`, moment: null }
  // On a Monday, "this weekend" may be the last one or the next: the coming one is meant.
  if (unit === "weekend")
    return { words: `on the weekend of ${dayFormat(Date.parse(addDays(monday, 5)))}`, moment: null }
  return away(unit, steps, today)
}

function away(unit: string, count: number, today: LocalDate): RealTime {
  if (unit === "day") return onDay(addDays(today, count))
  if (unit === "week") return inUnit("week", count, today)
  const [year = 0, month = 1] = today.split("-").map(Number)
  if (unit === "year") return { words: `in ${year + count}`, moment: String(year + count) }
  const index = year * 12 + month - 1 + count
  return monthOf(Math.floor(index / 12), (index % 12) + 1)
}

function monthOf(year: number, month: number): RealTime {
  const moment = `${year}-${String(month).padStart(2, "0")}`
  return { words: `in ${monthFormat(Date.parse(`${moment}-01`))}`, moment }
}

/** The nearest such weekday, today excluded. `said`: the day on which a date a week later is named; its own weekday is unclear. */
function onWeekday(name: string, today: LocalDate, direction: 1 | -1, said?: LocalDate): RealTime | null {
  const [day] = weekdaysIn(name)
  if (day === undefined || (said !== undefined && day === weekdayOf(said))) return null
  const ahead = (day - weekdayOf(today) + 7) % 7
  const days = direction === 1 ? ahead || 7 : ahead === 0 ? -7 : ahead - 7
  return onDay(addDays(today, days))
}

function inMonth(month: number, today: LocalDate, direction: 1 | -1): RealTime | null {
  const [year = 0, now = 1] = today.split("-").map(Number)
  if (month < 1) return null
  return monthOf(direction === 1 ? (month >= now ? year : year + 1) : month <= now ? year : year - 1, month)
}

function onDate(day: number, month: number, today: LocalDate, direction: 1 | -1): RealTime | null {
  const year = Number(today.slice(0, 4))
  const dateIn = (one: number) => `${one}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
  if (month < 1 || day < 1 || day > 31) return null
  const date = dateIn(year)
  if (Number.isNaN(Date.parse(date))) return null
  if (direction === 1) return onDay(date >= today ? date : dateIn(year + 1))
  return onDay(date <= today ? date : dateIn(year - 1))
}

function countOf(words: string | undefined): number {
  const text = (words ?? "").toLowerCase()
  return COUNTS[text] ?? Number(text)
}
