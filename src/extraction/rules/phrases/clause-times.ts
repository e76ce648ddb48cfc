/** Splits a sentence into clauses, and a clause into its words, its time, and an ending that may be left out. Pure. */

import { localDate } from "../../../domain/calendar.ts"
import type { Time } from "../../../domain/types.ts"
import { namesHoliday } from "../../../text/holidays.ts"
import { remembered } from "../../../text/remembered.ts"
import { clausesOf } from "../../support/sentences.ts"
import { withoutFormerTime } from "../endings/plan-cues.ts"
import type { FactKind } from "../kinds.ts"
import { isTime, mentionsTime } from "../times.ts"
import type { PhraseTable } from "./phrase.ts"
import { vagueTimeIn, withDayOfWeek } from "./vague-times.ts"
import { type SaidTime, timeIn } from "./when.ts"

/** "Im vegan i live in leeds": chat leaves out the comma. */
export function partsOf(sentence: string, { language }: PhraseTable): string[] {
  const all = clausesOf(sentence)
  const clauses = all.filter((clause, at) => !lacksNoun(clause, all.slice(at + 1)))
  const isOwn = (clause: string) => language === "en" && /^\s*(?:i|i['’]?m)(?![\p{L}])/iu.test(clause)
  return clauses.flatMap((clause) => (isOwn(clause) ? clause.split(FUSED) : [clause]))
}
/** "I love action", before "and sci-fi movies": the noun at the end is meant too. */
function lacksNoun(clause: string, next: readonly string[]): boolean {
  const at = next.findIndex((one) => one.trim().split(/\s+/).length > 1)
  return LIKES.test(clause) && SHARED_NOUN.test(next[at] ?? "")
}
const LIKES =
  /(?<![\p{L}])(?:love|like|adore|enjoy|hate|dislike|despise|detest|loathe|prefer|into|fan of|with|stand) [\p{L}'’-]+\s*$/iu
const SHARED_NOUN =
  /^\s*[\p{L}'’-]+ (?:movies|films|shows|series|music|songs|bands|games|books|novels|stories|comics|food|dishes|cuisine|wines?|beers?|tea|cheese|sports|cars|bikes|weather|art|dance|tracks)(?![\p{L}])/iu

/** Not "the city i live in", "when i work". */
const FUSED =
  /(?<!(?<![\p{L}])(?:(?:the|every|all|any|this|that|my) [\p{L}]+|when|if|that|where|while|think|know|wish|hope|says?|said|guess|than|as|what|how|until|like|before|after|which|who|only|not|never))\s(?=(?:i (?:live|have|work|am|play|own|study|speak|moved|got|adopted)|i['’]?m)(?![\p{L}]))/iu

/** A clause without its time, and that time. */
export interface TimedClause {
  text: string
  when: SaidTime | string
}

/** Times said in a clause: a coming date, and in English also what is past or recurs, at its end or beginning. */
export function timesOf(
  text: string,
  table: PhraseTable,
  speech: { at: Time; timezone: string; isMonthOpen?: boolean },
): TimedClause[] {
  const found: TimedClause[] = []
  const { language } = table
  const today = localDate(speech.at, speech.timezone)
  const dated = withDayOfWeek(text, today, language)
  const vague = vagueTimeIn(text, today, language)
  // "A partir de enero tengo clase los jueves": the weekday is no date.
  const coming = vague?.isStart === true ? vague : (timeIn(dated, { ...speech, language }) ?? vague)
  const isOpen = speech.isMonthOpen === true && lacksMonth(text)
  if (coming !== null && !isOpen && (coming.from !== null || coming.to !== null))
    found.push({ text: inOrder(bare(coming.rest, table), table, true), when: coming })
  if (table.language !== "en") return found
  if (!mentionsTime(text)) return found
  const words = text.split(" ")
  for (let at = 1; at < words.length; at++) {
    const [head, tail] = [words.slice(0, at).join(" "), words.slice(at).join(" ")]
    if (isTime(tail)) return [...found, { text: bare(head, table), when: tail }]
    if (at <= LONGEST_LEAD && isTime(head.replace(/,$/, ""))) {
      found.push({ text: bare(tail, table), when: head.replace(/,$/, "") })
      return found
    }
  }
  return found
}

/** Puts the words of a clause in the order that phrases have. `isLed`: a time stood before it. */
export function inOrder(clause: string, { order }: PhraseTable, isLed = false): string {
  return order === undefined ? clause : order(clause, isLed)
}

/** "The 6th": of which month? */
export function lacksMonth(text: string): boolean {
  return BARE_DAY.test(text) && !MONTH_DATE.test(text)
}
const BARE_DAY = /(?<![\p{L}\d])the \d{1,2}(?:st|nd|rd|th)(?![\p{L}])/iu
/** "January 10th", "10 jan". */
const MONTH_DATE =
  /(?<![\p{L}])(?:(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\p{L}* \d{1,2}|\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec))/iu
const LONGEST_LEAD = 4

/** A clause without what says nothing at its ends. Several readers ask for the same clause. */
export function bare(said: string, table: PhraseTable): string {
  const strip = stripping.get(table) ?? remembered((clause) => stripped(clause, table), { most: 500 })
  stripping.set(table, strip)
  return strip(said)
}

const stripping = new WeakMap<PhraseTable, (clause: string) => string>()

/** Letters, digits and common punctuation alone. */
const PLAIN = /^[\w ,.;:!?'"()/+-]*$/

function stripped(whole: string, { fillers, plain }: PhraseTable): string {
  const said = withoutFormerTime(whole)
  // The rest after a dash is said of the whole: "a conference - it was great".
  const spaced = PLAIN.test(said) ? said : said.replace(/[^\p{L}\p{N}\p{P}\p{Sm}\p{Zs}]/gu, " ")
  let clause = spaced
    .replace(/\s{2,}|[^\S ]/g, " ")
    .replace(/(?<=.{12}) [-–—] (?:it|that|this|so|and) .*$/u, "")
  for (let before = ""; before !== clause; ) {
    before = clause
    clause = clause
      .trim()
      .replace(/^[\s,.;:!*~()-]+|[\s,.;:!*~(-]+$/g, "")
      .replace(fillers, "")
  }
  return plain === undefined ? clause : plain(clause)
}

/** Kinds of what goes on: "for two years" tells since when. */
export const LASTING: ReadonlySet<FactKind> = new Set<FactKind>([
  "work",
  "skill",
  "goal",
  "habit",
  "tool",
  "home",
  "study",
])

/** "For two years" as the year since when. */
export function sinceOf(when: string, { at, timezone }: { at: Time; timezone: string }): string | null {
  const [, count = "", unit = ""] =
    /^for (?:about |over |almost |nearly |like |around |the (?:last|past) )?(\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten) (year|month)s?$/i.exec(
      when,
    ) ?? []
  if (unit === "") return null
  const number = Number(count) || NUMBERS.indexOf(count.toLowerCase()) + 1 || 1
  const year = Number(localDate(at, timezone).slice(0, 4))
  return unit.toLowerCase() === "year" ? `since ${year - number}` : null
}
const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

export interface Clause {
  text: string
  /** Its readings with a time. */
  timed: TimedClause[]
}

/** Kinds of which a clause is true without its ending: "I have two cats (in the basement)". */
export const SHORTENED: ReadonlySet<FactKind> = new Set<FactKind>([
  "home",
  "origin",
  "work",
  "study",
  "family",
  "pet",
  "birthday",
  "belonging",
  "skill",
  "tool",
  "milestone",
  "appointment",
  "absence",
  "event",
])

/** Words with which an ending begins that says more of what was said. */
const ENDING =
  / (?=(?:since|because|cause|cuz|bc|while|where|with|though|and|but|so|tbh|as|who|which|or|(?<=(?:program|race|group|club|project|service|lab|bank) )for|seit|mit|bei|im|am|und|aber|weil|nach|damit|wo|desde|con|en|y|pero|porque|por|para|hace|que|depuis|avec|à|au|dans|et|mais|car|pour|chez|qui|com|em|no|na|e|mas|pra|há|sem|sans|ohne)(?![\p{L}]))/iu
/** Endings that make something else of what was said: "for a week", "in my dreams". */
const CHANGES =
  /(?:^|\s)(?:(?:for|für|por|pour) (?:(?:a|an|one|the|this|ein\p{L}*|un\p{L}*|um\p{L}*) )?(?:day|night|week|weekend|bit|while|minute|month|sec|second|tag|woche|weile|día|semana|rato|jour|semaine|moment|dia|pouco|now)|para (?:ti|vos|vosotr[oa]s|ustedes|él|ella|ell[oa]s|mañana|otr[oa]s?)|dreams?|game|minecraft|monopoly|skyrim|geoguessr|valheim|stardew|sims|rp|roleplay|campaign|dnd|d&d|character|novel|movie|traum|spiel|rol|jeu|rêve|sueños?|sonho|jogo|joke|if|unless|until|till|bis|hasta|jusqu\p{L}*|até|wenn|si|se|not|never|nicht|no|pas|não|anymore|mehr|would|could|instead|except|außer|sauf|menos|again)(?![\p{L}])/iu
const FEWEST_WORDS = 2

/** Returns a clause without its ending, longest first. Its time is never left out. */
export function shortened({ text, timed }: Clause): Clause[] {
  const cut = (words: string) => endingsOf(words).map((ending) => words.slice(0, -ending.length).trim())
  const dated = timed.flatMap((one) =>
    cut(one.text)
      // "Busy at the shelter getting ready for a fundraiser next week": the day may be that of the ending alone.
      .filter((words) => typeof one.when === "string" || text.endsWith(one.text.slice(words.length)))
      .map((words) => ({ text: words, timed: [{ ...one, text: words }] })),
  )
  return timed.length > 0 ? dated : cut(text).map((words) => ({ text: words, timed: [] }))
}

function endingsOf(text: string): string[] {
  const parts = text.split(ENDING)
  const endings: string[] = []
  for (let at = parts.length - 1; at > 0; at--) {
    const ending = ` ${parts.slice(at).join(" ")}`
    if (CHANGES.test(ending) || mentionsTime(ending)) break
    if (parts.slice(0, at).join(" ").split(" ").length >= FEWEST_WORDS) endings.push(ending)
  }
  return endings
}

/** Returns a test of a time: other dates or a holiday were just named then, so "the 18th" may be of their month. */
export function monthsNamed(messages: readonly { at: Time; content: string }[]): (at: Time) => boolean {
  const named = messages.filter(({ content }) => MONTH_DATE.test(content) || namesHoliday(content))
  return (at) => named.some((one) => one.at <= at && at - one.at < RECENT_MS)
}
const RECENT_MS = 600_000
