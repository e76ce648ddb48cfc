/** Whether words that could name a time do: "may" and "sun" are words too, June and April are people, and 10/10 is a grade. Pure. */
import type * as chrono from "chrono-node"

/** Words that are other things as often as a month or a day. */
const AMBIGUOUS = /^(?:may|march|april|june|august|jan|mar|sat|sun|mon|wed|fri|\d{1,2}\/\d{1,2})$/i
/** What stands before a time that is meant. */
const LEADING =
  /\b(?:in|on|since|during|of|by|before|after|until|till|from|to|between|and|around|early|mid|late|last|this|next|throughout)[ -]$/i

/** Whether this part of a question names a time that narrows it. */
export function isSaidOfTime({ text, index, start }: chrono.ParsedResult, question: string): boolean {
  // "Now" is no span but the state of things: see asksNow.
  if (/^(?:right )?now$/i.test(text)) return false
  const before = question.slice(0, index)
  // What happens time and again, how long, and from now on: none is a span of the past.
  if (/\b(?:every|each)\s+(?:other )?$/i.test(before) || /^(?:for|within)\b/i.test(text)) return false
  if (AMBIGUOUS.test(text)) return LEADING.test(before) || question.trim().length === text.length
  // A time of day without its day: "at 3", "in the morning".
  const dated =
    start.isCertain("day") ||
    start.isCertain("weekday") ||
    start.isCertain("month") ||
    start.isCertain("year")
  return dated || /^(?:this|last|the past|past|over)\b/i.test(text)
}
