/**
 * Gives each recalled item its score, the probability that it bears on the question, cuts by it, and orders by it and the
 * ranking together. An item of several statements, such as a note, counts as its best one. Pure.
 */
import type { Id, Time } from "../../domain/types.ts"
import type { Item } from "../context.ts"
import { type ParsedAsk, parseAsked } from "./asked.ts"
import { bearing, type Features, featuresOf, rarityAmong } from "./bearing.ts"
import { splitStatements } from "./statements.ts"

export interface JudgedQuestion {
  words: string
  asker: Id | null
  mentions: readonly Id[]
  now: Time
  timezone: string
}

/** The cut: an item stays with a score of at least `min`, and at least `share` of the best item's. */
export interface Floor {
  min: number
  share: number
}

/** Parses a question against the people whom the items tell of. */
export function askedAmong(items: readonly Item[], question: JudgedQuestion): ParsedAsk {
  const known = items.flatMap(({ subject }) => subject ?? [])
  return parseAsked({ ...question, known })
}

/**
 * Damps the places in the fusion by rank. Of 1, 5, 20, 40 and 80, LoCoMo's recall@10 is best from 20 on: 78.6, with 77.2
 * by score alone and 78.3 in the ranking's order.
 */
const K = 20

/**
 * Returns the items with their scores and statements, best first by reciprocal-rank fusion (Cormack, Clarke and Büttcher,
 * 2009) of the ranking and the scores: the ranking finds evidence in other words, the scores the words of the question.
 * The items must come in the ranking's order with its scores. If the question asks for nothing but people, the ranking
 * decides among what is about them.
 */
export function judgeItems(items: readonly Item[], question: JudgedQuestion): Item[] {
  const asked = askedAmong(items, question)
  return withStatements(items, asked, question.timezone)
    .map((item, place) => ({
      item: { ...item, score: Math.round(bestOf(item) * 1_000) / 1_000 },
      sum: 1 / (K + place),
    }))
    .sort((a, b) => b.item.score - a.item.score)
    .map(({ item, sum }, place) => ({ item, sum: sum + 1 / (K + place) }))
    .sort((a, b) => b.sum - a.sum)
    .map(({ item }) => item)
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
  const least = Math.max(floor.min, floor.share * Math.max(0, ...items.map(({ score }) => score)))
  return items.filter((item) => item.score >= least || exempt(item))
}

function bestOf({ statements = [] }: Item): number {
  return Math.max(0, ...statements.map(({ score }) => score))
}

/**
 * Minimum score in the ranking at which a fact or note counts as found by its meaning. A message can reach it by its age
 * and place alone.
 */
const NEAR = 0.35

function withStatements(items: readonly Item[], asked: ParsedAsk, timezone: string): Item[] {
  const best = Math.max(0, ...items.map(({ score }) => score)) || 1
  const texts = items.map(({ text }) => text)
  const context = { rarity: rarityAmong(asked, texts), timezone }
  const judged = items.map((item) => {
    const { kind, at, score } = item
    const shared = { kind, at, around: aroundOf(item), people: peopleOf(item), place: score / best }
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
    const statements = found.map(({ features, ...one }) => ({ ...one, score: scoreOf(features) }))
    return { ...item, statements, place: item.score / best }
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
