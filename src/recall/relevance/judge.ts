/**
 * Gives each recalled item its score, the probability that it bears on the question, cuts by it, and orders by it and the
 * ranking together. An item of several statements, such as a note, counts as its best one. Pure.
 */
import type { Id, Span, Time } from "../../domain/types.ts"
import { stemSet, stems } from "../../text/stems.ts"
import type { Item } from "../context.ts"
import type { ItemJudgment } from "../judgments.ts"
import { heldParts, splitQuestion, spreadOverParts } from "../rank/parts.ts"
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
  /** Words that were searched for beside its own: other spellings, and what a model added. */
  hints?: readonly string[]
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
  const isWordless = asked.words.length === 0
  const judged = withStatements(items, asked, question).map((one) => {
    const chance = bestOf(one.item)
    const judgment = { chance, worth: worthOf(one), kept: one.best?.kept ?? 1, isWordless, parts: [] }
    return { ...one.item, score: shownScore(chance), judgment }
  })
  return spread(fuseJudged(judged), asked, question)
}

/** Returns a chance as the score of an item. */
export function shownScore(chance: number): number {
  return Math.round(chance * 1_000) / 1_000
}

/**
 * Orders judged items by the fusion of the ranking and of `worth`, and adds their shares. They must come in the ranking's
 * order.
 */
export function fuseJudged<T extends { judgment: Pick<ItemJudgment, "worth"> }>(
  judged: readonly T[],
): (T & { share: number })[] {
  const most = Math.max(Number.NEGATIVE_INFINITY, ...judged.map(({ judgment }) => judgment.worth))
  return judged
    .map((item, place) => ({ item, sum: 1 / (K + place) }))
    .sort((a, b) => b.item.judgment.worth - a.item.judgment.worth)
    .map(({ item, sum }, place) => ({
      item: { ...item, share: most === Number.NEGATIVE_INFINITY ? 0 : Math.exp(item.judgment.worth - most) },
      sum: sum + 1 / (K + place),
    }))
    .sort((a, b) => b.sum - a.sum)
    .map(({ item }) => item)
}

/** Spreads the items over the parts of the question, if it has several. */
function spread(
  items: readonly (Item & { judgment: ItemJudgment })[],
  asked: ParsedAsk,
  { words, asksNow = false }: OrderedQuestion,
): Item[] {
  const names = asked.people.flatMap((one) => [...one.stems])
  const parts = splitQuestion(words, new Set([...asked.words, ...names]))
  if (parts.length === 0) return [...items]
  const texts = items.map(({ text }) => text)
  const rarity = rarityAmong({ words: parts.flat() }, texts)
  const held = texts.map((text) => heldParts(text, parts, rarity))
  const marked = items.map((item, place) => ({
    ...item,
    judgment: { ...item.judgment, parts: held[place] ?? [] },
  }))
  return spreadOverParts(marked, held, asksNow)
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
  /** Its best statement. `kept`: the share of its score that was left to it. */
  best: { text: string; features: Features; kept: number } | null
}

function withStatements(
  items: readonly Item[],
  asked: ParsedAsk,
  { timezone, hints = [] }: OrderedQuestion,
): JudgedItem[] {
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
  const mayDrop = !isFound && !texts.some((text) => holdsAny(text, hints))
  return judged.map(({ item, found, sharesWords }) => {
    const isIdle = (features: Features) =>
      asked.words.length === 0
        ? features.personMissed === 1
        : // Of a note, only sentences with words of the question count, if there are any.
          features.missed === 1 && (!isFound || (item.kind === "note" && sharesWords))
    const scored = found.map((one) => {
      const kept = mayDrop && isForeign(one.features, asked) ? 0 : isIdle(one.features) ? WORDLESS : 1
      return { ...one, kept, score: (asked.words.length === 0 ? item.score : bearing(one.features)) * kept }
    })
    const [first, ...rest] = scored
    const best = first === undefined ? null : rest.reduce((a, b) => (b.score > a.score ? b : a), first)
    const statements = scored.map(({ features: _, kept: __, ...one }) => one)
    return { item: { ...item, statements, place: item.score / top }, best }
  })
}

function isNear({ kind, score }: Item): boolean {
  return kind !== "message" && score >= NEAR
}

function holdsAny(text: string, words: readonly string[]): boolean {
  const held = stemSet(text)
  return words.some((word) => stems(word).some((stem) => held.has(stem)))
}

/**
 * Returns true if a text fills no slot of a question: it holds none of its words, is not about the people named, and is
 * not the kind of answer asked for on the days asked about.
 */
function isForeign({ missed, personMissed, typed, timed }: Features, { words, people }: ParsedAsk): boolean {
  const isAbout = people.length > 0 && personMissed < 1
  return words.length > 0 && missed === 1 && !isAbout && !(typed === 1 && timed === 1)
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
