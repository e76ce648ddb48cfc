/**
 * Ranks the lines of some passages for a question: once by the question's words, then again with words from
 * the best lines. Each channel's lines are scored among themselves, on one scale. Pure.
 */

import { MINUTE } from "../../domain/calendar.ts"
import type { Id, Time } from "../../domain/types.ts"
import type { MessageQuery, Neighbors } from "../../memory/read/guild-messages.ts"
import { stems } from "../../text/stems.ts"
import { type Rarity, type ScoredLine, scoreLines, splitIntoRuns } from "./line-score.ts"
import type { Passage } from "./passage.ts"

const MAX_TERMS = 32
/** The second search takes this many words from this many lines. */
const SEEDS = 5
const SEED_LINES = 5
const COUNTED_SEEDS = 16
/**
 * Neighboring messages shown on each side of a hit, and the number of hits that get them: few further hits
 * are ever shown.
 */
const NEIGHBORS_EACH_SIDE = 2
const WITH_NEIGHBORS = 20
/** Further lines after a hit, if the query asks for them: how many, and for how long. */
const LATER = 12
const LATER_WITHIN = 60 * MINUTE

/** Rarity of stems. Only loaded stems are known; one query loads them all. */
export interface Rarities {
  load(stems: readonly string[]): void
  of: Rarity
}

/** Stems to look for, with their weights: 1 for a word of the question. */
export function searchTerms({ words, hints }: Pick<MessageQuery, "words" | "hints">): Map<string, number> {
  const asked = stems(words).map((stem) => [stem, 1] as const)
  const hinted = hints.flatMap(({ word, weight }) => stems(word).map((stem) => [stem, weight] as const))
  // Words of the question come last and keep their weight if a hint repeats them.
  return new Map([...hinted.slice(0, MAX_TERMS), ...asked.slice(0, MAX_TERMS)])
}

/** Inverse document frequency as in BM25, except that every occurrence of a stem counts as a line. */
export function inverseFrequency(times: number, lines: number): number {
  return Math.log(1 + (Math.max(lines, times) - times + 0.5) / (times + 0.5))
}

/** Returns the matching lines, best first. `channels` holds the passages of each channel. */
export function rankLines(
  channels: readonly (readonly Passage[])[],
  query: MessageQuery,
  { terms, rarity }: { terms: ReadonlyMap<string, number>; rarity: Rarities },
): ScoredLine[] {
  const runs = channels.map((passages) => splitIntoRuns(passages, query.before))
  rarity.load([...terms.keys()])
  const score = (sought: ReadonlyMap<string, number>) =>
    runs
      .flatMap((own) => scoreLines(own, { ...query, terms: sought }, { rarity: rarity.of, rule: query.rule }))
      .sort(bestFirst)
  const first = score(terms)
  const weight = query.rule.second_search_weight
  const seeds =
    weight > 0 && terms.size > 0 ? seedsOf(first, terms, { passages: channels.flat(), rarity }) : []
  if (seeds.length === 0) return first
  return score(new Map([...seeds.map((stem) => [stem, weight] as const), ...terms]))
}

function bestFirst(a: ScoredLine, b: ScoredLine): number {
  return b.score - a.score || b.line.at - a.line.at
}

/**
 * Returns the most distinctive words of the best lines that are not in the question. They lead to lines the
 * question did not mention.
 */
function seedsOf(
  best: readonly ScoredLine[],
  asked: ReadonlyMap<string, number>,
  { passages, rarity }: { passages: readonly Passage[]; rarity: Rarities },
): string[] {
  const names = new Set(passages.flat().flatMap((line) => line.name))
  const said = new Map<string, number>()
  for (const line of passages.flat()) for (const stem of line.stems) said.set(stem, (said.get(stem) ?? 0) + 1)
  // A word that occurs once leads nowhere.
  const isDistinctive = (stem: string) => !asked.has(stem) && !names.has(stem) && (said.get(stem) ?? 0) > 1
  const scores = new Map<string, number>()
  for (const { line, score } of best.slice(0, SEED_LINES)) {
    for (const stem of new Set(line.stems))
      if (isDistinctive(stem)) scores.set(stem, (scores.get(stem) ?? 0) + score)
  }
  // Counting a stem in the whole index takes time, so only those that are rare among these lines are counted.
  const rareHere = bestOf(scores, (stem) => 1 / (said.get(stem) ?? 1)).slice(0, COUNTED_SEEDS)
  rarity.load(rareHere.map(([stem]) => stem))
  return bestOf(new Map(rareHere), rarity.of)
    .slice(0, SEEDS)
    .map(([stem]) => stem)
}

/** Returns stems by score times worth, best first, each with its score. */
function bestOf(scores: ReadonlyMap<string, number>, worth: Rarity): [stem: string, score: number][] {
  return [...scores].sort(([a, one], [b, other]) => other * worth(b) - one * worth(a))
}

/**
 * Returns the lines around one of a passage, two on each side, and those linked with it: the line that it replies to is the
 * last one before, and the first two replies to it are the first ones after. `nearby` are the lines beside all of these.
 * `place` is that of the line among the hits. Nobody will see the lines around one far down, so only those beside the line
 * itself are returned.
 */
export function neighborsOf(
  passage: Passage,
  id: Id,
  { place: rank, withLater = false }: { place: number; withLater?: boolean | undefined },
): Neighbors {
  const ids = passage.map((line) => line.id)
  const place = ids.indexOf(id)
  if (place < 0) return NO_NEIGHBORS
  const near = (at: number) => [ids[at - 1], ids[at + 1]].filter((one) => one !== undefined)
  if (rank >= WITH_NEIGHBORS) return { ...NO_NEIGHBORS, nearby: near(place) }
  const replied = ids.filter((one, at) => at < place && one === passage[place]?.repliesTo)
  const replies = ids.filter((_, at) => at > place && passage[at]?.repliesTo === id)
  const ahead = ids.slice(Math.max(0, place - NEIGHBORS_EACH_SIDE), place)
  const before = [...ahead.filter((one) => !replied.includes(one)), ...replied]
  const next = ids.slice(place + 1, place + 1 + NEIGHBORS_EACH_SIDE)
  const after = [...new Set([...replies.slice(0, NEIGHBORS_EACH_SIDE), ...next])]
  const later = withLater ? laterThan(passage, place).filter((one) => !after.includes(one)) : null
  const shown = [...before, id, ...after, ...(later ?? [])]
  const nearby = new Set(shown.flatMap((one) => near(ids.indexOf(one))))
  const beside = [...nearby].filter((one) => !shown.includes(one))
  return { before, after, nearby: beside, ...(later && { later }) }
}

function laterThan(passage: Passage, place: number): Id[] {
  const end = (passage[place]?.at ?? 0) + LATER_WITHIN
  const following = passage.slice(place + 1, place + 1 + LATER)
  return following.filter(({ at }) => at <= end).map(({ id }) => id)
}

const NO_NEIGHBORS: Neighbors = { before: [], after: [], nearby: [] }

/** Returns the lines of a passage that a search as of `before` may use. */
export function usableLines(passage: Passage, before: Time, mayUse: (author: Id) => boolean): Passage {
  return passage.filter((line) => line.at <= before && mayUse(line.author) && !line.toBot)
}
