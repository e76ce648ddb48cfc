/** Facts as the phrases give them: in third person, with real times. Pure. */
import { localDate } from "../../../domain/calendar.ts"
import type { FactTime, Person, Time } from "../../../domain/types.ts"
import type { Language } from "../../../text/language.ts"
import type { FactKind } from "../kinds.ts"
import { withRealDates } from "../real-dates.ts"
import { capitalizeDates } from "../times.ts"
import { LASTING, sinceOf, type TimedClause } from "./clause-times.ts"
import type { ClauseSubject } from "./others.ts"
import type { Phrase, PhraseTable } from "./phrase.ts"
import { filled, PAST_FORM } from "./retell.ts"
import { isBareWeekday, isForDay, isUnclearDay } from "./unclear-days.ts"
import { monthWords, timeOf, timeWords } from "./when.ts"

export interface SaidFact {
  kind: FactKind
  /** With the subject's name, without a period and without its time. */
  told: string
  /** The words of its time, "on 12 May 2026", or "". */
  when: string
  time: FactTime | null
  /** The words of its slots, for topics. */
  slots: string[]
  /** The subject in words. */
  label: string
  /** The member it is about, and whether it tells of a relative of theirs. */
  person: Person
  isKin: boolean
  /** A place that it names, which "there" may mean later. */
  place?: string | undefined
}

/** Who speaks, when and where, and what was said before. */
export interface Speech {
  speaker: Person
  at: Time
  timezone: string
  /** Members by what they are called, in lower case. */
  names: ReadonlyMap<string, Person>
  /** The place named last: "there". */
  place?: string | null
  /** The relative of the speaker whom "she" or "he" means: "my sister Ann". */
  kin: string | null
  /** Dates of a month were just named, so that a day without one is of no known month. */
  isMonthOpen?: boolean
  /** Days of another week were just named, so that a weekday is of no known week. */
  isWeekOpen?: boolean
  /** A word in lower case that an abbreviation's dot may cut at the end: what ends with it may name something else. */
  cut?: string | null
  /** A few words before the sentence: "so right now". */
  lead?: string
  /** A clause may be read without its ending, a whole sentence not. */
  isPart?: boolean
}

export function factOf({ told, when }: Pick<SaidFact, "told" | "when">): string {
  return `${told} ${when}`.trim()
}

export interface ToldClause {
  about: ClauseSubject
  speech: Speech
}

/** The fact of a matched phrase, with its time made real, or `null` if it lacks a time that it needs. */
export function toldFact(
  phrase: Phrase,
  slots: Record<string, string>,
  table: PhraseTable,
  { about, speech, text, when }: ToldClause & TimedClause,
): SaidFact | null {
  const { language } = table
  const template = /\{whos?e?\}/u.test(phrase.fact) ? phrase.fact : `{who} ${phrase.fact}`
  const words = filled(template, { ...slots, who: about.label, whose: germanGenitive(about.label) })
  const dated = phrase.dated === null ? words : words.replace(OF_A_SEASON, "")
  const told = language === "en" ? capitalizeDates(dated) : dated
  const fact = {
    kind: phrase.kind,
    told,
    slots: Object.values(slots),
    label: about.label,
    person: about.person,
    isKin: about.isKin,
    place: slots.place,
  }
  if (UNRESOLVED.test(told)) return null
  // An age, or a year of studies, is true of its month.
  if (IS_AGE.test(told)) {
    const month = monthWords(localDate(speech.at, speech.timezone), language)
    return { ...fact, when: `(${month})`, time: null }
  }
  if (when === "" || (phrase.dated === null && !begins(when, table)))
    return phrase.dated === "needed" ? null : { ...fact, when: "", time: null }
  if (!isClear({ ...about, kind: phrase.kind }, speech, language))
    return phrase.dated === "told" ? { ...fact, when: "", time: null } : null
  const real = dayOf(phrase, { about, speech, text, when }, language)
  return real && { ...fact, ...real }
}

/** A lasting fact may begin on a day to come: "ab Januar vegan". English clauses say so in phrases of their own. */
export function begins(when: TimedClause["when"], { language }: PhraseTable): boolean {
  return language !== "en" && typeof when !== "string" && when.isStart === true
}

/** "Ankes", "Jonas’". */
function germanGenitive(name: string): string {
  return /(?:[sßxz]|ce)$/iu.test(name) ? `${name}’` : `${name}s`
}

const IS_AGE =
  /(?<!\p{L})(?:is [\p{L}\d]+ (?:weeks|months|years?)(?: old)?|ist \d{2} Jahre alt|tiene \d{2} años|a \d{2} ans|tem \d{2} anos|is in their [\p{L}\d]+ year of .+)$/u
/** A time or somebody that only the talk tells: "a few years ago", "to be with him". */
const UNRESOLVED =
  /(?<![\p{L}])(?:ago(?![\p{L}])|(?:until|till|by|before|after|bis|hasta|até) (?:the )?(?:spring|summer|fall|autumn|winter|thanksgiving|christmas|xmas|easter|halloween|weihnachten|ostern|navidad|natal)(?![\p{L}])|(?:with|for|to|from|of|about) (?:him|her|them)$|(?:to be|w|u|n|y|bc)$)/iu
/** Of no known year: "dropped out in spring". */
const OF_A_SEASON =
  / (?:(?:in|last|this|next|over) (?:the )?(?:spring|summer|fall|autumn|winter)|im (?:frühling|sommer|herbst|winter)|en (?:primavera|verano|otoño|invierno))(?![\p{L}])(?! of \d| \d)/iu

/** The date that a clause names can be told from its words. */
function isClear(
  { clause, kind }: { clause: string; kind: FactKind },
  { isWeekOpen, ...said }: Speech,
  language: Language,
): boolean {
  if (isUnclearDay(clause, { ...said, language })) return false
  if (isWeekOpen && isBareWeekday(clause, language)) return false
  return kind !== "task" || !isForDay(clause)
}

function dayOf(
  phrase: Phrase,
  { speech, text, when }: ToldClause & TimedClause,
  language: Language,
): Pick<SaidFact, "when" | "time"> | null {
  const wasPast = PAST_FORM.test(
    text.replace(
      /^(?:i (?:have )?|(?:my|our) (?:\p{L}+ ){1,3}?(?=died|passed|was|got|had|moved|left|lost|won|quit))/iu,
      "",
    ),
  )
  if (typeof when !== "string")
    return phrase.dated === "past" ||
      (wasPast && language === "en" && !LIES_AHEAD.has(phrase.kind) && !LOOKS_AHEAD.test(text)) ||
      (phrase.dated === "needed" && when.from === localDate(speech.at, speech.timezone))
      ? null
      : { when: timeWords(when, language), time: timeOf(when, speech.timezone) }
  if (RESTS.test(when) && IS_OVER.test(phrase.fact)) return null
  const isPast = /^since /iu.test(when) || wasPast
  const lasting = LASTING.has(phrase.kind) ? sinceOf(when, speech) : null
  const real = withRealDates(` ${lasting ?? capitalizeDates(when)}`, { ...speech, isPast })
  const isReal = real.time !== null || /\d{4}/.test(real.fact)
  if (phrase.dated === "past" && !(isReal && isPast)) return null
  const isToday = real.time?.when === localDate(speech.at, speech.timezone)
  const isOver =
    PASSED.test(when) ||
    (real.time?.when ?? "9") < localDate(speech.at, speech.timezone).slice(0, real.time?.when?.length)
  if (phrase.dated === "needed" && (!isReal || isToday || isOver)) return null
  return { when: real.fact.replace(OF_A_SEASON, "").trim(), time: real.time }
}

/** "Quit smoking every monday", "off sugar for a week" end nothing. */
const RESTS = /^(?:for|every|each|on \p{L}+days) /iu
const IS_OVER = /^(?:quit|stopped|no longer|is no longer)(?![\p{L}])/u
/** "While volunteering yesterday": no plan. */
const PASSED = /(?<![\p{L}])(?:yesterday|last|ago|past|earlier|previous|recently|lately)(?![\p{L}])/iu
/** "Won it on friday" tells of last Friday, but "got an interview on friday" of the coming one, */
const LIES_AHEAD: ReadonlySet<FactKind> = new Set<FactKind>([
  "appointment",
  "schedule",
  "absence",
  "task",
  "goal",
])
/** and so does "booked a table for friday". */
const LOOKS_AHEAD =
  /(?<![\p{L}])(?:booked|tickets|signed up|registered|scheduled|planned|arranged|agreed|promised|decided|invited|reserved|starting|to (?:start|begin|move|go|leave|visit))(?![\p{L}])/iu
