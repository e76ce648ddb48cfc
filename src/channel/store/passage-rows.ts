/**
 * The full-text index of a channel's own messages, one row per passage, in its own SQLite. Synchronous; makes
 * no decisions.
 */
import type { Id } from "../../domain/types.ts"
import { idSpan, type Passage, passageTerms } from "../search/passage.ts"

// One row per passage: few rows to write, and a search reads whole conversations, the context in which lines
// are scored. `first` and `last` are the span of message ids. No two passages share a message, so `first` is
// the key. The ascii tokenizer leaves letters beyond ASCII unchanged, so a stem stays one exact term in every
// script. Deletes name the old terms and use secure-delete: with contentless_delete, a deleted word would
// stay in the index's pages. `unindexed` lists the passages whose
// change the guild's index has not confirmed.
const SCHEMA = `
CREATE TABLE IF NOT EXISTS passages (first INTEGER PRIMARY KEY, last INTEGER NOT NULL, lines TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS unindexed (first INTEGER PRIMARY KEY);
CREATE VIRTUAL TABLE IF NOT EXISTS passage_text USING fts5(terms, content='', tokenize='ascii');
CREATE VIRTUAL TABLE IF NOT EXISTS passage_counts USING fts5vocab('passage_text', 'row');
INSERT INTO passage_text (passage_text, rank) SELECT 'secure-delete', 1
  WHERE NOT EXISTS (SELECT 1 FROM passage_text_config WHERE k = 'secure-delete');`

/** The number of parsed passages to cache: a few hundred kilobytes while the object is awake. */
const MAX_CACHED = 200

export class PassageRows {
  readonly #sql: SqlStorage
  readonly #read = new Map<Id, Passage>()
  #size: number | null = null
  /** Passages that changed since `unindexed` was last read. */
  readonly #changed = new Set<Id>()

  constructor(sql: SqlStorage) {
    this.#sql = sql
    const isCurrent = sql.exec("SELECT count(*) AS n FROM sqlite_master WHERE name = 'unindexed'").one().n
    sql.exec(SCHEMA)
    // An object from before the guild's index sends everything once.
    if (isCurrent === 0) this.markSpokenBy("all")
  }

  /** Clears the caches. */
  reload(): void {
    this.#read.clear()
    this.#size = null
  }

  /** Makes a passage searchable. Replaces a passage with the same first message. */
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
    this.markChanged([span.first])
  }

  /** Returns the last passage that begins at or before a message and the first that begins after it. */
  adjacent(id: Id): Passage[] {
    const rows = this.#sql.exec(
      `SELECT * FROM (SELECT lines FROM passages WHERE first <= CAST(?1 AS INTEGER) ORDER BY first DESC LIMIT 1)
       UNION ALL SELECT * FROM (SELECT lines FROM passages WHERE first > CAST(?1 AS INTEGER) ORDER BY first LIMIT 1)`,
      id,
    )
    return [...rows].map(toLines)
  }

  /** Returns the passages that contain any of these messages. */
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

  /** Removes passages. They must be as they were read: the index deletes exactly their terms. */
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
      this.markChanged([first])
    }
  }

  /** Returns passages that the guild's index does not have as they are: what is there now, and what is gone. */
  unindexed(limit: number): { put: Passage[]; remove: Id[]; more: boolean } {
    this.#changed.clear()
    const rows = [
      ...this.#sql.exec(
        `SELECT CAST(u.first AS TEXT) AS first, p.lines FROM unindexed u LEFT JOIN passages p ON p.first = u.first
         ORDER BY u.first LIMIT ?`,
        limit,
      ),
    ]
    const [there, gone] = [rows.filter((row) => row.lines !== null), rows.filter((row) => row.lines === null)]
    return {
      put: there.map(toLines),
      remove: gone.map((row) => String(row.first)),
      more: rows.length === limit,
    }
  }

  /** Returns the latest passages that the guild's index does not have as they are. */
  waiting(limit: number): Passage[] {
    const rows = this.#sql.exec(
      "SELECT p.lines FROM unindexed u JOIN passages p ON p.first = u.first ORDER BY u.first DESC LIMIT ?",
      limit,
    )
    return [...rows].map(toLines)
  }

  /** Records that the index has these passages, unless they changed since `unindexed` was called. */
  markIndexed(firsts: readonly Id[]): void {
    this.#sql.exec(
      "DELETE FROM unindexed WHERE first IN (SELECT CAST(value AS INTEGER) FROM json_each(?))",
      JSON.stringify(firsts.filter((first) => !this.#changed.has(first))),
    )
  }

  /** The number of passages that the guild's index does not have as they are. */
  get unindexedCount(): number {
    return Number(this.#sql.exec("SELECT count(*) AS n FROM unindexed").one().n)
  }

  /** Sends the passages that hold a line of these people to the guild's index again, or all passages. */
  markSpokenBy(authors: readonly Id[] | "all"): void {
    const rows =
      authors === "all"
        ? this.#sql.exec("SELECT CAST(first AS TEXT) AS first FROM passages")
        : this.#sql.exec(
            `SELECT CAST(first AS TEXT) AS first FROM passages WHERE EXISTS
               (SELECT 1 FROM json_each(?) WHERE instr(lines, '"author":"' || value || '"') > 0)`,
            JSON.stringify(authors),
          )
    this.markChanged([...rows].map(({ first }) => String(first)))
  }

  /** Returns a page of passages, in order of their first message. */
  page(after: Id | null, limit: number): Passage[] {
    const rows = this.#sql.exec(
      "SELECT lines FROM passages WHERE first > CAST(? AS INTEGER) ORDER BY first LIMIT ?",
      after ?? "-1",
      limit,
    )
    return [...rows].map(toLines)
  }

  /** Has the guild's index updated with these passages, whether they are there or gone. */
  markChanged(firsts: readonly Id[]): void {
    for (const first of firsts) {
      this.#changed.add(first)
      this.#sql.exec("INSERT INTO unindexed VALUES (CAST(? AS INTEGER)) ON CONFLICT DO NOTHING", first)
    }
  }

  /** Returns matching passages, best first by BM25 over whole passages, until they hold `lines` lines. */
  search(match: string, lines: number): Passage[] {
    // No passage is empty, so `lines` passages are enough. Their lines are parsed one passage at a time, best
    // first, until there are enough.
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

  /**
   * Reads one passage through the cache. Parsing is a large part of a search's cost, and many questions match
   * the same conversations.
   */
  #passage(first: Id): Passage {
    const known = this.#read.get(first)
    if (known) return known
    const row = this.#sql.exec("SELECT lines FROM passages WHERE first = CAST(? AS INTEGER)", first).one()
    const passage = toLines(row)
    if (this.#read.size >= MAX_CACHED) this.#read.clear()
    this.#read.set(first, passage)
    return passage
  }

  /** Counts how often stems occur in the index. Stems that do not occur are left out. */
  times(stems: readonly string[]): Map<string, number> {
    const rows = this.#sql.exec(
      "SELECT c.term, c.cnt FROM json_each(?) j CROSS JOIN passage_counts c WHERE c.term = j.value",
      JSON.stringify(stems),
    )
    return new Map([...rows].map((row) => [String(row.term), Number(row.cnt)]))
  }

  /** The number of searchable passages. Cached: counting reads them all. */
  get size(): number {
    this.#size ??= Number(this.#sql.exec("SELECT count(*) AS n FROM passages").one().n)
    return this.#size
  }
}

function toLines(row: Record<string, SqlStorageValue>): Passage {
  // `add` above wrote it. A search reads some 400 lines, too many to validate each.
  return JSON.parse(String(row.lines)) as Passage
}
