/**
 * A guild's journal in its Eraser's own SQLite, outside the database: who and what was erased, and what people
 * said about being remembered. A restore replays it. An entry goes when no backup from before it is kept.
 */
import { z } from "zod"
import { DAY } from "../domain/calendar.ts"
import type { Id, Time } from "../domain/types.ts"
import type { StateRows } from "../runtime/object/state-rows.ts"
import type { ErasureKind } from "./jobs.ts"

/** Consents and objections are keyed by the person, links that ended by their hash. A later entry of the same key replaces an earlier one. */
export interface JournalEntry {
  kind: ErasureKind | "consent" | "objection" | "unlink"
  target: Id
  /** When it was requested or said. */
  at: Time
  /** The consent, `out` for an objection and a rejected attribution; `null` for everything else. */
  value: "in" | "out" | null
  /** When it took effect; `null` for an erasure in progress. */
  doneAt: Time | null
}

const SCHEMA = `CREATE TABLE IF NOT EXISTS journal (kind TEXT NOT NULL, target TEXT NOT NULL, at INTEGER NOT NULL,
  value TEXT, done_at INTEGER, PRIMARY KEY (kind, target)) WITHOUT ROWID`

/** Values in the object's state that outlive its work. */
const ID = "journal"
const FROM = "journal_from"
export const JOURNAL_STATE = [ID, FROM]

export class ErasureJournal {
  readonly #sql: SqlStorage
  readonly #state: StateRows

  constructor(sql: SqlStorage, state: StateRows) {
    this.#sql = sql
    this.#state = state
    sql.exec(SCHEMA)
  }

  /** Names this journal, so that a backup of another deployment is recognized. */
  get id(): string {
    const known = this.#state.get(ID, z.string())
    if (known !== null) return known
    const id = `j_${crypto.randomUUID()}`
    this.#state.set(ID, id)
    return id
  }

  /** Adds entries; one that is already there as it is stays as it is. */
  add(entries: readonly JournalEntry[]): void {
    for (const { kind, target, at, value, doneAt } of entries)
      this.#sql.exec(
        `INSERT INTO journal VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
         SET at = excluded.at, value = excluded.value, done_at = excluded.done_at
         WHERE journal.at < excluded.at OR (journal.at = excluded.at AND journal.done_at IS NOT NULL)`,
        ...[kind, target, at, value, doneAt],
      )
  }

  /** Records that an erasure is done. */
  finish(kind: ErasureKind, target: Id, now: Time): void {
    this.#sql.exec("UPDATE journal SET done_at = ? WHERE kind = ? AND target = ?", now, kind, target)
  }

  /** Returns the entries that took effect since `time`, or have not yet, oldest first. */
  since(time: Time): JournalEntry[] {
    const rows = this.#sql.exec(
      "SELECT kind, target, at, value, done_at AS doneAt FROM journal WHERE coalesce(done_at, ?1) >= ?1 ORDER BY at",
      time,
    )
    // `add` alone writes rows.
    return [...rows] as unknown as JournalEntry[]
  }

  /**
   * Deletes entries that took effect more than `days` ago: backups from before them are expired. Returns when
   * the next one goes; `null` if none is left that took effect.
   */
  prune(now: Time, days: number): Time | null {
    const from = Math.max(now - days * DAY, this.#from)
    const deleted = this.#sql.exec("DELETE FROM journal WHERE done_at < ?", from)
    if (deleted.rowsWritten > 0) this.#state.set(FROM, from)
    const next = this.#sql.exec("SELECT min(done_at) AS at FROM journal").toArray()[0]?.at
    return typeof next === "number" ? next + days * DAY + 1 : null
  }

  /** Returns true if the journal has every entry since `time`. */
  reaches(time: Time, now: Time, days: number): boolean {
    return time >= Math.max(now - days * DAY, this.#from)
  }

  /** Entries that took effect before this time are deleted. */
  get #from(): Time {
    return this.#state.get(FROM, z.number()) ?? 0
  }
}
