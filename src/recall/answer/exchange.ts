/**
 * Continues a line with the reply that may change or complete it: a correction, the answer to a question that it raised, or
 * the words of somebody whom it names. In chat the answer is often in the reply. Pure.
 */
import { MINUTE } from "../../domain/calendar.ts"
import { stems } from "../../text/stems.ts"
import type { FollowingLine, Item } from "../context.ts"
import { sourceBeside } from "../item-sources.ts"
import { heldBy, isQuestion, saidIn, splitAtStops } from "./answer-features.ts"
import { CORRECTS, NAMES_PLACE, PROPOSES, TELLS_OF_SELF } from "./answer-kinds.ts"
import type { AnswerInput } from "./prompt.ts"
import { kindsAsked } from "./slot-features.ts"
import { parsedOf, type Stated } from "./stated.ts"

/** A reply comes within this time, unless it is linked. */
const SOON = 15 * MINUTE

/** Tells the first statement with what was said right after it, if that belongs to it. */
export function withContinuation(one: Stated, others: readonly Stated[], input: AnswerInput): Stated[] {
  const { item, speaker } = one
  const isSaid = item.kind === "message" && speaker !== null
  return continued(
    one,
    isSaid ? continuationOf(item, saidIn(one.text, speaker), wantedIn(input)) : [],
    others,
  )
}

/** Tells a statement with these lines, and the others that these do not tell already. */
export function continued(one: Stated, lines: readonly FollowingLine[], others: readonly Stated[]): Stated[] {
  const { speaker } = one
  const said = saidIn(one.text, speaker)
  const last = lines.at(-1)
  // A reply that is told already.
  if (last === undefined || one.text.includes(`${last.author.name}: ${last.text}`)) return [one, ...others]
  const before = one.text.slice(0, one.text.length - said.length)
  const spoken = `${before === "" ? `${speaker}: ` : before}${said}`
  const text = [spoken, ...lines.map(({ author, text: line }) => `${author.name}: ${line}`)].join(" / ")
  const told = new Set(lines.map(({ id }) => id))
  const [source] = one.item.sources
  const beside = source === undefined ? [] : lines.flatMap((line) => sourceBeside(source, line) ?? [])
  const item = { ...one.item, sources: [...one.item.sources, ...beside] }
  return [
    { ...one, item, text, speaker: last.author.name, speakerId: last.author.id },
    ...others.filter((other) => !told.has(other.item.id)),
  ]
}

function wantedIn(input: AnswerInput): Wanted {
  const { words, type, language } = parsedOf(input)
  const { where, who, yesNo } = kindsAsked(input.question, language)
  const isAsked = (sentence: string) =>
    heldBy(words, sentence).size > 0 || (type?.isTold === true && type.answers.test(sentence))
  return { isAsked, where, who, yesNo }
}

/** The parts of a line that a question asks for. */
interface Wanted {
  /** True for a sentence that holds a word of the question or the kind of answer that it asks for. */
  isAsked(sentence: string): boolean
  where: boolean
  who: boolean
  yesNo: boolean
}

/** Returns up to two lines that belong to what a line says; none if it stands by itself. */
function continuationOf(item: Item, said: string, wanted: Wanted): FollowingLine[] {
  const following = (item.next ?? []).filter(({ at }) => at - item.at <= SOON)
  const [first, second] = following
  if (first === undefined) return []
  const isOther = first.author.id !== item.subject?.id
  if (
    second !== undefined &&
    isOther &&
    asksBack(first.text, wanted) &&
    second.author.id === item.subject?.id
  )
    return [first, second]
  const asksOther = isQuestion(first.text)
  const proposal = splitAtStops(said).filter((sentence) => PROPOSES.test(sentence))
  if (proposal.some(wanted.isAsked)) return asksOther ? following.slice(0, 2) : [first]
  if (asksOther || ASKS_WHICH.test(first.text)) return []
  const isPlace = wanted.where && !NAMES_PLACE.test(said) && NAMES_PLACE.test(first.text)
  return isPlace || (isOther && (CORRECTS.test(first.text) || tellsOfNamed(first, said, wanted)))
    ? [first]
    : []
}

/** Returns true for a question about what was just said: which one, or for what the question itself asks. */
function asksBack(text: string, { isAsked }: Wanted): boolean {
  return (ASKS_WHICH.test(text) && text.length <= SHORT) || (isQuestion(text) && isAsked(text))
}
const SHORT = 45

/** "Wren took it home", and Wren says next where it is. */
function tellsOfNamed({ author, text }: FollowingLine, said: string, { who, where, yesNo }: Wanted): boolean {
  const named = new Set(stems(said))
  const isOpen = who || yesNo || (where && !NAMES_PLACE.test(said))
  return isOpen && TELLS_OF_SELF.test(text) && stems(author.name).some((stem) => named.has(stem))
}

/** The beginning of a question about what was just said. Many leave out the question mark. */
const ASKS_WHICH =
  /^\W*(?:(?:ok|wait|and|und|y|et|e) )?(?:the \p{L}+ (?:one )?or |which|what|whose|who|welche[rsnm]?|was für|wer|cu[aá]l|qué|quién|quel|qual)(?!\p{L})/iu
