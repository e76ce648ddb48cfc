/**
 * Traces of the person being erased, in the Eraser's own SQLite: their names, hashes of their words with the earliest
 * time of each, and ids of memories and notes that may go with them. Cleared when the erasure is done.
 */
import type { Time } from "../domain/types.ts"
import { ALWAYS, type RunTimes } from "../privacy/quotes/redaction.ts"

const SCHEMA = `
CREATE TABLE IF NOT EXISTS names (name TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS runs (key INTEGER PRIMARY KEY, said_at INTEGER);
CREATE TABLE IF NOT EXISTS affected (kind TEXT, id TEXT, PRIMARY KEY (kind, id)) WITHOUT ROWID;`

/** Channels delete many of them later and by themselves, so they are told by id and counted once they are gone. */
export type AffectedKind = "memory" | "note"

export class PersonTracesStore {
  readonly #sql: SqlStorage
  #runs: RunTimes | null = null

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(SCHEMA)
    // An erasure may be under way in an object whose table has no times yet: its runs have none.
    const hasTimes = [...sql.exec("PRAGMA table_info(runs)")].some(({ name }) => name === "said_at")
    if (!hasTimes) sql.exec("ALTER TABLE runs ADD COLUMN said_at INTEGER")
  }

  /** Adds names as displayed. */
  addNames(names: readonly string[]): void {
    const displayed = names.filter((name) => name.trim() !== "")
    this.#sql.exec(
      "INSERT INTO names SELECT DISTINCT value FROM json_each(?) WHERE true ON CONFLICT DO NOTHING",
      JSON.stringify(displayed),
    )
  }

  /** Adds runs of the person's words. The earliest time of each stays. */
  addRuns(runs: ReadonlyMap<number, Time>): void {
    const known = this.runs
    const fresh = [...runs].filter(([key, at]) => !(at >= (known.get(key) ?? Number.POSITIVE_INFINITY)))
    for (const [key, at] of fresh) known.set(key, at)
    // JSON has no infinite number: a run without a time is stored as null.
    this.#sql.exec(
      `INSERT INTO runs (key, said_at) SELECT value->>0, value->>1 FROM json_each(?) WHERE true
       ON CONFLICT (key) DO UPDATE SET said_at = excluded.said_at`,
      JSON.stringify(fresh),
    )
  }

  get names(): string[] {
    return [...this.#sql.exec("SELECT name FROM names ORDER BY name")].map((row) => String(row.name))
  }

  get runs(): RunTimes {
    this.#runs ??= new Map(
      [...this.#sql.exec("SELECT key, said_at FROM runs").raw()].map(([key, at]) => [
        Number(key),
        at === null ? ALWAYS : Number(at),
      ]),
    )
    return this.#runs
  }

  addAffected(kind: AffectedKind, ids: readonly string[]): void {
    this.#sql.exec(
      "INSERT INTO affected SELECT DISTINCT ?, value FROM json_each(?) WHERE true ON CONFLICT DO NOTHING",
      kind,
      JSON.stringify(ids),
    )
  }

  affected(kind: AffectedKind): string[] {
    return [...this.#sql.exec("SELECT id FROM affected WHERE kind = ?", kind)].map((row) => String(row.id))
  }

  clear(): void {
    this.#runs = null
    this.#sql.exec("DELETE FROM names")
    this.#sql.exec("DELETE FROM runs")
    this.#sql.exec("DELETE FROM affected")
  }
}
