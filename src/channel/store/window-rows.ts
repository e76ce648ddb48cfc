/** A channel's sealed windows in its own SQLite: a queue, and what became of each. Synchronous and without decisions. */

import type { CloseReason, Extraction, Fallback, Id, Time, Usage } from "../../domain/types.ts"
import type { ShownMemory } from "../../memory/write/order.ts"

/** What was made of a window, the messages it was made of, line by line, and what was known that the model was shown. */
export type WindowReading = Extraction & { lines: Id[]; shown?: ShownMemory[]; fallback?: Fallback | null }

/** A sealed window. It is `sealed` until read, `read` until its yield is in the database, then `done`. */
export interface SealedWindow {
  seq: number
  id: string
  ids: Id[]
  reason: CloseReason
  state: "sealed" | "read" | "done"
  attempts: number
  retryAt: Time
  bytes: number
  /** The extraction while it waits to be written: a model is not paid twice for one window. */
  extraction: WindowReading | null
  /** What failed attempts have cost. */
  spent: Usage[]
  outcome: WindowOutcome | null
}

/** A window as far as its messages' deletions and edits concern it. */
export type WindowRef = Pick<SealedWindow, "seq" | "id" | "ids" | "state">

/** What became of a window. */
export interface WindowOutcome {
  id: string
  messages: number
  /** When its first message was said, ISO 8601. */
  from_at: string | null
  /** The title of its note. */
  title: string | null
  method: string
  claims: { accepted: number; shadowed: number; queued: number; rejected: number }
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS windows (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, ids TEXT NOT NULL, reason TEXT NOT NULL, state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, retry_at INTEGER NOT NULL DEFAULT 0, heard_at INTEGER NOT NULL, bytes INTEGER NOT NULL,
  extraction TEXT, spent TEXT NOT NULL DEFAULT '[]', outcome TEXT);
CREATE INDEX IF NOT EXISTS waiting ON windows (seq) WHERE state <> 'done';`

export class WindowRows {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(SCHEMA)
  }

  seal(window: { id: string; ids: Id[]; reason: CloseReason; heardAt: Time; bytes: number }): void {
    this.#sql.exec(
      "INSERT INTO windows (id, ids, reason, state, heard_at, bytes) VALUES (?, ?, ?, 'sealed', ?, ?)",
      window.id,
      JSON.stringify(window.ids),
      window.reason,
      window.heardAt,
      window.bytes,
    )
  }

  /** The oldest window that is not done. */
  waiting(): SealedWindow | undefined {
    return [...this.#sql.exec("SELECT * FROM windows WHERE state <> 'done' ORDER BY seq LIMIT 1")].map(
      toSealed,
    )[0]
  }

  /** How much waits: windows, messages and bytes of text. */
  backlog(): { windows: number; messages: number; bytes: number } {
    const row = this.#sql
      .exec(
        "SELECT count(*) AS windows, coalesce(sum(json_array_length(ids)), 0) AS messages, coalesce(sum(bytes), 0) AS bytes FROM windows WHERE state <> 'done'",
      )
      .one()
    return { windows: Number(row.windows), messages: Number(row.messages), bytes: Number(row.bytes) }
  }

  /** Messages of windows changed: what a model made of those, if it is not yet written, no longer holds. What it cost does. */
  discardReadings(ids: readonly Id[]): void {
    const read = this.#sql.exec(
      `SELECT * FROM windows WHERE state = 'read' AND EXISTS
         (SELECT 1 FROM json_each(ids) WHERE value IN (SELECT value FROM json_each(?)))`,
      JSON.stringify(ids),
    )
    for (const window of [...read].map(toSealed)) {
      const spent = [...window.spent, ...(window.extraction?.usage ?? [])]
      this.save({ ...window, state: "sealed", extraction: null, spent })
    }
  }

  /** What attempts have cost was written down; what was added meanwhile stays. */
  clearSpent(seq: number, spent: readonly Usage[]): void {
    this.#sql.exec("UPDATE windows SET spent = '[]' WHERE seq = ? AND spent = ?", seq, JSON.stringify(spent))
  }

  /** The windows that hold any of these messages, in order of hearing. */
  holding(ids: readonly Id[]): WindowRef[] {
    const wanted = new Set(ids)
    // Walks all that is kept, some thousands at most: an index would cost a row for each message heard.
    const all = [...this.#sql.exec("SELECT seq, id, ids, state FROM windows ORDER BY seq")].map(toHeld)
    return all.filter((window) => window.ids.some((id) => wanted.has(id)))
  }

  /** Those of these windows that are not here any more. */
  missingIds(ids: readonly string[]): string[] {
    const rows = this.#sql.exec(
      "SELECT value AS id FROM json_each(?) WHERE value NOT IN (SELECT id FROM windows)",
      JSON.stringify(ids),
    )
    return [...rows].map((row) => String(row.id))
  }

  held(seq: number): WindowRef | undefined {
    return [...this.#sql.exec("SELECT seq, id, ids, state FROM windows WHERE seq = ?", seq)].map(toHeld)[0]
  }

  /** The messages of all windows that are not done. */
  waitingIds(): Id[] {
    const rows = this.#sql.exec(
      "SELECT j.value AS id FROM windows, json_each(windows.ids) j WHERE windows.state <> 'done'",
    )
    return [...rows].map((row) => String(row.id))
  }

  /** Seals a done window once more, to be read under another id; it keeps its place in the order of hearing. */
  reseal(seq: number, id: string): void {
    this.#sql.exec(
      `UPDATE windows SET id = ?, state = 'sealed', attempts = 0, retry_at = 0, extraction = NULL, spent = '[]', outcome = NULL
       WHERE seq = ? AND state = 'done'`,
      id,
      seq,
    )
  }

  /** Takes the words out of what became of windows. */
  clearTitles(seqs: readonly number[]): void {
    this.#sql.exec(
      "UPDATE windows SET outcome = json_set(outcome, '$.title', NULL) WHERE outcome IS NOT NULL AND seq IN (SELECT value FROM json_each(?))",
      JSON.stringify(seqs),
    )
  }

  /** Puts a window off, and touches nothing else of it: it may have been edited meanwhile. */
  postpone(window: Pick<SealedWindow, "seq" | "attempts" | "retryAt">): void {
    this.#sql.exec(
      "UPDATE windows SET attempts = ?, retry_at = ? WHERE seq = ?",
      window.attempts,
      window.retryAt,
      window.seq,
    )
  }

  /** Lets none that waits wait any longer. */
  makeDue(): void {
    this.#sql.exec("UPDATE windows SET retry_at = 0 WHERE state <> 'done' AND retry_at > 0")
  }

  /** Writes a window's progress back. */
  save(window: SealedWindow): void {
    this.#sql.exec(
      "UPDATE windows SET state = ?, attempts = ?, retry_at = ?, extraction = ?, spent = ?, outcome = ? WHERE seq = ?",
      window.state,
      window.attempts,
      window.retryAt,
      window.extraction === null ? null : JSON.stringify(window.extraction),
      JSON.stringify(window.spent),
      window.outcome === null ? null : JSON.stringify(window.outcome),
      window.seq,
    )
  }

  /** Done windows after `seq`, up to the first that is not done. */
  doneAfter(seq: number, limit: number): SealedWindow[] {
    return [
      ...this.#sql.exec(
        `SELECT * FROM windows WHERE seq > ? AND seq < coalesce((SELECT min(seq) FROM windows WHERE state <> 'done'), 9e15)
         ORDER BY seq LIMIT ?`,
        seq,
        limit,
      ),
    ].map(toSealed)
  }

  /** When the oldest done window was heard; null where there is none. Windows are numbered as they are heard. */
  oldestDone(): Time | null {
    const row = this.#sql
      .exec("SELECT heard_at FROM windows WHERE state = 'done' ORDER BY seq LIMIT 1")
      .toArray()[0]
    return row ? Number(row.heard_at) : null
  }

  /** Removes done windows heard until a time; returns the ids of their messages. */
  purge(heardUntil: Time): Id[] {
    const gone = this.#sql.exec(
      "DELETE FROM windows WHERE state = 'done' AND heard_at <= ? RETURNING ids",
      heardUntil,
    )
    // Written by `seal` above.
    return [...gone].flatMap((row) => JSON.parse(String(row.ids)) as Id[])
  }
}

function toHeld(row: Record<string, SqlStorageValue>): WindowRef {
  return {
    seq: Number(row.seq),
    id: String(row.id),
    // Written by `seal` above.
    ids: JSON.parse(String(row.ids)) as Id[],
    state: row.state as SealedWindow["state"],
  }
}

function toSealed(row: Record<string, SqlStorageValue>): SealedWindow {
  // JSON columns are written by `seal` and `save` above.
  return {
    seq: Number(row.seq),
    id: String(row.id),
    ids: JSON.parse(String(row.ids)) as Id[],
    reason: row.reason as CloseReason,
    state: row.state as SealedWindow["state"],
    attempts: Number(row.attempts),
    retryAt: Number(row.retry_at),
    bytes: Number(row.bytes),
    extraction: row.extraction === null ? null : (JSON.parse(String(row.extraction)) as WindowReading),
    spent: JSON.parse(String(row.spent)) as Usage[],
    outcome: row.outcome === null ? null : (JSON.parse(String(row.outcome)) as WindowOutcome),
  }
}
