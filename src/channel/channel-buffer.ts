/**
 * One Durable Object per channel: buffers messages, seals windows with one alarm, and processes each window
 * into memory. Only an entry point: window-rule.ts decides when a window ends, process-window.ts its outcome.
 */
import { DurableObject } from "cloudflare:workers"
import { describeError } from "../domain/errors.ts"
import type { Id, Message, Time } from "../domain/types.ts"
import { guildDatabase } from "../memory/db/database.ts"
import type { MessageHit, MessageQuery, Quoted, QuoteRequest } from "../memory/read/guild-messages.ts"
import { isCited } from "../memory/removal/cited.ts"
import type { SentTraces } from "../privacy/quotes/redaction.ts"
import { deploymentChat } from "../runtime/allowances/models.ts"
import { AlarmClock } from "../runtime/object/alarm-clock.ts"
import { loadLibraries } from "../runtime/object/libraries.ts"
import { placed } from "../runtime/object/placed.ts"
import { wipe } from "../runtime/object/state-rows.ts"
import { backgroundTools, readSettings, type Settings } from "../settings.ts"
import { wakeIndex } from "../vectors/wake.ts"
import {
  applyMissedEdits,
  type CatchUpRequest,
  type CatchUpResult,
  catchUp,
  type Delivery,
  type FlushResult,
  ingest,
  type Receipt,
} from "./delivery.ts"
import { endHistory, nextDue, sealDueWindows, takeFinished } from "./due.ts"
import { PendingWork } from "./pending-work.ts"
import { discardOpen } from "./reading/discard-window.ts"
import { reportLateWindow } from "./reading/late-window.ts"
import type { WindowDeps } from "./reading/process-window.ts"
import { WindowQueue } from "./reading/window-queue.ts"
import { attachParts, editMessage, type MessageParts, removeMessages } from "./removal/edits.ts"
import { PersonErasure, type PersonPageRequest } from "./removal/person-erasure.ts"
import { purgeExpired } from "./removal/retention.ts"
import { type ChannelStore, openChannelStore } from "./store/channel-store.ts"
import { personMessages, quoteMessages, searchMessages, type TurnsRequest, turnsBefore } from "./turns.ts"
import { ConversationSplitter } from "./window/conversation-splitter.ts"
import type { WindowRule } from "./window/window-rule.ts"

/** An alarm and a flush take no further window after so long. The platform lets an alarm run for 15 minutes. */
const WORK_MS = 10 * 60_000
const FLUSH_MS = 50_000

export class ChannelBuffer extends DurableObject<Env> {
  readonly #settings: Settings
  readonly #store: ChannelStore
  readonly #clock: AlarmClock
  readonly #conversations: ConversationSplitter
  readonly #pending: PendingWork
  readonly #erasure: PersonErasure
  readonly #queue = new WindowQueue({
    afterEach: () => this.#pending.retract(),
    afterRun: ({ place }) => this.ctx.waitUntil(wakeIndex(this.env, this.#settings, place.guildId)),
  })

  constructor(ctx: DurableObjectState, given: Env) {
    super(ctx, placed(given))
    this.#settings = readSettings(this.env)
    this.#store = openChannelStore(ctx.storage, this.#settings)
    this.#clock = new AlarmClock(ctx.storage)
    const { messages, registry } = this.#store
    this.#conversations = new ConversationSplitter((ids) =>
      registry.place === null ? [] : messages.read(ids, registry.place),
    )
    this.#pending = new PendingWork({
      store: this.#store,
      clock: this.#clock,
      settings: this.#settings,
      database: (guildId) => guildDatabase(this.env, guildId),
      index: (guildId) => this.env.INDEXES.getByName(guildId),
      onRetracted: (guildId) => ctx.waitUntil(wakeIndex(this.env, this.#settings, guildId, "removed")),
    })
    this.#erasure = new PersonErasure(ctx.storage.sql, this.#store)
    ctx.blockConcurrencyWhile(async () => {
      await Promise.all([loadLibraries(), this.#clock.load()])
      await this.#clock.wakeBy(this.#pending.feed.dueAt(Date.now()))
    })
  }

  /** Buffers messages that are new to this channel. Durable when it returns; extraction comes later. */
  async append(delivery: Delivery): Promise<Receipt> {
    const db = guildDatabase(this.env, delivery.guildId)
    const { accepted: messages, ...rest } = await ingest(delivery, { ...this.#store, db })
    const [off, now] = [this.#store.registry.mode === "off", Date.now()]
    if (off) await this.#clock.wakeBy(discardOpen(this.#store) ? now : null)
    const { fresh, ...counts } = this.#store.intake.add(messages, { now, page: delivery.history, isOff: off })
    if (fresh > 0) await this.#clock.wakeBy(this.#store.buffer.dueAt(this.#rule, now))
    await this.#clock.wakeBy(this.#pending.feed.dueAt(now))
    if (fresh > 0 && fresh === this.#store.buffer.size) this.ctx.waitUntil(this.#pending.feed.announce())
    if (delivery.history) sealDueWindows(this.#store, this.#rule, now, false) // The importer counts what waits.
    if (fresh < messages.length && !off) await applyMissedEdits(messages, this.#store.messages, this)
    return { ...counts, ...rest }
  }

  /** No further page of an import follows: its last messages wait no longer for more. */
  async endHistory(): Promise<void> {
    endHistory(this.#store, this.#rule, Date.now())
    await this.#clock.wakeBy(this.#nextDue)
  }

  /** Edits a message and has its window reread. Returns false if it is not kept and no memory cites it. */
  async edit(id: Id, content: string, editedAt: Time | null = null): Promise<boolean> {
    const { place } = this.#store.registry
    if (place === null) return false
    if (!editMessage(this.#store, id, { content: this.#store.registry.heard(content), editedAt })) {
      if (!(await isCited(guildDatabase(this.env, place.guildId), place, id))) return false
      this.#store.pendingRetractions.add(place.guildId, [{ id, stems: [] }])
    }
    await this.#pending.settle()
    return true
  }

  /** Replaces a kept message's mentions, or its files, forwarded words and previews. */
  async attach(id: Id, parts: MessageParts): Promise<void> {
    attachParts(this.#store, id, parts)
    await this.#clock.wakeBy(this.#pending.feed.dueAt(Date.now()))
  }

  /** Removes messages everywhere and blocks them for good, even if never buffered. Rereads their windows. */
  async remove(guildId: Id, ids: Id[]): Promise<void> {
    removeMessages(this.#store, guildId, ids)
    await this.#pending.settle()
  }

  /** Compares a range of the channel's history with Discord's current state and applies the differences. */
  async catchUp(found: CatchUpRequest): Promise<CatchUpResult> {
    return catchUp(found, this.#store.messages, this)
  }

  /** Seals every open message, or those due, and processes what it can. `null` if this channel heard no message. */
  async flush(keepOpen = false): Promise<FlushResult | null> {
    if (this.#store.registry.place === null) return null
    sealDueWindows(this.#store, this.#rule, Date.now(), !keepOpen)
    await this.#clock.wakeBy(Date.now() + this.#settings.LEASE_SECONDS * 1_000)
    await this.#pending.feed.process()
    await this.#pending.retract()
    this.#pending.retractionQueue.reseal(Number.MAX_SAFE_INTEGER)
    await this.#queue.run(this.#deps(), Date.now() + FLUSH_MS, true)
    purgeExpired(this.#store, Date.now())
    await this.#pending.feed.process()
    if (await reportLateWindow(this.env, this.#store, Date.now())) await this.#clock.set(this.#nextDue)
    return takeFinished(this.#store)
  }

  /** Returns kept messages that answer a question, best first. For a channel that the guild's index lacks. */
  async search(query: MessageQuery): Promise<MessageHit[]> {
    this.ctx.waitUntil(this.#pending.feed.announce())
    return searchMessages(this.#store, query)
  }
  /** Returns what a search of the guild's index found here, and open messages that answer the question. */
  async quote(request: QuoteRequest): Promise<Quoted> {
    return quoteMessages(this.#store, request)
  }
  async turns(before: Id, asked: TurnsRequest): Promise<Message[]> {
    return turnsBefore(this.#store, before, asked)
  }

  // The steps of a person's erasure, page by page: see person-erasure.ts.
  async tracesOf(asked: PersonPageRequest) {
    return this.#erasure.tracesOf(asked)
  }
  async erasePerson(asked: Pick<PersonPageRequest, "userId" | "until">) {
    return this.#pending.settleAfter(this.#erasure.erase(asked))
  }
  async scrub(traces: SentTraces, after: Id | null) {
    return this.#pending.settleAfter(this.#erasure.scrub(traces, after))
  }
  async stillHolds(traces: SentTraces, at: Pick<PersonPageRequest, "until" | "after">) {
    await this.#pending.settle()
    return this.#pending.withIndex(this.#erasure.stillHolds(traces, at))
  }
  async retractDeleted(guildId: Id, ids: Id[]): Promise<number> {
    return this.#pending.retractDeleted(guildId, ids)
  }
  /** Returns those of these messages that were deleted. */
  async deletedAmong(ids: Id[]): Promise<Id[]> {
    return this.#store.messages.tombstoned(ids)
  }

  /** Deletes all data of this object for good and ends it. */
  async wipe(): Promise<void> {
    await wipe(this.ctx)
  }

  /** Returns a page of one person's kept messages, by id. */
  async messagesOf(userId: Id, page: { after: Id | null; limit: number }): Promise<Message[]> {
    return personMessages(this.#store, userId, page)
  }
  /** Counts one person's kept messages. */
  async messageCount(userId: Id): Promise<number> {
    return this.#store.messages.countOfAuthor(userId)
  }

  /** Reloads settings and consents, restores a lost alarm and deletes expired messages. Returns how many. */
  async refresh(): Promise<number> {
    const { registry } = this.#store
    if (registry.place === null) return 0
    await registry.refresh(guildDatabase(this.env, registry.place.guildId), Date.now())
    if (registry.mode === "off") discardOpen(this.#store)
    const deleted = purgeExpired(this.#store, Date.now())
    await this.#pending.feed.process()
    return this.#clock.set(this.#nextDue).then(() => deleted)
  }
  async status() {
    return { open: this.#store.buffer.size, waiting: this.#store.windows.backlog(), ...this.#pending.counts }
  }

  override async alarm(): Promise<void> {
    const due = this.#nextDue
    if (due !== null && due > Date.now()) return this.#clock.set(due) // More messages arrived meanwhile.
    // The lease starts another run if this one is cut off, or fails more often than the platform retries.
    await this.#clock.set(Date.now() + this.#settings.LEASE_SECONDS * 1_000)
    try {
      sealDueWindows(this.#store, this.#rule, Date.now(), false)
      await this.#pending.feed.process()
      await this.#pending.retract()
      this.#pending.retractionQueue.reseal(Date.now())
      await this.#queue.run(this.#deps(), Date.now() + WORK_MS, false)
      purgeExpired(this.#store, Date.now())
      await this.#pending.feed.process()
      if (!(await reportLateWindow(this.env, this.#store, Date.now()))) return // The lease runs again.
    } catch (error) {
      // Fallback: the lease set above. An error here must not count toward the platform's six retries.
      const channel = this.#store.registry.place?.channelId
      console.error({ event: "alarm.failed", channel, error: describeError(error) })
      return
    }
    await this.#clock.set(this.#nextDue)
  }

  get #rule(): WindowRule {
    return { ...this.#store.registry.rule(this.#conversations), ...this.#store.intake.rule }
  }

  #deps(): WindowDeps | null {
    const { place } = this.#store.registry
    if (place === null) return null
    const db = guildDatabase(this.env, place.guildId)
    const tools = { ...backgroundTools(this.env), now: Date.now, random: Math.random }
    return { ...this.#store, db, chat: deploymentChat(this.env, readSettings(this.env)), place, ...tools }
  }

  get #nextDue(): Time | null {
    return nextDue(this.#store, { rule: this.#rule, pending: this.#pending, now: Date.now() })
  }
}
