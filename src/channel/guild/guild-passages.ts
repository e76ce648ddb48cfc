/**
 * The full-text index of a guild's kept messages, in the SQLite of the guild's index: stems, ids, authors and
 * times by line, and no text. Synchronous; makes no decisions.
 */
import { hashOf } from "../../domain/hash.ts"
import { snowflakeAt } from "../../domain/ids.ts"
import type { Id, Span, Time } from "../../domain/types.ts"
import { type Passage, passageTerms } from "../search/passage.ts"
import { ParsedPassages } from "./parsed-passages.ts"

// A passage is a row of its channel, replaced as a whole, and identified by channel and first message.
// `passage_place` covers all that ranking needs before lines are read. The index is contentless with secure-delete for
// the reasons in passage-rows.ts. Its bm25 is not used: it counts passages that the viewer may not read.
const SCHEMA = `
CREATE TABLE IF NOT EXISTS message_channels (id INTEGER PRIMARY KEY, complete INTEGER NOT NULL DEFAULT 0, open_at INTEGER,
  version INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS passages (no INTEGER PRIMARY KEY, channel INTEGER NOT NULL, first INTEGER NOT NULL, words INTEGER NOT NULL,
  size INTEGER NOT NULL, lines TEXT NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS passage_place ON passages (channel, first, words, size);
CREATE VIRTUAL TABLE IF NOT EXISTS passage_text USING fts5(terms, content='', tokenize='ascii');
CREATE VIRTUAL TABLE IF NOT EXISTS passage_terms USING fts5vocab('passage_text', 'instance');
INSERT INTO passage_text (passage_text, rank) SELECT 'secure-delete', 1
  WHERE NOT EXISTS (SELECT 1 FROM passage_text_config WHERE k = 'secure-delete');`

/** The measures of a passage that ranking needs. */
export interface PassageSize {
  channel: Id
  /** Its number of stems. */
  words: number
  /** Its number of lines. */
  lines: number
}

/** A passage without the lines of people who object. */
export interface IndexedPassage {
  /** The first message of the passage in its channel, whether or not it is among the lines. */
  first: Id
  lines: Passage
}

/** Changes of one channel. Applying them twice changes nothing. */
export interface PassageUpdate {
  channelId: Id
  /** Grows with each update of the channel, so that a call that arrives late undoes nothing. */
  version: number
  put: readonly IndexedPassage[]
  /** First messages of passages that are no longer there. */
  remove: readonly Id[]
  /** True if no other update of the channel waits. */
  complete: boolean
  /** When it was last known to have open messages; `null` if it has none. */
  openAt: Time | null
}

/** A passage's first message and a hash of its lines. */
export interface PassagePrint {
  first: Id
  print: string
}

export class GuildPassages {
  readonly #sql: SqlStorage
  readonly parsed: ParsedPassages
  #sizes: Map<number, PassageSize> | null = null

  /** `mostCounted`: see ParsedPassages. */
  constructor(sql: SqlStorage, mostCounted?: number) {
    this.#sql = sql
    this.parsed = new ParsedPassages((no) => this.#load(no), mostCounted)
    sql.exec(SCHEMA)
  }

  /** Applies an update unless a later one was applied. Returns the version of the last one applied. */
  apply({ channelId, version, put, remove, complete, openAt }: PassageUpdate): number {
    const last = this.#sql.exec(
      "SELECT version FROM message_channels WHERE id = CAST(? AS INTEGER)",
      channelId,
    )
    const known = Number(last.toArray()[0]?.version ?? 0)
    if (known >= version) return known
    for (const first of remove) this.#remove(channelId, first)
    for (const passage of put) this.#put(channelId, passage)
    this.#sql.exec(
      `INSERT INTO message_channels (id, complete, open_at, version) VALUES (CAST(?1 AS INTEGER), ?2, ?3, ?4)
       ON CONFLICT DO UPDATE SET complete = ?2, open_at = ?3, version = ?4`,
      channelId,
      Number(complete),
      openAt,
      version,
    )
    return version
  }

  /** Records a channel. A complete one stays complete: only updates change that. */
  see(channelId: Id, { complete, openAt }: { complete: boolean; openAt: Time | null }): void {
    this.#sql.exec(
      `INSERT INTO message_channels (id, complete, open_at) VALUES (CAST(?1 AS INTEGER), ?2, ?3)
       ON CONFLICT DO UPDATE SET complete = max(complete, ?2), open_at = ?3`,
      channelId,
      Number(complete),
      openAt,
    )
  }

  /** Forgets a channel. */
  drop(channelId: Id): void {
    const rows = this.#sql.exec(
      "SELECT CAST(first AS TEXT) AS first FROM passages WHERE channel = CAST(? AS INTEGER)",
      channelId,
    )
    for (const { first } of [...rows]) this.#remove(channelId, String(first))
    this.#sql.exec("DELETE FROM message_channels WHERE id = CAST(? AS INTEGER)", channelId)
  }

  /** Returns the known channels. */
  channels(): { id: Id; complete: boolean; openAt: Time | null }[] {
    const rows = this.#sql.exec("SELECT CAST(id AS TEXT) AS id, complete, open_at FROM message_channels")
    return [...rows].map((row) => ({
      id: String(row.id),
      complete: row.complete === 1,
      openAt: row.open_at === null ? null : Number(row.open_at),
    }))
  }

  /** Returns every passage's size by number. Kept in memory: a search reads it for each match. */
  sizes(): ReadonlyMap<number, PassageSize> {
    if (this.#sizes === null) {
      const rows = this.#sql.exec("SELECT no, CAST(channel AS TEXT), words, size FROM passages").raw()
      this.#sizes = new Map()
      for (const [no, channel, words, size] of rows) {
        const lines = Number(size)
        this.#sizes.set(Number(no), { channel: String(channel), words: Number(words), lines })
      }
    }
    return this.#sizes
  }

  /** Returns the passages that have a stem. Fast for any stem. */
  having(stem: string): number[] {
    const rows = this.#sql
      .exec("SELECT rowid FROM passage_text WHERE passage_text MATCH ?", `"${stem}"`)
      .raw()
    return [...rows].map(([no]) => Number(no))
  }

  /** Returns a channel's passages that begin within a time, by the time in their first message's id. */
  during(channelId: Id, { from, to }: Span): number[] {
    const sql = `SELECT no FROM passages WHERE channel = CAST(? AS INTEGER) AND first BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)`
    const rows = this.#sql.exec(sql, channelId, snowflakeAt(from), snowflakeAt(to)).raw()
    return [...rows].map(([no]) => Number(no))
  }

  /** Counts a stem's occurrences in each passage that has it. Slow for a stem that most passages have. */
  occurrences(stem: string): [no: number, times: number][] {
    const rows = this.#sql
      .exec("SELECT doc, count(*) FROM passage_terms WHERE term = ? GROUP BY doc", stem)
      .raw()
    return [...rows].map(([no, times]) => [Number(no), Number(times)])
  }

  #load(no: number): Passage {
    const row = this.#sql.exec("SELECT lines FROM passages WHERE no = ?", no).one()
    // `#put` below wrote it.
    return JSON.parse(String(row.lines)) as Passage
  }

  /** Returns a page of a channel's passages, by first message. */
  prints(channelId: Id, after: Id | null, limit: number): PassagePrint[] {
    const rows = this.#sql.exec(
      `SELECT CAST(first AS TEXT) AS first, lines FROM passages WHERE channel = CAST(? AS INTEGER) AND first > CAST(? AS INTEGER)
       ORDER BY passages.first LIMIT ?`,
      channelId,
      after ?? "-1",
      limit,
    )
    return [...rows].map((row) => ({ first: String(row.first), print: hashOf([String(row.lines)]) }))
  }

  /** Counts the lines of a person until a time, in all channels. Reads every passage. */
  linesOf(author: Id, until: Time): number {
    const rows = this.#sql.exec("SELECT no FROM passages WHERE instr(lines, ?) > 0", `"author":"${author}"`)
    const theirs = [...rows].flatMap(({ no }) =>
      this.parsed.read(Number(no)).filter((line) => line.author === author && line.at <= until),
    )
    return theirs.length
  }

  /** The number of passages of a channel, or of all channels. */
  count(channelId: Id | null): number {
    const all = [...this.sizes().values()]
    return channelId === null ? all.length : all.filter(({ channel }) => channel === channelId).length
  }

  #put(channelId: Id, { first, lines: passage }: IndexedPassage): void {
    const lines = JSON.stringify(passage)
    const former = this.#find(channelId, first)
    if (former?.lines === lines) return
    if (former) this.#remove(channelId, first)
    if (passage.length === 0) return
    const terms = passageTerms(passage)
    const words = terms === "" ? 0 : terms.split(" ").length
    const { no } = this.#sql
      .exec(
        "INSERT INTO passages (channel, first, words, size, lines) VALUES (CAST(? AS INTEGER), CAST(? AS INTEGER), ?, ?, ?) RETURNING no",
        channelId,
        first,
        words,
        passage.length,
        lines,
      )
      .one()
    this.#sql.exec("INSERT INTO passage_text (rowid, terms) VALUES (?, ?)", no, terms)
    this.#sizes?.set(Number(no), { channel: channelId, words, lines: passage.length })
    this.parsed.drop(Number(no))
  }

  #remove(channelId: Id, first: Id): void {
    const former = this.#find(channelId, first)
    if (former === null) return
    // The delete names exactly the terms that the index holds.
    const terms = passageTerms(JSON.parse(former.lines) as Passage)
    this.#sql.exec(
      "INSERT INTO passage_text (passage_text, rowid, terms) VALUES ('delete', ?, ?)",
      former.no,
      terms,
    )
    this.#sql.exec("DELETE FROM passages WHERE no = ?", former.no)
    this.#sizes?.delete(former.no)
    this.parsed.drop(former.no)
  }

  #find(channelId: Id, first: Id): { no: number; lines: string } | null {
    const row = this.#sql
      .exec(
        "SELECT no, lines FROM passages WHERE channel = CAST(? AS INTEGER) AND first = CAST(? AS INTEGER)",
        channelId,
        first,
      )
      .toArray()[0]
    return row ? { no: Number(row.no), lines: String(row.lines) } : null
  }
}
