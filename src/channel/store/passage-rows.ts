/** The full-text index of a channel's own messages, a row a passage, in its own SQLite. Synchronous and without decisions. */
import type { Id } from "../../domain/types.ts"
import { idSpan, type Passage, passageTerms } from "../search/passage.ts"

// A passage a row: few rows to write, and a search reads whole conversations, which is what a line is judged by. `first` and
// `last` are the span of its ids; no two passages share a message, so `first` is its key.
// The ascii tokenizer leaves all letters beyond ASCII as they are: a stem is one term, letter by letter, in every script.
// Deletes name the old terms and are secure: with contentless_delete a word that was deleted would stay in the index's pages.
const SCHEMA = `
CREATE TABLE IF NOT EXISTS passages (first INTEGER PRIMARY KEY, last INTEGER NOT NULL, lines TEXT NOT NULL);
CREATE VIRTUAL TABLE IF NOT EXISTS passage_text USING fts5(terms, content='', tokenize='ascii');
CREATE VIRTUAL TABLE IF NOT EXISTS passage_counts USING fts5vocab('passage_text', 'row');
INSERT INTO passage_text (passage_text, rank) SELECT 'secure-delete', 1
  WHERE NOT EXISTS (SELECT 1 FROM passage_text_config WHERE k = 'secure-delete');`

/** Passages kept parsed: a few hundred kilobytes while the object is awake. */
const MOST_READ = 200

export class PassageRows {
  readonly #sql: SqlStorage
  readonly #read = new Map<Id, Passage>()
  #size: number | null = null

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(SCHEMA)
  }

  /** Forgets what was remembered of the rows. */
  reload(): void {
    this.#read.clear()
    this.#size = null
  }

  /** Makes a passage searchable, in place of one with the same first message. */
  add(passage: Passage): void {
    const span = idSpan(passage)
    if (span === null) return
    const former = this.#sql.exec("SELECT lines FROM passages WHERE first = CAST(? AS INTEGER)", span.first)
    this.remove([...former].map(toLines))
    if (this.#size !== null) this.#size += 1
    this.#sql.exec(
      "INSERT INTO passages (first, last, lines) VALUES (CAST(? AS INTEGER), CAST(? AS INTEGER), ?)",
      span.first,
      span.last,
      JSON.stringify(passage),
    )
    this.#sql.exec(
      "INSERT INTO passage_text (rowid, terms) VALUES (CAST(? AS INTEGER), ?)",
      span.first,
      passageTerms(passage),
    )
  }

  /** The passages that begin last before a message, and first after it. */
  beside(id: Id): Passage[] {
    const rows = this.#sql.exec(
      `SELECT * FROM (SELECT lines FROM passages WHERE first <= CAST(?1 AS INTEGER) ORDER BY first DESC LIMIT 1)
       UNION ALL SELECT * FROM (SELECT lines FROM passages WHERE first > CAST(?1 AS INTEGER) ORDER BY first LIMIT 1)`,
      id,
    )
    return [...rows].map(toLines)
  }

  /** The passages that hold any of these messages. */
  holdingAny(ids: readonly Id[]): Passage[] {
    if (ids.length === 0) return []
    const span = [...ids].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
    const rows = this.#sql.exec(
      "SELECT lines FROM passages WHERE last >= CAST(? AS INTEGER) AND first <= CAST(? AS INTEGER)",
      span[0],
      span.at(-1),
    )
    const wanted = new Set(ids)
    return [...rows].map(toLines).filter((passage) => passage.some((line) => wanted.has(line.id)))
  }

  /** Passages as they were read: their terms are what the index lets go of. */
  remove(passages: readonly Passage[]): void {
    for (const passage of passages) {
      const first = idSpan(passage)?.first
      if (first === undefined) continue
      this.#read.delete(first)
      if (this.#size !== null) this.#size -= 1
      this.#sql.exec("DELETE FROM passages WHERE first = CAST(? AS INTEGER)", first)
      this.#sql.exec(
        "INSERT INTO passage_text (passage_text, rowid, terms) VALUES ('delete', CAST(? AS INTEGER), ?)",
        first,
        passageTerms(passage),
      )
    }
  }

  /** Passages that match, best first by BM25 over whole passages, until they hold so many lines. */
  search(match: string, lines: number): Passage[] {
    // No passage is empty: so many are enough. Their lines are read one by one, best first, until there are enough.
    const best = this.#sql.exec(
      "SELECT CAST(rowid AS TEXT) AS first FROM passage_text WHERE passage_text MATCH ? ORDER BY rank LIMIT ?",
      match,
      lines,
    )
    const found: Passage[] = []
    let sum = 0
    for (const { first } of best) {
      const passage = this.#passage(String(first))
      found.push(passage)
      sum += passage.length
      if (sum >= lines) break
    }
    return found
  }

  /** One passage. Parsing them is a good part of what a search costs, and many questions touch the same talk. */
  #passage(first: Id): Passage {
    const known = this.#read.get(first)
    if (known) return known
    const row = this.#sql.exec("SELECT lines FROM passages WHERE first = CAST(? AS INTEGER)", first).one()
    const passage = toLines(row)
    if (this.#read.size >= MOST_READ) this.#read.clear()
    this.#read.set(first, passage)
    return passage
  }

  /** How often stems are said in what is indexed; those that never are, are left out. */
  times(stems: readonly string[]): Map<string, number> {
    const rows = this.#sql.exec(
      "SELECT c.term, c.cnt FROM json_each(?) j CROSS JOIN passage_counts c WHERE c.term = j.value",
      JSON.stringify(stems),
    )
    return new Map([...rows].map((row) => [String(row.term), Number(row.cnt)]))
  }

  /** How many passages are searchable; counted once, for that reads them all. */
  get size(): number {
    this.#size ??= Number(this.#sql.exec("SELECT count(*) AS n FROM passages").one().n)
    return this.#size
  }
}

function toLines(row: Record<string, SqlStorageValue>): Passage {
  // Written by `add` above; some 400 lines a search are too many to check each.
  return JSON.parse(String(row.lines)) as Passage
}
