/**
 * Checks that every number, date and weekday of a fact was said or follows from what was said: a date for
 * "tomorrow", a year for "last year", 21:00 for 9 pm. Pure.
 */
import { DAY, type LocalDate, localDate, offsetAt } from "../../domain/calendar.ts"
import type { Message, Time } from "../../domain/types.ts"
import { displayText } from "../../text/display.ts"
import { type Moment, momentsIn, monthsIn, weekdayOf, weekdaysIn } from "../../text/moments.ts"
import { recurs } from "../../text/recurrence.ts"
import { numbersIn, withNumerals } from "../../text/stems.ts"
import { literalNumbers } from "./number-words.ts"
import type { SupportClaim, SupportScene } from "./sentences.ts"

export function statedNumbers(claim: SupportClaim, scene: SupportScene): boolean {
  const { fact } = claim
  // "One" and "zero" are too common as words to prove anything.
  const needed = numbersIn(withNumerals(fact))
    .map(Number)
    .filter((number) => number > 1)
  const [weekdays, months] = [weekdaysIn(fact), monthsIn(fact)]
  if (needed.length === 0 && weekdays.length === 0 && months.length === 0) return true
  const follows = (lines: readonly Message[]) => {
    const said = new Said(fact, lines, scene)
    const unsaid = needed.filter((number) => !said.literal.has(number))
    const derived = unsaid.length > 0 ? derivedNumbers(said) : new Set<number>()
    return unsaid.every((number) => derived.has(number)) && datesFollow(said)
  }
  // The day of a plan is often named in a line that the claim does not cite.
  return follows(citedMessages(claim, scene)) || follows(membersLines(scene))
}

export function membersLines({ window }: SupportScene): Message[] {
  return window.messages.filter(({ role }) => role !== "keepsake")
}

/** Returns everything in which a number may have been said: lines of members and events, their files, names, and what is known. */
export function textOf(scene: SupportScene): string {
  const before = texts.get(scene)
  if (before !== undefined) return before
  const lines = membersLines(scene).flatMap((message) => [displayText(message), ...message.attachments])
  const text = [...lines, ...scene.people.map(({ name }) => name), ...(scene.known ?? [])].join("\n")
  texts.set(scene, text)
  return text
}

/** All claims of a window, and all lines of its note, are compared with one text. */
const texts = new WeakMap<SupportScene, string>()

/** The cited lines, and those they answer. */
function citedMessages({ lines }: SupportClaim, { window: { messages } }: SupportScene): Message[] {
  const cited = lines.flatMap((line) => messages[line - 1] ?? []).filter(({ role }) => role !== "keepsake")
  const answered = cited.flatMap(({ replyTo }) => messages.find(({ id }) => id === replyTo) ?? [])
  return [...new Set([...cited, ...answered])]
}

/** A fact beside the lines it may follow from. Most facts' numbers were said as they are, and then no time is read. */
class Said {
  readonly fact: string
  readonly lines: readonly Message[]
  readonly timezone: string
  readonly text: string
  readonly literal: ReadonlySet<number>
  #moments: readonly Moment[] | null = null
  #today: readonly LocalDate[] | null = null

  constructor(fact: string, lines: readonly Message[], scene: SupportScene) {
    this.fact = fact
    this.lines = lines
    this.timezone = scene.timezone
    this.text = textOf(scene)
    this.literal = literalNumbers(this.text)
  }

  get moments(): readonly Moment[] {
    this.#moments ??= this.lines.flatMap((message) =>
      momentsIn(displayText(message), message.at, this.timezone),
    )
    return this.#moments
  }

  /** The local dates of the lines. */
  get today(): readonly LocalDate[] {
    this.#today ??= this.lines.map(({ at }) => localDate(at, this.timezone))
    return this.#today
  }
}

/** Numbers that follow from times, ages and years that were said, and from when they were said. */
function derivedNumbers(said: Said): Set<number> {
  const { literal, moments, today, lines, timezone } = said
  const numbers = [...literal]
  const days = moments.flatMap(({ from, to, hours }) => [...hours, ...partsOf(from), ...partsOf(to)])
  // Without any other day, what is told happens when it is told.
  const current = moments.length === 0 ? today.flatMap(partsOf) : []
  return new Set([
    ...days,
    ...current,
    ...numbers.flatMap((number) => [...hoursFor(number, said), ...yearsFor(number, said)]),
    ...(HOW_LONG.test(said.text) ? lines.flatMap(({ at }) => datesAround(at, numbers, timezone)) : []),
  ])
}

function partsOf(date: LocalDate): number[] {
  return date.split("-").map(Number)
}

/** Twelve-hour and twenty-four-hour time, where the fact names a time. "halb acht" is 7:30, "quarter to eight" 7:45. */
function hoursFor(number: number, { fact, literal }: Said): number[] {
  if (!CLOCK.test(fact)) return []
  if (number > 12) return number < 24 ? [number - 12] : []
  const isBefore = number > 0 && (literal.has(30) || literal.has(15))
  return [
    (number + 12) % 24,
    ...(number === 12 ? [0] : []),
    ...(isBefore ? [number - 1, number + 11, 45] : []),
  ]
}
const CLOCK =
  /\d{1,2}:\d\d|\d ?(?:am|pm|a\.m|p\.m|h\b|uhr|o['’]clock)|\d時|\b(?:at|um|a las|à|às|o|om|alle) \d/iu

/** Years for ages and durations, ages and durations for years, and years of two digits. */
function yearsFor(number: number, { today, text, fact, literal }: Said): number[] {
  const asksAge = AGES.test(fact)
  return today.flatMap((date) => {
    const year = Number(date.slice(0, 4))
    const isShort = number < 100 && /(?:['’]|\bborn |\bsince |\bin )\d\d\b/.test(text)
    return [
      year,
      ...(number > 0 && number <= 120 ? [year - number, year - number - 1, year + number] : []),
      ...(asksAge && number > 1900 && number <= year ? [year - number, year - number - 1] : []),
      ...(isShort ? [2000 + number, 1900 + number] : []),
      // "19 next month" is 18 today, and "picked it up at 12, 11 years ago" is 23.
      ...(asksAge && number < 100
        ? [number - 1, number + 1, ...[...literal].map((other) => number + other)]
        : []),
      ...(BESIDE.test(text) ? [year - 1, year + 1] : []),
    ]
  })
}

/** Days of the month and years that lie a said number of days or weeks before or after `at`. */
function datesAround(at: Time, numbers: readonly number[], timezone: string): number[] {
  const wall = at + offsetAt(at, timezone)
  return numbers
    .filter((number) => number > 0 && number <= 366)
    .flatMap((number) => [number, -number, number * 7, -number * 7])
    .flatMap((days) => {
      const date = new Date(wall + days * DAY)
      return [date.getUTCDate(), date.getUTCFullYear()]
    })
}

/** A year, a season or a month that is not this one. */
const BESIDE =
  /(?<![\p{L}])(?:next|last|coming|nächst\p{L}*|letzt\p{L}*|kommend\p{L}*|próxim[oa]|pasad[oa]|que viene|prochaine?|derni[eè]re?|passad[oa]|que vem|przyszł\p{L}*|zeszł\p{L}*|ubiegł\p{L}*)(?![\p{L}])|来|去|昨/iu
const AGES =
  /(?<![\p{L}])(?:years?|yrs?|aged?|old|turn\p{L}*|birthday|jahr\p{L}*|alt|años?|edad|ans?|âge|anos?|idade|lat|lata|roku)(?![\p{L}])|年|歳/iu
const HOW_LONG =
  /(?:days?|weeks?|wks?|tage?n?|wochen?|días?|semanas?|jours?|semaines?|dias?|dni|tygodni\p{L}*|日|週)/iu

/** A date that the fact writes out must be one the lines speak of, and its weekday the right one. */
function datesFollow(said: Said): boolean {
  const { fact, text, literal } = said
  const dates = /\p{N}/u.test(fact) ? datesIn(fact, said.today) : []
  const [weekdays, months] = [weekdaysIn(fact), monthsIn(fact)]
  if (dates.length === 0 && weekdays.length === 0 && months.length === 0) return true
  const { today } = said
  const days = said.moments.filter(({ from }) => from > "0001")
  for (const { date, weekday, isYearSaid } of dates) {
    const candidates = isYearSaid
      ? [date]
      : [date, ...today.map((one) => `${one.slice(0, 4)}${date.slice(4)}`)]
    if (weekday !== null && !candidates.some((one) => weekdayOf(one) === weekday)) return false
    const day = Number(date.slice(8))
    if (literal.has(day)) continue
    if (!days.some(({ from, to }) => candidates.some((one) => from <= one && one <= to))) {
      if (days.length > 0 || !candidates.some((one) => today.includes(one))) return false
    }
  }
  if (dates.length > 0) return true
  const saidDays = new Set([...weekdaysIn(text), ...days.filter(isShort).map(({ from }) => weekdayOf(from))])
  if (!weekdays.every((day) => saidDays.has(day))) return false
  const saidMonths = new Set([
    ...monthsIn(text),
    ...[...days.flatMap(({ from, to }) => [from, to]), ...today].map((date) => Number(date.slice(5, 7))),
  ])
  // "May" and "mar" are also words: a month counts only beside a number or after "in".
  return months.every((month) => saidMonths.has(month) || !DATED_MONTH.test(fact))
}

const DATED_MONTH =
  /\b(?:in|since|until|by|im|seit|bis|en|desde|depuis|em|desde|w|od) \p{Lu}\p{L}+|\p{L}+ \d{1,4}\b|\d{1,2}\.? \p{L}+/u

function isShort({ from, to }: Moment): boolean {
  return from === to
}

/** Full dates that a fact writes out: "2026-05-16", "16 May 2026", "Saturday, May 16", "16.05.2026". */
export function datesIn(
  fact: string,
  today: readonly LocalDate[],
): { date: LocalDate; weekday: number | null; isYearSaid: boolean }[] {
  const year = today[0]?.slice(0, 4) ?? "2000"
  const found: { y: string; m: string; d: string; weekday: number | null }[] = []
  const add = ({ 0: whole, index }: RegExpExecArray, [y = "", m = "1", d = "1"]: (string | undefined)[]) => {
    found.push({ y, m, d, weekday: weekdayBeside(fact, index, index + whole.length) })
  }
  for (const date of fact.matchAll(/\b(\d{4})-(\d\d)-(\d\d)\b/g)) add(date, [date[1], date[2], date[3]])
  for (const date of fact.matchAll(/\b(\d{1,2})\.(\d{1,2})\.(\d{4})?/g))
    add(date, [date[3], date[2], date[1]])
  for (const date of fact.matchAll(/(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日/g))
    add(date, [date[1], date[2], date[3]])
  for (const date of fact.matchAll(
    /\b(\d{1,2})(?:st|nd|rd|th|er|º)?\.? (?:of |de |do )?(\p{L}{3,})\.?,?(?: (?:de |do )?(\d{4}))?/giu,
  )) {
    const [month] = monthsIn(date[2] ?? "")
    if (month) add(date, [date[3], String(month), date[1]])
  }
  for (const date of fact.matchAll(/\b(\p{L}{3,})\.? (\d{1,2})(?:st|nd|rd|th)?(?![\d:])(?:,? (\d{4}))?/giu)) {
    const [month] = monthsIn(date[1] ?? "")
    if (month) add(date, [date[3], String(month), date[2]])
  }
  const isSingle = found.length === 1 && weekdaysIn(fact).length === 1 && !recurs(fact)
  return found.map(({ y, m, d, weekday }) => ({
    date: `${y === "" ? year : y}-${m.padStart(2, "0")}-${d.padStart(2, "0")}`,
    weekday: isSingle ? weekday : null,
    isYearSaid: y !== "",
  }))
}

/**
 * The weekday that stands right before a date or in brackets after it, and is meant for it: "every Thursday until 4
 * December" gives the date none.
 */
function weekdayBeside(fact: string, from: number, to: number): number | null {
  const before =
    /(\p{L}+)[.,]? (?:the |den |dem |der |el |le |o |dia )?$/iu.exec(fact.slice(0, from))?.[1] ?? ""
  const after = /^ ?[,(（]\s?\p{L}+/u.exec(fact.slice(to))?.[0] ?? ""
  return weekdaysIn(before)[0] ?? weekdaysIn(after)[0] ?? null
}
