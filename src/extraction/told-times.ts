/**
 * Gives a statement that was kept as it was told the date of what it announces, and lets it expire after that: "el próximo
 * lunes", "in January", "an Silvester". Habits, tastes and what is over keep their words. Pure.
 */
import { type LocalDate, localDate } from "../domain/calendar.ts"
import { factTime } from "../domain/fact-time.ts"
import type { Claim } from "../domain/types.ts"
import { holidaysIn } from "../text/holidays.ts"
import { type Language, languagesOf } from "../text/language.ts"
import { monthsIn } from "../text/moments.ts"
import type { SaidAt } from "./holiday-times.ts"
import { type SaidTime, timeIn, timeOf, timeWords } from "./rules/phrases/when.ts"
import { comesAgain, tellsAhead, tellsOfPast, tellsOfPastAbroad } from "./tense.ts"

/** How long a dated statement is kept at least; it stays until its time is over in any case. */
const LIFETIME = "30d"

/** Tastes and customs have no date: "I love skiing in January", "we eat goose at Christmas". */
const CUSTOM =
  /(?<!\p{L})(?:loves?|likes?|enjoys?|hates?|dislikes?|prefers?|eats?|bakes?|watch(?:es)?|sings?|wears?|decorates?|fan of|favou?rite|traditionally|tradition|custom|born|mag|mögen|liebe?n?|hasse?n?|esse?n?|isst|backe?n?|immer|meistens?|gewöhnlich|normalerweise|geboren|encanta\p{L}*|gustan?|amo|odi[oa]|comemos|como|siempre|normalmente|suel[oe]|solemos|nací|aime\p{L}*|adore\p{L}*|déteste\p{L}*|mange\p{L}*|toujours|adoro|gosto|detesto|comemos|sempre|costum\p{L}+)(?!\p{L})/iu

/** Returns the claim of a told statement with the time that its words give. */
export function withToldTime(claim: Claim, said: SaidAt): Claim {
  if (comesAgain(claim.fact)) return claim
  const isMonth = monthOf(claim.fact) !== null
  if (CUSTOM.test(claim.fact)) return isMonth ? { ...claim, lifetime: "permanent" } : claim
  // "Is closed" has the form of what is over.
  if ((tellsOfPast(claim.fact) && !IS.test(claim.fact)) || tellsOfPastAbroad(claim.fact)) return claim
  const dated = claim.time === null ? withTimeSaid(claim, said) : claim
  const { time } = dated
  return time !== null && time.endsAt > said.at ? { ...dated, lifetime: LIFETIME } : dated
}

const IS = /(?<!\p{L})(?:is|are|will)(?!\p{L})/iu

function withTimeSaid(claim: Claim, said: SaidAt): Claim {
  const { fact } = claim
  for (const language of languagesOf(fact)) {
    const time = timeIn(fact, { ...said, language })
    if (time === null || (time.from === null && time.to === null)) continue
    if (language === "en" && WEEKDAY_ONLY.test(fact) && !tellsAhead(fact) && !HAS.test(fact)) continue
    return {
      ...claim,
      fact: withDate(fact, time, { language, today: localDate(said.at, said.timezone) }),
      time: timeOf(time, said.timezone),
    }
  }
  return inMonth(claim, said)
}
/** "Ada plays tennis on Saturday" may be a habit. */
const WEEKDAY_ONLY = /^\D*(?<!\p{L})(?:mon|tues|wednes|thurs|fri|satur|sun)day\D*$/iu
const HAS = /(?<!\p{L})(?:has|have|had|is|are|exam|interview|appointment|meeting)(?!\p{L})/iu

/** Puts the year beside the name of a holiday, and the date behind other words. */
function withDate(
  fact: string,
  time: SaidTime,
  { language, today }: { language: Language; today: LocalDate },
): string {
  const [holiday] = time.words === undefined ? [] : holidaysIn(fact, today)
  if (holiday !== undefined && !holiday.hasYear) {
    const end = holiday.index + holiday.words.length
    return `${fact.slice(0, end)} ${(time.to ?? time.from ?? today).slice(0, 4)}${fact.slice(end)}`
  }
  if (/\d{4}/u.test(fact)) return fact
  const [, words = fact, end = ""] = /^(.*?)([.!…]*)$/su.exec(fact) ?? []
  return `${words} (${timeWords(time, language)})${end}`
}

const MONTH =
  /(?<![\p{L}\p{N}.])(?<word>in|until|till|by|im|bis|ab|en|hasta|em|até)(?: mes de)? (?<name>\p{L}{3,})(?![\p{L}]|,? (?:de |del |do )?\d|\.? \d)/iu
/** Names that are others' too: "interested in Jan". */
const SHORT_NAMES = /^(?:jan|mar|mars|dec|set|out|sep|nov|jun|jul|aug|ago|apr|abr|feb|fev|ene|may)$/u
const ENDS = /^(?:until|till|by|bis|hasta|até)$/iu

function monthOf(fact: string): { month: number; end: number; isEnd: boolean } | null {
  const found = MONTH.exec(fact)
  const { name = "", word = "" } = found?.groups ?? {}
  const [month] = SHORT_NAMES.test(name) ? [] : monthsIn(name)
  if (found === null || month === undefined) return null
  return { month, end: found.index + found[0].length, isEnd: ENDS.test(word) }
}

/** "In January" is the one that comes. */
function inMonth(claim: Claim, { at, timezone }: SaidAt): Claim {
  const named = monthOf(claim.fact)
  if (named === null) return claim
  const today = localDate(at, timezone)
  const [year = 0, now = 0] = today.split("-").map(Number)
  const moment = `${named.month < now ? year + 1 : year}-${String(named.month).padStart(2, "0")}`
  const { fact } = claim
  const dated = `${fact.slice(0, named.end)} ${moment.slice(0, 4)}${fact.slice(named.end)}`
  return {
    ...claim,
    fact: dated,
    time: factTime({ when: named.isEnd ? null : moment, until: named.isEnd ? moment : null }, timezone),
  }
}
