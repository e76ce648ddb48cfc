/**
 * Makes good what deletions and edits of one channel owe: words are taken back from the database as soon as nothing that could still
 * write them is under way, and windows that lost or changed a line are read again. Owed is owed until it is done.
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

/** So many messages are taken back from the database at once. */
const AT_ONCE = 100

/** `attempts` counts failures in a row; nothing is tried before `at` unless somebody asks. */
const Settling = z.object({ attempts: z.int(), at: z.number() })
const AT_EASE: z.output<typeof Settling> = { attempts: 0, at: 0 }

export class RetractionQueue {
  readonly #parts: ChannelStore
  readonly #database: (guildId: Id) => Database
  readonly #firstRetryMs: number
  #settling: Promise<boolean> | null = null

  constructor(parts: ChannelStore, terms: { database: (guildId: Id) => Database; firstRetryMs: number }) {
    this.#parts = parts
    this.#database = terms.database
    this.#firstRetryMs = terms.firstRetryMs
  }

  /** Takes back what can be taken back now; whether anything in the database changed for it. Never throws: what fails is tried again. One at a time. */
  async process(): Promise<boolean> {
    while (this.#settling) await this.#settling
    this.#settling = this.#attempt().finally(() => {
      this.#settling = null
    })
    return this.#settling
  }

  /** When there is next something to make good; null where there is nothing, or what is owed waits for a window to be done. */
  dueAt(now: Time): Time | null {
    const dues = [this.#due().length > 0 ? Math.max(now, this.#state.at) : null, this.#parts.owed.rereadAt()]
    const due = dues.filter((one) => one !== null)
    return due.length === 0 ? null : Math.min(...due)
  }

  /** Seals anew the windows that are to be read again by `until`, each under an id of its own. */
  reseal(until: Time): void {
    const { messages, windows, owed, registry } = this.#parts
    const { place } = registry
    const due = owed.rereads(until)
    if (due.length === 0 || place === null) return
    const owing = new Set(owed.all().map(({ id }) => id))
    for (const seq of due) {
      const window = windows.held(seq)
      // What is owed of it first: else its former words could be taken for its new ones.
      if (window && (window.state !== "done" || window.ids.some((id) => owing.has(id)))) continue
      this.#parts.atomically(() => {
        if (window && messages.read(window.ids, place).length > 0)
          windows.reseal(seq, nextReadingId(window.id))
        owed.clearReread(seq)
      })
    }
  }

  get #state(): z.output<typeof Settling> {
    return this.#parts.state.get("settling", Settling) ?? AT_EASE
  }

  async #attempt(): Promise<boolean> {
    let touched = 0
    try {
      for (let due = this.#due(); due.length > 0; due = this.#due()) {
        const { removed, changed, windows } = await this.#takeBack(due.slice(0, AT_ONCE))
        touched += removed + changed + windows
      }
      if (this.#state.attempts > 0) this.#parts.state.set("settling", AT_EASE)
    } catch (error) {
      // The fallback for any outage: it is owed still, and the alarm tries again.
      console.error({ event: "retraction.failed", error: describeError(error) })
      const attempts = this.#state.attempts + 1
      const at = retryAt(Date.now(), attempts, this.#firstRetryMs, Math.random())
      this.#parts.state.set("settling", { attempts, at })
    }
    return touched > 0
  }

  /** What no window that is not done holds: those may still write it. */
  #due(): PendingRetraction[] {
    const { owed, windows } = this.#parts
    const all = owed.all()
    if (all.length === 0) return []
    const underWay = new Set(windows.waitingIds())
    return all.filter(({ id }) => !underWay.has(id))
  }

  async #takeBack(due: PendingRetraction[]): Promise<RetractionResult> {
    const { windows } = this.#parts
    const ids = due.map(({ id }) => id)
    const before = windows.holding(ids)
    const misread = new Set(due.filter((one) => one.misread).map(({ id }) => id))
    const again = before.filter((window) => window.ids.some((id) => misread.has(id)))
    const beside = { messages: again.flatMap((window) => window.ids), stems: due.flatMap((one) => one.stems) }
    const guildId = due[0]?.guildId ?? ""
    const db = this.#database(guildId)
    const unknown = await this.#forgottenWindows(db, ids, before)
    const what = { messages: ids, windows: [...again.map(({ id }) => id), ...unknown], beside }
    const done = await retractMessages(db, guildId, what, Date.now())
    // A window was read meanwhile: it may have been written before this or after, so it is owed still.
    if (sameWindows(before, windows.holding(ids))) this.#made(ids, again)
    return done
  }

  /** Of messages so old that their windows are purged here, those that may have read them. */
  async #forgottenWindows(db: Database, ids: readonly Id[], held: readonly WindowRef[]): Promise<string[]> {
    const { windows, registry } = this.#parts
    const { place } = registry
    const known = new Set(held.flatMap((window) => window.ids))
    const purged = Date.now() - idsKeptMs(this.#parts)
    const old = ids.filter((id) => !known.has(id) && snowflakeTime(id) < purged)
    return place === null ? [] : windows.missingIds(await windowsAround(db, place, old))
  }

  #made(ids: Id[], again: WindowRef[]): void {
    const { owed, windows, registry } = this.#parts
    const seqs = again.map(({ seq }) => seq)
    this.#parts.atomically(() => {
      owed.clear(ids)
      windows.clearTitles(seqs)
      owed.reread(seqs, Date.now() + registry.rule.lullMs)
    })
  }
}

function sameWindows(before: readonly WindowRef[], after: readonly WindowRef[]): boolean {
  const told = (windows: readonly WindowRef[]) => windows.map(({ id, state }) => `${id} ${state}`).join()
  return told(before) === told(after)
}
