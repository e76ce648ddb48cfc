/** One Durable Object per channel: hears messages, seals windows by one alarm, and sees each through to memory. A door: decisions are in window-rule.ts and work.ts. */
import { DurableObject } from "cloudflare:workers"
import { z } from "zod"
import { chatModel } from "../ai/chat-model.ts"
import { within } from "../ai/deadline.ts"
import { Clock } from "../durable/clock.ts"
import { StateRows } from "../durable/state-rows.ts"
import { wakeIndex } from "../embedding/wake.ts"
import { type Env, readSettings, type Settings } from "../env.ts"
import { guildDatabase } from "../memory/database.ts"
import type { Hit, MessageQuery } from "../memory/message-query.ts"
import type { Id, Message, Time } from "../vocabulary.ts"
import { Buffer } from "./buffer.ts"
import { type Delivery, type Flushed, type Receipt, received } from "./delivery.ts"
import { HeardConversations } from "./heard-conversations.ts"
import { History } from "./history.ts"
import { MessageRows } from "./message-rows.ts"
import { PassageRows } from "./passage-rows.ts"
import { Registry } from "./registry.ts"
import { type Kept, letGo, letGoAt } from "./retention.ts"
import { WindowRows } from "./window-rows.ts"
import type { WindowRule } from "./window-rule.ts"
import { overflows, type Tools, work } from "./work.ts"

/** An alarm may run for 15 minutes; it stops taking windows well before. */
const WORK_MS = 10 * 60_000
const FLUSH_MS = 50_000
const FLUSH_WINDOWS = 1_000
const utf8 = new TextEncoder()

export class ChannelBuffer extends DurableObject<Env> {
  readonly #settings: Settings
  readonly #messages: MessageRows
  readonly #history: History
  readonly #windows: WindowRows
  readonly #state: StateRows
  readonly #buffer: Buffer
  readonly #clock: Clock
  readonly #registry: Registry
  readonly #conversations: HeardConversations
  #working: Promise<void> | null = null

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#settings = readSettings(env)
    this.#messages = new MessageRows(ctx.storage.sql)
    this.#history = new History(this.#messages, new PassageRows(ctx.storage.sql))
    this.#windows = new WindowRows(ctx.storage.sql)
    this.#state = new StateRows(ctx.storage.sql)
    this.#buffer = new Buffer(this.#messages, this.#state)
    this.#clock = new Clock(ctx.storage)
    this.#registry = new Registry(this.#state)
    this.#conversations = new HeardConversations((ids) => {
      const { place } = this.#registry
      return place === null ? [] : this.#messages.read(ids, place)
    })
    ctx.blockConcurrencyWhile(() => this.#clock.load())
  }

  /** Buffers what was not heard before. Durable when it returns; extraction comes later. */
  async append(delivery: Delivery): Promise<Receipt> {
    const { guildId, channelId, info } = delivery
    const db = guildDatabase(this.env, guildId)
    const briefing = await this.#registry.briefed(db, { guildId, channelId }, info, Date.now())
    const { welcome, rejected } = received(delivery, briefing, this.#settings.DISCORD_APPLICATION_ID ?? null)
    const now = Date.now()
    const accepted = welcome.length === 0 ? 0 : this.#buffer.add(welcome, now)
    if (accepted > 0) await this.#clock.wakeBy(this.#buffer.dueAt(this.#rule, now))
    return { accepted, duplicates: welcome.length - accepted, rejected }
  }

  /** Replaces a message's words; false where it is not kept. What was read of it and not yet written is read anew. */
  async edit(id: Id, content: string): Promise<boolean> {
    const { place } = this.#registry
    if (place === null || !this.#messages.reword(id, content)) return false
    this.#windows.forgetReading(id)
    this.#history.renew(id, place)
    return true
  }

  /** Removes a message's words; false where it is not kept. */
  async remove(id: Id): Promise<boolean> {
    const { place } = this.#registry
    if (place === null || this.#messages.blank([id]) === 0) return false
    this.#windows.forgetReading(id)
    this.#buffer.drop(id)
    this.#history.renew(id, place)
    return true
  }

  /** Closes what is open and waits for what can be read now. Returns what was read since the last flush; null where nothing was ever heard. */
  async flush(): Promise<Flushed | null> {
    if (this.#registry.place === null) return null
    this.#seal(Date.now(), true)
    await this.#clock.wakeBy(Date.now() + this.#settings.LEASE_SECONDS * 1_000)
    await this.#run(Date.now() + FLUSH_MS, true)
    letGo(this.#kept, Date.now())
    await this.#arm()
    const done = this.#windows.doneAfter(this.#state.get("flushed", z.int()) ?? 0, FLUSH_WINDOWS)
    const last = done.at(-1)
    if (last) this.#state.set("flushed", last.seq)
    return {
      windows: done.flatMap((window) => window.outcome ?? []),
      waiting: this.#windows.backlog().windows,
    }
  }

  /** Kept messages of this channel that answer a question, best first. */
  async search(query: MessageQuery): Promise<Hit[]> {
    const { place } = this.#registry
    if (place === null) return []
    const hears = (id: Id) => id === this.#settings.DISCORD_APPLICATION_ID || this.#registry.hears(id)
    return this.#history.search({ place, open: this.#buffer.ids, hears }, query)
  }

  /** Kept messages of one person, by id. */
  async messagesOf(userId: Id, page: { after: Id | null; limit: number }): Promise<Message[]> {
    const { place } = this.#registry
    return place === null ? [] : this.#messages.ofAuthor(userId, page, place)
  }

  /** Takes over the guild's settings and consents at once. */
  async refresh(): Promise<void> {
    const { place } = this.#registry
    if (place === null) return
    await this.#registry.refresh(guildDatabase(this.env, place.guildId), Date.now())
    letGo(this.#kept, Date.now())
    await this.#arm()
  }

  /** What is here now. */
  async status(): Promise<{ open: number; waiting: { windows: number; messages: number; bytes: number } }> {
    return { open: this.#buffer.size, waiting: this.#windows.backlog() }
  }

  override async alarm(): Promise<void> {
    // First a lease: if this run is cut off, or fails more often than the platform retries, another follows.
    await this.#clock.set(Date.now() + this.#settings.LEASE_SECONDS * 1_000)
    try {
      this.#seal(Date.now(), false)
      await this.#run(Date.now() + WORK_MS, false)
      letGo(this.#kept, Date.now())
    } catch (error) {
      // The lease set above is the fallback: an error here must not count toward the platform's six retries.
      console.error({ event: "alarm.failed", channel: this.#registry.place?.channelId, error: `${error}` })
      return
    }
    await this.#arm()
  }

  #seal(now: Time, all: boolean): void {
    const { place, retentionMs } = this.#registry
    if (place === null) return
    for (const { ids, reason } of this.#buffer.take(this.#rule, now, all)) {
      const messages = this.#messages.read(ids, place)
      const bytes = messages.reduce((sum, message) => sum + utf8.encode(message.content).length, 0)
      this.#windows.seal({
        id: `w_${place.guildId}_${place.channelId}_${ids[0]}_${ids.at(-1)}`,
        ids,
        reason,
        heardAt: now,
        bytes,
      })
      if (retentionMs > 0) this.#history.add(messages)
    }
  }

  /** Works through what waits until `deadline`; two callers share one run, and each gets one that began after it asked. */
  async #run(deadline: Time, impatient: boolean): Promise<void> {
    const done = (async () => {
      while (this.#working) await this.#working
      this.#working = this.#drain(deadline, impatient).finally(() => {
        this.#working = null
      })
      await this.#working
    })()
    // A slow model must not hold the caller past its deadline; the work itself goes on.
    await within(deadline - Date.now(), () => done)
  }

  /** Window after window, in order. One that waits holds back those behind it, unless too much waits or somebody asked (`impatient`). */
  async #drain(deadline: Time, impatient: boolean): Promise<void> {
    const tools = this.#tools()
    let read = 0
    while (tools && Date.now() < deadline) {
      const next = this.#windows.waiting()
      const due = next && (impatient || next.retryAt <= Date.now() || overflows(this.#windows.backlog()))
      if (!next || !due || (await work(next, tools)) === "waits") break
      read += 1
    }
    if (tools && read > 0) this.ctx.waitUntil(wakeIndex(this.env, this.#settings, tools.place.guildId))
  }

  get #rule(): WindowRule {
    return { ...this.#registry.rule, conversations: this.#conversations }
  }

  get #kept(): Kept {
    const [messages, history, windows] = [this.#messages, this.#history, this.#windows]
    return { messages, history, windows, state: this.#state, registry: this.#registry }
  }

  #tools(): Tools | null {
    const { place } = this.#registry
    if (place === null) return null
    return {
      messages: this.#messages,
      windows: this.#windows,
      db: guildDatabase(this.env, place.guildId),
      chat: chatModel(this.env, this.#settings),
      place,
      readOnly: this.#settings.READ_ONLY,
      firstRetryMs: this.#settings.RETRY_SECONDS * 1_000,
      now: Date.now,
      random: Math.random,
    }
  }

  /** Sets the alarm to the next thing due: a window's end, a retry, or a purge. */
  async #arm(): Promise<void> {
    const now = Date.now()
    const next = this.#windows.waiting()
    const purge = letGoAt(this.#kept)
    const dues = [
      this.#buffer.dueAt(this.#rule, now),
      next ? Math.max(now, next.retryAt) : null,
      purge === null ? null : Math.max(now, purge),
    ].filter((due) => due !== null)
    await this.#clock.set(dues.length === 0 ? null : Math.min(...dues))
  }
}
