/**
 * Retracts deleted and edited text of one channel from the database, and has the affected windows read again.
 * A retraction waits until no unfinished window could still write the text, and stays pending until it
 * succeeds.
 */

import { z } from "zod"
import { describeError } from "../../domain/errors.ts"
import { snowflakeTime } from "../../domain/ids.ts"
import type { Id, Time } from "../../domain/types.ts"
import type { Database } from "../../memory/db/database.ts"
import { windowsAround } from "../../memory/read/windows.ts"
import { type RetractionResult, retractMessages } from "../../memory/removal/retract.ts"
import { retryAt } from "../../runtime/object/alarm-clock.ts"
import type { ChannelStore } from "../store/channel-store.ts"
import type { PendingRetraction } from "../store/pending-retractions.ts"
import type { WindowRef } from "../store/window-rows.ts"
import { nextReadingId } from "../window/window-rule.ts"
import { idsKeptMs } from "./retention.ts"

/** The number of messages retracted from the database at once. */
const AT_ONCE = 100

/** `attempts` counts consecutive failures. Nothing is retried before `at` unless a caller asks. */
const RetryState = z.object({ attempts: z.int(), at: z.number() })
const NO_RETRY: z.output<typeof RetryState> = { attempts: 0, at: 0 }

export class RetractionQueue {
  readonly #store: ChannelStore
  readonly #database: (guildId: Id) => Database
  readonly #firstRetryMs: number
  #running: Promise<boolean> | null = null

  constructor(store: ChannelStore, options: { database: (guildId: Id) => Database; firstRetryMs: number }) {
    this.#store = store
    this.#database = options.database
    this.#firstRetryMs = options.firstRetryMs
  }

  /**
   * Runs the retractions that can run now, one run at a time. Returns true if the database changed. Never
   * throws: failures are retried.
   */
  async process(): Promise<boolean> {
    while (this.#running) await this.#running
    this.#running = this.#attempt().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /**
   * Returns when the next retraction or reread is due; `null` if none is, or if all wait for a window to
   * finish.
   */
  dueAt(now: Time): Time | null {
    const dues = [
      this.#due().length > 0 ? Math.max(now, this.#state.at) : null,
      this.#store.pendingRetractions.rereadAt(),
    ]
    const due = dues.filter((one) => one !== null)
    return due.length === 0 ? null : Math.min(...due)
  }

  /** Reseals the windows whose reread is due by `until`, each under a new id. */
  reseal(until: Time): void {
    const { messages, windows, pendingRetractions, registry } = this.#store
    const { place } = registry
    const due = pendingRetractions.rereads(until)
    if (due.length === 0 || place === null) return
    const pendingIds = new Set(pendingRetractions.all().map(({ id }) => id))
    for (const seq of due) {
      const window = windows.held(seq)
      // Retractions come first: otherwise the old text could be taken for the new text.
      if (window && (window.state !== "done" || window.ids.some((id) => pendingIds.has(id)))) continue
      this.#store.atomically(() => {
        if (window && messages.read(window.ids, place).length > 0)
          windows.reseal(seq, nextReadingId(window.id))
        pendingRetractions.clearReread(seq)
      })
    }
  }

  get #state(): z.output<typeof RetryState> {
    return this.#store.state.get("settling", RetryState) ?? NO_RETRY
  }

  async #attempt(): Promise<boolean> {
    let touched = 0
    try {
      for (let due = this.#due(); due.length > 0; due = this.#due()) {
        const { removed, changed, windows } = await this.#retract(due.slice(0, AT_ONCE))
        touched += removed + changed + windows
      }
      if (this.#state.attempts > 0) this.#store.state.set("settling", NO_RETRY)
    } catch (error) {
      // Fallback for any outage: the retraction stays pending and the alarm tries again.
      console.error({ event: "retraction.failed", error: describeError(error) })
      const attempts = this.#state.attempts + 1
      const at = retryAt(Date.now(), attempts, this.#firstRetryMs, Math.random())
      this.#store.state.set("settling", { attempts, at })
    }
    return touched > 0
  }

  /**
   * Returns the pending retractions whose messages are in no unfinished window: such a window could still
   * write them.
   */
  #due(): PendingRetraction[] {
    const { pendingRetractions, windows } = this.#store
    const all = pendingRetractions.all()
    if (all.length === 0) return []
    const unfinished = new Set(windows.waitingIds(pendingRetractions.unhindered))
    return all.filter(({ id }) => !unfinished.has(id))
  }

  async #retract(due: PendingRetraction[]): Promise<RetractionResult> {
    const { windows, registry } = this.#store
    const ids = due.map(({ id }) => id)
    const before = windows.holding(ids)
    const misreadIds = new Set(due.filter((one) => one.misread).map(({ id }) => id))
    const again = before.filter((window) => window.ids.some((id) => misreadIds.has(id)))
    const beside = { messages: again.flatMap((window) => window.ids), stems: due.flatMap((one) => one.stems) }
    const guildId = due[0]?.guildId ?? ""
    const db = this.#database(guildId)
    const unknown = await this.#purgedWindows(db, ids, before)
    const channelId = registry.place?.channelId ?? null
    const what = { messages: ids, channelId, windows: [...again.map(({ id }) => id), ...unknown], beside }
    const done = await retractMessages(db, guildId, what, Date.now())
    // A window was processed in the meantime. It may have been written before or after this retraction, so
    // the retraction stays pending.
    if (sameWindows(before, windows.holding(ids))) this.#finish(ids, again)
    return done
  }

  /** Returns the ids of windows that may have read messages whose windows are purged here. */
  async #purgedWindows(db: Database, ids: readonly Id[], held: readonly WindowRef[]): Promise<string[]> {
    const { windows, registry } = this.#store
    const { place } = registry
    const known = new Set(held.flatMap((window) => window.ids))
    const purged = Date.now() - idsKeptMs(this.#store)
    const old = ids.filter((id) => !known.has(id) && snowflakeTime(id) < purged)
    return place === null ? [] : windows.missingIds(await windowsAround(db, place, old))
  }

  #finish(ids: Id[], again: WindowRef[]): void {
    const { pendingRetractions, windows, registry } = this.#store
    const seqs = again.map(({ seq }) => seq)
    this.#store.atomically(() => {
      pendingRetractions.clear(ids)
      windows.clearTitles(seqs)
      pendingRetractions.reread(seqs, Date.now() + registry.lullMs)
    })
  }
}

function sameWindows(before: readonly WindowRef[], after: readonly WindowRef[]): boolean {
  const describe = (windows: readonly WindowRef[]) => windows.map(({ id, state }) => `${id} ${state}`).join()
  return describe(before) === describe(after)
}
