/** Everything that the items of a recall state, likeliest answers first. Pure. */
import type { Item } from "../context.ts"
import type { JudgedStatement } from "../judgments.ts"
import type { ParsedAsk } from "../relevance/asked.ts"
import { askedAmong } from "../relevance/judge.ts"
import { answerFeatures, askedIn, isQuestion, type StatementOf, saidIn } from "./answer-features.ts"
import { KNOWS_NOTHING } from "./answer-kinds.ts"
import { answersWith, contradicts } from "./likelihood.ts"
import type { AnswerInput } from "./prompt.ts"

/** A statement with the item it stands in. Its score is how likely it answers, 0 to 1. */
export type Stated = JudgedStatement &
  StatementOf & {
    /** True if it tells of another person, time or kind than the question asks for. */
    isContradicted?: boolean
    /** True if it holds no word of the question itself. */
    isWordless?: boolean
  }

/** The parts of an answer's input by which statements are judged. */
export type JudgedInput = Pick<
  AnswerInput,
  "question" | "searched" | "asker" | "mentions" | "items" | "now" | "timezone"
>

/** Returns all statements that ask nothing, with how likely each answers. */
export function likeliestStatements(input: JudgedInput): Stated[] {
  const all = featuresOfAll(input, everythingStated(input.items))
  // If nothing holds a word of the question, only what recall found by its meaning may answer.
  const isFound = all.some(({ features }) => features.missed < 1)
  return all
    .map(({ statement, features }) => ({
      ...statement,
      score: isFound ? answersWith(features) : Math.min(answersWith(features), statement.score),
      isContradicted: contradicts(features),
      isWordless: features.missed + features.context > NEARLY_ALL,
    }))
    .sort((a, b) => b.score - a.score)
}

/** Shares are sums of fractions. */
const NEARLY_ALL = 0.999

/** Returns the features of each statement. @internal */
export function featuresOfAll(input: JudgedInput, stated: readonly Stated[]) {
  const { items, question, now, timezone } = input
  const asking = { question, asker: input.asker?.id ?? null, now, timezone }
  const features = answerFeatures(items, stated, parsedOf(input), asking)
  return stated.flatMap((statement, index) => {
    const of = features[index]
    return of === undefined ? [] : [{ statement, features: of }]
  })
}

export function parsedOf({ searched: words, mentions, items, timezone, now, asker }: JudgedInput): ParsedAsk {
  return askedAmong(items, {
    ...{ words, now, timezone },
    asker: asker?.id ?? null,
    mentions: mentions.map(({ id }) => id),
  })
}

/** A question states nothing, but what was said next may answer it. @internal */
export function everythingStated(items: readonly Item[]): Stated[] {
  return items
    .flatMap((item) => [
      ...(item.statements ?? []).map((statement) => ({ ...statement, item })),
      ...repliesTo(item, items),
    ])
    .filter(({ item, text, speaker }) => item.kind === "memory" || tells(saidIn(text, speaker)))
}

/** Questions and "no idea" tell nothing. */
function tells(said: string): boolean {
  return !isQuestion(said) && !KNOWS_NOTHING.test(said)
}

/** A question and what somebody else said next are one statement of theirs. */
function repliesTo(item: Item, items: readonly Item[]): Stated[] {
  const { kind, text, next = [], subject } = item
  const reply = next.find(({ author }) => author.id !== subject?.id)
  if (kind !== "message" || reply === undefined) return []
  if (askedIn(saidIn(text, subject?.name ?? null)) === "" || isQuestion(reply.text)) return []
  const { id, author } = reply
  const found = items.find((one) => one.id === id)
  return [
    {
      text: `${text} / ${author.name}: ${reply.text}`,
      speaker: author.name,
      speakerId: author.id,
      score: 0,
      item: found ?? item,
      place: Math.max(item.place ?? 0, found?.place ?? 0),
    },
  ]
}
