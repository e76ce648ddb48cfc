/**
 * Groups conversations into topics without a model, by shared words or similar meaning. Pure: the same notes
 * give the same topics.
 */
import { HOUR } from "../../domain/calendar.ts"
import type { Note } from "../../domain/types.ts"
import { UNTITLED } from "../../memory/db/rows.ts"
import { stems } from "../../text/stems.ts"

/** Two topics are merged if the mean similarity of their words is at least this. */
const MIN_WORD_SIMILARITY = 0.1
/** Two topics are merged if the mean similarity of their vectors, less the mean vector, is at least this. */
const MIN_MEANING_SIMILARITY = 0.25
/** Weight of a word in a title. */
const TITLE_WEIGHT = 2
/**
 * Smoothing for small sets: a few notes may all be about one matter, so a word that all of them have still
 * counts.
 */
const SMOOTHING = 4
/** Similarity added for talks in one channel, one after the other: they are more likely about one matter. */
const NEIGHBOR_BONUS = 0.05
const NEAR_MS = HOUR

/** A word's weight in a note, by its stem. */
export type Weights = Map<string, number>

/**
 * Weighs each note's words: the rarer a word among the notes, the more. A word of only one note joins
 * nothing.
 */
export function weightsOf(notes: readonly Note[]): Weights[] {
  const names = new Set(notes.flatMap(({ participants }) => participants.flatMap(({ name }) => stems(name))))
  const counts = notes.map((note) => countsOf(note, names))
  const spread = new Map<string, number>()
  for (const count of counts) for (const stem of count.keys()) spread.set(stem, (spread.get(stem) ?? 0) + 1)
  return counts.map((count) => {
    const weights = [...count].map(([stem, times]): [string, number] => {
      const rarity = Math.log((notes.length + SMOOTHING) / (spread.get(stem) ?? 1))
      return [stem, (1 + Math.log(times)) * rarity]
    })
    return normalized(new Map(weights))
  })
}

function countsOf(note: Note, names: ReadonlySet<string>): Weights {
  const counts: Weights = new Map()
  const add = (text: string, weight: number) => {
    for (const stem of stems(text))
      if (!names.has(stem) && stem.length > 1) counts.set(stem, (counts.get(stem) ?? 0) + weight)
  }
  if (isInformativeTitle(note)) add(note.title, TITLE_WEIGHT)
  add(note.summary, 1)
  return counts
}

/**
 * Returns true if a title says what was discussed, and not merely that people talked, or who ("Ada and Bo
 * talking").
 */
export function isInformativeTitle({ title, participants }: Note): boolean {
  const names = new Set(participants.flatMap(({ name }) => stems(name)))
  const said = stems(title).filter((stem) => !names.has(stem))
  return title !== UNTITLED && said.some((stem) => stem !== "talk")
}

function normalized(weights: Weights): Weights {
  const length = Math.hypot(...weights.values()) || 1
  return new Map([...weights].map(([stem, weight]) => [stem, weight / length]))
}

/**
 * Returns at most `most` topics of two notes or more, each as indexes into `notes`, the strongest first.
 * `vectors` are in the notes' order.
 */
export function clusterNotes(
  notes: readonly Note[],
  { most, vectors }: { most: number; vectors: readonly Float32Array[] | null },
): number[][] {
  const alike = vectors === null ? byWords(notes) : byMeaning(vectors)
  const least = vectors === null ? MIN_WORD_SIMILARITY : MIN_MEANING_SIMILARITY
  const near = notes.map((a, i) => notes.map((b, j) => alike(i, j) + neighborBonus(a, b)))
  return mergeClosest(near, least)
    .filter((topic) => topic.length > 1)
    .sort((a, b) => strengthOf(b, near) - strengthOf(a, near) || (a[0] ?? 0) - (b[0] ?? 0))
    .slice(0, most)
}

function byWords(notes: readonly Note[]) {
  const weights = weightsOf(notes)
  return (i: number, j: number) => {
    let sum = 0
    for (const [stem, weight] of weights[i] ?? []) sum += weight * (weights[j]?.get(stem) ?? 0)
    return sum
  }
}

/** All texts of a server lie in one direction from the origin. Removing that direction tells them apart. */
function byMeaning(vectors: readonly Float32Array[]) {
  const size = vectors[0]?.length ?? 0
  const middle = new Float32Array(size)
  for (const vector of vectors)
    for (let at = 0; at < size; at++) middle[at] = (middle[at] ?? 0) + (vector[at] ?? 0) / vectors.length
  const own = vectors.map((vector) => {
    const moved = vector.map((value, at) => value - (middle[at] ?? 0))
    const length = Math.sqrt(dotProduct(moved, moved)) || 1
    return moved.map((value) => value / length)
  })
  const none = new Float32Array()
  return (i: number, j: number) => dotProduct(own[i] ?? none, own[j] ?? none)
}

function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0
  // By index: an iterator takes ten times as long, and each pair of notes passes here.
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

function neighborBonus(a: Note, b: Note): number {
  if (a.channelId !== b.channelId) return 0
  const gap = Math.max(0, Math.max(a.fromAt, b.fromAt) - Math.min(a.toAt, b.toAt))
  return NEIGHBOR_BONUS * Math.max(0, 1 - gap / NEAR_MS)
}

/**
 * Merges the closest two topics until none are close enough, by the mean over all their notes (average
 * linkage), so that no chain of neighbors joins notes with nothing in common.
 */
function mergeClosest(near: readonly (readonly number[])[], least: number): number[][] {
  let topics = near.map((_, index) => [index])
  for (;;) {
    let best: { a: number[]; b: number[]; near: number } | null = null
    for (const [place, a] of topics.entries())
      for (const b of topics.slice(place + 1)) {
        const between = meanBetween(a, b, near)
        if (between >= least && between > (best?.near ?? 0)) best = { a, b, near: between }
      }
    if (best === null) return topics
    const { a, b } = best
    topics = [...topics.filter((topic) => topic !== a && topic !== b), [...a, ...b].sort((x, y) => x - y)]
  }
}

function meanBetween(
  a: readonly number[],
  b: readonly number[],
  near: readonly (readonly number[])[],
): number {
  let sum = 0
  for (const i of a) for (const j of b) sum += near[i]?.[j] ?? 0
  return sum / (a.length * b.length)
}

/** Strength of a topic: many notes, close to each other. */
function strengthOf(topic: readonly number[], near: readonly (readonly number[])[]): number {
  const itself = topic.reduce((sum, at) => sum + (near[at]?.[at] ?? 0), 0)
  return topic.length * meanBetween(topic, topic, near) - itself / topic.length
}
