/** Finds the sentences of a talk that tell something. Pure. */
import type { Claim, Time } from "../../domain/types.ts"
import { stems } from "../../text/stems.ts"
import { truncate } from "../../text/truncate.ts"
import { quotedIn, sentencesIn } from "../support/sentences.ts"
import { FIRST_PERSON, OTHER_PERSON, UNREAL } from "../support/words.ts"
import { isFanciful } from "./fanciful.ts"
import type { Keywords } from "./keywords.ts"
import type { TranscriptLine } from "./line.ts"
import { withDatesNoted } from "./real-dates.ts"
import { mentionsMoney } from "./source-filter.ts"

export interface Telling {
  line: TranscriptLine
  /** Counts sentences within the line. */
  place: number
  /** Returns it in the author's words. Few of a window's sentences are asked for. */
  text(): string
  /** The more, the more it tells. */
  score: number
}

export interface TellingContext {
  claims: readonly Claim[]
  keywords: Keywords
  timezone: string
}

/** Shorter sentences tell nothing by themselves. */
const SHORTEST = 3
const LONGEST = 160
/** The share of a sentence's words that the facts of its line must have so that it need not be told again. */
const TOLD = 0.6

/** Returns the telling sentences of some lines, the most telling first. */
export function tellings(lines: readonly TranscriptLine[], context: TellingContext): Telling[] {
  return lines
    .flatMap((line) => tellingsIn(line, context))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
}

function tellingsIn(line: TranscriptLine, { claims, keywords, timezone }: TellingContext): Telling[] {
  const told = new Set(
    claims.filter(({ lines }) => lines.includes(line.number)).flatMap(({ fact }) => stems(fact)),
  )
  return sentencesIn(line.text).flatMap(({ text, isQuestion, isUnmeant }, place) => {
    const words = stems(text)
    const isTold = words.filter((word) => told.has(word)).length >= TOLD * words.length
    if (isFanciful(text) || quotedIn(text) !== "") return []
    if (line.isUnmeant || isUnmeant || words.length < SHORTEST || isTold || mentionsMoney(text)) return []
    const score = keywords.score({ ...line, text }) * weightOf(text, isQuestion)
    return [{ line, place, score, text: () => plainly(dated(text, { at: line.at, timezone })) }]
  })
}

/** "Tomorrow" says nothing once the day is over. Of others much is said in jest: "she was a baby yesterday". A weekday that may lie before or behind stays as it is. */
function dated(text: string, said: { at: Time; timezone: string }): string {
  if (JEST.test(text) || (OTHER_PERSON.test(text) && !FIRST_PERSON.test(text))) return text
  const noted = withDatesNoted(text, { ...said, isPast: true })
  return noted === withDatesNoted(text, { ...said, isPast: false }) ? noted : text
}

/** "I'd rather eat my hat than sail with you lot tomorrow". */
const JEST = /(?<!\p{L})(?:rather|you lot|bet)(?!\p{L})/iu

/** Statements about oneself, with numbers, days and names, tell more than questions and wishes. */
function weightOf(text: string, isQuestion: boolean): number {
  return (
    (isQuestion ? 0.5 : 1) *
    (UNREAL.test(text) ? 0.7 : 1) *
    (FIRST_PERSON.test(text) ? 1.3 : 1) *
    (NUMBER_OR_DAY.test(text) ? 1.25 : 1) *
    (NAME.test(text) ? 1.2 : 1)
  )
}
const NUMBER_OR_DAY =
  /\d|(?<![\p{L}])(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|yesterday|tomorrow|(?:last|next) (?:week|month|year|night|weekend)|gestern|morgen|ayer|mañana|hier|demain|ontem|amanhã)(?![\p{L}])/iu
const NAME = /(?<=\p{Ll},? )\p{Lu}\p{Ll}+/u

/** Words at the start of a sentence that say nothing. Some do only before a comma or a full stop: "no, we met" but "no meat". */
const LEAD =
  /^(?:(?:(?:oh|ok|okay|well|so|and|but|yeah|yes|yep|haha+|lol|wow|hey|hi|hello|btw|also|actually|honestly|anyway|lads|guys|folks)[\s,!.]+|(?:no|thanks)[,!.]+\s*))+(?=\S)/iu

function plainly(text: string): string {
  return clipped(
    text
      .replace(/\s+/g, " ")
      .replace(/(?: \.)+/g, ".")
      .replace(LEAD, "")
      .replace(/[\s.…]+$/u, ""),
  )
}

function clipped(text: string): string {
  return truncate(text, LONGEST, { at: "word" })
}
