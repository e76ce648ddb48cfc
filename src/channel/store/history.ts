/**
 * Searches the channel's own messages: whole passages by full text, then line by line, then again with words
 * from the best lines.
 */

import type { Id, Message, Time } from "../../domain/types.ts"
import type { MessageHit, MessageQuery } from "../../memory/read/search.ts"
import { stems } from "../../text/stems.ts"
import { type Rarity, type ScoredLine, scoreLines, splitIntoRuns } from "../search/line-score.ts"
import { idSpan, joinPassages, type Passage, type PassageLine, toLine, toPassage } from "../search/passage.ts"
import type { MessageRows } from "./message-rows.ts"
import type { PassageRows } from "./passage-rows.ts"
import type { ChannelPlace } from "./registry.ts"

/**
 * The context of a search: the channel, its open messages (not indexed yet), and whose messages may be shown.
 */
interface SearchScope {
  place: ChannelPlace
  open: readonly Id[]
  /** Messages of people who object are not quoted, even if they were kept before. */
  hears(author: Id): boolean
  /**
   * Keepsake's own user id. Its messages give context to their neighbors and are never results. `null` if
   * unknown.
   */
  own: Id | null
}

const MAX_TERMS = 32
/** Lines scored one by one. On LoCoMo, 250 to 500 find as much as the whole channel. */
const MAX_LINES = 400
/** The second search takes this many words from this many lines. */
const SEEDS = 5
const SEED_LINES = 5
/**
 * Neighboring messages shown on each side of a hit, and the number of hits that get them: few further hits
 * are ever shown.
 */
const NEIGHBORS_EACH_SIDE = 2
const WITH_NEIGHBORS = 20

/** Rarity of stems. Only loaded stems are known; one query loads them all. */
interface Rarities {
  load(stems: readonly string[]): void
  of: Rarity
}

export class History {
  readonly #messages: MessageRows
  readonly #passages: PassageRows
  #open = new Map<Id, { content: string; line: PassageLine }>()

  constructor(messages: MessageRows, passages: PassageRows) {
    this.#messages = messages
    this.#passages = passages
  }

  /**
   * Makes a window's messages searchable, as a new passage or as part of the passage they continue or
   * precede.
   */
  add(messages: readonly Message[]): void {
    let passage = toPassage(messages)
    const first = idSpan(passage)?.first
    if (first === undefined) return
    for (const beside of this.#passages.adjacent(first)) {
      const longer = joinPassages(beside, passage)
      if (longer === null) continue
      this.#passages.remove([beside])
      passage = longer
    }
    this.#passages.add(passage)
  }

  /** Rebuilds the passages of changed messages. */
  renew(changed: readonly Id[], place: ChannelPlace): void {
    for (const passage of this.#passages.holdingAny(changed)) {
      const ids = passage.map((line) => line.id)
      this.#passages.remove([passage])
      this.#passages.add(toPassage(this.#messages.read(ids, place)))
    }
  }

  /** Clears the cache after a rolled-back transaction. */
  reload(): void {
    this.#passages.reload()
  }

  /** Makes messages unsearchable. */
  forget(ids: readonly Id[]): void {
    const gone = new Set(ids)
    for (const passage of this.#passages.holdingAny(ids)) {
      this.#passages.remove([passage])
      this.#passages.add(passage.filter((line) => !gone.has(line.id)))
    }
  }

  /** Returns kept messages that answer a question, best first, each with its neighbors. */
  search(scope: SearchScope, query: MessageQuery): MessageHit[] {
    const terms = termsOf(query)
    if (terms.size === 0) return []
    const passages = this.#candidates(scope, [...terms.keys()], query.before)
    const runs = splitIntoRuns(passages, query.before)
    const rarity = this.#rarity(passages)
    rarity.load([...terms.keys()])
    const score = (sought: Map<string, number>) =>
      scoreLines(runs, { ...query, terms: sought }, { rarity: rarity.of, rule: query.rule })
    const first = score(terms)
    const weight = query.rule.second_search_weight
    const seeds = weight > 0 ? seedsOf(first, terms, { passages, rarity }) : []
    const further = seeds.map((stem) => [stem, weight] as const)
    const best = seeds.length === 0 ? first : score(new Map([...further, ...terms]))
    const others = best.filter(({ line }) => line.author !== scope.own)
    return this.#hits(scope.place, passages, others.slice(0, query.limit))
  }

  /**
   * Returns the passages that match best and the open messages, without lines of people who object, lines
   * said to Keepsake, and lines after `before`.
   */
  #candidates({ place, open, hears }: SearchScope, terms: readonly string[], before: Time): Passage[] {
    const match = terms.map((term) => `"${term}"`).join(" OR ")
    const unsealed = this.#unsealed(this.#messages.read(open, place))
    return [...this.#passages.search(match, MAX_LINES), unsealed].map((passage) =>
      passage.filter((line) => line.at <= before && hears(line.author) && !line.toBot),
    )
  }

  /**
   * Converts open messages to lines. The result is cached: open messages are searched repeatedly until they
   * are sealed.
   */
  #unsealed(messages: readonly Message[]): Passage {
    const known = this.#open
    this.#open = new Map(
      messages.map((message) => {
        const before = known.get(message.id)
        return [
          message.id,
          before?.content === message.content ? before : { content: message.content, line: toLine(message) },
        ]
      }),
    )
    return [...this.#open.values()].map(({ line }) => line)
  }

  /**
   * Returns the inverse document frequency as in BM25, except that every occurrence of a stem counts as a
   * message.
   */
  #rarity(passages: readonly Passage[]): Rarities {
    const known = new Map<string, number>()
    const some = passages.filter((passage) => passage.length > 0)
    const lines = some.reduce((sum, passage) => sum + passage.length, 0)
    const total = Math.max(lines, (this.#passages.size * lines) / Math.max(1, some.length))
    const rarity = (times: number) => Math.log(1 + (Math.max(total, times) - times + 0.5) / (times + 0.5))
    return {
      load: (stems) => {
        const times = this.#passages.times(stems)
        for (const stem of stems) known.set(stem, rarity(times.get(stem) ?? 0))
      },
      of: (stem) => known.get(stem) ?? 0,
    }
  }

  #hits(place: ChannelPlace, passages: readonly Passage[], best: readonly ScoredLine[]): MessageHit[] {
    const beside = new Map(
      best.slice(0, WITH_NEIGHBORS).map(({ line }) => [line.id, neighborsOf(passages, line.id)]),
    )
    const ids = new Set([
      ...best.map(({ line }) => line.id),
      ...[...beside.values()].flatMap(({ before, after }) => [...before, ...after]),
    ])
    const read = new Map(
      this.#messages.read([...ids], place).map((message) => [message.id, message] as const),
    )
    const shown = (ids: readonly Id[]): Message[] => ids.flatMap((id) => read.get(id) ?? [])
    return best.flatMap(({ line, score, fit }) => {
      const message = read.get(line.id)
      const { before, after } = beside.get(line.id) ?? { before: [], after: [] }
      return message ? [{ message, score, fit, before: shown(before), after: shown(after) }] : []
    })
  }
}

function termsOf({ words, hints }: MessageQuery): Map<string, number> {
  const asked = stems(words).map((stem) => [stem, 1] as const)
  const hinted = hints.flatMap(({ word, weight }) => stems(word).map((stem) => [stem, weight] as const))
  // Words of the question come last and keep their weight if a hint repeats them.
  return new Map([...hinted.slice(0, MAX_TERMS), ...asked.slice(0, MAX_TERMS)])
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
  rarity.load([...scores.keys()])
  const worth = [...scores].map(([stem, score]) => [stem, score * rarity.of(stem)] as const)
  return worth
    .sort(([, a], [, b]) => b - a)
    .slice(0, SEEDS)
    .map(([stem]) => stem)
}

function neighborsOf(passages: readonly Passage[], id: Id): { before: Id[]; after: Id[] } {
  for (const passage of passages) {
    const place = passage.findIndex((line) => line.id === id)
    if (place < 0) continue
    const ids = passage.map((line) => line.id)
    return {
      before: ids.slice(Math.max(0, place - NEIGHBORS_EACH_SIDE), place),
      after: ids.slice(place + 1, place + 1 + NEIGHBORS_EACH_SIDE),
    }
  }
  return { before: [], after: [] }
}
