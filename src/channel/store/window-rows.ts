/** A channel's sealed windows in its own SQLite: a queue with each window's state and outcome. Decides nothing. */

import type { CloseReason, Extraction, Fallback, Id, Time, Usage } from "../../domain/types.ts"
import type { ShownMemory } from "../../memory/write/order.ts"

/**
 * An extraction with the message ids it was made from, line by line, and the memories the model was shown.
 * `needsSecondReading`: the second reading has still to judge its claims. `latencyMs`: how long the model calls took.
 */
export type WindowReading = Extraction & {
  lines: Id[]
  shown?: ShownMemory[]
  fallback?: Fallback | null
  needsSecondReading?: boolean
  latencyMs?: number
}

/**
 * A sealed window. It is `sealed` until extracted, `read` until the extraction is in the database, then
 * `done`.
 */
export interface SealedWindow {
  seq: number
  id: string
  ids: Id[]
  reason: CloseReason
  state: "sealed" | "read" | "done"
  attempts: number
  retryAt: Time
  bytes: number
  /** The extraction while it waits to be written, so that a model is paid only once per window. */
  extraction: WindowReading | null
  /** The cost of failed attempts. */
  spent: Usage[]
  outcome: WindowOutcome | null
}

/** The part of a window that deletions and edits need. */
export type WindowRef = Pick<SealedWindow, "seq" | "id" | "ids" | "state">

/** The result of a window. */
export interface WindowOutcome {
  id: string
  messages: number
  /** When its first message was said, in ISO 8601. */
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

  /** Returns the oldest window behind `seq` that is not done. */
  waiting(seq = 0): SealedWindow | undefined {
    const next = "SELECT * FROM windows WHERE state <> 'done' AND seq > ? ORDER BY seq LIMIT 1"
    return [...this.#sql.exec(next, seq)].map(toSealed)[0]
  }

  /** Counts waiting windows, messages and bytes of text. */
  backlog(): { windows: number; messages: number; bytes: number } {
    const row = this.#sql
      .exec(
        "SELECT count(*) AS windows, coalesce(sum(json_array_length(ids)), 0) AS messages, coalesce(sum(bytes), 0) AS bytes FROM windows WHERE state <> 'done'",
      )
      .one()
    return { windows: Number(row.windows), messages: Number(row.messages), bytes: Number(row.bytes) }
  }

  /** Discards unwritten extractions of windows whose messages changed. Their cost is kept. */
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

  /** Clears recorded costs. Costs added in the meantime stay. */
  clearSpent(seq: number, spent: readonly Usage[]): void {
    this.#sql.exec("UPDATE windows SET spent = '[]' WHERE seq = ? AND spent = ?", seq, JSON.stringify(spent))
  }

  /** Returns the windows that hold any of these messages, in order of arrival. */
  holding(ids: readonly Id[]): WindowRef[] {
    const wanted = new Set(ids)
    // Scans all kept windows, some thousands at most: an index would cost one row per message.
    const all = [...this.#sql.exec("SELECT seq, id, ids, state FROM windows ORDER BY seq")].map(toHeld)
    return all.filter((window) => window.ids.some((id) => wanted.has(id)))
  }

  /** Returns which of these windows are no longer stored here. */
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

  /** Returns the messages of all windows that are not done, `except` those with these numbers. */
  waitingIds(except: ReadonlySet<number>): Id[] {
    const rows = this.#sql.exec(
      "SELECT seq, j.value AS id FROM windows, json_each(windows.ids) j WHERE windows.state <> 'done'",
    )
    return [...rows].filter(({ seq }) => !except.has(Number(seq))).map(({ id }) => String(id))
  }

  /** Seals a done window again under a new id. It keeps its place in the queue. */
  reseal(seq: number, id: string): void {
    this.#sql.exec(
      `UPDATE windows SET id = ?, state = 'sealed', attempts = 0, retry_at = 0, extraction = NULL, spent = '[]', outcome = NULL
       WHERE seq = ? AND state = 'done'`,
      id,
      seq,
    )
  }

  /** Removes the titles from window outcomes. */
  clearTitles(seqs: readonly number[]): void {
    this.#sql.exec(
      "UPDATE windows SET outcome = json_set(outcome, '$.title', NULL) WHERE outcome IS NOT NULL AND seq IN (SELECT value FROM json_each(?))",
      JSON.stringify(seqs),
    )
  }

  /** Postpones a window and changes nothing else: it may have been edited in the meantime. */
  postpone(window: Pick<SealedWindow, "seq" | "attempts" | "retryAt">): void {
    this.#sql.exec(
      "UPDATE windows SET attempts = ?, retry_at = ? WHERE seq = ?",
      window.attempts,
      window.retryAt,
      window.seq,
    )
  }

  /** Makes every waiting window due now. */
  makeDue(): void {
    this.#sql.exec("UPDATE windows SET retry_at = 0 WHERE state <> 'done' AND retry_at > 0")
  }

  /** Saves a window's progress. */
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

  /** Returns done windows after `seq`, up to the first that is not done. */
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

  /**
   * Returns when the oldest done window was sealed; `null` if there is none. Windows are numbered in order of
   * arrival.
   */
  oldestDone(): Time | null {
    const row = this.#sql
      .exec("SELECT heard_at FROM windows WHERE state = 'done' ORDER BY seq LIMIT 1")
      .toArray()[0]
    return row ? Number(row.heard_at) : null
  }

  /** Deletes done windows sealed until a time. Returns their message ids. */
  purge(heardUntil: Time): Id[] {
    const gone = this.#sql.exec(
      "DELETE FROM windows WHERE state = 'done' AND heard_at <= ? RETURNING ids",
      heardUntil,
    )
    // `seal` above wrote it.
    return [...gone].flatMap((row) => JSON.parse(String(row.ids)) as Id[])
  }
}

function toHeld(row: Record<string, SqlStorageValue>): WindowRef {
  return {
    seq: Number(row.seq),
    id: String(row.id),
    // `seal` above wrote it.
    ids: JSON.parse(String(row.ids)) as Id[],
    state: row.state as SealedWindow["state"],
  }
}

function toSealed(row: Record<string, SqlStorageValue>): SealedWindow {
  // `seal` and `save` above wrote the JSON columns.
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
