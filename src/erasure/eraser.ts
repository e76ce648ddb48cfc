/**
 * One Durable Object per guild carries out its erasures from one alarm, however long they take. Entry point
 * only: plan.ts has the order of steps, the files beside it the work.
 */

import { DurableObject } from "cloudflare:workers"
import { z } from "zod"
import { describeError } from "../domain/errors.ts"
import type { Id, Time } from "../domain/types.ts"
import { guildDatabase } from "../memory/db/database.ts"
import { AlarmClock, retryAt } from "../runtime/object/alarm-clock.ts"
import { loadLibraries } from "../runtime/object/libraries.ts"
import { placed } from "../runtime/object/placed.ts"
import { StateRows } from "../runtime/object/state-rows.ts"
import { readSettings } from "../settings.ts"
import { PersonTracesStore } from "./person-traces-store.ts"
import { runErasures } from "./run.ts"
import { beginDueErasure } from "./wake.ts"

/** An alarm may run for 15 minutes; it stops taking pages well before. */
const WORK_MS = 10 * 60_000

export class Eraser extends DurableObject<Env> {
  readonly #state: StateRows
  readonly #traces: PersonTracesStore
  readonly #clock: AlarmClock
  /** True if someone woke this object since the last run began. */
  #asked = false

  constructor(ctx: DurableObjectState, given: Env) {
    const env = placed(given)
    super(ctx, env)
    this.#state = new StateRows(ctx.storage.sql)
    this.#traces = new PersonTracesStore(ctx.storage.sql)
    this.#clock = new AlarmClock(ctx.storage)
    ctx.blockConcurrencyWhile(() => Promise.all([loadLibraries(), this.#clock.load()]))
  }

  /** Starts on the guild's erasures at once. */
  async wake(guildId: Id): Promise<void> {
    this.#state.set("guild", guildId)
    this.#asked = true
    await this.#clock.wakeBy(Date.now())
  }

  override async alarm(): Promise<void> {
    const { LEASE_SECONDS } = readSettings(this.env)
    // Sets a lease first: if this run is cut off, or fails more often than Cloudflare retries it, another run
    // follows.
    await this.#clock.set(Date.now() + LEASE_SECONDS * 1_000)
    this.#asked = false
    const next = await this.#run().catch((error: unknown) => {
      // Fallback for any outage: the state is unchanged, and the run is retried.
      console.error({ event: "eraser.failed", guild: this.#guildId, error: describeError(error) })
      return this.#postponed()
    })
    if (next === null && !this.#asked) this.#state.clear()
    await this.#clock.set(next ?? (this.#asked ? Date.now() : null))
  }

  /** Returns when to go on; `null` if nothing is left to erase. */
  async #run(): Promise<Time | null> {
    const guildId = this.#guildId
    if (guildId === null) return null
    const { env } = this
    const db = guildDatabase(env, guildId)
    await beginDueErasure(db, guildId, Date.now())
    const deps = {
      db,
      guildId,
      channel: (id: Id) => env.CHANNELS.getByName(`${guildId}:${id}`),
      index: () => env.INDEXES.getByName(guildId),
      responder: () => env.RESPONDERS.getByName(guildId),
      tracesStore: this.#traces,
      state: this.#state,
      firstRetryMs: readSettings(env).RETRY_SECONDS * 1_000,
      now: Date.now,
      random: Math.random,
    }
    const next = await runErasures(deps, Date.now() + WORK_MS)
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
