/**
 * Parses the time span that a question asks about. chrono-node finds the expressions, the calendar converts
 * zones, and this file decides how wide each span is: whole local days, months or years.
 */
import * as chrono from "chrono-node"
import {
  addDays,
  type Clock,
  HOUR,
  instantOf,
  localDay,
  MINUTE,
  offsetAt,
  startOf,
  type WallTime,
} from "../../domain/calendar.ts"
import type { Span, Time } from "../../domain/types.ts"
import { monthPart } from "./month-parts.ts"

export interface TimeAsked {
  span: Span
  /** The question without the words that name the time. */
  rest: string
}

/**
 * Returns the span of the first time expression, or `null`. With "between" or "from", spans two expressions.
 * Prefers past times to future ones.
 */
export function timeAsked(question: string, now: Time, timezone: string): TimeAsked | null {
  const clock = { now, timezone }
  const part = monthPart(question, clock)
  if (part) {
    const span = bounded(part.span, question.slice(0, part.index), now)
    return { span, rest: without(question, [part]) }
  }
  const reference = { instant: new Date(now), timezone: offsetAt(now, timezone) / MINUTE }
  const found = chrono.casual
    .parse(question, reference)
    .filter((result) => isTimeExpression(result, question))
  const [first, second] = found
  if (!first) return yearsAsked(question, clock)
  const span = spanOf(first, clock, question.slice(0, first.index))
  const between = second && /\b(?:between|from)\b/i.test(question)
  const whole = between ? { from: span.from, to: endOf(span, spanOf(second, clock, ""), now) } : span
  return {
    span: bounded(whole, question.slice(0, first.index), now),
    rest: without(question, between ? [first, second] : [first]),
  }
}

/** Returns the span of whole local days, given as YYYY-MM-DD. */
export function spanOfDays(days: { from: string; to: string }, timezone: string): Span {
  return { from: startOf(days.from, timezone), to: startOf(addDays(days.to, 1), timezone) - 1 }
}

/** Returns true if the question asks for a time. */
export function asksWhen(question: string): boolean {
  return /\b(?:when|what (?:date|day|year|month|time)|how long ago|which (?:year|month|day|date))\b/i.test(
    question,
  )
}

/**
 * Returns true if the question asks for the current state. The latest statement counts then, whatever its
 * age.
 */
export function asksNow(question: string): boolean {
  return /\b(?:current(?:ly)?|now|nowadays|latest|newest|most recent|still|at the moment|at present|these days|as of)\b/i.test(
    question,
  )
}

/** chrono does not parse a year on its own. */
function yearsAsked(question: string, { now, timezone }: Clock): TimeAsked | null {
  const match =
    /\b(in|during|of|since|throughout|before|after|until|between|from|back in) ((?:19|20)\d{2})(?: (?:and|to|until) ((?:19|20)\d{2}))?\b/i.exec(
      question,
    )
  if (!match) return null
  const [whole, word = "", first = "", last = first] = match
  const span = {
    from: instantOf({ year: Number(first), month: 1, day: 1 }, timezone),
    to: instantOf({ year: Number(last) + 1, month: 1, day: 1 }, timezone) - 1,
  }
  const rest = `${question.slice(0, match.index)} ${question.slice(match.index + whole.length)}`
  return { span: bounded(span, word, now), rest }
}

/** "Since", "before", "until" and "after" leave one end open. */
function bounded(span: Span, said: string, now: Time): Span {
  if (/\bsince\s*(?:the )?$/i.test(said)) return { from: span.from, to: Math.max(now, span.from) }
  if (/\b(?:before|prior to)\s*(?:the )?$/i.test(said)) return { from: 0, to: span.from - 1 }
  if (/\b(?:until|till|up to|as of)\s*(?:the )?$/i.test(said)) return { from: 0, to: span.to }
  if (/\bafter\s*(?:the )?$/i.test(said)) return { from: span.to + 1, to: Math.max(now, span.to + 1) }
  return span
}

/** End of a range between two expressions. If it would precede the start, the range runs until now. */
function endOf(first: Span, second: Span, now: Time): Time {
  return second.to < first.from ? Math.max(now, first.to) : second.to
}

function without(question: string, results: readonly Pick<chrono.ParsedResult, "index" | "text">[]): string {
  return results.toReversed().reduce((text, { index, text: words }) => {
    return `${text.slice(0, index)} ${text.slice(index + words.length)}`
  }, question)
}

function spanOf(result: chrono.ParsedResult, clock: Clock, before: string): Span {
  const { now } = clock
  if (/^last night$/i.test(result.text)) return lastNight(clock)
  const start = asPastTime(result, result.start, clock)
  // "The last three days", "the past month", "in the last year": from then until now.
  const isRolling = /^last (?:week|month|year)$/i.test(result.text) && /\bthe\s+$/i.test(before)
  if (isRolling || /^(?:past\b|last\b.*s$)/i.test(result.text))
    return { from: whole(start, "day", clock).from, to: now }
  const span = whole(start, unitOf(result, result.start), clock)
  if (!result.end) return span
  const end = whole(asPastTime(result, result.end, clock), unitOf(result, result.end), clock)
  return { from: span.from, to: endOf(span, end, now) }
}

type Unit = "hour" | "day" | "weekend" | "week" | "month" | "year"

function unitOf({ text }: chrono.ParsedResult, at: chrono.ParsedComponents): Unit {
  if (/\bweekend\b/i.test(text)) return "weekend"
  if (/\bweeks?\b/i.test(text)) return "week"
  if (at.isCertain("hour")) return "hour"
  if (at.isCertain("day") || at.isCertain("weekday")) return "day"
  if (at.isCertain("month")) return "month"
  return /\b(?:year|\d{4})/i.test(text) ? "year" : "day"
}

/**
 * The whole local day, week (from Monday), month or year of a date; for a time of day, one hour on either
 * side.
 */
function whole(at: WallTime, unit: Unit, { timezone }: Clock): Span {
  const { year, month, day } = at
  const days = (first: number, count: number): Span => ({
    from: instantOf({ year, month, day: first }, timezone),
    to: instantOf({ year, month, day: first + count }, timezone) - 1,
  })
  const weekday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
  switch (unit) {
    case "hour": {
      const moment = instantOf(at, timezone)
      return { from: moment - HOUR, to: moment + HOUR }
    }
    case "day":
      return days(day, 1)
    case "weekend":
      return days(day - weekday + 5, 2)
    case "week":
      return days(day - weekday, 7)
    case "month":
      return days(1, new Date(Date.UTC(year, month, 0)).getUTCDate())
    case "year":
      return {
        from: instantOf({ year, month: 1, day: 1 }, timezone),
        to: instantOf({ year: year + 1, month: 1, day: 1 }, timezone) - 1,
      }
  }
}

/**
 * Questions to a memory are about the past: a day or month without a year means the latest past one, unless
 * the text says next.
 */
function asPastTime({ text }: chrono.ParsedResult, at: chrono.ParsedComponents, clock: Clock): WallTime {
  const part = (name: "year" | "month" | "day" | "hour" | "minute") => at.get(name) ?? 0
  const today = localDay(clock.now, clock.timezone)
  const parts = { year: part("year"), month: part("month"), day: part("day") }
  const time = { hour: part("hour"), minute: part("minute") }
  // chrono's week starts on the Sunday before.
  if (/^this week$/i.test(text)) return { ...today, ...time }
  const asked = /\b(?:this|next|coming|tomorrow|tonight)\b/i.test(text) || at.isCertain("year")
  const later =
    Date.UTC(parts.year, parts.month - 1, parts.day) > Date.UTC(today.year, today.month - 1, today.day)
  if (asked || !later) return { ...parts, ...time }
  if (at.isCertain("month")) {
    const ahead = parts.month > today.month || parts.year > today.year || at.isCertain("day")
    return { ...parts, year: parts.year - Number(ahead), ...time }
  }
  if (at.isCertain("weekday")) return { ...parts, day: parts.day - 7, ...time }
  return { ...parts, ...time }
}

/** From 6 p.m. to 6 a.m. */
function lastNight({ now, timezone }: Clock): Span {
  const { year, month, day } = localDay(now, timezone)
  const evening = instantOf({ year, month, day: day - 1, hour: 18 }, timezone)
  return { from: evening, to: instantOf({ year, month, day, hour: 6 }, timezone) }
}

// Ambiguous time words: "may" and "sun" are common words, June and April are names, 10/10 is a grade.

/** Words that are at least as often something else as a month or a day. */
const AMBIGUOUS = /^(?:may|march|april|june|august|jan|mar|sat|sun|mon|wed|fri|\d{1,2}\/\d{1,2})$/i
/** Words before an expression that show it is a time. */
const LEADING =
  /\b(?:in|on|since|during|of|by|before|after|until|till|from|to|between|and|around|early|mid|late|last|this|next|throughout)[ -]$/i

/** Returns true if this expression narrows the question to a time. */
function isTimeExpression({ text, index, start }: chrono.ParsedResult, question: string): boolean {
  // "Now" asks for the current state, not a span: see `asksNow`.
  if (/^(?:right )?now$/i.test(text)) return false
  const before = question.slice(0, index)
  // Repetitions, durations and "from now on" are no past span.
  if (/\b(?:every|each)\s+(?:other )?$/i.test(before) || /^(?:for|within)\b/i.test(text)) return false
  if (AMBIGUOUS.test(text)) return LEADING.test(before) || question.trim().length === text.length
  // A time of day without a date: "at 3", "in the morning".
  const dated =
    start.isCertain("day") ||
    start.isCertain("weekday") ||
    start.isCertain("month") ||
    start.isCertain("year")
  return dated || /^(?:this|last|the past|past|over)\b/i.test(text)
}
