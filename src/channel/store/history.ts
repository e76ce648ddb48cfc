/**
 * Searches the channel's own messages: whole passages by full text, then line by line, then again with words
 * from the best lines.
 */

import type { Id, Message } from "../../domain/types.ts"
import {
  idsAround,
  type MessageHit,
  type MessageQuery,
  messagesAround,
} from "../../memory/read/guild-messages.ts"
import type { ScoredLine } from "../search/line-score.ts"
import {
  inverseFrequency,
  neighborsOf,
  type Rarities,
  rankLines,
  searchTerms,
  usableLines,
} from "../search/line-search.ts"
import {
  idSpan,
  joinPassages,
  type Passage,
  type PassageLine,
  toLine,
  toPassage,
  withoutLines,
} from "../search/passage.ts"
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

/** Lines scored one by one. On LoCoMo, 250 to 500 find as much as the whole channel. */
const MAX_LINES = 400
/** Passages searched that wait for the guild's index. */
const MAX_WAITING = 10

export class History {
  readonly #messages: MessageRows
  readonly #passages: PassageRows
  #open = new Map<Id, { content: string; line: PassageLine }>()

  constructor(messages: MessageRows, passages: PassageRows) {
    this.#messages = messages
    this.#passages = passages
  }

  /**
   * Makes the messages of windows searchable, each as a new passage or as part of the passage that they continue or
   * precede. A passage is written once, also if several of these windows continue it.
   */
  add(windows: readonly (readonly Message[])[]): void {
    let last: Passage = []
    for (const messages of windows) {
      let passage = toPassage(messages)
      const first = idSpan(passage)?.first
      if (first === undefined) continue
      for (const beside of this.#adjacent(first, last)) {
        const longer = joinPassages(beside, passage)
        if (longer === null) continue
        if (beside === last) last = []
        else this.#passages.remove([beside])
        passage = longer
      }
      this.#passages.add(last)
      last = passage
    }
    this.#passages.add(last)
  }

  /** Returns the passages next to a message, as if `unwritten` were among them. */
  #adjacent(first: Id, unwritten: Passage): Passage[] {
    const written = this.#passages.adjacent(first)
    if (unwritten.length === 0) return written
    const startOf = (passage: Passage) => BigInt(idSpan(passage)?.first ?? 0)
    const all = [...written, unwritten].sort((a, b) => (startOf(a) < startOf(b) ? -1 : 1))
    const before = all.findLast((passage) => startOf(passage) <= BigInt(first))
    const after = all.find((passage) => startOf(passage) > BigInt(first))
    return [before, after].filter((passage) => passage !== undefined)
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
      this.#passages.add(withoutLines(passage, (line) => gone.has(line.id)))
    }
  }

  /** Returns kept messages that answer a question, best first, each with its neighbors. */
  search(scope: SearchScope, query: MessageQuery): MessageHit[] {
    const terms = searchTerms(query)
    if (terms.size === 0 && query.during === null) return []
    const match = [...terms.keys()].map((term) => `"${term}"`).join(" OR ")
    const matching = match === "" ? [] : this.#passages.search(match, MAX_LINES)
    const passages = [...matching, this.#unsealed(scope)].map((passage) =>
      usableLines(passage, query.before, scope.hears),
    )
    return this.#rank(scope, passages, { query, terms, rarity: this.#rarity(passages) })
  }

  /**
   * Returns messages that answer a question and are open, or sealed and not in the guild's index yet. Scored
   * with the rarities that the index used, so that scores compare with those of its lines.
   */
  searchOpen(scope: SearchScope, query: MessageQuery, rarity: ReadonlyMap<string, number>): MessageHit[] {
    const passages = [...this.#passages.waiting(MAX_WAITING), this.#unsealed(scope)].map((passage) =>
      usableLines(passage, query.before, scope.hears),
    )
    const terms = searchTerms(query)
    const rarities = { load: () => {}, of: (stem: string) => rarity.get(stem) ?? 0 }
    const once = { ...query, rule: { ...query.rule, second_search_weight: 0 } }
    return this.#rank(scope, passages, { query: once, terms, rarity: rarities })
  }

  #rank(
    scope: SearchScope,
    passages: readonly Passage[],
    sought: { query: MessageQuery; terms: ReadonlyMap<string, number>; rarity: Rarities },
  ): MessageHit[] {
    const best = rankLines([passages], sought.query, sought)
    const others = best.filter(({ line }) => line.author !== scope.own)
    return this.#hits(scope, passages, others.slice(0, sought.query.limit), sought.query)
  }

  /**
   * Converts open messages to lines. The result is cached: open messages are searched repeatedly until they
   * are sealed.
   */
  #unsealed({ open, place }: SearchScope): Passage {
    const known = this.#open
    const messages = this.#messages.read(open, place)
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

  /** Estimates the channel's lines from the passages found. */
  #rarity(passages: readonly Passage[]): Rarities {
    const known = new Map<string, number>()
    const some = passages.filter((passage) => passage.length > 0)
    const lines = some.reduce((sum, passage) => sum + passage.length, 0)
    const total = Math.max(lines, (this.#passages.size * lines) / Math.max(1, some.length))
    return {
      load: (stems) => {
        const times = this.#passages.times(stems)
        for (const stem of stems) known.set(stem, inverseFrequency(times.get(stem) ?? 0, total))
      },
      of: (stem) => known.get(stem) ?? 0,
    }
  }

  #hits(
    { place, hears }: SearchScope,
    passages: readonly Passage[],
    best: readonly ScoredLine[],
    { withLater }: Pick<MessageQuery, "withLater">,
  ): MessageHit[] {
    const beside = new Map(
      best.map(({ line }, place) => [
        line.id,
        neighborsOf(holding(passages, line.id), line.id, { place, withLater }),
      ]),
    )
    const ids = new Set([...best.map(({ line }) => line.id), ...[...beside.values()].flatMap(idsAround)])
    const read = new Map(
      this.#messages
        .read([...ids], place)
        .filter((message) => mayBeQuoted(message, hears))
        .map((message) => [message.id, message] as const),
    )
    return best.flatMap(({ line, score, fit }) => {
      const message = read.get(line.id)
      const around = beside.get(line.id)
      if (message === undefined || around === undefined) return []
      return [{ message, score, fit, ...messagesAround(around, read) }]
    })
  }
}

/** Messages to Keepsake and events are no talk. Whoever objects is not quoted. */
export function mayBeQuoted({ author, source, role }: Message, hears: (author: Id) => boolean): boolean {
  return hears(author.id) && source !== "chat" && role !== "event"
}

function holding(passages: readonly Passage[], id: Id): Passage {
  return passages.find((lines) => lines.some((line) => line.id === id)) ?? []
}
