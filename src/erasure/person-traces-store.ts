/**
 * Traces of the person being erased, in the Eraser's own SQLite: their names, hashes of their words, and ids of
 * memories and notes that may go with them. Cleared when the erasure is done.
 */
import { wordRunKeys } from "../privacy/quote-redaction.ts"

const SCHEMA = `
CREATE TABLE IF NOT EXISTS names (name TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS runs (key INTEGER PRIMARY KEY);
CREATE TABLE IF NOT EXISTS affected (kind TEXT, id TEXT, PRIMARY KEY (kind, id)) WITHOUT ROWID;`

/** Channels delete many of them later and by themselves, so they are told by id and counted once they are gone. */
export type AffectedKind = "memory" | "note"

export class PersonTracesStore {
  readonly #sql: SqlStorage
  #runs: Set<number> | null = null

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(SCHEMA)
  }

  /** Adds names as displayed. */
  addNames(names: readonly string[]): void {
    const displayed = names.filter((name) => name.trim() !== "")
    this.#sql.exec(
      "INSERT INTO names SELECT DISTINCT value FROM json_each(?) WHERE true ON CONFLICT DO NOTHING",
      JSON.stringify(displayed),
    )
  }

  /** Adds texts of the person, as hashes of word runs. */
  addTexts(texts: readonly string[], salt: number): void {
    const { names } = this
    this.addRuns(texts.flatMap((text) => wordRunKeys(text, salt, names)))
  }

  addRuns(keys: Iterable<number>): void {
    const fresh = [...keys].filter((key) => !this.runs.has(key))
    for (const key of fresh) this.runs.add(key)
    this.#sql.exec(
      "INSERT INTO runs SELECT DISTINCT value FROM json_each(?) WHERE true ON CONFLICT DO NOTHING",
      JSON.stringify(fresh),
    )
  }

  get names(): string[] {
    return [...this.#sql.exec("SELECT name FROM names ORDER BY name")].map((row) => String(row.name))
  }

  get runs(): Set<number> {
    this.#runs ??= new Set([...this.#sql.exec("SELECT key FROM runs").raw()].map(([key]) => Number(key)))
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
