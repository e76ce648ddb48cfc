/**
 * The coming day that a question asks about ("what's on Friday?", "wann ist morgen Probe?"), and the words in which people
 * will have spoken of it. Pure.
 */
import { addDays, type LocalDate, localDate, startOf } from "../../domain/calendar.ts"
import type { Span, Time } from "../../domain/types.ts"
import { momentsIn, monthsIn, weekdayOf } from "../../text/moments.ts"

export interface DayAhead {
  span: Span
  /** "saturday", "sat", "6th", and "tomorrow" if it is. */
  words: string[]
}

/** Asks what was. "Is", "are" and "will" do not, and neither does a question without a verb. */
const ASKS_PAST =
  /(?<![\p{L}])(?:did|was|were|had|been|went|said|told|talk(?:ed|ing)?|discuss\p{L}*|happened|(?!(?:need|plann|schedul|suppos|book|clos|invit|allow|reserv)ed(?!\p{L}))\p{L}{3,}ed|last|ago|yesterday|since|war|waren|hatte\p{L}*|wurden?|gab|ging|letzte[nrs]?|gestern|ge\p{L}{2,}(?:t|en)|fue|fueron|pas[oó]|hab[ií]a|hubo|estaba\p{L}*|dij\p{L}+|habl\p{L}+|pasad[oa]|ayer|était|a été|avait|dernier\p{L}*|hier|foi|eram?|estava\p{L}*|teve|passad[oa]|ontem)(?![\p{L}])/iu

/** Returns `null` unless a question names one day, today or later, and asks of no past. */
export function dayAhead(question: string, now: Time, timezone: string): DayAhead | null {
  if (ASKS_PAST.test(question)) return null
  const today = localDate(now, timezone)
  const days = momentsIn(question, now, timezone).filter(({ from, to }) => from === to && from >= today)
  // A weekday may be of any week, if nothing else tells.
  const named = [...days.filter(({ isWeekday }) => !isWeekday), ...days].map(({ from }) => from)
  const [day] = [...numberedDay(question, today), ...named]
  if (day === undefined || day === today) return null
  const tomorrow = day === addDays(today, 1) ? TOMORROW : []
  const span = { from: startOf(day, timezone), to: startOf(addDays(day, 1), timezone) - 1 }
  const words = WEEKDAYS[weekdayOf(day)] ?? []
  return { span, words: [...words, `${Number(day.slice(8))}${ordinal(Number(day.slice(8)))}`, ...tomorrow] }
}

/** "The 20th" is the next one. */
const NUMBERED =
  /(?<![\p{L}\p{N}.,:])(?:(\d{1,2})(?:st|nd|rd|th)|(?:am|el|le|dia|d[ií]a) (\d{1,2})\.?)(?![\p{L}\p{N}:]| ?(?:uhr|h)(?!\p{L}))/iu

function numberedDay(question: string, today: LocalDate): LocalDate[] {
  const [, ordinalDay, plain] = NUMBERED.exec(question) ?? []
  const number = Number(ordinalDay ?? plain)
  if (monthsIn(question).length > 0) return []
  const coming = Array.from({ length: MOST_AHEAD }, (_, days) => addDays(today, days))
  return coming.filter((date) => Number(date.slice(8)) === number).slice(0, 1)
}
const MOST_AHEAD = 62

const TOMORROW = ["tomorrow", "tmrw", "tmr", "morgen", "mañana", "demain", "amanhã"]
const WEEKDAYS = [
  ["sunday", "sun", "sonntag", "domingo", "dimanche"],
  ["monday", "mon", "montag", "lunes", "lundi"],
  ["tuesday", "tues", "tue", "dienstag", "martes", "mardi"],
  ["wednesday", "weds", "wed", "mittwoch", "miércoles", "mercredi"],
  ["thursday", "thurs", "thu", "donnerstag", "jueves", "jeudi"],
  ["friday", "fri", "freitag", "viernes", "vendredi"],
  ["saturday", "sat", "samstag", "sábado", "samedi"],
]

function ordinal(day: number): string {
  if (day > 10 && day < 14) return "th"
  return ["th", "st", "nd", "rd"][day % 10] ?? "th"
}
