/** Ranks candidates: match with the question first, then importance and age. Pure. */

import { DAY } from "../../domain/calendar.ts"
import { type Id, IMPORTANCE_WEIGHT, type Note, type Time } from "../../domain/types.ts"
import { combineFacts } from "../../memory/facts/combine.ts"
import { effectiveConfidence } from "../../memory/facts/precedence.ts"
import type { Recollection } from "../../memory/read/recollect.ts"
import type { MessageHit, MessageRule } from "../../memory/read/search.ts"
import type { Candidates } from "../find/candidates.ts"
import type { Question } from "../find/question.ts"
import { type Fitness, fitness } from "./fitness.ts"

/** Recall settings of a guild's policy. */
export interface RecallRule extends MessageRule {
  similarity_weight: number
  importance_weight: number
  recency_weight: number
  min_confidence: number
  max_per_type: number
  relevance_steps: number
  memory_weight: number
  note_weight: number
  message_weight: number
  vector_weight: number
  exact_weight: number
  elsewhere_weight: number
  max_items: number
  max_tokens: number
  judge: boolean
  /** An item stays with at least this score, and a chance to answer of at least this share of the best one's. */
  min_score: number
  min_share: number
}

interface RankScore {
  /** Match with the question, 0 to 1. */
  similarity: number
  /** Sort key, 0 to 1. */
  score: number
  at: Time
}
export type Ranked =
  | ({ kind: "memory"; found: Recollection } & RankScore)
  | ({ kind: "note"; note: Note } & RankScore)
  | ({ kind: "message"; hit: MessageHit } & RankScore)

export interface RankTerms {
  rule: RecallRule
  /** The channel where the answer is read. */
  here: Id | null
}

/** A note covers a whole window, so it counts like a medium memory. A raw message counts less. */
const NOTE_IMPORTANCE = 0.6
const MESSAGE_IMPORTANCE = 0.3
/**
 * Share of the rank fusion in relevance. It separates items that match equally well; the match itself is the
 * rest.
 */
const PLACE_SHARE = 0.2

/**
 * Returns candidates best first, without duplicates, with at most `max_per_type` memories per type. Memories
 * below the minimum confidence are dropped.
 */
export function rank(candidates: Candidates, question: Question, terms: RankTerms): Ranked[] {
  const ranker = new Ranker(candidates, question, terms)
  const all = [...ranker.memories(), ...ranker.notes(), ...ranker.messages()]
  return dropCoveredByMemory(capPerType(all.sort(bestFirst), terms.rule.max_per_type))
}

class Ranker {
  readonly #candidates: Candidates
  readonly #question: Question
  readonly #terms: RankTerms
  readonly #fit: Fitness
  readonly #places: ReadonlyMap<string, number>

  constructor(candidates: Candidates, question: Question, terms: RankTerms) {
    this.#candidates = candidates
    this.#question = question
    this.#terms = terms
    this.#fit = fitness(candidates, question, terms.rule)
    this.#places = fuseRanks(candidates, terms.rule)
  }

  memories(): Ranked[] {
    const { exact, matching, about, latest, further, noted, nearest } = this.#candidates
    const near = nearest.memories.map(({ found }) => found)
    const all = [...exact, ...matching, ...near, ...further, ...about, ...noted, ...latest]
    return combineFacts([...new Map(all.map((found) => [found.memory.id, found])).values()])
      .filter(({ memory, evidence }) => {
        const authors = evidence.map(({ authorId }) => authorId)
        return effectiveConfidence(memory, authors) >= this.#terms.rule.min_confidence
      })
      .map((found): Ranked => {
        const { memory, evidence } = found
        const channels = evidence.map((item) => item.channelId)
        return {
          kind: "memory",
          found,
          ...this.#rankScore(memory.id, this.#fit.memory(memory), {
            importance: IMPORTANCE_WEIGHT[memory.importance],
            at: memory.lastSaidAt,
            channels,
            weight: this.#terms.rule.memory_weight,
          }),
        }
      })
  }

  notes(): Ranked[] {
    const all = [...this.#candidates.notes, ...this.#candidates.nearest.notes.map(({ found }) => found)]
    // Notes answer questions about a time span. For other questions they are background.
    const weight = this.#question.onlyTime ? 1 : this.#terms.rule.note_weight
    return [...new Map(all.map((note) => [note.id, note])).values()].map(
      (note): Ranked => ({
        kind: "note",
        note,
        ...this.#rankScore(note.id, this.#fit.note(note), {
          importance: NOTE_IMPORTANCE,
          at: note.toAt,
          channels: [note.channelId, ...(note.sources ?? []).map(({ channelId }) => channelId)],
          weight,
        }),
      }),
    )
  }

  messages(): Ranked[] {
    return this.#candidates.messages.flatMap((hits) =>
      hits.map((hit): Ranked => {
        const { id, at, channelId } = hit.message
        const weight = this.#terms.rule.message_weight
        const attributes = { importance: MESSAGE_IMPORTANCE, at, channels: [channelId], weight }
        return { kind: "message", hit, ...this.#rankScore(id, this.#fit.message(hit, hits), attributes) }
      }),
    )
  }

  #rankScore(
    id: string,
    fit: number,
    item: { importance: number; at: Time; channels: readonly (Id | null)[]; weight: number },
  ): RankScore {
    const { rule, here } = this.#terms
    const elsewhere = here !== null && !item.channels.some((channel) => channel === null || channel === here)
    const place = this.#places.get(id) ?? 0
    const relevance = fit === 0 ? 0 : (1 - PLACE_SHARE) * fit + PLACE_SHARE * place
    const similarity = item.weight * relevance * (elsewhere ? rule.elsewhere_weight : 1)
    return { similarity, score: score({ ...item, similarity }, this.#question.now, rule), at: item.at }
  }
}

/**
 * R2 within a step of relevance: (step + 0.3·similarity + 0.4·importance + 0.3/(1 + days/30)) / (steps + 1).
 * An important memory therefore never outranks one that matches the question a step better. 0 to 1.
 * @internal
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
  return (Math.ceil(item.similarity * rule.relevance_steps) + within) / (rule.relevance_steps + 1)
}

function bestFirst(a: Ranked, b: Ranked): number {
  return b.score - a.score || b.similarity - a.similarity || b.at - a.at
}

function capPerType(ranked: Ranked[], perType: number): Ranked[] {
  const taken = new Map<string, number>()
  return ranked.filter((item) => {
    if (item.kind !== "memory") return item.similarity > 0
    const type = item.found.memory.type
    taken.set(type, (taken.get(type) ?? 0) + 1)
    return (taken.get(type) ?? 0) <= perType
  })
}

/** Removes messages that are sources of a higher-ranked memory. */
function dropCoveredByMemory(ranked: Ranked[]): Ranked[] {
  const covered = new Set<Id>()
  return ranked.filter((item) => {
    if (item.kind === "memory")
      for (const { messageId } of item.found.evidence) if (messageId !== null) covered.add(messageId)
    return item.kind !== "message" || !covered.has(item.hit.message.id)
  })
}

// Weighted reciprocal-rank fusion of the candidate lists

interface ListWeights {
  memory_weight: number
  note_weight: number
  message_weight: number
  vector_weight: number
}

/** k = 10 because the lists are short. Cormack, Clarke and Büttcher (2009) use 60 for long ones. */
const K = 10

/**
 * Sums weight / (k + place) over the lists that contain an item, scaled so that the best item has 1. Keyed by
 * id.
 * @internal
 */
export function fuseRanks(candidates: Candidates, weights: ListWeights): Map<string, number> {
  const memories = (list: Candidates["matching"]) => list.map(({ memory }) => memory.id)
  const lists: [weight: number, ids: string[]][] = [
    [weights.memory_weight, memories(candidates.matching)],
    [weights.memory_weight, memories(candidates.exact)],
    [weights.memory_weight * 0.5, memories(candidates.further)],
    [weights.vector_weight, candidates.nearest.memories.map(({ found }) => found.memory.id)],
    [weights.note_weight, candidates.notes.map((note) => note.id)],
    [weights.vector_weight * weights.note_weight, candidates.nearest.notes.map(({ found }) => found.id)],
    ...candidates.messages.map((hits): [number, string[]] => [
      weights.message_weight,
      hits.map((hit) => hit.message.id),
    ]),
  ]
  const sums = new Map<string, number>()
  for (const [weight, ids] of lists) {
    for (const [place, id] of ids.entries()) sums.set(id, (sums.get(id) ?? 0) + weight / (K + place))
  }
  const best = Math.max(0, ...sums.values()) || 1
  return new Map([...sums].map(([id, sum]) => [id, sum / best]))
}
