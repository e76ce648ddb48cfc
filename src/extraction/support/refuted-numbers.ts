/** Finds numbers and dates that the lines give otherwise than the fact. Pure. */
import { localDate } from "../../domain/calendar.ts"
import { displayText } from "../../text/display.ts"
import { momentsIn, monthsIn, weekdayOf, weekdaysIn } from "../../text/moments.ts"
import { numbersIn, withNumerals } from "../../text/stems.ts"
import { literalNumbers } from "./number-words.ts"
import { datesIn, membersLines, textOf } from "./numbers.ts"
import type { SupportClaim, SupportScene } from "./sentences.ts"

/**
 * Returns true if the lines refute a number of the fact: they count the same thing otherwise ("2 cats" for three), name
 * another year, only Keepsake named it, or its date is on another weekday than the fact says or is none of the days
 * that the lines name.
 */
export function refutedNumbers(claim: SupportClaim, scene: SupportScene): boolean {
  const fact = withNumerals(claim.fact)
  // Most facts name no number: then the lines, which take long to search for dates, need no look.
  if (!/\p{N}/u.test(fact)) return false
  const text = withNumerals(textOf(scene))
  return (
    countsOtherwise(fact, text) ||
    isOtherYear(fact, text, scene) ||
    isKeepsakes(fact, text, scene) ||
    isOtherDay(claim, scene, text)
  )
}

const YEAR = /(?<![\d.,:#-])(?:19|20)\d\d(?![\d:])/gu
const YEAR_SAID = new RegExp(YEAR.source, "u")

/** Years that follow from "last year" or an age are near the one in which they are said. */
function isOtherYear(fact: string, text: string, { window, timezone }: SupportScene): boolean {
  if (!YEAR_SAID.test(fact) || !YEAR_SAID.test(text)) return false
  const said = literalNumbers(text)
  // "2019-21" names 2021 as well, and "90s" 1990.
  const isShort = (year: string) =>
    new RegExp(`['’/–-]${year.slice(2)}(?!\\d)|(?<!\\d)${year.slice(2)}['’]?s(?!\\p{L})`, "u").test(text)
  const years = (fact.match(YEAR) ?? []).filter((year) => !said.has(Number(year)) && !isShort(year))
  const now = window.messages.map(({ at }) => Number(localDate(at, timezone).slice(0, 4)))
  return years.some((year) => now.every((one) => Math.abs(one - Number(year)) > 1))
}

function isKeepsakes(fact: string, text: string, { window }: SupportScene): boolean {
  const own = window.messages.filter(({ role }) => role === "keepsake").map(({ content }) => content)
  if (own.length === 0) return false
  const said = literalNumbers(text)
  const keepsakes = literalNumbers(own.join("\n"))
  return numbersIn(fact).some(
    (number) => Number(number) > 1 && keepsakes.has(Number(number)) && !said.has(Number(number)),
  )
}

/** A small number of something; larger ones are years, prices and sizes. */
const COUNTED = /(?<![\d.,:#])(\d{1,2}) (\p{L}{4,})/gu

function countsOtherwise(fact: string, text: string): boolean {
  const counted = [...fact.matchAll(COUNTED)]
  if (counted.length === 0) return false
  const literal = literalNumbers(text)
  return counted.some(([, count, noun = ""]) => {
    const number = Number(count)
    if (number < 2 || literal.has(number) || monthsIn(noun).length > 0) return false
    const stem = noun.toLowerCase().slice(0, Math.max(3, noun.length - 2))
    return [...text.toLowerCase().matchAll(COUNTED)].some(
      ([, other, word = ""]) => word.startsWith(stem) && Number(other) !== number,
    )
  })
}

function isOtherDay({ fact, lines }: SupportClaim, scene: SupportScene, text: string): boolean {
  const { window, timezone } = scene
  const said = membersLines(scene)
  const cited = lines.flatMap((line) => window.messages[line - 1] ?? [])
  const today = [...cited, ...said].map(({ at }) => localDate(at, timezone))
  const dates = datesIn(fact, today)
  if (dates.length === 0) return false
  const days = said
    .flatMap((message) => momentsIn(displayText(message), message.at, timezone))
    .filter(({ from }) => from > NO_DAY)
  // "That saturday" may be months ahead: its day fits every date on a Saturday.
  const weekdays = weekdaysIn(text)
  const literal = literalNumbers(text)
  return dates.some(({ date, weekday, isYearSaid }) => {
    const candidates = isYearSaid
      ? [date]
      : [date, ...today.map((one) => `${one.slice(0, 4)}${date.slice(4)}`)]
    if (weekday !== null && !candidates.some((one) => weekdayOf(one) === weekday)) return true
    if (days.length === 0 || literal.has(Number(date.slice(8)))) return false
    if (candidates.some((one) => weekdays.includes(weekdayOf(one)))) return false
    return !candidates.some(
      (one) => today.includes(one) || days.some(({ from, to }) => from <= one && one <= to),
    )
  })
}
/** Moments that name only an hour begin here (moments.ts). */
const NO_DAY = "0001"
