/** Reads whether a message changes the date of its author's plan, or calls it off. Pure. */
import type { FactTime, Message, Time } from "../../../domain/types.ts"
import { type Language, languageOf } from "../../../text/language.ts"
import { sentencesOf } from "../../support/sentences.ts"
import { NEGATOR, UNREAL } from "../../support/words.ts"
import { LONGEST_LINE } from "../joined-messages.ts"
import { RELATIVE } from "../phrases/en-words.ts"
import { timeIn, timeOf, timeWords } from "../phrases/when.ts"
import { withRealDates } from "../real-dates.ts"
import { isUnusableLine } from "../source-filter.ts"
import { saysChanged, saysOff, withoutFormerTime } from "./plan-cues.ts"

/** A time in words, "on 5 December 2026", and as a fact's time. */
export interface NewTime {
  when: string
  time: FactTime
}

/** Returns the sentence that changes a plan, and the new time if it names one. */
export function changeIn(
  message: Message,
  context: { timezone: string },
): { text: string; at: NewTime | null } | null {
  const { content, role } = message
  if (role !== "member" || content.length > LONGEST_LINE || isUnusableLine(content, content)) return null
  if (!saysChanged(content) && !saysOff(content)) return null
  const stated = sentencesOf([message]).filter(
    ({ text, isQuestion, isUnmeant }) =>
      !isQuestion && !isUnmeant && !OF_OTHERS.test(text) && !isSupposed(text),
  )
  for (const { text } of stated) {
    const said = withoutFormerTime(text)
    const at = saysChanged(content) && !NEGATOR.test(said) ? newTime(said, message.at, context) : null
    if (at !== null) return { text, at }
  }
  // "From Monday to Thursday" and the like name a new date that is not read.
  const off = stated.find(
    ({ text }) => saysOff(text) && !/\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day/iu.test(text),
  )
  return off === undefined ? null : { text: off.text, at: null }
}

/** The month is no "may", and the reflexive of Romance languages no "if". */
function isSupposed(text: string): boolean {
  const plain = text.replace(/(?<=\d(?:st|nd|rd|th)?(?: of)? |\b(?:in|to) )may\b|\bmay(?= \d)/giu, " ")
  const isReflexive = /^(?:es|fr)$/u.test(languageOf(text))
  return UNREAL.test(isReflexive ? plain.replace(/(?<!\p{L})se(?!\p{L})/giu, " ") : plain)
}

/** Somebody else's plan is spoken of. */
const OF_OTHERS = new RegExp(
  `(?<![\\p{L}])(?:(?:my|our) (?:${RELATIVE})|his|her|their|your|he|she|they|you|dein\\p{L}*|seine?[mnrs]?|ihre?[mnrs]?|er|su|tu|sus|él|ella|son|sa|ses|il|elle|ton|ta|seu|sua|dele|dela|ele|ela)(?![\\p{L}])`,
  "iu",
)

function newTime(text: string, at: Time, { timezone }: { timezone: string }): NewTime | null {
  const language: Language = languageOf(text)
  const said = timeIn(text.replace(NOW, " "), { at, timezone, language })
  if (said !== null && (said.from !== null || said.to !== null)) {
    const time = timeOf(said, timezone)
    return time && { when: timeWords(said, language), time }
  }
  const [, named] = TO_MONTH.exec(text) ?? []
  if (said !== null || language !== "en" || named === undefined) return null
  const real = withRealDates(` ${/^next/iu.test(named) ? named : `in ${named}`}`, {
    at,
    timezone,
    isPast: false,
  })
  return real.time && { when: real.fact.trim(), time: real.time }
}
const NOW = /(?<!\p{L})(?:now|jetzt|ahora|maintenant|agora)(?!\p{L})/giu
const TO_MONTH =
  /(?<![\p{L}])(?:to|in|until|till) (next month|(?:january|february|march|april|june|july|august|september|october|november|december)(?! \d| the))(?![\p{L}])/iu
