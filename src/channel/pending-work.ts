/**
 * Runs the work that a channel's changes cause elsewhere: retractions from the database, and updates of the
 * guild's index. Both wait in the channel's rows until they succeed.
 */
import { within } from "../ai/deadline.ts"
import type { Id, Time } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import type { AlarmClock } from "../runtime/object/alarm-clock.ts"
import type { Settings } from "../settings.ts"
import { IndexFeed, type MessageIndex } from "./guild/index-feed.ts"
import type { PersonRemainder } from "./removal/person-erasure.ts"
import { RetractionQueue } from "./removal/retraction-queue.ts"
import type { ChannelStore } from "./store/channel-store.ts"

/** The longest time a deletion or an edit waits for what it causes. The alarm finishes the rest. */
const WAIT_MS = 10_000

interface PendingWorkOptions {
  store: ChannelStore
  clock: AlarmClock
  settings: Settings
  database(guildId: Id): Database
  index(guildId: Id): MessageIndex
  /** Called after retractions changed the database. */
  onRetracted(guildId: Id): void
}

export class PendingWork {
  readonly #options: PendingWorkOptions
  readonly retractionQueue: RetractionQueue
  readonly feed: IndexFeed

  constructor(options: PendingWorkOptions) {
    this.#options = options
    const { store, settings, database, index } = options
    const firstRetryMs = settings.RETRY_SECONDS * 1_000
    this.retractionQueue = new RetractionQueue(store, { database, firstRetryMs })
    this.feed = new IndexFeed(store, { index, firstRetryMs })
  }

  /** Waits up to `WAIT_MS` for everything that is pending. The alarm finishes the rest. */
  async settle(): Promise<void> {
    const { store, clock, settings } = this.#options
    if (store.pendingRetractions.guildId === null && this.feed.pending === 0) return
    await clock.wakeBy(Date.now() + settings.LEASE_SECONDS * 1_000)
    await within(WAIT_MS, () => Promise.all([this.feed.process(), this.retract()]))
    await clock.wakeBy(this.dueAt(Date.now()))
  }

  /** Settles what a change causes, and returns the change's result. */
  async settleAfter<T>(done: T): Promise<T> {
    await this.settle()
    return done
  }

  /** Retracts deleted messages among these again. Returns how many retractions are left. */
  async retractDeleted(guildId: Id, ids: readonly Id[]): Promise<number> {
    const { messages, pendingRetractions } = this.#options.store
    const deleted = messages.tombstoned(ids)
    pendingRetractions.add(
      guildId,
      deleted.map((id) => ({ id, stems: [] })),
    )
    await this.settle()
    return pendingRetractions.all().length
  }

  /** Runs the retractions that can run now. */
  async retract(): Promise<void> {
    const { guildId } = this.#options.store.pendingRetractions
    if (guildId !== null && (await this.retractionQueue.process())) this.#options.onRetracted(guildId)
  }

  /** Adds what the guild's index still lacks or holds too much to the last page of a check. */
  async withIndex(held: PersonRemainder): Promise<PersonRemainder> {
    return held.next === null ? { ...held, owed: held.owed + (await this.feed.audit()) } : held
  }

  /** Counts the conversations that are to be read again; those sealed for it also wait like others. */
  get counts(): { again: number } {
    return { again: this.#options.store.pendingRetractions.rereadCount() }
  }

  /** Returns when the next retraction, reread or update of the index is due; `null` if none is. */
  dueAt(now: Time): Time | null {
    const dues = [this.retractionQueue.dueAt(now), this.feed.dueAt(now)].filter((due) => due !== null)
    return dues.length === 0 ? null : Math.min(...dues)
  }
}
