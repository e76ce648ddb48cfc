/**
 * Tells a line together with a later one that settled or corrected its matter: "minibus it is", "thursday 19th, 8pm then",
 * "no sorry, 10 not 10.30". Such a line holds few words of any question, so no search finds it. Pure.
 */
import { MINUTE } from "../../domain/calendar.ts"
import type { FollowingLine } from "../context.ts"
import { heldBy, isQuestion, saidIn, splitAtStops } from "./answer-features.ts"
import { ASKS_OUTCOME, CORRECTS, SETTLES, TELLS_CHANGE } from "./answer-kinds.ts"
import { continued } from "./exchange.ts"
import type { AnswerInput } from "./prompt.ts"
import { parsedOf, type Stated } from "./stated.ts"

/** A matter is settled within this time. Later, the line may settle another one. */
const WITHIN = 60 * MINUTE
/** People correct themselves within this time. */
const CORRECTED = 20 * MINUTE

/** A line that reports the outcome itself needs no later one. */
const IS_DONE = /^\W*(?:done|sorted|decided|agreed|hecho|listo|erledigt|fertig|feito)(?!\p{L})/iu
/** "By the way" begins another matter. */
const ANOTHER_MATTER =
  /(?<!\p{L})(?:btw|by the way|übrigens|por cierto|au fait|a prop[oó]sito|ali[aá]s)(?!\p{L})/iu

/** Tells a statement with the later line that says how its matter came out; `null` if there is none. */
export function withOutcome(
  one: Stated,
  input: AnswerInput,
  others: readonly Stated[] = [],
): Stated[] | null {
  const outcome = outcomeOf(one, input)
  return outcome === null ? null : continued(one, [outcome], others)
}

/**
 * Returns the last of the later lines that tell the outcome of a statement. There are three kinds: a line that settles
 * something, if the question asks for a time or an outcome; a change by the same author that holds a word of the question;
 * and a correction by the same author. `null` if there is none.
 */
function outcomeOf(one: Stated, input: AnswerInput): FollowingLine | null {
  const { item } = one
  const said = saidIn(one.text, one.speaker)
  const tellsState = SETTLES.test(said) || IS_DONE.test(said)
  // A proposal may speak of a change that nobody agreed to.
  const tellsChange = TELLS_CHANGE.test(said) && !one.text.includes("?")
  if (item.kind !== "message" || tellsState || tellsChange) return null
  const { type, words } = parsedOf(input)
  const asksTime = type?.isMoment === true
  const asksOutcome = ASKS_OUTCOME.test(input.question)
  const answers = ({ text, author, at }: FollowingLine) => {
    const told = toldOf(text)
    if (type !== null && !type.answers.test(told)) return false
    const settled = SETTLES.exec(told)?.[0]
    // "Minibus it is, I'll book it monday" settles no day.
    const isOther =
      asksTime && settled !== undefined && / it is$/iu.test(settled) && !type.answers.test(settled)
    if ((asksTime || asksOutcome) && settled !== undefined && !isOther) return true
    if (author.id !== item.subject?.id || ANOTHER_MATTER.test(told)) return false
    const isChange = TELLS_CHANGE.test(told) && heldBy(words, told).size > 0
    return isChange || (asksTime && CORRECTS.test(told) && at - item.at <= CORRECTED)
  }
  return (
    [...(item.next ?? []), ...(item.later ?? [])]
      .filter((line) => line.at >= item.at && line.at - item.at <= WITHIN && answers(line))
      .sort((a, b) => a.at - b.at)
      .at(-1) ?? null
  )
}

/** Returns a line without the sentences that ask, such as "everyone ok?". */
function toldOf(text: string): string {
  return splitAtStops(text)
    .filter((sentence) => !isQuestion(sentence))
    .join(" ")
}
