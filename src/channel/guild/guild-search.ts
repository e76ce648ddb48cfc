/**
 * Searches a guild's index for a question. Passages of channels that the viewer may not read affect nothing:
 * neither the choice of passages nor the rarity of words nor any score.
 */

import type { Id, Span, Time } from "../../domain/types.ts"
import type { IndexAnswer, IndexQuery, LineHit } from "../../memory/read/guild-messages.ts"
import { isLead } from "../search/line-score.ts"
import {
  inverseFrequency,
  neighborsOf,
  type Rarities,
  rankLines,
  searchTerms,
  usableLines,
} from "../search/line-search.ts"
import type { Passage, PassageLine } from "../search/passage.ts"
import type { GuildPassages, PassageSize } from "./guild-passages.ts"

/** Lines scored one by one. */
const MAX_LINES = 600
/** Term saturation and length normalization of passages: the usual values of BM25. */
const K1 = 1.2
const B = 0.75
/** A stem in more passages than this is counted by passage. */
const MOST_COUNTED = 100
/** A channel that reported open messages longer ago has none: no window stays open longer. */
const OPEN_MS = 6 * 60 * 60_000

/** `own` is Keepsake's own user id: its messages give context and are never results. */
interface SearchScope {
  own: Id | null
  now: Time
}

export function searchGuild(
  passages: GuildPassages,
  { query, channels }: IndexQuery,
  { own, now }: SearchScope,
): IndexAnswer {
  const readable = new Set(channels)
  const known = passages.channels().filter(({ id }) => readable.has(id))
  // A channel that is here in part is searched by itself, so that nothing of it counts twice.
  const indexed = known.filter(({ complete }) => complete).map(({ id }) => id)
  const terms = searchTerms(query)
  const counts = new ReadableCounts(passages, new Set(indexed))
  counts.load([...terms.keys()])
  const led = ledBy(passages, indexed, query.during)
  const best = new Set([...bestPassages(counts, [...terms.keys()]), ...led])
  const lines = new Map<PassageLine, { channelId: Id; passage: Passage }>()
  const byChannel = new Map<Id, Passage[]>()
  for (const no of best) {
    const channelId = counts.sizes.get(no)?.channel ?? ""
    const passage = usableLines(passages.parsed.read(no), query.before, () => true)
    for (const line of passage) lines.set(line, { channelId, passage })
    byChannel.set(channelId, [...(byChannel.get(channelId) ?? []), passage])
  }
  const ranked = rankLines([...byChannel.values()], query, { terms, rarity: counts })
  const hits = ranked
    .filter(({ line }) => line.author !== own)
    .slice(0, query.limit)
    .flatMap(({ line, score, fit }, place): LineHit[] => {
      const found = lines.get(line)
      if (!found) return []
      const beside = neighborsOf(found.passage, line.id, { place, withLater: query.withLater })
      return [{ channelId: found.channelId, id: line.id, score, fit, ...beside }]
    })
  return {
    hits,
    indexed,
    open: known
      .flatMap(({ id, openAt }) => (openAt !== null && now - openAt < OPEN_MS ? [{ id, openAt }] : []))
      .sort((a, b) => b.openAt - a.openAt)
      .map(({ id }) => id),
    rarity: new Map([...terms.keys()].map((stem) => [stem, counts.of(stem)])),
  }
}

/** Passages of the time asked about that are scored beside those that match. */
const MOST_LED = 60

/** Returns passages of the time that a question asks about, the latest ones if there are too many. */
function ledBy(passages: GuildPassages, channels: readonly Id[], during: Span | null): number[] {
  if (!isLead(during)) return []
  const led = channels.flatMap((channel) => passages.during(channel, during))
  return led.toSorted((a, b) => a - b).slice(-MOST_LED)
}

/** Returns the numbers of the passages that match best, by BM25, until they hold `MAX_LINES` lines. */
function bestPassages(counts: ReadableCounts, terms: readonly string[]): number[] {
  const scores = new Map<number, number>()
  const meanWords = counts.words / Math.max(1, counts.size)
  for (const term of terms) {
    const places = counts.places(term)
    // The floor of SQLite's own bm25: a word in most passages still counts for a little.
    const idf = Math.max(1e-6, Math.log((counts.size - places.size + 0.5) / (places.size + 0.5)))
    for (const [no, times] of places) {
      const length = (counts.sizes.get(no)?.words ?? 0) / (meanWords || 1)
      const part = (idf * times * (K1 + 1)) / (times + K1 * (1 - B + B * length))
      scores.set(no, (scores.get(no) ?? 0) + part)
    }
  }
  const best = [...scores].sort(([a, one], [b, other]) => other - one || b - a)
  let sum = 0
  const end = best.findIndex(([no]) => {
    sum += counts.sizes.get(no)?.lines ?? 0
    return sum >= MAX_LINES
  })
  return (end < 0 ? best : best.slice(0, end + 1)).map(([no]) => no)
}

/** Counts of words in the passages of readable channels. */
class ReadableCounts implements Rarities {
  readonly #passages: GuildPassages
  readonly #places = new Map<string, ReadonlyMap<number, number>>()
  readonly #rarity = new Map<string, number>()
  /** The readable passages. */
  readonly sizes: ReadonlyMap<number, PassageSize>
  readonly words: number
  readonly #lines: number

  constructor(passages: GuildPassages, readable: ReadonlySet<Id>) {
    this.#passages = passages
    this.sizes = new Map([...passages.sizes()].filter(([, { channel }]) => readable.has(channel)))
    const all = [...this.sizes.values()]
    this.words = all.reduce((sum, { words }) => sum + words, 0)
    this.#lines = all.reduce((sum, { lines }) => sum + lines, 0)
  }

  /** The number of readable passages. */
  get size(): number {
    return this.sizes.size
  }

  load(stems: readonly string[]): void {
    for (const stem of stems) {
      if (this.#rarity.has(stem)) continue
      const places = this.#count(stem)
      const times = [...places.values()].reduce((sum, count) => sum + count, 0)
      this.#places.set(stem, places)
      this.#rarity.set(stem, inverseFrequency(times, this.#lines))
    }
  }

  /**
   * Counts a stem in each readable passage. For a common stem it is estimated: if occurrences fall at random,
   * a share p of passages has it when there are -ln(1 - p) of it per passage.
   */
  #count(stem: string): ReadonlyMap<number, number> {
    const times = this.#passages.parsed.timesOf(stem, this.sizes)
    if (times) return times
    const having = this.#passages.having(stem).filter((no) => this.sizes.has(no))
    if (having.length <= MOST_COUNTED)
      return new Map(this.#passages.occurrences(stem).filter(([no]) => this.sizes.has(no)))
    const share = Math.min(having.length / this.size, 1 - 1 / (this.size + 1))
    const each = (-Math.log(1 - share) * this.size) / having.length
    return new Map(having.map((no) => [no, each]))
  }

  of = (stem: string): number => this.#rarity.get(stem) ?? 0

  /** How often a stem occurs in each readable passage that has it. */
  places(stem: string): ReadonlyMap<number, number> {
    return this.#places.get(stem) ?? new Map()
  }
}
