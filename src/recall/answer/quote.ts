/** Answers without a model: quotes the recalled items that match the question, best first. Pure. */

import { relate } from "../../text/similarity.ts"
import { stems } from "../../text/stems.ts"
import { type Item, isQuotable } from "../context.ts"
import { parseQuestion, type Question } from "../find/question.ts"
import { withoutEchoes } from "../relevance.ts"
import type { AnswerInput } from "./prompt.ts"

/**
 * `close`: an item contains words of the question. `loose`: an item is only about the same person or the
 * preceding messages.
 */
export interface Quotes {
  fit: "close" | "loose"
  items: Item[]
}

const MOST = 5
const MOST_LOOSE = 3
/** An item is quoted if it has at least this share of the best item's matching words. */
const SHARE = 0.6
/** Words that refer to the asker. */
const SELF_WORDS = new Set(["i", "me", "my", "mine", "myself"])
/** Minimum score of an item that matches by meaning alone. */
const NEAR = 0.35

/** Minimum score for questions about a time span. Items that match nothing score lower. */
const IN_TIME = 0.05

/** Returns `null` if no item matches the question. */
export function quoteAnswer(input: AnswerInput): Quotes | null {
  const question = parseQuestion({
    words: input.question,
    asker: input.asker.id,
    mentions: input.mentions.map(({ id }) => id),
    asOf: null,
    timezone: input.timezone,
  })
  const statements = input.items.filter((item) => !isQuestion(item))
  if (question.onlyTime)
    return limitQuotes(
      "close",
      statements.filter(({ score }) => score >= IN_TIME),
    )
  const { words, scored } = scoreItems(statements, question, new Set(namesIn(input).flatMap(stems)))
  const best = Math.max(0, ...scored.map((one) => one.words))
  // Where something holds all that was asked, what is merely near says less.
  const isCovered = best > 0 && best === words
  const close = scored.filter(
    (one) =>
      (best > 0 && one.words >= SHARE * best) ||
      (!isCovered && one.item.kind !== "message" && one.item.score >= NEAR),
  )
  // Among close matches, items about the named person come first.
  const about = close.filter(({ named }) => named)
  // A match that only the preceding messages led to is loose.
  const fit = best === 0 && input.isFollowUp ? "loose" : "close"
  const found = limitQuotes(
    fit,
    withoutEchoes(
      (about.length > 0 ? about : close).map(({ item }) => item),
      input.question,
    ),
  )
  if (found !== null) return found
  const known = scored.filter(({ named, item }) => named && item.kind === "memory")
  // If the question holds nothing but names, everything known about them is the answer.
  return limitQuotes(
    words === 0 ? "close" : "loose",
    known.map(({ item }) => item),
  )
}

interface ScoredItem {
  item: Item
  /** Number of the question's content words that the item contains. */
  words: number
  /** True if the item is about a person the question names. */
  named: boolean
}

/** `words` is the number of content words in the question, not counting names. */
function scoreItems(
  items: readonly Item[],
  question: Question,
  names: ReadonlySet<string>,
): { words: number; scored: ScoredItem[] } {
  const asked = [...new Set(stems(question.words))]
  const statements = asked.filter((stem) => !names.has(stem) && !SELF_WORDS.has(stem))
  const scored = items.map((item) => {
    const has = new Set(
      stems(`${item.text} ${(item.kind === "note" && item.title) || ""} ${item.topics.join(" ")}`),
    )
    const whose = item.subject !== null && question.speakers.includes(item.subject.id)
    const named = whose || asked.some((stem) => names.has(stem) && has.has(stem))
    return { item, words: statements.filter((stem) => has.has(stem)).length, named }
  })
  return { words: statements.length, scored }
}

/** A question states nothing, so it is not quoted. */
function isQuestion({ kind, text }: Item): boolean {
  return kind === "message" && /\?\W*$/.test(text)
}

/** Keeps the best items. One that says what a better one says is left out. */
function limitQuotes(fit: Quotes["fit"], items: readonly Item[]): Quotes | null {
  const most = fit === "close" ? MOST : MOST_LOOSE
  const kept: Item[] = []
  for (const item of items) {
    if (kept.length === most) break
    if (!kept.some((better) => saysSame(better, item))) kept.push(item)
  }
  return kept.length === 0 ? null : { fit, items: kept }
}

/**
 * Returns true if two items hold one statement by or about one person, in the same or nearly the same words.
 * Facts may share a source and differ, so sources are compared only with messages.
 */
function saysSame(one: Item, other: Item): boolean {
  if (one.kind === other.kind && one.subject?.id === other.subject?.id && isSame(one.text, other.text))
    return true
  if ((one.kind === "message") === (other.kind === "message") && one.kind !== "message") return false
  return wordsIn(one).some((own) =>
    wordsIn(other).some((said) => own.author_id === said.author_id && isSame(own.excerpt, said.excerpt)),
  )
}

/** Returns the words behind an item. A note tells of many, so none of them is its statement. */
function wordsIn({ kind, sources }: Item): Item["sources"] {
  return kind === "note" ? [] : sources.filter(({ excerpt }) => isQuotable(excerpt))
}

function isSame(one: string, other: string): boolean {
  return one === other || relate(one, other) === "same"
}

function namesIn({ items, mentions, asker }: AnswerInput): string[] {
  return [
    asker.name,
    ...mentions.map(({ name }) => name),
    ...items.flatMap(({ subject }) => subject?.name ?? []),
  ]
}
