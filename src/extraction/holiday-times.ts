/**
 * Gives the holidays of a fact their year, "at Christmas 2026", and a plan for one its time, so that it expires after that
 * day. A custom ("always at Easter") keeps its words. Pure.
 */
import { DAY, type LocalDate, localDate } from "../domain/calendar.ts"
import { factTime } from "../domain/fact-time.ts"
import type { Claim, FactTime, Time } from "../domain/types.ts"
import { holidaysIn, type NamedHoliday } from "../text/holidays.ts"
import { comesAgain, tellsAhead, tellsOfPast } from "./tense.ts"

/** When the words of a claim were said, and in which zone. */
export interface SaidAt {
  at: Time
  timezone: string
}

/** Returns the claim with years beside its holidays and, if it had none, with the time of a plan. */
export function withHolidays(claim: Claim, { at, timezone }: SaidAt): Claim {
  const today = localDate(at, timezone)
  const named = holidaysIn(claim.fact, today).filter(isWhen)
  const [first] = named
  const tense = first === undefined ? null : tenseOf(claim, first)
  if (first === undefined || tense === null || comesAgain(claim.fact)) return claim
  const { from, to } = first.coming
  if (tense === "past") return { ...claim, fact: withYears(claim.fact, named, tense) }
  if (claim.time !== null ? !isWithin(claim.time, first) : isFar(first, today)) return claim
  const isEnd = ENDS.test(first.preposition ?? "")
  const moments = { when: isEnd ? null : from, until: isEnd || from !== to ? to : null }
  return {
    ...claim,
    fact: withYears(claim.fact, named, tense),
    time: claim.time ?? factTime(moments, timezone),
    lifetime: claim.lifetime === "permanent" && GATHERING.test(claim.fact) ? "30d" : claim.lifetime,
  }
}

const ENDS = /^(?:until|till?|by|bis|hasta)/u

/** "We love Easter" names no time. */
function isWhen({ preposition, isQualified, isLast }: NamedHoliday): boolean {
  return isQualified || isLast || preposition !== null
}

/** Tells if the holiday of a fact lies ahead or behind; `null` if the words leave it open. */
function tenseOf({ fact, type }: Claim, { isLast, isQualified }: NamedHoliday): "ahead" | "past" | null {
  if (isLast) return "past"
  if (OTHERS_PAST.test(fact)) return null
  if (WAS.test(fact)) return "past"
  if (isQualified || tellsAhead(fact) || OTHERS_AHEAD.test(fact) || GATHERING.test(fact)) return "ahead"
  if (tellsOfPast(fact) && !IS.test(fact)) return "past"
  return type === "episode" || type === "task_state" ? "ahead" : null
}

const WAS = /(?<![\p{L}])(?:was|were|had|did)(?![\p{L}])/iu
const IS = /(?<![\p{L}])(?:is|are)(?![\p{L}])/iu
const OTHERS_PAST =
  /(?<![\p{L}])(?:waren?|hatten?|wurden?|(?:hat|haben|ist|sind) .*(?<![\p{L}])ge\p{L}+(?:t|en)|fue|fueron|era|estuvo|estuvieron|había|ha \p{L}+[aio]do)(?![\p{L}])/iu
const OTHERS_AHEAD =
  /(?<![\p{L}])(?:wird|werden|fährt|fahren|fliegt|fliegen|reist|reisen|kommt|kommen|zieht|heiratet|möchte|va a|van a|viaja|viajan|vuela|vuelve|viene|vienen|irá|quiere)(?![\p{L}])/iu
/** A gathering that is to be: "the party is". */
const GATHERING =
  /(?<![\p{L}])(?:party|dinner|lunch|brunch|meeting|meetup|get-together|trip|gig|concert|match|tournament|raid|stream|event|wedding|race|\p{L}*(?:feier|treffen|essen|ausflug|reise|hochzeit|konzert|turnier)|fiesta|cena|comida|viaje|quedada|reunión|boda|concierto|torneo)(?: \S+){0,6}? (?:is|are|ist|sind|es|son|será|findet)(?![\p{L}])/iu

/** Days. A holiday whose last one is hardly over may be that one. */
const FARTHEST = 280

function isFar({ coming, isQualified, hasYear }: NamedHoliday, today: LocalDate): boolean {
  return !(isQualified || hasYear) && (Date.parse(coming.from) - Date.parse(today)) / DAY > FARTHEST
}

function isWithin({ when, until }: FactTime, { coming }: NamedHoliday): boolean {
  const day = (when ?? until ?? "").slice(0, 10)
  return coming.from <= day && day <= coming.to
}

function withYears(fact: string, named: readonly NamedHoliday[], tense: "ahead" | "past"): string {
  let dated = fact
  for (const holiday of named.toReversed()) {
    const { index, words, preposition, hasYear } = holiday
    if (hasYear) continue
    const { to } = tense === "past" ? holiday.past : holiday.coming
    const plain = words.replace(QUALIFIER, preposition === null && ENGLISH.test(words) ? "at " : "")
    dated = `${dated.slice(0, index)}${plain} ${to.slice(0, 4)}${dated.slice(index + words.length)}`
  }
  return dated
}
const ENGLISH = /^(?:this|next|coming|last)/iu
const QUALIFIER =
  /(?<![\p{L}])(?:this(?: coming)?|next|coming|last|diese[nrsm]?|nächste[nrsm]?|kommende[nrsm]?|letzte[nrsm]?)\s+/iu
