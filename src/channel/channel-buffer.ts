/** One Durable Object per channel: hears messages, seals windows by one alarm, and sees each through to memory. A door: decisions are in window-rule.ts and work.ts. */
import { DurableObject } from "cloudflare:workers"
import { z } from "zod"
import { chatModel } from "../ai/chat/chat-model.ts"
import { within } from "../ai/deadline.ts"
import { describeError } from "../domain/errors.ts"
import type { Id, Message, Time } from "../domain/types.ts"
import { guildDatabase } from "../memory/db/database.ts"
import type { MessageHit, MessageQuery } from "../memory/read/search.ts"
import { isCited } from "../memory/removal/retract.ts"
import type { SerializedTraces } from "../privacy/quote-redaction.ts"
import { AlarmClock } from "../runtime/object/alarm-clock.ts"
import { wipe } from "../runtime/object/state-rows.ts"
import { readSettings, type Settings } from "../settings.ts"
import { wakeIndex } from "../vectors/wake.ts"
import {
  type CatchUpRequest,
  type CatchUpResult,
  catchUp,
  type Delivery,
  type FlushResult,
  ingest,
  type Receipt,
} from "./delivery.ts"
import { nextDue, sealDueWindows } from "./due.ts"
import { discardOpen } from "./reading/discard-window.ts"
import type { WindowDeps } from "./reading/process-window.ts"
import { WindowQueue } from "./reading/window-queue.ts"
import {
  editMessage,
  PersonErasure,
  type PersonPageRequest,
  type PersonRemainder,
  type PersonTracesPage,
  removeMessages,
} from "./removal/person-erasure.ts"
import { purgeExpired } from "./removal/retention.ts"
import { RetractionQueue } from "./removal/retraction-queue.ts"
import { type ChannelStore, openChannelStore } from "./store/channel-store.ts"
import { type TurnsRequest, turnsBefore } from "./turns.ts"
import { ConversationSplitter } from "./window/conversation-splitter.ts"
import type { WindowRule } from "./window/window-rule.ts"

/** An alarm may run for 15 minutes; it stops taking windows well before. */
const WORK_MS = 10 * 60_000
const FLUSH_MS = 50_000
const FLUSH_WINDOWS = 1_000
/** The longest that a deletion or an edit waits for the database before it is answered: the rest follows by itself. */
const SETTLE_MS = 10_000

export class ChannelBuffer extends DurableObject<Env> {
  readonly #settings: Settings
  readonly #parts: ChannelStore
  readonly #clock: AlarmClock
  readonly #conversations: ConversationSplitter
  readonly #amends: RetractionQueue
  readonly #people: PersonErasure
  readonly #reader = new WindowQueue({
    each: () => this.#settle(),
    end: ({ place }) => this.ctx.waitUntil(wakeIndex(this.env, this.#settings, place.guildId)),
  })

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#settings = readSettings(env)
    this.#parts = openChannelStore(ctx.storage)
    this.#clock = new AlarmClock(ctx.storage)
    const { messages, registry } = this.#parts
    this.#conversations = new ConversationSplitter((ids) =>
      registry.place === null ? [] : messages.read(ids, registry.place),
    )
    this.#amends = new RetractionQueue(this.#parts, {
      database: (guildId) => guildDatabase(this.env, guildId),
      firstRetryMs: this.#settings.RETRY_SECONDS * 1_000,
    })
    this.#people = new PersonErasure(ctx.storage.sql, this.#parts)
    ctx.blockConcurrencyWhile(() => this.#clock.load())
  }

  /** Buffers what was not heard before. Durable when it returns; extraction comes later. */
  async append(delivery: Delivery): Promise<Receipt> {
    const db = guildDatabase(this.env, delivery.guildId)
    const ownId = this.#settings.DISCORD_APPLICATION_ID ?? null
    const { welcome, ...rest } = await ingest(delivery, { registry: this.#parts.registry, db, ownId })
    const off = this.#parts.registry.mode === "off"
    if (off) await this.#clock.wakeBy(discardOpen(this.#parts) ? Date.now() : null)
    const now = Date.now()
    const accepted = off || welcome.length === 0 ? 0 : this.#parts.buffer.add(welcome, now)
    if (accepted > 0) await this.#clock.wakeBy(this.#parts.buffer.dueAt(this.#rule, now))
    return { accepted, duplicates: welcome.length - accepted, ...rest }
  }

  /** Replaces a message's words; false where it is neither kept nor anything rests on it. What was read of it is taken back and read anew. */
  async edit(id: Id, content: string, editedAt: Time | null = null): Promise<boolean> {
    const guildId = this.#parts.registry.place?.guildId
    if (guildId === undefined) return false
    if (!editMessage(this.#parts, id, { content, editedAt })) {
      if (!(await isCited(guildDatabase(this.env, guildId), guildId, id))) return false
      this.#parts.owed.add(guildId, [{ id, stems: [] }])
    }
    await this.#amended()
    return true
  }

  /** Takes messages out of all that is known, and keeps them out, whether or not they were ever heard. What was read with them is read anew. */
  async remove(guildId: Id, ids: Id[]): Promise<void> {
    removeMessages(this.#parts, guildId, ids)
    await this.#amended()
  }

  /** Takes over a stretch of the channel as Discord has it now. */
  async catchUp(found: CatchUpRequest): Promise<CatchUpResult> {
    return catchUp(found, this.#parts.messages, this)
  }

  /** Closes what is open and waits for what can be read now. Returns what was read since the last flush; null where nothing was ever heard. */
  async flush(): Promise<FlushResult | null> {
    if (this.#parts.registry.place === null) return null
    sealDueWindows(this.#parts, this.#rule, Date.now(), true)
    await this.#clock.wakeBy(Date.now() + this.#settings.LEASE_SECONDS * 1_000)
    await this.#settle()
    this.#amends.reseal(Number.MAX_SAFE_INTEGER)
    await this.#reader.run(this.#tools(), Date.now() + FLUSH_MS, true)
    purgeExpired(this.#parts, Date.now())
    await this.#clock.set(this.#nextDue)
    const done = this.#parts.windows.doneAfter(this.#parts.state.get("flushed", z.int()) ?? 0, FLUSH_WINDOWS)
    const last = done.at(-1)
    if (last) this.#parts.state.set("flushed", last.seq)
    return {
      windows: done.flatMap((window) => window.outcome ?? []),
      waiting: this.#parts.windows.backlog().windows,
    }
  }

  /** Kept messages of this channel that answer a question, best first. */
  async search(query: MessageQuery): Promise<MessageHit[]> {
    const { place } = this.#parts.registry
    if (place === null) return []
    const own = this.#settings.DISCORD_APPLICATION_ID ?? null
    const hears = (id: Id) => id === own || this.#parts.registry.hears(id)
    return this.#parts.history.search({ place, open: this.#parts.buffer.ids, hears, own }, query)
  }

  async turns(before: Id, asked: TurnsRequest): Promise<Message[]> {
    return turnsBefore(this.#parts, before, asked)
  }

  /** The steps of a person's erasure here, each a page: see person-erasure.ts. */
  async tracesOf(asked: PersonPageRequest): Promise<PersonTracesPage> {
    return this.#people.tracesOf(asked)
  }
  async erasePerson(
    asked: Pick<PersonPageRequest, "userId" | "until">,
  ): Promise<{ messages: number; more: boolean }> {
    const erased = this.#people.erase(asked)
    await this.#amended()
    return erased
  }
  async scrub(traces: SerializedTraces, after: Id | null): Promise<{ quotes: number; next: Id | null }> {
    const scrubbed = this.#people.scrub(traces, after)
    await this.#amended()
    return scrubbed
  }
  async stillHolds(
    traces: SerializedTraces,
    at: Pick<PersonPageRequest, "until" | "after">,
  ): Promise<PersonRemainder> {
    await this.#amended()
    return this.#people.stillHolds(traces, at)
  }

  /** Erases everything here for good, and ends. */
  async wipe(): Promise<void> {
    await wipe(this.ctx)
  }

  /** Kept messages of one person, by id. */
  async messagesOf(userId: Id, page: { after: Id | null; limit: number }): Promise<Message[]> {
    const { messages, registry } = this.#parts
    return registry.place === null ? [] : messages.ofAuthor(userId, page, registry.place)
  }

  /** Takes over the guild's settings and consents at once, sets a lost alarm again, and lets go of what is not to be kept; of how many messages. */
  async refresh(): Promise<number> {
    const { place } = this.#parts.registry
    if (place === null) return 0
    await this.#parts.registry.refresh(guildDatabase(this.env, place.guildId), Date.now())
    if (this.#parts.registry.mode === "off") discardOpen(this.#parts)
    const gone = purgeExpired(this.#parts, Date.now())
    return this.#clock.set(this.#nextDue).then(() => gone)
  }

  /** What is here now. */
  async status(): Promise<{ open: number; waiting: { windows: number; messages: number; bytes: number } }> {
    return { open: this.#parts.buffer.size, waiting: this.#parts.windows.backlog() }
  }

  override async alarm(): Promise<void> {
    const due = this.#nextDue
    if (due !== null && due > Date.now()) return this.#clock.set(due) // More was said: the one row written.
    // First a lease: if this run is cut off, or fails more often than the platform retries, another follows.
    await this.#clock.set(Date.now() + this.#settings.LEASE_SECONDS * 1_000)
    try {
      sealDueWindows(this.#parts, this.#rule, Date.now(), false)
      await this.#settle()
      this.#amends.reseal(Date.now())
      await this.#reader.run(this.#tools(), Date.now() + WORK_MS, false)
      purgeExpired(this.#parts, Date.now())
    } catch (error) {
      // The lease set above is the fallback: an error here must not count toward the platform's six retries.
      const channel = this.#parts.registry.place?.channelId
      console.error({ event: "alarm.failed", channel, error: describeError(error) })
      return
    }
    await this.#clock.set(this.#nextDue)
  }

  /** Waits a while for what was just deleted or edited to be made good; the alarm sees to the rest. */
  async #amended(): Promise<void> {
    if (this.#parts.owed.guildId === null) return
    await this.#clock.wakeBy(Date.now() + this.#settings.LEASE_SECONDS * 1_000)
    await within(SETTLE_MS, () => this.#settle())
    await this.#clock.wakeBy(this.#amends.dueAt(Date.now()))
  }

  async #settle(): Promise<void> {
    const { guildId } = this.#parts.owed
    if (guildId !== null && (await this.#amends.process()))
      this.ctx.waitUntil(wakeIndex(this.env, this.#settings, guildId, "removed"))
  }

  get #rule(): WindowRule {
    return { ...this.#parts.registry.rule, conversations: this.#conversations }
  }

  #tools(): WindowDeps | null {
    const { place } = this.#parts.registry
    if (place === null) return null
    return {
      ...this.#parts,
      db: guildDatabase(this.env, place.guildId),
      chat: chatModel(this.env, this.#settings),
      place,
      readOnly: this.#settings.READ_ONLY,
      firstRetryMs: this.#settings.RETRY_SECONDS * 1_000,
      now: Date.now,
      random: Math.random,
    }
  }

  /** When the next thing is due. */
  get #nextDue(): Time | null {
    return nextDue(this.#parts, { rule: this.#rule, amends: this.#amends, now: Date.now() })
  }
}
