/**
 * Scores how well each line of some passages answers a question, from its words, the lines around it, its
 * speaker and its time. Pure.
 */

import { DAY } from "../../domain/calendar.ts"
import type { Span, Time } from "../../domain/types.ts"
import type { MessageQuery, MessageRule } from "../../memory/read/guild-messages.ts"
import { compareSaidAt, NEAR_MS, type Passage, type PassageLine } from "./passage.ts"

/** The query lines are scored against. `terms` maps each stem to its weight: 1 for a word of the question. */
export type LineQuery = Pick<MessageQuery, "speakers" | "asksWhen" | "asksNow" | "during"> & {
  terms: ReadonlyMap<string, number>
}

export interface ScoredLine {
  line: PassageLine
  score: number
  /** Share of the question's words, weighted by rarity, that the line and its neighbors contain. 0 to 1. */
  fit: number
}

/** The inverse document frequency of a stem in the channel; 0 if unknown. */
export type Rarity = (stem: string) => number

/** Neighbors by distance, before and after: an answer follows its question more often than it precedes it. */
const NEIGHBORS: readonly (readonly [offset: number, share: number])[] = [
  [-1, 1],
  [1, 0.8],
  [-2, 0.6],
  [2, 0.4],
  [-3, 0.3],
  [3, 0.2],
]
/** The line that a line replies to, and a reply to it, however far apart. */
const REPLIED = 0.8
const REPLY = 0.4
/**
 * Term saturation and length normalization of BM25 (Robertson and Zaragoza 2009). Low: in chat a word is
 * rarely repeated by accident, and a long line is rarely padded.
 */
const K1 = 0.6
const B = 0.3

/**
 * Share of `time_weight` that a line of the time asked about has of the question's worth by that alone: what was said
 * then may answer in other words. On LoCoMo 0.2, 0.33 and 0.67 give a recall@10 of 78.8, 79.2 and 78.7, and 78.6 without.
 */
const TIME_LEAD = 1 / 3
/** Too much is said in a longer time for it to lead anywhere. */
const LONGEST_LEAD = 40 * DAY

/** Returns true if a time is short enough to lead to what was said in it. */
export function isLead(during: Span | null): during is Span {
  return during !== null && during.to - during.from <= LONGEST_LEAD
}

/** Returns the lines that match at all, best first. `runs` is the result of `splitIntoRuns`. */
export function scoreLines(
  runs: readonly PassageLine[][],
  sought: LineQuery,
  { rarity, rule }: { rarity: Rarity; rule: MessageRule },
): ScoredLine[] {
  const lines = runs.flat()
  const meanLength = mean(lines.map((line) => line.stems.length)) || 1
  const words = [...sought.terms].map(([stem, weight]) => ({ stem, weight, worth: weight * rarity(stem) }))
  const factor = speakerAndTimeFactor(sought, lines, rule)
  // Other words may be found in place of those of the question, never beside all of them.
  const askedWorth = sumOfWorth(words.filter(({ weight }) => weight === 1))
  const totalWorth = askedWorth || sumOfWorth(words)
  const { during } = sought
  // Without a word to find, the time alone tells.
  const leadWorth = words.length === 0 ? 1 : TIME_LEAD * rule.time_weight * totalWorth
  const lead = (line: PassageLine) =>
    isLead(during) && line.at >= during.from && line.at <= during.to ? leadWorth : 0
  const found = runs.flatMap((run) => scoreRun(run, words, { meanLength, rule, lead }))
  return found
    .map(({ line, own, held, best }): ScoredLine => {
      const score = (own + rule.conversation_weight * best) * factor(line)
      return { line, score, fit: Math.min(1, held / (totalWorth || leadWorth || 1)) }
    })
    .sort((a, b) => b.score - a.score || b.line.at - a.line.at)
}

function sumOfWorth(words: readonly Word[]): number {
  return words.reduce((sum, { worth }) => sum + worth, 0)
}

interface Word {
  stem: string
  /** Rarity times the term's weight in the question. */
  worth: number
}

/** Returns the lines of some passages in order, split at pauses. Lines after `before` are left out. */
export function splitIntoRuns(passages: readonly Passage[], before: Time): PassageLine[][] {
  const lines = passages
    .flat()
    .filter((line) => line.at <= before)
    .sort(compareSaidAt)
  const runs: PassageLine[][] = []
  for (const line of lines) {
    const last = runs.at(-1)?.at(-1)
    if (last && line.at - last.at <= NEAR_MS) runs.at(-1)?.push(line)
    else runs.push([line])
  }
  return runs
}

/**
 * Scores each line with BM25. A word in a neighboring line counts too, with less weight, unless the line
 * itself contains it. `best` is the best score of the run. In `held`, no word counts for more than its worth,
 * so a repeated word cannot replace a missing one.
 */
function scoreRun(
  run: PassageLine[],
  words: readonly Word[],
  { meanLength, rule, lead }: { meanLength: number; rule: MessageRule; lead: (line: PassageLine) => number },
): { line: PassageLine; own: number; held: number; best: number }[] {
  const sums = new Float64Array(run.length)
  const held = new Float64Array(run.length)
  const counts = countsOf(run, words)
  const links = linksOf(run)
  const said = new Float64Array(run.length)
  for (const { stem, worth } of words) {
    const places = counts.get(stem)
    // Most words occur in few conversations.
    if (!places || places.size === 0) continue
    said.fill(0)
    for (const [place, count] of places) said[place] = worth * saturated(count, run[place], meanLength)
    for (let place = 0; place < run.length; place++) {
      let most = said[place] ?? 0
      for (const [offset, share] of NEIGHBORS) {
        most = Math.max(most, rule.neighbor_weight * share * (said[place + offset] ?? 0))
      }
      for (const { to, share } of links.get(place) ?? NO_LINKS)
        most = Math.max(most, rule.neighbor_weight * share * (said[to] ?? 0))
      sums[place] = (sums[place] ?? 0) + most
      held[place] = (held[place] ?? 0) + Math.min(most, worth)
    }
  }
  const best = Math.max(0, ...sums)
  return run.flatMap((line, place) => {
    const led = lead(line)
    const own = (sums[place] ?? 0) + led
    return own > 0 ? [{ line, own, held: (held[place] ?? 0) + led, best }] : []
  })
}

interface Link {
  to: number
  share: number
}
const NO_LINKS: readonly Link[] = []

/** Returns the links of each line that replies or is replied to, by position. */
function linksOf(run: readonly PassageLine[]): Map<number, Link[]> {
  const links = new Map<number, Link[]>()
  if (!run.some(({ repliesTo }) => repliesTo !== undefined)) return links
  const places = new Map(run.map(({ id }, place) => [id, place]))
  const add = (from: number, link: Link) => links.set(from, [...(links.get(from) ?? []), link])
  for (const [place, { repliesTo }] of run.entries()) {
    const to = repliesTo === undefined ? undefined : places.get(repliesTo)
    if (to === undefined) continue
    add(place, { to, share: REPLIED })
    add(to, { to: place, share: REPLY })
  }
  return links
}

/**
 * Counts how often each line contains each word, by word and position. The speaker's name counts once per
 * line.
 */
function countsOf(run: readonly PassageLine[], words: readonly Word[]): Map<string, Map<number, number>> {
  const counts = new Map(words.map(({ stem }) => [stem, new Map<number, number>()]))
  for (const [place, line] of run.entries()) {
    for (const stem of line.stems) {
      const places = counts.get(stem)
      places?.set(place, (places.get(place) ?? 0) + 1)
    }
    for (const stem of new Set(line.name)) {
      const places = counts.get(stem)
      places?.set(place, (places.get(place) ?? 0) + 1)
    }
  }
  return counts
}

function saturated(count: number, line: PassageLine | undefined, meanLength: number): number {
  const length = line?.stems.length ?? 0
  return (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / meanLength))
}

/**
 * Returns a factor of 1 or more for a line's speaker and time. The fewer people speak, the less rare and
 * telling a name is, so the speaker bonus grows: full between two speakers, a ninth of it among six.
 */
function speakerAndTimeFactor(
  sought: LineQuery,
  lines: readonly PassageLine[],
  rule: MessageRule,
): (line: PassageLine) => number {
  const speakers = new Set(lines.map((line) => line.author)).size
  const speakerShare = rule.speaker_weight * Math.min(1, (2 / Math.max(1, speakers)) ** 2)
  const speakerIds = new Set(sought.speakers)
  const { asksWhen, asksNow, during } = sought
  const freshness = asksNow ? freshnessOf(lines) : null
  return (line) => {
    const named = speakerIds.has(line.author) || line.name.some((stem) => sought.terms.has(stem))
    const within = during !== null && line.at >= during.from && line.at <= during.to
    return (
      (named ? 1 + speakerShare : 1) *
      (asksWhen && line.timed ? 1 + rule.time_weight : 1) *
      (within ? 1 + rule.time_weight : 1) *
      (freshness === null ? 1 : 1 + rule.time_weight * freshness(line))
    )
  }
}

/** After this many later lines, a line is half as fresh. */
const FRESHNESS_HALF_LIFE = 20

/**
 * Returns 1 for the latest line, halving with the number of lines since. The current state was said last,
 * whether that was an hour or a month ago.
 */
function freshnessOf(lines: readonly PassageLine[]): (line: PassageLine) => number {
  const later = new Map(
    [...lines]
      .sort(compareSaidAt)
      .reverse()
      .map((line, age) => [line.id, age]),
  )
  return (line) => 0.5 ** ((later.get(line.id) ?? lines.length) / FRESHNESS_HALF_LIFE)
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
