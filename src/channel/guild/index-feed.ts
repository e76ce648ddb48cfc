/**
 * Sends the changes of one channel's searchable messages to the guild's index. A change waits in the channel's
 * own rows until the index confirmed it, so nothing is lost, and sending it twice does no harm.
 */

import { z } from "zod"
import { OVERDUE, within } from "../../ai/deadline.ts"
import { describeError } from "../../domain/errors.ts"
import { hashOf } from "../../domain/hash.ts"
import type { Id, Time } from "../../domain/types.ts"
import { retryAt } from "../../runtime/object/alarm-clock.ts"
import { usableLines } from "../search/line-search.ts"
import { idSpan, type Passage } from "../search/passage.ts"
import type { ChannelStore } from "../store/channel-store.ts"
import type { IndexedPassage, PassagePrint, PassageUpdate } from "./guild-passages.ts"

/** The part of a guild's index that channels call. */
export interface MessageIndex {
  /** Returns the version of the last update it took. It ignores updates that are not later. */
  updateMessages(update: PassageUpdate): Promise<number>
  /** `complete`: no update of the channel waits. `openAt`: when it had open messages. */
  channelSeen(channelId: Id, seen: { complete: boolean; openAt: Time | null }): Promise<void>
  passagePrints(channelId: Id, after: Id | null, limit: number): Promise<PassagePrint[]>
}

/** Passages sent in one call. */
const AT_ONCE = 50
/** Passages compared in one call. */
const COMPARED_AT_ONCE = 500
/** The longest time that one call may take. */
const CALL_MS = 10_000

/** `attempts` counts consecutive failures. Nothing is retried before `at` unless a caller asks. */
const RetryState = z.object({ attempts: z.int(), at: z.number() })
const NO_RETRY: z.output<typeof RetryState> = { attempts: 0, at: 0 }
const RETRY = "indexing"

interface FeedOptions {
  index(guildId: Id): MessageIndex
  firstRetryMs: number
}

export class IndexFeed {
  readonly #store: ChannelStore
  readonly #options: FeedOptions
  #running: Promise<void> | null = null
  #version = 0

  constructor(store: ChannelStore, options: FeedOptions) {
    this.#store = store
    this.#options = options
  }

  /** Sends what the index lacks, one run at a time. Never throws: failures are retried. */
  async process(): Promise<void> {
    while (this.#running) await this.#running
    if (this.pending === 0) return
    this.#running = this.#attempt().finally(() => {
      this.#running = null
    })
    await this.#running
  }

  /** Returns when the next call is due; `null` if the index is up to date. */
  dueAt(now: Time): Time | null {
    return this.pending === 0 ? null : Math.max(now, this.#retry.at)
  }

  /** The number of passages that the index does not have as they are. */
  get pending(): number {
    return this.#store.registry.place === null ? 0 : this.#store.passages.unindexedCount
  }

  /**
   * Reports to the index that the channel exists, and whether it has open messages. Not retried: the channel's
   * next window, or the next question that the index cannot answer, reports it again.
   */
  async announce(): Promise<void> {
    const { place } = this.#store.registry
    if (place === null) return
    try {
      const seen = {
        complete: this.pending === 0,
        openAt: this.#store.buffer.size > 0 ? Date.now() : null,
      }
      await this.#options.index(place.guildId).channelSeen(place.channelId, seen)
    } catch (error) {
      console.warn({ event: "index.not_updated", channel: place.channelId, error: describeError(error) })
    }
  }

  /**
   * Compares the channel with its part of the index, sends what differs again, and returns how many passages
   * differed or still wait. Throws if the index does not answer.
   */
  async audit(): Promise<number> {
    const { place } = this.#store.registry
    if (place === null) return 0
    const index = this.#options.index(place.guildId)
    const prints = new Map<Id, string>()
    for (let after: Id | null = null; ; ) {
      const page = await index.passagePrints(place.channelId, after, COMPARED_AT_ONCE)
      for (const { first, print } of page) prints.set(first, print)
      after = page.at(-1)?.first ?? null
      if (page.length < COMPARED_AT_ONCE) break
    }
    const differing = this.#differences(prints)
    this.#store.passages.markChanged(differing)
    await this.process()
    return differing.length + this.pending
  }

  #differences(prints: Map<Id, string>): Id[] {
    const differing: Id[] = []
    for (let after: Id | null = null; ; ) {
      const page = this.#store.passages.page(after, COMPARED_AT_ONCE)
      for (const passage of page) {
        const { first, lines } = this.#indexed(passage)
        const expected = lines.length === 0 ? undefined : hashOf([JSON.stringify(lines)])
        if (prints.get(first) !== expected) differing.push(first)
        prints.delete(first)
        after = first
      }
      if (page.length < COMPARED_AT_ONCE) return [...differing, ...prints.keys()]
    }
  }

  async #attempt(): Promise<void> {
    try {
      while (this.pending > 0) await this.#send()
      if (this.#retry.attempts > 0) this.#store.state.set(RETRY, NO_RETRY)
    } catch (error) {
      // Fallback for any outage: the rows stay, the alarm tries again, and recall asks the channels.
      const attempts = this.#retry.attempts + 1
      const at = retryAt(Date.now(), attempts, this.#options.firstRetryMs, Math.random())
      const channel = this.#store.registry.place?.channelId
      console.error({ event: "index.not_updated", channel, error: describeError(error) })
      this.#store.state.set(RETRY, { attempts, at })
    }
  }

  async #send(): Promise<void> {
    const { passages, registry, buffer } = this.#store
    const { place } = registry
    if (place === null) return
    const { put, remove, more } = passages.unindexed(AT_ONCE)
    this.#version = Math.max(this.#version + 1, Date.now())
    const update: PassageUpdate = {
      channelId: place.channelId,
      version: this.#version,
      put: put.map((passage) => this.#indexed(passage)),
      remove,
      complete: !more,
      openAt: buffer.size > 0 ? Date.now() : null,
    }
    const index = this.#options.index(place.guildId)
    const taken = await within(CALL_MS, () => index.updateMessages(update))
    if (taken === OVERDUE) throw new Error("the index did not answer in time")
    // The clock went back since an earlier update. The next one goes beyond it.
    if (taken !== update.version) this.#version = taken
    else passages.markIndexed([...update.put.map(({ first }) => first), ...remove])
  }

  /** A passage without the lines that no search may use. */
  #indexed(passage: Passage): IndexedPassage {
    const hears = (id: Id) => id === this.#store.ownId || this.#store.registry.hears(id)
    return {
      first: idSpan(passage)?.first ?? "0",
      lines: usableLines(passage, Number.MAX_SAFE_INTEGER, hears),
    }
  }

  get #retry(): z.output<typeof RetryState> {
    return this.#store.state.get(RETRY, RetryState) ?? NO_RETRY
  }
}
