/**
 * Gives each recalled item its score, the probability that it bears on the question, cuts by it, and orders by it and the
 * ranking together. An item of several statements, such as a note, counts as its best one. Pure.
 */
import type { Id, Span, Time } from "../../domain/types.ts"
import type { Item } from "../context.ts"
import { splitQuestion, spreadOverParts } from "../rank/parts.ts"
import { type ParsedAsk, parseAsked } from "./asked.ts"
import { bearing, type Features, featuresOf, rarityAmong } from "./bearing.ts"
import { splitStatements } from "./statements.ts"
import { traitsOf, worth } from "./worth.ts"

export interface JudgedQuestion {
  words: string
  asker: Id | null
  mentions: readonly Id[]
  now: Time
  timezone: string
}

/** A question whose finds are put in order. */
interface OrderedQuestion extends JudgedQuestion {
  /** The time that the question names. */
  named?: Span | null
  asksNow?: boolean
}

/** The cut: an item stays with a score of at least `min`, and a chance of at least `share` of the best item's. */
export interface Floor {
  min: number
  share: number
}

/** Parses a question against the people whom the items tell of. */
export function askedAmong(items: readonly Item[], question: JudgedQuestion): ParsedAsk {
  const known = items.flatMap(({ subject }) => subject ?? [])
  return parseAsked({ ...question, known })
}

/** Damps the places in the fusion by rank. LoCoMo's recall@10 is the same from 10 to 80. */
const K = 20

/**
 * Returns the items with their scores, statements and shares, best first by reciprocal-rank fusion (Cormack, Clarke and
 * Büttcher, 2009) of the ranking and of `worth`: the ranking finds evidence in other words, worth knows what an answer
 * looks like. The items must come in the ranking's order with its scores. If the question asks for nothing but people,
 * the ranking decides among what is about them.
 */
export function judgeItems(items: readonly Item[], question: OrderedQuestion): Item[] {
  const asked = askedAmong(items, question)
  const terms = { words: question.words, asked, during: question.named ?? null }
  const worthOf = ({ item, best }: JudgedItem) => {
    // Without a word to find, the ranking decides.
    if (asked.words.length === 0) return Math.log(bestOf(item))
    return best === null ? Number.NEGATIVE_INFINITY : worth(traitsOf({ item, ...best }, terms))
  }
  const judged = withStatements(items, asked, question.timezone).map((one, place) => ({
    item: { ...one.item, score: Math.round(bestOf(one.item) * 1_000) / 1_000 },
    worth: worthOf(one),
    sum: 1 / (K + place),
  }))
  const most = Math.max(Number.NEGATIVE_INFINITY, ...judged.map((one) => one.worth))
  const ordered = judged
    .sort((a, b) => b.worth - a.worth)
    .map((one, place) => ({
      item: { ...one.item, share: most === Number.NEGATIVE_INFINITY ? 0 : Math.exp(one.worth - most) },
      sum: one.sum + 1 / (K + place),
    }))
    .sort((a, b) => b.sum - a.sum)
    .map(({ item }) => item)
  return spread(ordered, asked, question)
}

/** Spreads the items over the parts of the question, if it has several. */
function spread(
  items: readonly Item[],
  asked: ParsedAsk,
  { words, asksNow = false }: OrderedQuestion,
): Item[] {
  const names = asked.people.flatMap((one) => [...one.stems])
  const parts = splitQuestion(words, new Set([...asked.words, ...names]))
  const texts = items.map(({ text }) => text)
  const rarity = rarityAmong({ words: parts.flat() }, texts)
  return spreadOverParts(items, parts, { rarity, asksNow })
}

/** Returns the items with each statement scored like its item, for questions that ask for everything of a time. */
export function unjudged(items: readonly Item[]): Item[] {
  return items.map((item) => ({
    ...item,
    place: item.score,
    statements: splitStatements(item).map((one) => ({ ...one, score: item.score })),
  }))
}

/** Returns the items at or above the floor, and those `exempt` from it. */
export function aboveFloor(items: readonly Item[], floor: Floor, exempt: (item: Item) => boolean): Item[] {
  const best = Math.max(0, ...items.map(({ score }) => score)) || 1
  return items.filter(
    (item) => exempt(item) || (item.score >= floor.min && (item.share ?? item.score / best) >= floor.share),
  )
}

function bestOf({ statements = [] }: Item): number {
  return Math.max(0, ...statements.map(({ score }) => score))
}

/**
 * Minimum score in the ranking at which a fact or note counts as found by its meaning. A message can reach it by its age
 * and place alone.
 */
const NEAR = 0.35

interface JudgedItem {
  item: Item
  best: { text: string; features: Features } | null
}

function withStatements(items: readonly Item[], asked: ParsedAsk, timezone: string): JudgedItem[] {
  const top = Math.max(0, ...items.map(({ score }) => score)) || 1
  const texts = items.map(({ text }) => text)
  const context = { rarity: rarityAmong(asked, texts), timezone }
  const judged = items.map((item) => {
    const { kind, at, score } = item
    const shared = { kind, at, around: aroundOf(item), people: peopleOf(item), place: score / top }
    const found = splitStatements(item).map(({ text, speaker }) => {
      const said = speaker === null || kind === "message" ? text : `${speaker}: ${text}`
      return { text, speaker, features: featuresOf(asked, { ...shared, text: said }, context) }
    })
    return { item, found, sharesWords: found.some(({ features }) => features.missed < 1) }
  })
  // If nothing found shares a word, recall found what is recent or about the people, not what was asked.
  const isFound = judged.some(({ item, sharesWords }) => sharesWords || isNear(item))
  return judged.map(({ item, found, sharesWords }) => {
    const scoreOf = (features: Features) => {
      if (asked.words.length === 0) return item.score * (features.personMissed === 1 ? WORDLESS : 1)
      // Of a note, only sentences with words of the question count, if there are any.
      const isIdle = features.missed === 1 && (!isFound || (item.kind === "note" && sharesWords))
      return bearing(features) * (isIdle ? WORDLESS : 1)
    }
    const scored = found.map((one) => ({ ...one, score: scoreOf(one.features) }))
    const [first, ...rest] = scored
    const best = first === undefined ? null : rest.reduce((a, b) => (b.score > a.score ? b : a), first)
    const statements = scored.map(({ features, ...one }) => one)
    return { item: { ...item, statements, place: item.score / top }, best }
  })
}

function isNear({ kind, score }: Item): boolean {
  return kind !== "message" && score >= NEAR
}

/** The share of its score that a text with nothing of the question keeps. */
const WORDLESS = 0.2

function aroundOf({ around, topics, title, subject }: Item): string {
  return around ?? [...topics, title ?? "", subject?.name ?? ""].join(" ")
}

/** The people a fact is about or from, or a message by. A note's people are named in its sentences. */
function peopleOf({ kind, subject, sources }: Item): Id[] {
  const authors = kind === "memory" ? sources.flatMap(({ author_id }) => author_id ?? []) : []
  return [...(subject === null ? [] : [subject.id]), ...authors]
}
