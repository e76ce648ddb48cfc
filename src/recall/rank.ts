/** Orders candidates: how well each fits the question decides first, importance and age decide among equals. Pure. */

import { searchText } from "../memory/rows.ts"
import type { Found } from "../memory/search.ts"
import { stems } from "../memory/terms.ts"
import { type Hit, type Id, IMPORTANCE_WEIGHT, type Note, type Time } from "../vocabulary.ts"
import type { Candidates, Question } from "./candidates.ts"

export interface RecallRule {
  similarity_weight: number
  importance_weight: number
  recency_weight: number
  min_confidence: number
  max_per_type: number
  max_items: number
  max_tokens: number
}

interface Standing {
  /** How well it fits the question, 0 to 1. */
  similarity: number
  /** 0 to 1; what the order is made by. */
  score: number
  at: Time
}
export type Ranked =
  | ({ kind: "memory"; found: Found } & Standing)
  | ({ kind: "note"; note: Note } & Standing)
  | ({ kind: "message"; hit: Hit } & Standing)

const DAY = 86_400_000
/** Relevance decides in steps of this size; within a step, importance and age do. */
const BANDS = 4
/** A note stands for a whole window: as important as a medium memory; a raw message counts less. */
const NOTE_IMPORTANCE = 0.6
const MESSAGE_IMPORTANCE = 0.3
const NEIGHBOR_SHARE = 0.6

/** Best first, at most `max_per_type` memories of a type. Memories below the minimum confidence are out. */
export function rank(candidates: Candidates, question: Question, rule: RecallRule): Ranked[] {
  const weigh = wordWeights(candidates, question)
  const places = fusedPlaces(candidates)
  const standing = (id: string, fit: number, importance: number, at: Time): Standing => {
    const similarity = fit === 0 ? 0 : 0.8 * fit + 0.2 * (places.get(id) ?? 0)
    return { similarity, score: score({ similarity, importance, at }, question.now, rule), at }
  }
  const memories = unique(candidates)
    .filter(({ memory }) => memory.confidence >= rule.min_confidence)
    .map((found): Ranked => {
      const { memory } = found
      const text = searchText(memory)
      return {
        kind: "memory",
        found,
        ...standing(memory.id, weigh(text), IMPORTANCE_WEIGHT[memory.importance], memory.lastSaidAt),
      }
    })
  const notes = candidates.notes.map(
    (note): Ranked => ({
      kind: "note",
      note,
      ...standing(note.id, weigh(noteText(note)), NOTE_IMPORTANCE, note.toAt),
    }),
  )
  const messages = candidates.messages.map(
    (hit): Ranked => ({
      kind: "message",
      hit,
      ...standing(hit.message.id, hitFit(hit, weigh), MESSAGE_IMPORTANCE, hit.message.at),
    }),
  )
  return diverse([...memories, ...notes, ...messages].sort(bestFirst), rule.max_per_type)
}

/**
 * R2 within a band of relevance: (band + 0.3·similarity + 0.4·importance + 0.3/(1 + days/30)) / (bands + 1), so that an important
 * memory never stands above one that fits the question a band better. 0 to 1.
 */
export function score(
  item: { similarity: number; importance: number; at: Time },
  now: Time,
  rule: RecallRule,
): number {
  const days = Math.max(0, now - item.at) / DAY
  const weights = rule.similarity_weight + rule.importance_weight + rule.recency_weight || 1
  const within =
    (rule.similarity_weight * item.similarity +
      rule.importance_weight * item.importance +
      rule.recency_weight / (1 + days / 30)) /
    weights
  return (Math.ceil(item.similarity * BANDS) + within) / (BANDS + 1)
}

/** Share of the question's words that a text has, each word weighed by how rare it is among the candidates. 0 to 1. */
function wordWeights(candidates: Candidates, question: Question): (text: string) => number {
  const words = [...new Set(stems(question.words))]
  const wordsOf = remembered((text) => new Set(stems(text)))
  const texts = [
    ...unique(candidates).map(({ memory }) => searchText(memory)),
    ...candidates.notes.map(noteText),
    ...candidates.messages.map(hitText),
  ].map(wordsOf)
  const weights = new Map(
    words.map((word) => [
      word,
      Math.log(1 + texts.length / (1 + texts.filter((text) => text.has(word)).length)),
    ]),
  )
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  return (text) => {
    if (total === 0) return 0
    const has = wordsOf(text)
    return words.reduce((sum, word) => sum + (has.has(word) ? (weights.get(word) ?? 0) : 0), 0) / total
  }
}

/** Stemming is most of what ranking costs: each text is read once. */
function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const value = known.get(text) ?? read(text)
    known.set(text, value)
    return value
  }
}

/** Reciprocal-rank fusion over the lists, scaled to 0 to 1. k = 10: the lists are short (Cormack et al. 2009 use 60 for long ones). */
function fusedPlaces(candidates: Candidates): Map<Id, number> {
  const K = 10
  const sums = new Map<Id, number>()
  const lists: Id[][] = [
    candidates.matching.map(({ memory }) => memory.id),
    candidates.exact.map(({ memory }) => memory.id),
    candidates.notes.map((note) => note.id),
    candidates.messages.map((hit) => hit.message.id),
  ]
  for (const list of lists) {
    for (const [place, id] of list.entries()) sums.set(id, (sums.get(id) ?? 0) + 1 / (K + place))
  }
  const best = Math.max(...sums.values(), 0) || 1
  return new Map([...sums].map(([id, sum]) => [id, sum / best]))
}

function unique(candidates: Candidates): Found[] {
  const all = [...candidates.exact, ...candidates.matching, ...candidates.about, ...candidates.latest]
  return [...new Map(all.map((found) => [found.memory.id, found])).values()]
}

function noteText(note: Note): string {
  return `${note.title} ${note.summary}`
}

/** A message's own words count in full; with its neighbors', which give an answer its question, by less. */
function hitFit(hit: Hit, weigh: (text: string) => number): number {
  const beside = [...hit.before, ...hit.after].map((message) => message.content)
  return Math.max(weigh(hitText(hit)), NEIGHBOR_SHARE * weigh([hitText(hit), ...beside].join(" ")))
}

function hitText(hit: Hit): string {
  return `${hit.message.author.name} ${hit.message.content}`
}

function bestFirst(a: Ranked, b: Ranked): number {
  return b.score - a.score || b.similarity - a.similarity || b.at - a.at
}

function diverse(ranked: Ranked[], perType: number): Ranked[] {
  const taken = new Map<string, number>()
  return ranked.filter((item) => {
    if (item.kind !== "memory") return item.similarity > 0
    const type = item.found.memory.type
    taken.set(type, (taken.get(type) ?? 0) + 1)
    return (taken.get(type) ?? 0) <= perType
  })
}
