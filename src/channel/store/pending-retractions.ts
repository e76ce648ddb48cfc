/**
 * The retractions and rereads a channel still has to do, in its own SQLite: text to retract from the
 * database, and windows to read again. Synchronous; makes no decisions.
 */
import type { Id, Time } from "../../domain/types.ts"

/** A message whose old text may still be in the database. */
export interface PendingRetraction {
  id: Id
  guildId: Id
  /** Stems of the removed text without people's names. Deleted once the retraction is done. */
  stems: string[]
  /** True if the window that holds the message may have been read with the old text. */
  misread: boolean
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS owed (id INTEGER PRIMARY KEY, guild_id TEXT NOT NULL, stems TEXT NOT NULL, misread INTEGER NOT NULL DEFAULT 1);
CREATE TABLE IF NOT EXISTS rereads (seq INTEGER PRIMARY KEY, due_at INTEGER NOT NULL);`

export class PendingRetractions {
  readonly #sql: SqlStorage
  /**
   * Windows (their numbers) for which no retraction waits although they are not done: they wait for their guild, which
   * leaves, and nothing extracted from them is kept, so they write nothing before their next attempt. Lost with the
   * object's memory; that attempt adds them again.
   */
  readonly unhindered = new Set<number>()
  /** The guild of the pending retractions, asked for with every window; `undefined` until it is read again. */
  #guildId: Id | null | undefined

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(SCHEMA)
  }

  /** Adds retractions. Stems of an earlier pending retraction of the same message are kept. */
  add(guildId: Id, messages: readonly { id: Id; stems: readonly string[] }[]): void {
    this.#guildId = undefined
    this.#sql.exec(
      `INSERT INTO owed (id, guild_id, stems)
       SELECT CAST(value->>'id' AS INTEGER), ?, value->>'stems' FROM json_each(?) WHERE true
       ON CONFLICT DO UPDATE SET misread = 1, stems = (SELECT json_group_array(DISTINCT value) FROM
         (SELECT value FROM json_each(owed.stems) UNION SELECT value FROM json_each(excluded.stems)))`,
      guildId,
      JSON.stringify(messages),
    )
  }

  all(): PendingRetraction[] {
    const rows = this.#sql.exec(
      "SELECT CAST(id AS TEXT) AS id, guild_id, stems, misread FROM owed ORDER BY owed.id",
    )
    return [...rows].map((row) => ({
      id: String(row.id),
      guildId: String(row.guild_id),
      // `add` above wrote it.
      stems: JSON.parse(String(row.stems)) as string[],
      misread: row.misread === 1,
    }))
  }

  /** The guild of the pending retractions; `null` if there are none. */
  get guildId(): Id | null {
    if (this.#guildId === undefined) {
      const row = this.#sql.exec("SELECT guild_id FROM owed LIMIT 1").toArray()[0]
      this.#guildId = row ? String(row.guild_id) : null
    }
    return this.#guildId
  }

  clear(ids: readonly Id[]): void {
    this.#guildId = undefined
    this.#sql.exec(
      "DELETE FROM owed WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))",
      JSON.stringify(ids),
    )
  }

  /**
   * Records that a window was written with its messages as they stand. Retractions of its remaining messages
   * are cleared, and its deleted messages need no reread.
   */
  markRewritten(ids: readonly Id[], gone: readonly Id[]): void {
    const lost = new Set(gone)
    this.clear(ids.filter((id) => !lost.has(id)))
    this.#sql.exec(
      "UPDATE owed SET misread = 0 WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))",
      JSON.stringify(gone),
    )
  }

  /** Schedules windows to be read again by `dueAt`, or at the earlier time already scheduled. */
  reread(windows: readonly number[], dueAt: Time): void {
    this.#sql.exec(
      "INSERT INTO rereads (seq, due_at) SELECT value, ? FROM json_each(?) WHERE true ON CONFLICT DO NOTHING",
      dueAt,
      JSON.stringify(windows),
    )
  }

  /** Returns the windows to read again by `until`, in order of arrival. */
  rereads(until: Time): number[] {
    const rows = this.#sql.exec("SELECT seq FROM rereads WHERE due_at <= ? ORDER BY seq", until)
    return [...rows].map((row) => Number(row.seq))
  }

  /** Counts windows that are to be read again, or are sealed for it (`nextReadingId`) and not done yet. */
  rereadCount(): number {
    const query =
      "SELECT count(*) AS n FROM (SELECT seq FROM rereads UNION SELECT seq FROM windows WHERE state <> 'done' AND id GLOB '*_r[0-9]*')"
    return Number(this.#sql.exec(query).one().n)
  }

  rereadAt(): Time | null {
    const due = this.#sql.exec("SELECT min(due_at) AS due FROM rereads").one().due
    return due === null ? null : Number(due)
  }

  clearReread(window: number): void {
    this.#sql.exec("DELETE FROM rereads WHERE seq = ?", window)
  }
}
