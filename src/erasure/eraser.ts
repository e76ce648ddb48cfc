/** One Durable Object per guild: carries out its erasures by one alarm, however long they take. A door: the order of steps is in plan.ts, what each does in the files beside it. */
import { DurableObject } from "cloudflare:workers"
import { z } from "zod"
import { describeError } from "../domain/errors.ts"
import type { Id, Time } from "../domain/types.ts"
import { guildDatabase } from "../memory/db/database.ts"
import { AlarmClock, retryAt } from "../runtime/object/alarm-clock.ts"
import { StateRows } from "../runtime/object/state-rows.ts"
import { readSettings } from "../settings.ts"
import { PersonTracesStore } from "./person-traces-store.ts"
import { runErasures } from "./run.ts"
import { beginDueErasure } from "./wake.ts"

/** An alarm may run for 15 minutes; it stops taking pages well before. */
const WORK_MS = 10 * 60_000

export class Eraser extends DurableObject<Env> {
  readonly #state: StateRows
  readonly #said: PersonTracesStore
  readonly #clock: AlarmClock
  /** Somebody woke us since the last run began. */
  #asked = false

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#state = new StateRows(ctx.storage.sql)
    this.#said = new PersonTracesStore(ctx.storage.sql)
    this.#clock = new AlarmClock(ctx.storage)
    ctx.blockConcurrencyWhile(() => this.#clock.load())
  }

  /** Something of the guild is to be erased. It is seen to at once. */
  async wake(guildId: Id): Promise<void> {
    this.#state.set("guild", guildId)
    this.#asked = true
    await this.#clock.wakeBy(Date.now())
  }

  override async alarm(): Promise<void> {
    const { LEASE_SECONDS } = readSettings(this.env)
    // First a lease: if this run is cut off, or fails more often than the platform retries, another follows.
    await this.#clock.set(Date.now() + LEASE_SECONDS * 1_000)
    this.#asked = false
    const next = await this.#run().catch((error: unknown) => {
      // The fallback for any outage: all is as it was, and is tried again.
      console.error({ event: "eraser.failed", guild: this.#guildId, error: describeError(error) })
      return this.#postponed()
    })
    if (next === null && !this.#asked) this.#state.clear()
    await this.#clock.set(next ?? (this.#asked ? Date.now() : null))
  }

  /** When to go on; null where nothing is left to erase. */
  async #run(): Promise<Time | null> {
    const guildId = this.#guildId
    if (guildId === null) return null
    const { env } = this
    const db = guildDatabase(env, guildId)
    await beginDueErasure(db, guildId, Date.now())
    const tools = {
      db,
      guildId,
      channel: (id: Id) => env.CHANNELS.getByName(`${guildId}:${id}`),
      index: () => env.INDEXES.getByName(guildId),
      responder: () => env.RESPONDERS.getByName(guildId),
      said: this.#said,
      state: this.#state,
      firstRetryMs: readSettings(env).RETRY_SECONDS * 1_000,
      now: Date.now,
      random: Math.random,
    }
    const next = await runErasures(tools, Date.now() + WORK_MS)
    this.#state.set("attempts", 0)
    return next
  }

  #postponed(): Time {
    const attempts = (this.#state.get("attempts", z.int()) ?? 0) + 1
    this.#state.set("attempts", attempts)
    return retryAt(Date.now(), attempts, readSettings(this.env).RETRY_SECONDS * 1_000, Math.random())
  }

  get #guildId(): Id | null {
    return this.#state.get("guild", z.string())
  }
}
