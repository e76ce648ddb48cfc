/** The sentences of a message with the days that they name for a plan, and whether those are clear. Pure. */
import type { Message } from "../../../domain/types.ts"
import type { Language } from "../../../text/language.ts"
import { type ChatSentence, sentencesOf } from "../../support/sentences.ts"
import { MOVED, NEGATOR } from "../../support/words.ts"
import { DAY_PATTERNS } from "./days.ts"
import { eventIn } from "./group-words.ts"
import { EITHER_DAY } from "./unclear-days.ts"
import { type SaidTime, timeIn } from "./when.ts"

export const CANCELS =
  /(?<![\p{L}])(?:cancel\p{L}*|called off|off this week|no (?:raid|practice|game|session|training)|fällt aus|abgesagt|cancelad[oa]|se cancela|annulée?|cancelou)(?![\p{L}])/iu

/** Told of what is over: "we went on a hike on Friday". */
export const HAPPENED =
  /(?<![\p{L}])(?:(?!(?:mov|push|postpon|reschedul|delay|confirm|settl|decid|schedul|fix|agre|plann|ne)ed)\p{L}{2,}ed|was|were|went|ran|had|did|got|won|lost|met|saw|came|finished|attended|joined|played|war|waren|hatte\p{L}*|ging\p{L}*|fui|fue|fuimos|era|estuv\p{L}+|tuv\p{L}+|jugamos|ganamos|était|étaient|avait|suis allée?|foi|fomos|estava|tive|tivemos)(?![\p{L}])/iu

export interface TimedSentence {
  sentence: ChatSentence
  time: SaidTime | null
}

/** Without those that are not meant. */
export function timedSentences(
  message: Message,
  zone: { timezone: string; language: Language },
): TimedSentence[] {
  return sentencesOf([message])
    .filter(({ isUnmeant }) => !isUnmeant)
    .map((sentence) => ({ sentence, time: timeIn(sentence.text, { at: message.at, ...zone }) }))
}

/** A sentence names a day, and the next another weekday, of no event of its own, which neither moves it nor calls it off. */
export function isOtherDay(
  { sentence, time }: TimedSentence,
  next: TimedSentence | undefined,
  language: Language,
): boolean {
  if (EITHER_DAY.test(sentence.text)) return true
  if (next === undefined || next.time?.from == null || next.time.from === time?.from) return false
  const isDay = time?.from != null || NEAR_DAY.test(sentence.text)
  const texts = [sentence.text, next.sentence.text]
  const isMoved = texts.some((text) => MOVED.test(text) || NEGATOR.test(text) || CANCELS.test(text))
  return (
    isDay &&
    !isMoved &&
    !HAPPENED.test(sentence.text) &&
    next.sentence.text.search(DAY_PATTERNS[language].weekday) >= 0 &&
    eventIn(next.sentence.text, language) === null
  )
}
const NEAR_DAY =
  /(?<![\p{L}])(?:today|tonight|tomorrow|tmrw?|heute|morgen|hoy|mañana|aujourd['’]hui|demain|hoje|amanhã)(?![\p{L}])/iu
