/**
 * Makes the relative times of a fact real once its claim is accepted: a fact is read long after it was said. English
 * words are replaced ("last week" becomes "in the week of 4 May 2026"); words of other languages get the date beside them
 * ("morgen (2026-05-13)"). What stays relative is not kept for good. Pure.
 */
import { type LocalDate, localDate } from "../domain/calendar.ts"
import { factTime, spanOfMoment } from "../domain/fact-time.ts"
import type { Claim } from "../domain/types.ts"
import { languageOf } from "../text/language.ts"
import { monthsIn, type RelativeTime, relativeTimesIn, weekdayOf, weekdaysIn } from "../text/moments.ts"
import { type SaidAt, withHolidays } from "./holiday-times.ts"
import { NOT_OWNED, withRealDates } from "./rules/real-dates.ts"
import { comesAgain, tellsAhead, tellsOfPast } from "./tense.ts"

/** Returns the claim with real times in its fact and, if it had none, with the time they give. */
export function withRealTimes(claim: Claim, said: SaidAt): Claim {
  if (claim.op === "forget") return claim
  const english = replaceEnglish(claim, said)
  const dated = withHolidays(besideOthers({ ...english, fact: withYear(english) }, said), said)
  // Without a real time nobody can tell later when it was: such words are no news after a month.
  return dated.lifetime === "permanent" && !dated.time?.until && holdsRelativeTime(dated.fact)
    ? { ...dated, lifetime: "30d" }
    : dated
}

/** Words that mean another time on another day. Titles ("Last Week Tonight") begin with a capital letter. */
const UNIT = "weekend|week|month|year"
const DAY_NAME = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
const MONTH = "january|february|march|april|may|june|july|august|september|october|november|december"
const COUNT = "\\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten"
const RELATIVE =
  `the day before yesterday|the day after tomorrow|(?:yesterday|tomorrow)(?: (?:morning|afternoon|evening|night))?|last night|(?:earlier )?today|tonight|this (?:morning|afternoon|evening)` +
  `|(?:last|this|next) (?:${UNIT})(?! of )|(?:${COUNT}) (?:day|week|month|year)s? ago|in (?:${COUNT}) (?:day|week|month|year)s?(?! (?:of|time|flat))` +
  `|(?:next|last|this(?: past| coming)?) ${DAY_NAME}`
const ENGLISH = new RegExp(
  `(?<![\\p{L}\\p{N}"“-])${NOT_OWNED}(?:${RELATIVE})(?![\\p{L}\\p{N}"”]|['’]s)`,
  "giu",
)
/** A weekday or a month alone is relative if the fact tells of something that happens once. */
const ALONE = new RegExp(
  `(?<=(?<![\\p{L}])(?:on|from|to|until|till|through|by|since|before|after|in) )(?:${DAY_NAME}|(?:${MONTH})(?! \\d))(?![\\p{L}\\p{N}]|['’]s|,? \\d)`,
  "giu",
)
/** The preposition before a time, which takes the place of the "on" or "in" of a date. */
const PREPOSITION =
  /(?<![\p{L}])(on|in|to|for|of|around|from|since|until|till|through|by|before|after|between|during)(?: the)?\s$/iu
const ENDS = /^(?:until|till|through|by)$/i
const BEGINS = /^(?:on|in|from)$/i
const DATED = new RegExp(
  `\\d{4}|\\d{1,2}(?:st|nd|rd|th)|\\d{1,2}\\.? (?:of )?(?:${MONTH})|(?:${MONTH}) \\d`,
  "iu",
)
/** A plan, a move or an agreement can lie ahead or behind: "approved the trip in May", "moved from Friday". */
const PLANNED =
  /(?<![\p{L}])(?:approv|agree|decid|plann|schedul|reschedul|book|reserv|announc|confirm|promis|propos|order|request|register|invit|offer|accept|postpon|delay|shift|push|appoint|interview|ticket|flight|deadline|permission)\p{L}*(?![\p{L}])|signed up/iu
const UNCLEAR_AFTER = /^(?:from|to|until|till|through|by|before|after)$/iu

function replaceEnglish(claim: Claim, said: SaidAt): Claim {
  const fact = claim.fact.replace(END_AFTER, (whole, lead: string, day: string, name: string) =>
    day.toLowerCase() === name.toLowerCase() ? whole : `${lead}${name}`,
  )
  const read = fact === claim.fact ? null : replaceTimes({ ...claim, fact }, said)
  return read?.time?.until ? read : replaceTimes(claim, said)
}

function replaceTimes(claim: Claim, said: SaidAt): Claim {
  let { fact } = claim
  let [base, hasBegun] = [said.at, false]
  const moments = { when: null as string | null, until: null as string | null }
  // A fact rarely names more than a beginning and an end.
  for (let round = 0; round < MOST_TIMES; round += 1) {
    const real = nextReal(fact, { ...said, at: base })
    if (real === null) break
    fact = real.fact
    const { moment, preposition } = real
    const isEnd = ENDS.test(preposition) || (/^to$/i.test(preposition) && hasBegun)
    if (isEnd) moments.until ??= moment
    else if (preposition === "" || BEGINS.test(preposition)) moments.when ??= moment
    // "From Monday to Friday": the Friday after that Monday.
    hasBegun = /^from$/i.test(preposition) && moment !== null
    base = (hasBegun && moment ? spanOfMoment(moment, said.timezone)?.from : null) ?? said.at
  }
  return { ...claim, fact, time: claim.time ?? factTime(moments, said.timezone) }
}
const MOST_TIMES = 3
/** "From Tuesday until the Sunday after" is "from Tuesday until Sunday". */
const END_AFTER = new RegExp(
  `((?<!\\p{L})from (?:next |this |the coming )?(${DAY_NAME}) (?:until|till|to|through) )the (?:following )?(${DAY_NAME})(?: (?:after(?: that)?|thereafter|following))?(?<!the ${DAY_NAME})(?=\\s*(?:[.,;:!?)]|$|(?:and|in|at|for|with)(?!\\p{L})))`,
  "giu",
)

/** The fact with its first relative time made real whose date is sure, or `null` if it has none. */
function nextReal(
  fact: string,
  said: SaidAt,
): { fact: string; moment: string | null; preposition: string } | null {
  let hasUnclearStart = false
  for (let found = relativeIn(fact); found !== null; found = relativeIn(fact, endOf(found))) {
    const before = fact.slice(0, found.index)
    const preposition = PREPOSITION.exec(before)
    const word = preposition?.[1] ?? ""
    const isEnd = ENDS.test(word) || /^to$/i.test(word)
    // If nobody can tell which Monday it begins, nobody can tell on which Friday it ends.
    if (
      (isEnd && hasUnclearStart && found.isAlone) ||
      isUnclear(found, { before, word, isPast: tellsOfPast(fact) }, said)
    ) {
      hasUnclearStart ||= /^from$/i.test(word)
      continue
    }
    const isMonth = new RegExp(`^(?:${MONTH})$`, "iu").test(found.words)
    const isBehind = /^since$/i.test(word) || (tellsOfPast(fact) && !ENDS.test(word))
    const real = withRealDates(isMonth ? `in ${found.words}` : found.words, { ...said, isPast: isBehind })
    if (real.fact === found.words) continue
    const head = preposition ? `${before.slice(0, preposition.index)}${word} ` : before
    const words = preposition ? real.fact.replace(/^(?:on|in) /, "") : real.fact
    return {
      fact: `${head}${words}${fact.slice(endOf(found))}`,
      moment: real.time?.when ?? null,
      preposition: word,
    }
  }
  return null
}

interface FoundTime {
  index: number
  words: string
  /** A weekday or a month without "last" or "next". */
  isAlone: boolean
}

function endOf({ index, words }: FoundTime): number {
  return index + words.length
}

/** Returns true if a weekday or month alone can mean the one that was as well as the one to come. */
function isUnclear(
  { words, isAlone }: FoundTime,
  { before, word, isPast }: { before: string; word: string; isPast: boolean },
  { at, timezone }: SaidAt,
): boolean {
  if (!isAlone) return false
  // Nobody names the day it is; the one a week away is as likely.
  if (weekdaysIn(words).includes(weekdayOf(localDate(at, timezone)))) return true
  return isPast && (UNCLEAR_AFTER.test(word) || (word !== "since" && PLANNED.test(before)))
}

function relativeIn(fact: string, start = 0): FoundTime | null {
  const found = [ENGLISH, ALONE].flatMap((pattern, at) => {
    pattern.lastIndex = start
    const match = pattern.exec(fact)
    if (match === null) return []
    const isRelative =
      at === 0
        ? !isTitle(fact, match.index)
        : isOnce(fact, match.index) && !DATED.test(fact.slice(match.index))
    return isRelative ? [{ index: match.index, words: match[0], isAlone: at === 1 }] : []
  })
  return found.toSorted((a, b) => a.index - b.index)[0] ?? null
}

function isTitle(fact: string, index: number): boolean {
  return index > 0 && /\p{Lu}/u.test(fact.charAt(index))
}

function isOnce(fact: string, index: number): boolean {
  if (comesAgain(fact)) return false
  return tellsAhead(fact) || tellsOfPast(fact) || /(?:since|until|till) $/iu.test(fact.slice(0, index))
}

const ANY_MONTH =
  /(?<![\p{L}\p{N}.])(?:in|since|until|seit|im|ab|bis|en|desde|hasta|depuis|em|até) (?:de )?(\p{L}{3,})(?![\p{L}]|,? (?:de |del |do )?\d|\.? \d)/iu

/** Adds the year that the claim gives to a month without one. */
function withYear({ fact, time }: Claim): string {
  const found = ANY_MONTH.exec(fact)
  const [month] = monthsIn(found?.[1] ?? "")
  if (found === null || month === undefined) return fact
  const moment = [time?.when, time?.until].find((one) => one && Number(one.slice(5, 7)) === month)
  const end = found.index + found[0].length
  return moment ? `${fact.slice(0, end)} ${moment.slice(0, 4)}${fact.slice(end)}` : fact
}

/** "Now" and "just" need no date, and English words were replaced. */
const PRESENT =
  /^(?:now|rn|just|today|tonight|tonite|this .*|tomorrow|tmrw|tmr|tmw|2moro|yesterday|last .*|next .*|.*yesterday|.*tomorrow|jetzt|gerade|ahora|maintenant|agora|teraz|今)$/iu
/** "Am Morgen" and "por la mañana" are times of day. */
const TIME_OF_DAY = /(?<![\p{L}])(?:am|guten|jeden|cada|la)\s(?:morgen|mañana)$/iu
const UNTIL = /(?<![\p{L}])(?:bis|hasta|jusqu['’](?:à|au)|até)(?: (?:zum|zur|el|la|le|o|a))?\s$/iu
const SINCE = /(?<![\p{L}])(?:seit|ab|desde|depuis|dès)(?: (?:dem|der|el|la|le|o|a))?\s$/iu

/** Writes the date beside relative times of other languages. */
function besideOthers(claim: Claim, said: SaidAt): Claim {
  const others = othersIn(claim.fact, localDate(said.at, said.timezone)).slice(0, MOST_TIMES)
  const moments = { when: null as string | null, until: null as string | null }
  let { fact } = claim
  for (const other of others.toReversed()) {
    const before = fact.slice(0, other.index)
    const end = other.index + other.words.length
    fact = `${fact.slice(0, end)} (${written(other)})${fact.slice(end)}`
    if (UNTIL.test(before)) moments.until = other.unit === "week" ? other.to : written(other)
    else if (other.unit !== "week" && !SINCE.test(before)) moments.when = written(other)
  }
  return { ...claim, fact, time: claim.time ?? factTime(moments, said.timezone) }
}

function othersIn(fact: string, today: LocalDate): RelativeTime[] {
  const all = relativeTimesIn(fact, today).filter(({ index, words }) => {
    const end = index + words.length
    if (PRESENT.test(words) || isTitle(fact, index) || /^\s*[(（]\d/.test(fact.slice(end))) return false
    // In German, "hier" is a place.
    return !TIME_OF_DAY.test(fact.slice(0, end)) && (!/^hier$/i.test(words) || languageOf(fact) === "fr")
  })
  // "Pasado mañana" holds "mañana".
  return all.filter(
    (one) =>
      !all.some(
        (other) =>
          other.words.length > one.words.length &&
          other.index <= one.index &&
          other.index + other.words.length >= one.index + one.words.length,
      ),
  )
}

function written({ unit, from, to }: RelativeTime): string {
  if (unit === "week") return `${from} – ${to}`
  return from.slice(0, unit === "day" ? 10 : unit === "month" ? 7 : 4)
}

/** Relative times that have no date of their own, or none that fits in their place. */
const OPEN =
  /(?<![\p{L}])(?:last|this|next) (?:spring|summer|autumn|fall|winter|semester|term)(?![\p{L}])|(?<![\p{L}])(?:today|tonight|tomorrow|yesterday|(?:last|this|next) (?:week|month|year))['’]s(?![\p{L}])|(?<![\p{L}])(?:diesen|nächsten|letzten) (?:sommer|winter|herbst|frühling)(?![\p{L}])|(?<![\p{L}])(?:este|el próximo) (?:verano|invierno|otoño)(?![\p{L}])|(?<![\p{L}])cet (?:été|hiver|automne)(?![\p{L}])/u

/** Returns true if a fact means another time when it is read on another day. */
function holdsRelativeTime(fact: string): boolean {
  return (
    OPEN.test(fact) || relativeIn(fact) !== null || othersIn(fact, ANY_DAY).length > 0 || isMonthAlone(fact)
  )
}
const ANY_DAY: LocalDate = "2026-01-01"

function isMonthAlone(fact: string): boolean {
  const [month] = monthsIn(ANY_MONTH.exec(fact)?.[1] ?? "")
  return month !== undefined && !comesAgain(fact)
}
