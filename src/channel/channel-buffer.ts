/** One Durable Object per channel: hears messages, seals windows by one alarm, and sees each through to memory. A door: decisions are in window-rule.ts and work.ts. */
import { DurableObject } from "cloudflare:workers"
import { chatModel } from "../ai/chat-model.ts"
import { type Env, readSettings, type Settings } from "../env.ts"
import { guildDatabase } from "../memory/database.ts"
import type { Hit, Id, Message, Time } from "../vocabulary.ts"
import { indexEntries, searchMessages } from "./history.ts"
import { type Briefing, BriefingSchema, brief, type ChannelInfo, mayHear } from "./registry.ts"
import { ChannelStorage, type WindowOutcome } from "./storage.ts"
import { cut, type Heard, inOrder, type WindowRule } from "./window-rule.ts"
import { type Place, type Tools, work } from "./work.ts"

/** A message as delivered. `bot`: written by a bot or webhook. */
export type Delivered = Omit<Message, "guildId" | "channelId"> & { bot: boolean }

export interface Delivery {
  guildId: Id
  channelId: Id
  info: ChannelInfo | null
  messages: Delivered[]
}

export interface Receipt {
  accepted: number
  duplicates: number
  rejected: { index: number; reason: "bot" | "opted_out" | "empty" }[]
}

export interface Flushed {
  windows: WindowOutcome[]
  /** Windows still waiting, for a model or because time ran out. */
  waiting: number
}

interface Channel {
  place: Place
  info: ChannelInfo
}

const BRIEFING_TTL_MS = 60_000
/** An alarm may run for 15 minutes; it stops taking windows well before. */
const WORK_MS = 10 * 60_000
const FLUSH_MS = 50_000
const FLUSH_WINDOWS = 1_000
const DAY = 86_400_000

export class ChannelBuffer extends DurableObject<Env> {
  readonly #storage: ChannelStorage
  readonly #settings: Settings
  #open: Heard[]
  #channel: Channel | null
  #briefing: Briefing | null
  #alarmAt: Time | null = null
  #working: Promise<void> | null = null

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#settings = readSettings(env)
    this.#storage = new ChannelStorage(ctx.storage.sql)
    this.#open = this.#storage.heard(this.#storage.get<Id[]>("open") ?? [])
    this.#channel = this.#storage.get<Channel>("channel")
    const briefing = BriefingSchema.nullable().safeParse(this.#storage.get("briefing"))
    this.#briefing = briefing.success ? briefing.data : null
    ctx.blockConcurrencyWhile(async () => {
      this.#alarmAt = await ctx.storage.getAlarm()
    })
  }

  /** Buffers what was not heard before. Durable when it returns; extraction comes later. */
  async append(delivery: Delivery): Promise<Receipt> {
    const briefing = await this.#briefed(delivery)
    const receipt: Receipt = { accepted: 0, duplicates: 0, rejected: [] }
    const welcome: Message[] = []
    delivery.messages.forEach(({ bot, ...message }, index) => {
      const reason = refusal(message, bot, briefing)
      if (reason) receipt.rejected.push({ index, reason })
      else welcome.push({ ...message, guildId: delivery.guildId, channelId: delivery.channelId })
    })
    if (welcome.length === 0) return receipt
    const now = Date.now()
    const fresh = this.#storage.insert(welcome, now)
    receipt.accepted = fresh.size
    receipt.duplicates = welcome.length - fresh.size
    if (fresh.size === 0) return receipt
    const added = welcome.filter((message) => fresh.delete(message.id))
    this.#setOpen([
      ...this.#open,
      ...added.map((message) => ({ id: message.id, at: message.at, heardAt: now })),
    ])
    const plan = cut(this.#open, this.#rule(), now)
    await this.#wakeBy(plan.sealed.length > 0 ? now : plan.wakeAt)
    return receipt
  }

  /** Replaces a message's words; false where it is not kept. What was read of it and not yet written is read anew. */
  async edit(id: Id, content: string): Promise<boolean> {
    const found = this.#storage.reword(id, content)
    if (!found || this.#channel === null) return found
    this.#forgetReading(id)
    if (!this.#open.some((message) => message.id === id)) {
      this.#storage.unindex([id])
      this.#storage.index(indexEntries(this.#storage.messages([id], this.#channel.place)))
    }
    return found
  }

  /** Removes a message's words; false where it is not kept. */
  async remove(id: Id): Promise<boolean> {
    const found = this.#storage.blank(id)
    if (!found) return false
    this.#forgetReading(id)
    this.#storage.unindex([id])
    if (this.#open.some((message) => message.id === id))
      this.#setOpen(this.#open.filter((message) => message.id !== id))
    return true
  }

  /** Closes what is open and waits for what can be read now. Returns what was read since the last flush. */
  async flush(): Promise<Flushed | null> {
    if (this.#channel === null) return null
    this.#seal(Date.now(), true)
    const deadline = Date.now() + FLUSH_MS
    await this.#run(deadline)
    await this.#arm()
    const done = this.#storage.doneAfter(this.#storage.get<number>("flushed") ?? 0, FLUSH_WINDOWS)
    const last = done.at(-1)
    if (last) this.#storage.set("flushed", last.seq)
    return {
      windows: done.flatMap((window) => window.outcome ?? []),
      waiting: this.#storage.backlog().windows,
    }
  }

  /** Messages of this channel that match any of the words, said until `before`, with their neighbors. */
  async search(words: string, before: Time, limit: number): Promise<Hit[]> {
    if (this.#channel === null) return []
    return searchMessages(
      this.#storage,
      { place: this.#channel.place, open: this.#open },
      { words, before, limit },
    )
  }

  /** Takes over the guild's settings and consents at once. */
  async refresh(): Promise<void> {
    if (this.#channel === null) return
    this.#setBriefing(await brief(this.#db(this.#channel.place), this.#channel.place, null, Date.now()))
    await this.#wakeBy(cut(this.#open, this.#rule(), Date.now()).wakeAt)
  }

  /** What is here now. */
  async status(): Promise<{ open: number; waiting: { windows: number; messages: number; bytes: number } }> {
    return { open: this.#open.length, waiting: this.#storage.backlog() }
  }

  override async alarm(): Promise<void> {
    // First a lease: if this run is cut off, or fails more often than the platform retries, another follows.
    await this.#setAlarm(Date.now() + this.#settings.LEASE_SECONDS * 1_000)
    try {
      this.#seal(Date.now(), false)
      await this.#run(Date.now() + WORK_MS)
      this.#purge(Date.now())
    } catch (error) {
      // The lease set above is the fallback: an error here must not count toward the platform's six retries.
      console.error({ event: "alarm.failed", channel: this.#channel?.place.channelId, error: `${error}` })
      return
    }
    await this.#arm()
  }

  async #briefed(delivery: Delivery): Promise<Briefing> {
    const { guildId, channelId, info } = delivery
    const known = this.#channel
    const news = known === null || (info !== null && isNews(known.info, info))
    const stale = this.#briefing === null || Date.now() - this.#briefing.loadedAt > BRIEFING_TTL_MS
    if (!news && !stale && this.#briefing) return this.#briefing
    try {
      const told = news ? { ...known?.info, ...info } : null
      this.#setBriefing(
        await brief(guildDatabase(this.env, guildId), { guildId, channelId }, told, Date.now()),
      )
      if (told) this.#setChannel({ place: { guildId, channelId, name: told.name ?? null }, info: told })
    } catch (error) {
      // The fallback for a database outage is the last briefing; a channel's first message cannot do without.
      if (this.#briefing === null || news) throw error
    }
    // Set by the lines above, or the error was thrown on.
    return this.#briefing as Briefing
  }

  /** Seals what is due, or everything open. */
  #seal(now: Time, all: boolean): void {
    const channel = this.#channel
    if (channel === null || this.#open.length === 0) return
    const plan = cut(this.#open, this.#rule(), now)
    const rest = all ? splitOpen(plan.open, this.#rule()) : []
    const sealed = [...plan.sealed, ...rest.map((ids) => ({ ids, reason: "flush" as const }))]
    for (const { ids, reason } of sealed) {
      const id = `w_${channel.place.channelId}_${ids[0]}_${ids.at(-1)}`
      const messages = this.#storage.messages(ids, channel.place)
      const bytes = messages.reduce((sum, message) => sum + message.content.length, 0)
      this.#storage.seal({ id, ids, reason, heardAt: now, bytes })
      if (this.#retentionMs() > 0) this.#storage.index(indexEntries(messages))
    }
    if (sealed.length > 0) this.#setOpen(all ? [] : plan.open)
  }

  /** Works through what waits; two callers share one run, and each gets a run that began after it asked. */
  async #run(deadline: Time): Promise<void> {
    while (this.#working) await this.#working
    this.#working = this.#drain(deadline).finally(() => {
      this.#working = null
    })
    await this.#working
  }

  async #drain(deadline: Time): Promise<void> {
    while (Date.now() < deadline) {
      const next = this.#storage.waiting()[0]
      const tools = this.#tools()
      if (!next || !tools || next.retryAt > Date.now()) return
      if ((await work(next, tools)) === "waits") return
    }
  }

  #tools(): Tools | null {
    if (this.#channel === null) return null
    return {
      storage: this.#storage,
      db: this.#db(this.#channel.place),
      chat: chatModel(this.env, this.#settings),
      place: this.#channel.place,
      readOnly: this.#settings.READ_ONLY,
      firstRetryMs: this.#settings.RETRY_SECONDS * 1_000,
      now: Date.now,
      random: Math.random,
    }
  }

  #purge(now: Time): void {
    this.#storage.purge(now - this.#retentionMs())
  }

  /** Sets the alarm to the next thing due: a window's end, a retry, or a purge. */
  async #arm(): Promise<void> {
    const now = Date.now()
    const next = this.#storage.waiting()[0]
    const oldest = this.#storage.oldestDone()
    const plan = cut(this.#open, this.#rule(), now)
    const dues = [
      plan.sealed.length > 0 ? now : plan.wakeAt,
      next ? Math.max(now, next.retryAt) : null,
      oldest === null ? null : Math.max(now, oldest + this.#retentionMs()),
    ].filter((due) => due !== null)
    if (dues.length === 0)
      await this.ctx.storage.deleteAlarm().then(() => {
        this.#alarmAt = null
      })
    else await this.#setAlarm(Math.min(...dues))
  }

  /** Arms once and re-arms in `alarm()`: an alarm set is a row written, so it is not moved for each message. */
  async #wakeBy(due: Time | null): Promise<void> {
    if (due !== null && (this.#alarmAt === null || due < this.#alarmAt)) await this.#setAlarm(due)
  }

  async #setAlarm(at: Time): Promise<void> {
    this.#alarmAt = at
    await this.ctx.storage.setAlarm(at)
  }

  #forgetReading(id: Id): void {
    const window = this.#storage.waitingWith(id)
    if (window?.extraction) this.#storage.save({ ...window, state: "sealed", extraction: null })
  }

  #setOpen(open: Heard[]): void {
    this.#open = open
    this.#storage.set(
      "open",
      open.map((message) => message.id),
    )
  }

  #setChannel(channel: Channel): void {
    this.#channel = channel
    this.#storage.set("channel", channel)
  }

  #setBriefing(briefing: Briefing): void {
    this.#briefing = briefing
    this.#storage.set("briefing", briefing)
  }

  #db(place: Place) {
    return guildDatabase(this.env, place.guildId)
  }

  #rule(): WindowRule {
    const settings = this.#briefing?.settings
    return {
      lullMs: (settings?.lull_seconds ?? 180) * 1_000,
      maxMessages: settings?.max_messages ?? 30,
      maxMs: (settings?.max_minutes ?? 30) * 60_000,
    }
  }

  #retentionMs(): number {
    return (this.#briefing?.settings.retention_days ?? 7) * DAY
  }
}

function refusal(
  message: Omit<Message, "guildId" | "channelId">,
  bot: boolean,
  briefing: Briefing,
): Receipt["rejected"][number]["reason"] | null {
  if (bot) return "bot"
  if (!mayHear(briefing, message.author.id)) return "opted_out"
  return message.content.trim() === "" && message.attachments.length === 0 ? "empty" : null
}

function isNews(known: ChannelInfo, told: ChannelInfo): boolean {
  return (Object.keys(told) as (keyof ChannelInfo)[]).some(
    (key) => told[key] !== undefined && told[key] !== known[key],
  )
}

/** What is open when a flush closes it, still parted by the rule's own gaps. */
function splitOpen(open: Heard[], rule: WindowRule): Id[][] {
  // With every message heard at once and long ago, the rule closes each run.
  const settled = [...open].sort(inOrder).map((message) => ({ ...message, heardAt: 0 }))
  return cut(settled, rule, Number.MAX_SAFE_INTEGER).sealed.map((window) => window.ids)
}
