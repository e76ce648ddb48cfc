/** Days of which nobody can tell the date from the words alone. Pure. */
import { addDays, type LocalDate, localClock, localDate } from "../../../domain/calendar.ts"
import type { Time } from "../../../domain/types.ts"
import type { Language } from "../../../text/language.ts"
import { weekdayOf, weekdaysIn } from "../../../text/moments.ts"
import { DAY_PATTERNS } from "./days.ts"

const NEAR: Record<Language, RegExp> = {
  en: near("today|tonight|tomorrow|tmrw?|yesterday|last night|this (?:morning|afternoon|evening)"),
  de: near("heute|morgen|übermorgen|gestern"),
  es: near("hoy|esta noche|mañana|ayer|anoche"),
  fr: near("aujourd['’]hui|ce soir|demain|hier"),
  pt: near("hoje|amanhã|ontem"),
}

function near(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])`, "iu")
}

/** "Today tomorrow": they mind which of two days is meant. */
const EITHER_DAY =
  /(?<![\p{L}])(?:today|tomorrow|tmrw?|tonight) (?:today|tomorrow|tmrw?|tonight)(?![\p{L}])|(?<![\p{L}])past midnight(?![\p{L}])/iu

/** The hour of night, in the guild's time zone, until which "tomorrow" may still mean today. */
const NIGHT_ENDS = 5

/** After midnight "tomorrow" may mean today, and "friday" the day that is hardly over. */
export function isUnclearDay(
  text: string,
  { at, timezone, language }: { at: Time; timezone: string; language: Language },
): boolean {
  if (EITHER_DAY.test(text)) return true
  if (Number(localClock(at, timezone).slice(0, 2)) >= NIGHT_ENDS) return false
  const today = localDate(at, timezone)
  return NEAR[language].test(text) || (!/\d/u.test(text) && namesDayBeside(text, today, language))
}

function namesDayBeside(text: string, today: LocalDate, language: Language): boolean {
  const beside = [-1, 0, 1].map((days) => weekdayOf(addDays(today, days)))
  const named = text.match(DAY_PATTERNS[language].weekday) ?? []
  return named.some((one) => weekdaysIn(one).some((day) => beside.includes(day)))
}

/** "The wednesday" and "that weekend" are of a week that was named before: so may be the weekdays around it. */
const OF_A_WEEK =
  /(?<![\p{L}])(?:(?:the|that) (?:mon|tues|wednes|thurs|fri|satur|sun)day(?! (?:after|before|\d))|that week(?:end)?)(?![\p{L}])/iu

/** Returns a test of a time: somebody just spoke then of days of another week, "exam got moved to the wednesday". */
export function otherWeeksNamed(messages: readonly { at: Time; content: string }[]): (at: Time) => boolean {
  const named = messages.filter(({ content }) => OF_A_WEEK.test(content))
  return (at) => named.some((one) => one.at <= at && at - one.at < RECENT_MS)
}
const RECENT_MS = 900_000

/** "The route for saturday" tells when it is for: of the group's saturday, whose date may be another. */
export function isForDay(clause: string): boolean {
  const [, word = ""] = FOR_DAY.exec(clause) ?? []
  return weekdaysIn(word).length > 0
}
const FOR_DAY =
  /(?<![\p{L}])(?:for|für|para|pour|pro|pra)(?: (?:the|this|den|diesen|el|este|le|ce|o|a))? (\p{L}+)(?: (?:morning|afternoon|evening|night))?\s*$/iu

/** Returns true if a clause names a weekday and no date. */
export function isBareWeekday(clause: string, language: Language): boolean {
  return !/\d/u.test(clause) && clause.search(DAY_PATTERNS[language].weekday) >= 0
}
