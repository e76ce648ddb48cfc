/**
 * One Durable Object per guild carries out its erasures from one alarm, however long they take, and keeps the
 * journal of them. Entry point only: plan.ts has the order of steps, the files beside it the work.
 */

import { DurableObject } from "cloudflare:workers"
import { z } from "zod"
import type { Header } from "../backup/format.ts"
import { describeError } from "../domain/errors.ts"
import { DEPLOYMENT } from "../domain/ids.ts"
import { measureInto } from "../domain/metrics.ts"
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
import {
  beginRestore,
  endLoading,
  loadPage,
  RESTORE,
  type RestoreAnswer,
  type RestoreOrder,
  readRestore,
} from "./restore/load.ts"
import { openRestored, replayJournal } from "./restore/replay.ts"
import { clearState, runErasures } from "./run.ts"
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
  /** Pages of a restore being written. */
  #loading = 0

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

  /** Returns what took effect since `time`, or has not yet. */
  async journaledSince(time: Time): Promise<JournalEntry[]> {
    return this.#journal.since(time)
  }

  /** Begins the restore of a backup, or returns how far it is. */
  async beginRestore(order: RestoreOrder): Promise<RestoreAnswer> {
    this.#prune()
    const { BACKUP_DAYS: days } = readSettings(this.env)
    return beginRestore(order, { ...this.#restoreDeps(order.guildId), days })
  }

  /** Writes a page of the backup that is being restored. */
  async loadPage(order: Parameters<typeof loadPage>[0]): Promise<RestoreAnswer> {
    this.#loading += 1
    try {
      return await loadPage(order, this.#restoreDeps(order.guildId))
    } finally {
      this.#loading -= 1
    }
  }

  /** Ends the restore, from one alarm: replays the journal, runs its erasures, and opens the guild. */
  async endRestore(guildId: Id, header: Header, pages: number): Promise<RestoreAnswer> {
    if (this.#loading > 0) return { refused: "A page is being written. Try again." }
    const answer = endLoading(header, pages, this.#state)
    if (!("refused" in answer) && answer.phase === "replaying") await this.wake(guildId)
    return answer
  }

  #restoreDeps(guildId: Id) {
    const { env } = this
    return { db: guildDatabase(env, guildId), journal: this.#journal, state: this.#state, now: Date.now() }
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
    if (next === null && !this.#asked) this.#state.clear([...JOURNAL_STATE, RESTORE])
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
    const restore = readRestore(this.#state)
    // Until all rows are there, an erasure would miss some. It is in the journal and runs after them.
    if (restore?.phase === "loading") return null
    if (restore?.phase === "replaying") {
      const others =
        guildId === DEPLOYMENT
          ? []
          : await env.ERASERS.getByName(DEPLOYMENT).journaledSince(restore.startedAt)
      await replayJournal(guildId, this.#restoreDeps(guildId), others)
      clearState({ tracesStore: this.#traces, state: this.#state })
    }
    await beginDueErasure(db, guildId, Date.now())
    await this.#record(guildId)
    const deps = {
      db,
      guildId,
      channel: (id: Id) => env.CHANNELS.getByName(`${guildId}:${id}`),
      index: () => env.INDEXES.getByName(guildId),
      responder: () => env.RESPONDERS.getByName(guildId),
      nightAlarm: () => env.NIGHT_ALARMS.getByName(guildId),
      historyImporter: () => env.HISTORIES.getByName(guildId),
      tracesStore: this.#traces,
      state: this.#state,
      journal: this.#journal,
      firstRetryMs: readSettings(env).RETRY_SECONDS * 1_000,
      measure: measureInto(env.ANALYTICS),
      now: Date.now,
      random: Math.random,
    }
    const next = await runErasures(deps, Date.now() + WORK_MS)
    if (next === null && readRestore(this.#state)?.phase === "erasing")
      await openRestored(deps, { guildId, state: this.#state, now: Date.now() })
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
