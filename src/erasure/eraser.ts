/**
 * One Durable Object per guild carries out its erasures from one alarm, however long they take, and keeps the
 * journal of them. Entry point only: plan.ts has the order of steps, the files beside it the work.
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
import { openJobs } from "./jobs.ts"
import { ErasureJournal, JOURNAL_STATE, type JournalEntry } from "./journal.ts"
import { PersonTracesStore } from "./person-traces-store.ts"
import { runErasures } from "./run.ts"
import { beginDueErasure } from "./wake.ts"

/** An alarm may run for 15 minutes; it stops taking pages well before. */
const WORK_MS = 10 * 60_000

export class Eraser extends DurableObject<Env> {
  readonly #state: StateRows
  readonly #traces: PersonTracesStore
  readonly #journal: ErasureJournal
  readonly #clock: AlarmClock
  /** True if someone woke this object since the last run began. */
  #asked = false

  constructor(ctx: DurableObjectState, given: Env) {
    const env = placed(given)
    super(ctx, env)
    this.#state = new StateRows(ctx.storage.sql)
    this.#traces = new PersonTracesStore(ctx.storage.sql)
    this.#journal = new ErasureJournal(ctx.storage.sql, this.#state)
    this.#clock = new AlarmClock(ctx.storage)
    ctx.blockConcurrencyWhile(() => Promise.all([loadLibraries(), this.#clock.load()]))
  }

  /** Starts on the guild's erasures at once. They are in the journal when it returns. */
  async wake(guildId: Id): Promise<void> {
    this.#state.set("guild", guildId)
    this.#asked = true
    await this.#clock.wakeBy(Date.now())
    await this.#record(guildId)
  }

  /** Adds an entry to the journal. */
  async note(entry: JournalEntry): Promise<void> {
    this.#journal.add([entry])
    await this.#clock.wakeBy(this.#prune())
  }

  /** Returns the journal's id, for a backup that begins. */
  async journalId(): Promise<string> {
    this.#prune()
    return this.#journal.id
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
    if (next === null && !this.#asked) this.#state.clear(JOURNAL_STATE)
    await this.#clock.set(next ?? (this.#asked ? Date.now() : this.#prune()))
  }

  /** Records the erasures in progress. None begins before it is in the journal. */
  async #record(guildId: Id): Promise<void> {
    const open = await openJobs(guildDatabase(this.env, guildId), guildId)
    for (const { kind, target, at, consent, consentAt } of open) {
      const said: JournalEntry[] =
        consentAt === null
          ? []
          : [{ kind: "consent", target, at: consentAt, value: consent, doneAt: consentAt }]
      this.#journal.add([{ kind, target, at, value: null, doneAt: null }, ...said])
    }
  }

  /** Deletes expired entries of the journal. Returns when the next one expires. */
  #prune(): Time | null {
    return this.#journal.prune(Date.now(), readSettings(this.env).BACKUP_DAYS)
  }

  /** Returns when to go on; `null` if nothing is left to erase. */
  async #run(): Promise<Time | null> {
    const guildId = this.#guildId
    if (guildId === null) return null
    const { env } = this
    const db = guildDatabase(env, guildId)
    await beginDueErasure(db, guildId, Date.now())
    await this.#record(guildId)
    const deps = {
      db,
      guildId,
      channel: (id: Id) => env.CHANNELS.getByName(`${guildId}:${id}`),
      index: () => env.INDEXES.getByName(guildId),
      responder: () => env.RESPONDERS.getByName(guildId),
      tracesStore: this.#traces,
      state: this.#state,
      journal: this.#journal,
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
