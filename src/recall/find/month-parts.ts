/**
 * Parts of a month, which chrono-node reads as other days or not at all: "the last week of August 2023", "the first
 * weekend of October", "late May". Pure.
 */
import { type Clock, instantOf, localDay } from "../../domain/calendar.ts"
import type { Span } from "../../domain/types.ts"

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
const MONTH =
  "(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?(?:,? (?:of )?(?<year>(?:19|20)\\d{2}))?\\b"
const COUNT = "(?:(?<count>\\d{1,2}|two|three|four|few|couple of) )?"
const COUNTED = new RegExp(
  `\\b(?:the )?(?<which>first|second|third|fourth|1st|2nd|3rd|4th|last|final) ${COUNT}(?<unit>days?|weeks?|weekends?|half) (?:of|in) (?:the month of )?${MONTH}`,
  "i",
)
const THIRD = new RegExp(
  `\\b(?<which>early|late|mid|middle|(?:the )?(?:beginning|start|middle|end) of)[ -](?:in )?${MONTH}`,
  "i",
)
const NTH: Record<string, number> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  "1st": 1,
  "2nd": 2,
  "3rd": 3,
  "4th": 4,
}
const NUMBERS: Record<string, number> = { two: 2, three: 3, four: 4, few: 3, "couple of": 2 }

export interface MonthPart {
  span: Span
  index: number
  text: string
}

/** Returns the first part of a month in a question, or `null`. A month without a year is the latest one. */
export function monthPart(question: string, clock: Clock): MonthPart | null {
  const match = COUNTED.exec(question) ?? THIRD.exec(question)
  if (!match?.groups) return null
  const { which = "", count, unit, month = "", year } = match.groups
  const asked = monthOf(month, year, clock)
  const length = new Date(Date.UTC(asked.year, asked.month, 0)).getUTCDate()
  const days = unit ? countedDays(which, { count, unit, length, ...asked }) : thirdOf(which, length)
  if (days === null) return null
  const at = (day: number) => instantOf({ ...asked, day }, clock.timezone)
  return { span: { from: at(days[0]), to: at(days[1] + 1) - 1 }, index: match.index, text: match[0] }
}

type Days = [first: number, last: number]

function countedDays(
  which: string,
  {
    count,
    unit,
    length,
    year,
    month,
  }: { count: string | undefined; unit: string; length: number; year: number; month: number },
): Days | null {
  const isLast = /^(?:last|final)$/i.test(which)
  const nth = NTH[which.toLowerCase()] ?? 1
  const number = count === undefined ? 1 : (NUMBERS[count.toLowerCase()] ?? Number(count))
  if (/^half/i.test(unit)) return isLast || nth === 2 ? [16, length] : [1, 15]
  if (/^weekend/i.test(unit)) {
    const firstWeekday = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
    const saturdays = [0, 1, 2, 3, 4].map((week) => 1 + ((6 - firstWeekday + 7) % 7) + 7 * week)
    const saturday = saturdays.filter((day) => day <= length).at(isLast ? -1 : nth - 1)
    return saturday === undefined ? null : [saturday, saturday + 1]
  }
  const each = /^week/i.test(unit) ? 7 : 1
  const last = isLast ? length : each * (nth - 1 + number)
  const first = isLast ? length - each * number + 1 : each * (nth - 1) + 1
  return first < 1 || first > length ? null : [first, Math.min(last, length)]
}

/** The first ten days, the next ten, or the rest. */
function thirdOf(which: string, length: number): Days {
  if (/early|beginning|start/i.test(which)) return [1, 10]
  return /mid/i.test(which) ? [11, 20] : [21, length]
}

function monthOf(
  name: string,
  year: string | undefined,
  { now, timezone }: Clock,
): { year: number; month: number } {
  const today = localDay(now, timezone)
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
  if (year !== undefined) return { year: Number(year), month }
  return { year: today.year - Number(month > today.month), month }
}
