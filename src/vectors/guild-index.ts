/** One Durable Object per guild: keeps its vector index true to the database by one alarm, and holds the vectors themselves where no Vectorize does. A door: decisions are in plan.ts and work.ts. */
import { DurableObject } from "cloudflare:workers"
import { z } from "zod"
import { embeddingModel } from "../ai/embedding/embedding-model.ts"
import { describeError } from "../domain/errors.ts"
import type { Id, Time } from "../domain/types.ts"
import { guildDatabase } from "../memory/db/database.ts"
import { allowance } from "../policy/spend.ts"
import { AlarmClock, retryAt, tomorrow } from "../runtime/object/alarm-clock.ts"
import { StateRows, wipe } from "../runtime/object/state-rows.ts"
import { readSettings } from "../settings.ts"
import { homeName, indexChoice } from "./index-choice.ts"
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

/** An alarm may run for 15 minutes; it stops taking rows well before. */
const WORK_MS = 10 * 60_000
/** Rows of several windows that are written at once are embedded together. */
const GATHER_MS = 1_000
const LONGEST_CALL_MS = 60_000

/** `attempts` counts failed runs in a row; nothing is tried before `at`. */
const Retry = z.object({ attempts: z.int(), at: z.number() })

export class GuildIndex extends DurableObject<Env> {
  readonly #state: StateRows
  readonly #rows: VectorRows
  readonly #clock: AlarmClock
  /** Somebody woke us since the last run began. */
  #asked = false

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#state = new StateRows(ctx.storage.sql)
    this.#rows = new VectorRows(ctx.storage)
    this.#clock = new AlarmClock(ctx.storage)
    ctx.blockConcurrencyWhile(() => this.#clock.load())
  }

  /** Something of the guild may be waiting for its vector, or to lose it. It is seen to soon; a delay after a failure is kept. */
  async wake(guildId: Id): Promise<void> {
    if (this.#guildId === null) this.#state.set("guild", guildId)
    this.#asked = true
    await this.#clock.wakeBy(Math.max(Date.now() + GATHER_MS, this.#retry.at))
  }

  async put(entries: VectorEntry[], model: string): Promise<void> {
    this.#rows.put(entries, model)
  }

  /** The nearest of the vectors held here, nearest first. */
  async nearest(vector: Float32Array, ask: VectorQuery): Promise<VectorHit[]> {
    return this.#rows.nearest(vector, ask)
  }

  async remove(keys: VectorKey[]): Promise<void> {
    this.#rows.remove(keys)
  }

  /** Of which rows there are vectors here: their numbers in order, after one. */
  async held(kind: VectorKind, after: number, limit: number): Promise<number[]> {
    return this.#rows.held(kind, after, limit)
  }

  /** Erases everything here for good, and ends. */
  async wipe(): Promise<void> {
    await wipe(this.ctx)
  }

  override async alarm(): Promise<void> {
    const settings = readSettings(this.env)
    // First a lease: if this run is cut off, or fails more often than the platform retries, another follows.
    await this.#clock.set(Date.now() + settings.LEASE_SECONDS * 1_000)
    this.#asked = false
    const next = await this.#run().catch((error: unknown) => {
      // The fallback for any outage: all is as it was, and is tried again.
      console.error({
        event: "index.failed",
        guild: this.#guildId,
        error: describeError(error),
      })
      return this.#postponed("later")
    })
    await this.#clock.set(next ?? (this.#asked ? Date.now() + GATHER_MS : null))
  }

  /** When to look again; null where nothing is left to do. */
  async #run(): Promise<Time | null> {
    const guildId = this.#guildId
    if (guildId === null) return null
    const settings = readSettings(this.env)
    const model = embeddingModel(this.env, settings)
    const choice = indexChoice(this.env, settings, this.#own)
    const db = guildDatabase(this.env, guildId)
    const tools = {
      db,
      guildId,
      model,
      index: choice.index,
      everywhere: choice.everywhere,
      home: homeName(choice, model?.model ?? ""),
      state: this.#state,
      timeoutMs: Math.min(LONGEST_CALL_MS, settings.AI_TIMEOUT_SECONDS * 1_000),
      mayAsk: async () => (await allowance(db, guildId, { use: "rest", now: Date.now() })).ok,
      now: Date.now,
    }
    const worked = await updateIndex(tools, this.#retry.attempts, Date.now() + WORK_MS)
    // Looked at again each day, and at each wake: the cap may be raised before it counts from nothing again.
    if (worked.kind === "capped") return tomorrow(Date.now(), Math.random())
    if (worked.kind === "wait") {
      console.warn({ event: "index.waits", guild: guildId, until: worked.until, detail: worked.detail })
      return this.#postponed(worked.until)
    }
    if (this.#retry.attempts > 0) this.#state.set("retry", { attempts: 0, at: 0 })
    return worked.kind === "more" ? Date.now() : null
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

  /** The vectors held here, as the index that work.ts writes to. */
  get #own(): VectorIndex {
    return {
      upsert: async (_guildId, entries, model) => this.#rows.put(entries, model),
      query: async (_guildId, vector, ask) => this.#rows.nearest(vector, ask),
      delete: async (_guildId, keys) => this.#rows.remove(keys),
    }
  }
}
