/** What a channel still has to make good, in its own SQLite: words to take back from the database, and windows to read again. Synchronous and without decisions. */
import type { Id, Time } from "../../domain/types.ts"

/** A message whose words, as they were, may stand in the database. */
export interface PendingRetraction {
  id: Id
  guildId: Id
  /** Stems of the words that are gone, but for people's names: kept until they are taken back, no longer. */
  stems: string[]
  /** Whether the window that holds it may have been read with the former words. */
  misread: boolean
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS owed (id INTEGER PRIMARY KEY, guild_id TEXT NOT NULL, stems TEXT NOT NULL, misread INTEGER NOT NULL DEFAULT 1);
CREATE TABLE IF NOT EXISTS rereads (seq INTEGER PRIMARY KEY, due_at INTEGER NOT NULL);`

export class PendingRetractions {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(SCHEMA)
  }

  /** Owed once more: what was owed of a message before is owed still. */
  add(guildId: Id, messages: readonly { id: Id; stems: readonly string[] }[]): void {
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
      // Written by `add` above.
      stems: JSON.parse(String(row.stems)) as string[],
      misread: row.misread === 1,
    }))
  }

  /** The guild of what is owed; null where nothing is. */
  get guildId(): Id | null {
    const row = this.#sql.exec("SELECT guild_id FROM owed LIMIT 1").toArray()[0]
    return row ? String(row.guild_id) : null
  }

  clear(ids: readonly Id[]): void {
    this.#sql.exec(
      "DELETE FROM owed WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))",
      JSON.stringify(ids),
    )
  }

  /** A window was written as its messages now stand: of those that stay nothing is owed, and for those that are gone it need not be read again. */
  markRewritten(ids: readonly Id[], gone: readonly Id[]): void {
    const lost = new Set(gone)
    this.clear(ids.filter((id) => !lost.has(id)))
    this.#sql.exec(
      "UPDATE owed SET misread = 0 WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))",
      JSON.stringify(gone),
    )
  }

  /** Has windows read again by `dueAt`, or as soon as was settled before. */
  reread(windows: readonly number[], dueAt: Time): void {
    this.#sql.exec(
      "INSERT INTO rereads (seq, due_at) SELECT value, ? FROM json_each(?) WHERE true ON CONFLICT DO NOTHING",
      dueAt,
      JSON.stringify(windows),
    )
  }

  /** Windows to be read again by `until`, in order of hearing. */
  rereads(until: Time): number[] {
    const rows = this.#sql.exec("SELECT seq FROM rereads WHERE due_at <= ? ORDER BY seq", until)
    return [...rows].map((row) => Number(row.seq))
  }

  rereadAt(): Time | null {
    const due = this.#sql.exec("SELECT min(due_at) AS due FROM rereads").one().due
    return due === null ? null : Number(due)
  }

  clearReread(window: number): void {
    this.#sql.exec("DELETE FROM rereads WHERE seq = ?", window)
  }
}
