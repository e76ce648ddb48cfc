/** Ranks candidates: match with the question first, then importance and age. Pure. */

import { DAY } from "../../domain/calendar.ts"
import { type Id, IMPORTANCE_WEIGHT, type MemoryType, type Note, type Time } from "../../domain/types.ts"
import { combineFacts } from "../../memory/facts/combine.ts"
import { effectiveConfidence } from "../../memory/facts/precedence.ts"
import type { MessageHit, MessageRule } from "../../memory/read/guild-messages.ts"
import type { Recollection } from "../../memory/read/recollect.ts"
import type { Candidates } from "../find/candidates.ts"
import type { Question } from "../find/question.ts"
import { type Fitness, fitness } from "./fitness.ts"
import { fuseRanks } from "./fusion.ts"

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

/** The numbers behind a rank score that no setting of the rule has touched. */
export interface RankParts {
  /** Match with the question before its kind and place are weighed, 0 to 1. */
  relevance: number
  isElsewhere: boolean
  importance: number
  /** Of a memory, as its viewer sees it; `null` for anything else. */
  confidence: number | null
}

interface RankScore {
  /** Match with the question, 0 to 1. */
  similarity: number
  parts: RankParts
  /** Sort key, 0 to 1. */
  score: number
  at: Time
}
type Scored = Pick<RankScore, "score" | "similarity" | "at">
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
  const typeOf = (item: Ranked) => (item.kind === "memory" ? item.found.memory.type : null)
  return dropCoveredByMemory(capPerType(all.sort(bestFirst), terms.rule.max_per_type, typeOf))
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
    return combineFacts([...new Map(all.map((found) => [found.memory.id, found])).values()]).flatMap(
      (found): Ranked[] => {
        const { memory, evidence } = found
        const authors = evidence.map(({ authorId }) => authorId)
        const confidence = effectiveConfidence(memory, authors)
        if (confidence < this.#terms.rule.min_confidence) return []
        const item = {
          kind: "memory",
          importance: IMPORTANCE_WEIGHT[memory.importance],
          at: memory.lastSaidAt,
          channels: evidence.map(({ channelId }) => channelId),
          confidence,
        } as const
        return [{ kind: "memory", found, ...this.#rankScore(memory.id, this.#fit.memory(memory), item) }]
      },
    )
  }

  notes(): Ranked[] {
    const all = [...this.#candidates.notes, ...this.#candidates.nearest.notes.map(({ found }) => found)]
    return [...new Map(all.map((note) => [note.id, note])).values()].map(
      (note): Ranked => ({
        kind: "note",
        note,
        ...this.#rankScore(note.id, this.#fit.note(note), {
          kind: "note",
          importance: NOTE_IMPORTANCE,
          at: note.toAt,
          channels: [note.channelId, ...(note.sources ?? []).map(({ channelId }) => channelId)],
          confidence: null,
        }),
      }),
    )
  }

  messages(): Ranked[] {
    return this.#candidates.messages.flatMap((hits) =>
      hits.map((hit): Ranked => {
        const { id, at, channelId } = hit.message
        const item = {
          kind: "message",
          importance: MESSAGE_IMPORTANCE,
          at,
          channels: [channelId],
          confidence: null,
        } as const
        return { kind: "message", hit, ...this.#rankScore(id, this.#fit.message(hit, hits), item) }
      }),
    )
  }

  #rankScore(
    id: string,
    fit: number,
    item: Pick<RankParts, "importance" | "confidence"> & {
      kind: Ranked["kind"]
      at: Time
      channels: readonly (Id | null)[]
    },
  ): RankScore {
    const { rule, here } = this.#terms
    const { importance, confidence } = item
    const isElsewhere =
      here !== null && !item.channels.some((channel) => channel === null || channel === here)
    const place = this.#places.get(id) ?? 0
    const relevance = fit === 0 ? 0 : (1 - PLACE_SHARE) * fit + PLACE_SHARE * place
    const parts = { relevance, isElsewhere, importance, confidence }
    const similarity = similarityUnder(rule, { kind: item.kind, ...parts }, this.#question)
    return { similarity, parts, score: score({ ...item, similarity }, this.#question.now, rule), at: item.at }
  }
}

type SimilarityRule = Pick<
  RecallRule,
  "memory_weight" | "note_weight" | "message_weight" | "elsewhere_weight"
>

/** Returns the match of an item with the question, weighed by its kind and place. 0 to 1. */
export function similarityUnder(
  rule: SimilarityRule,
  { kind, relevance, isElsewhere }: Pick<RankParts, "relevance" | "isElsewhere"> & { kind: Ranked["kind"] },
  { onlyTime }: Pick<Question, "onlyTime">,
): number {
  // Notes answer questions about a time span. For other questions they are background.
  const weight = kind === "note" && onlyTime ? 1 : rule[`${kind}_weight`]
  return weight * relevance * (isElsewhere ? rule.elsewhere_weight : 1)
}

type ScoreRule = Pick<
  RecallRule,
  "similarity_weight" | "importance_weight" | "recency_weight" | "relevance_steps"
>

/**
 * R2 within a step of relevance: (step + 0.3·similarity + 0.4·importance + 0.3/(1 + days/30)) / (steps + 1).
 * An important memory therefore never outranks one that matches the question a step better. 0 to 1.
 */
export function score(
  item: { similarity: number; importance: number; at: Time },
  now: Time,
  rule: ScoreRule,
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

/** Orders by score, then match, then time. */
export function bestFirst(a: Scored, b: Scored): number {
  return b.score - a.score || b.similarity - a.similarity || b.at - a.at
}

/** Takes the best `perType` memories of each type, and of other items those that match at all. `ranked` must be best first. */
export function capPerType<T extends Pick<Scored, "similarity">>(
  ranked: readonly T[],
  perType: number,
  typeOf: (item: T) => MemoryType | null,
): T[] {
  const taken = new Map<MemoryType, number>()
  return ranked.filter((item) => {
    const type = typeOf(item)
    if (type === null) return item.similarity > 0
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
