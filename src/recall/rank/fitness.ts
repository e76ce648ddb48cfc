/** Scores how well a text matches a question, 0 to 1, on one scale for memories, notes and messages. Pure. */

import type { Note, Span } from "../../domain/types.ts"
import { searchText } from "../../memory/db/rows.ts"
import type { MessageHit } from "../../memory/read/guild-messages.ts"
import type { Recollection } from "../../memory/read/recollect.ts"
import { stemSet, stems } from "../../text/stems.ts"
import type { Candidates } from "../find/candidates.ts"
import type { Question } from "../find/question.ts"

export interface Fitness {
  memory(memory: Recollection["memory"]): number
  note(note: Note): number
  /** `hits` are all hits of the same channel, best first. */
  message(hit: MessageHit, hits: readonly MessageHit[]): number
}

/**
 * Scores for a question about a time span only. A message covers one statement, a note a whole conversation,
 * a topic several.
 */
const IN_TIME = { said: 0.3, conversation: 0.85, topic_cluster: 1 }

/**
 * Weights words by their rarity among the memories and notes found. Messages already have a score of their
 * own.
 */
export function fitness(
  candidates: Candidates,
  question: Question,
  rule: { exact_weight: number; time_weight: number; vector_weight: number },
): Fitness {
  const { exact, matching, further, about, latest, nearest } = candidates
  const found = [...exact, ...matching, ...further, ...about, ...latest]
  const texts = [
    ...new Set([...found.map(({ memory }) => searchText(memory)), ...candidates.notes.map(noteText)]),
  ]
  const share = wordShare(question, texts)
  const exactMatch = exactShare(question.exact)
  const text = (words: string, kind: keyof typeof IN_TIME, { from, to }: Span): number => {
    const during = question.during !== null && to >= question.during.from && from <= question.during.to
    if (question.onlyTime) return during ? IN_TIME[kind] : 0
    const fit = share(words) * (during ? 1 + rule.time_weight : 1)
    return Math.min(1, fit === 0 ? 0 : fit * (1 + rule.exact_weight * exactMatch(words)))
  }
  const near = new Map([
    ...closeness(nearest.memories.map(({ found: { memory }, cosine }) => [memory.id, cosine])),
    ...closeness(nearest.notes.map(({ found: note, cosine }) => [note.id, cosine])),
  ])
  const byMeaning = (id: string) => (question.onlyTime ? 0 : rule.vector_weight * (near.get(id) ?? 0))
  return {
    memory(memory) {
      const span = { from: memory.saidAt, to: memory.lastSaidAt }
      return Math.max(byMeaning(memory.id), text(searchText(memory), "said", span))
    },
    note(note) {
      const span = { from: note.fromAt, to: note.toAt }
      return Math.max(byMeaning(note.id), text(noteText(note), note.kind, span))
    },
    message(hit, hits) {
      // Keeps the order of the channel search, which also considers more than words, such as the speaker.
      const best = hits[0]?.score ?? 0
      const most = Math.max(0, ...hits.map((other) => other.fit))
      // A message that contains "talk" is no answer to what was talked about.
      const worth = question.onlyTime ? IN_TIME.said : 1
      return best === 0 ? 0 : worth * most * (hit.score / best)
    },
  }
}

/**
 * Cosine ranges differ by model. In a full list, the furthest match marks the similarity of unrelated text. A
 * short list gives no such estimate, so this value is assumed.
 */
const ASSUMED_FLOOR = 0.4
const FULL_LIST = 10

/** Rescales cosines to 0 (unrelated) to 1 (identical). */
function closeness(hits: readonly (readonly [id: string, cosine: number])[]): [id: string, fit: number][] {
  const cosines = hits.map(([, cosine]) => cosine)
  const floor = Math.max(hits.length >= FULL_LIST ? Math.min(...cosines) : ASSUMED_FLOOR, 0)
  return hits.map(([id, cosine]) => [
    id,
    Math.max(0, Math.min(1, (cosine - floor) / Math.max(0.01, 1 - floor))),
  ])
}

/** Share of the question's words that a text contains, weighted by rarity among `texts`. Hints weigh less. */
function wordShare(question: Question, texts: readonly string[]): (text: string) => number {
  const sought = new Map([
    ...question.hints.flatMap(({ word, weight }) => stems(word).map((stem) => [stem, weight] as const)),
    ...stems(question.words).map((stem) => [stem, 1] as const),
  ])
  const sets = texts.map(stemSet)
  const weights = [...sought].map(([stem, weight]) => {
    const having = sets.filter((set) => set.has(stem)).length
    return [stem, weight * Math.log(1 + sets.length / (1 + having))] as const
  })
  const asked = [...sought.values()].filter((weight) => weight === 1).length
  const total = weights.reduce(
    (sum, [stem, weight]) => sum + (sought.get(stem) === 1 || asked === 0 ? weight : 0),
    0,
  )
  return (text) => {
    if (total === 0) return 0
    const has = stemSet(text)
    return Math.min(1, weights.reduce((sum, [stem, weight]) => sum + (has.has(stem) ? weight : 0), 0) / total)
  }
}

/**
 * Share of the question's names, numbers and quotations that a text contains as whole words: 5 does not match
 * 15, nor Ann planning.
 */
function exactShare(exact: readonly string[]): (text: string) => number {
  const parts = exact.map((part) => {
    const plain = part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
    return new RegExp(`(?<![\\p{Ll}\\p{N}])${plain}(?![\\p{Ll}\\p{N}])`, "u")
  })
  return (text) => {
    if (parts.length === 0) return 0
    const lower = text.toLowerCase()
    return parts.filter((part) => part.test(lower)).length / parts.length
  }
}

function noteText(note: Note): string {
  return `${note.title} ${note.summary}`
}
