/**
 * One Durable Object per guild: keeps the guild's vector index in step with the database with one alarm, holds
 * the vectors itself if Vectorize is not used, holds the index of the guild's messages, which channels update,
 * and counts its recalls and answers. An entry point: decisions are in update-index.ts and channel/guild.
 */

import { DurableObject } from "cloudflare:workers"
import { z } from "zod"
import { GuildPassages, type PassagePrint, type PassageUpdate } from "../channel/guild/guild-passages.ts"
import { searchGuild } from "../channel/guild/guild-search.ts"
import { describeError } from "../domain/errors.ts"
import type { CountedQuestion, QuestionDays } from "../domain/question-counts.ts"
import { ShownLately } from "../domain/shown-lately.ts"
import type { Id, Time } from "../domain/types.ts"
import { guildDatabase } from "../memory/db/database.ts"
import type { IndexAnswer, IndexQuery } from "../memory/read/guild-messages.ts"
import { allowance } from "../policy/spend.ts"
import { deploymentEmbedding } from "../runtime/allowances/models.ts"
import { AlarmClock, retryAt, tomorrow } from "../runtime/object/alarm-clock.ts"
import { loadLibraries } from "../runtime/object/libraries.ts"
import { placed } from "../runtime/object/placed.ts"
import { StateRows, wipe } from "../runtime/object/state-rows.ts"
import { operatorLimits, readSettings } from "../settings.ts"
import { homeName, indexChoice } from "./index-choice.ts"
import { QuestionCounter, REST_MS } from "./question-counter.ts"
import { updateIndex } from "./update-index.ts"
import type {
  VectorEntry,
  VectorHit,
  VectorIndex,
  VectorKey,
  VectorKind,
  VectorQuery,
} from "./vector-index.ts"
import { VectorRows } from "./vector-rows.ts"

/** The platform lets an alarm run for 15 minutes. It stops taking rows well before that. */
const WORK_MS = 10 * 60_000
/** Rows that several windows write at once are embedded together. */
const GATHER_MS = 1_000
const LONGEST_CALL_MS = 60_000

/** `attempts` counts consecutive failed runs. Nothing is tried before `at`. */
const Retry = z.object({ attempts: z.int(), at: z.number() })

export class GuildIndex extends DurableObject<Env> {
  readonly #state: StateRows
  readonly #rows: VectorRows
  readonly #messages: GuildPassages
  readonly #questions: QuestionCounter
  #writesRest = false
  /** In memory alone: an object that is evicted forgets it. */
  readonly #shown = new ShownLately()
  readonly #clock: AlarmClock
  /** True if `wake` was called since the last run began. */
  #wokenAgain = false

  constructor(ctx: DurableObjectState, given: Env) {
    const env = placed(given)
    super(ctx, env)
    this.#state = new StateRows(ctx.storage.sql)
    this.#rows = new VectorRows(ctx.storage)
    this.#messages = new GuildPassages(ctx.storage.sql)
    this.#questions = new QuestionCounter(this.#state)
    this.#clock = new AlarmClock(ctx.storage)
    ctx.blockConcurrencyWhile(() => Promise.all([loadLibraries(), this.#clock.load()]))
  }

  /**
   * Schedules a run soon, because a row of the guild may need a vector or lose one. A backoff after a failure
   * is kept.
   */
  async wake(guildId: Id): Promise<void> {
    if (this.#guildId === null) this.#state.set("guild", guildId)
    this.#wokenAgain = true
    await this.#clock.wakeBy(Math.max(Date.now() + GATHER_MS, this.#retry.at))
  }

  async put(entries: VectorEntry[], model: string): Promise<void> {
    this.#rows.put(entries, model)
  }

  /** Returns the nearest vectors held here, nearest first. */
  async nearest(vector: Float32Array, ask: VectorQuery): Promise<VectorHit[]> {
    return this.#rows.nearest(vector, ask)
  }

  async read(seqs: number[], model: string): Promise<Int8Array[]> {
    return this.#rows.read(seqs, model)
  }
  async remove(keys: VectorKey[]): Promise<void> {
    this.#rows.remove(keys)
  }

  /** Returns the numbers of rows that have a vector here, in order, after `after`. */
  async held(kind: VectorKind, after: number, limit: number): Promise<number[]> {
    return this.#rows.held(kind, after, limit)
  }

  // The index of messages. Channels own its content: see channel/guild/index-feed.ts.

  /** Applies a channel's changes. Returns the version of the last update applied. */
  async updateMessages(update: PassageUpdate): Promise<number> {
    return this.ctx.storage.transactionSync(() => this.#messages.apply(update))
  }
  async channelSeen(channelId: Id, seen: { complete: boolean; openAt: Time | null }): Promise<void> {
    this.#messages.see(channelId, seen)
  }
  async searchMessages(query: IndexQuery): Promise<IndexAnswer> {
    const own = readSettings(this.env).DISCORD_APPLICATION_ID ?? null
    const now = Date.now()
    const found = searchGuild(this.#messages, query, { own, now })
    return query.shownIn === undefined ? found : { ...found, shown: this.#shown.recent(query.shownIn, now) }
  }
  async passagePrints(channelId: Id, after: Id | null, limit: number): Promise<PassagePrint[]> {
    return this.#messages.prints(channelId, after, limit)
  }
  /** Forgets the messages of a channel that was erased. */
  async dropChannel(channelId: Id): Promise<void> {
    this.ctx.storage.transactionSync(() => this.#messages.drop(channelId))
    this.#shown.clear()
  }
  /** Counts a person's lines until a time. */
  async linesOf(author: Id, until: Time): Promise<number> {
    return this.#messages.linesOf(author, until)
  }
  /** Counts the passages of a channel, or of all channels. */
  async passageCount(channelId: Id | null): Promise<number> {
    return this.#messages.count(channelId)
  }

  // Counts of the guild's recalls and answers.

  async countQuestions(questions: readonly CountedQuestion[]): Promise<void> {
    const now = Date.now()
    for (const { question, shown } of questions) {
      this.#questions.add(question, now)
      if (shown !== null) this.#shown.note(shown.place, shown.items, now)
    }
    if (this.#questions.hasUnwritten && !this.#writesRest) this.ctx.waitUntil(this.#writeRest())
  }
  /** A timer keeps the object in memory until then. */
  async #writeRest(): Promise<void> {
    this.#writesRest = true
    await scheduler.wait(REST_MS)
    this.#writesRest = false
    this.#questions.writeRest()
  }
  async questionDays(): Promise<QuestionDays> {
    return this.#questions.days
  }
  async dropQuestions(through: string): Promise<void> {
    this.#questions.drop(through)
  }

  /** Deletes all data of this object for good and ends it. */
  async wipe(): Promise<void> {
    await wipe(this.ctx)
  }

  override async alarm(): Promise<void> {
    const settings = readSettings(this.env)
    // Sets a lease first. If this run is cut off, or fails more often than the platform retries, another run
    // follows.
    await this.#clock.set(Date.now() + settings.LEASE_SECONDS * 1_000)
    this.#wokenAgain = false
    const next = await this.#run().catch((error: unknown) => {
      // Fallback for any outage: nothing is lost, and the next run tries again.
      console.error({
        event: "index.failed",
        guild: this.#guildId,
        error: describeError(error),
      })
      return this.#postponed("later")
    })
    await this.#clock.set(next ?? (this.#wokenAgain ? Date.now() + GATHER_MS : null))
  }

  /** Returns when to run again; `null` if nothing is left to do. */
  async #run(): Promise<Time | null> {
    const guildId = this.#guildId
    if (guildId === null) return null
    const settings = readSettings(this.env)
    const model = deploymentEmbedding(this.env, settings)
    const choice = indexChoice(this.env, settings, this.#ownIndex)
    const db = guildDatabase(this.env, guildId)
    const { deploymentCapUsd } = operatorLimits(settings)
    const deps = {
      db,
      guildId,
      model,
      index: choice.index,
      everywhere: choice.everywhere,
      home: homeName(choice, model?.model ?? ""),
      state: this.#state,
      timeoutMs: Math.min(LONGEST_CALL_MS, settings.AI_TIMEOUT_SECONDS * 1_000),
      mayAsk: async () =>
        (await allowance(db, guildId, { use: "rest", now: Date.now(), deploymentCapUsd })).ok,
      now: Date.now,
    }
    const result = await updateIndex(deps, this.#retry.attempts, Date.now() + WORK_MS)
    // Checked again each day and at each wake: the cap may be raised before it resets.
    if (result.kind === "capped") return tomorrow(Date.now(), Math.random())
    if (result.kind === "wait") {
      console.warn({ event: "index.waits", guild: guildId, until: result.until, detail: result.detail })
      return this.#postponed(result.until)
    }
    if (this.#retry.attempts > 0) this.#state.set("retry", { attempts: 0, at: 0 })
    return result.kind === "more" ? Date.now() : null
  }

  #postponed(until: "later" | "tomorrow"): Time {
    const attempts = this.#retry.attempts + 1
    const now = Date.now()
    const firstMs = readSettings(this.env).RETRY_SECONDS * 1_000
    const at =
      until === "tomorrow" ? tomorrow(now, Math.random()) : retryAt(now, attempts, firstMs, Math.random())
    this.#state.set("retry", { attempts, at })
    return at
  }

  get #guildId(): Id | null {
    return this.#state.get("guild", z.string())
  }

  get #retry(): z.output<typeof Retry> {
    return this.#state.get("retry", Retry) ?? { attempts: 0, at: 0 }
  }

  /** The vectors held here, as the index that update-index.ts writes to. */
  get #ownIndex(): VectorIndex {
    return {
      upsert: async (_guildId, entries, model) => this.#rows.put(entries, model),
      query: async (_guildId, vector, ask) => this.#rows.nearest(vector, ask),
      read: async (_guildId, seqs, model) => this.#rows.read(seqs, model),
      delete: async (_guildId, keys) => this.#rows.remove(keys),
    }
  }
}
