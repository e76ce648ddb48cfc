/** A channel's rows in its own SQLite: messages, windows and a little state. Synchronous and without decisions. */
import type { CloseReason, Extraction, Id, Message, Time, Usage } from "../vocabulary.ts"
import type { Heard } from "./window-rule.ts"

/** A sealed window. It is `sealed` until read, `read` until its yield is in the database, then `done`. */
export interface Sealed {
  seq: number
  id: string
  ids: Id[]
  reason: CloseReason
  state: "sealed" | "read" | "done"
  attempts: number
  retryAt: Time
  bytes: number
  /** The extraction while it waits to be written: a model is not paid twice for one window. */
  extraction: Extraction | null
  /** What failed attempts have cost. */
  spent: Usage[]
  outcome: WindowOutcome | null
}

/** What became of a window. */
export interface WindowOutcome {
  id: string
  messages: number
  method: string
  claims: { accepted: number; shadowed: number; queued: number; rejected: number }
}

type Row = Record<string, SqlStorageValue>

/** What the message columns do not hold. */
type Rest = Pick<Message, "role" | "replyTo" | "mentions" | "attachments" | "source">

// Ids are INTEGER keys (one row a message, no second index) and travel as text: JavaScript cannot hold them as numbers.
const SCHEMA = `
CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, heard_at INTEGER NOT NULL, author_id TEXT NOT NULL,
  author_name TEXT NOT NULL, content TEXT NOT NULL, rest TEXT NOT NULL, gone INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS windows (seq INTEGER PRIMARY KEY, id TEXT NOT NULL, ids TEXT NOT NULL, reason TEXT NOT NULL, state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, retry_at INTEGER NOT NULL DEFAULT 0, heard_at INTEGER NOT NULL, bytes INTEGER NOT NULL,
  extraction TEXT, spent TEXT NOT NULL DEFAULT '[]', outcome TEXT);
CREATE TABLE IF NOT EXISTS state (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE IF NOT EXISTS message_text USING fts5(body, around, content='', contentless_delete=1, tokenize='porter unicode61');`

export class ChannelStorage {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(SCHEMA)
  }

  /** A JSON value of this object's own, or null. */
  get<T>(key: string): T | null {
    const row = this.#sql.exec("SELECT value FROM state WHERE key = ?", key).toArray()[0]
    // Written by `set` below, by this class alone.
    return row ? (JSON.parse(String(row.value)) as T) : null
  }

  set(key: string, value: unknown): void {
    this.#sql.exec(
      "INSERT INTO state VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
      key,
      JSON.stringify(value),
    )
  }

  /** Inserts messages that are not there; returns the ids of those that were not. */
  insert(messages: readonly Message[], heardAt: Time): Set<Id> {
    const rows = messages.map((m) => {
      const rest: Rest = {
        role: m.role,
        replyTo: m.replyTo,
        mentions: m.mentions,
        attachments: m.attachments,
        source: m.source,
      }
      return {
        id: m.id,
        at: m.at,
        authorId: m.author.id,
        authorName: m.author.name,
        content: m.content,
        rest: JSON.stringify(rest),
      }
    })
    const fresh = this.#sql.exec(
      `INSERT INTO messages (id, at, heard_at, author_id, author_name, content, rest)
       SELECT CAST(value->>'id' AS INTEGER), value->>'at', ?, value->>'authorId', value->>'authorName', value->>'content', value->>'rest'
       FROM json_each(?) WHERE true ON CONFLICT DO NOTHING RETURNING CAST(id AS TEXT) AS id`,
      heardAt,
      JSON.stringify(rows),
    )
    return new Set([...fresh].map((row) => String(row.id)))
  }

  /** Messages by id, oldest first; those that were deleted are left out. */
  messages(ids: readonly Id[], where: { guildId: Id; channelId: Id }): Message[] {
    const rows = this.#sql.exec(
      `SELECT CAST(id AS TEXT) AS id, at, author_id, author_name, content, rest FROM messages
       WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?)) AND NOT gone ORDER BY at, messages.id`,
      JSON.stringify(ids),
    )
    return [...rows].map((row) => toMessage(row, where))
  }

  heard(ids: readonly Id[]): Heard[] {
    const rows = this.#sql.exec(
      "SELECT CAST(id AS TEXT) AS id, at, heard_at FROM messages WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))",
      JSON.stringify(ids),
    )
    return [...rows].map((row) => ({ id: String(row.id), at: Number(row.at), heardAt: Number(row.heard_at) }))
  }

  /** Replaces a message's words; false where it is not kept. */
  reword(id: Id, content: string): boolean {
    return (
      this.#sql.exec(
        "UPDATE messages SET content = ? WHERE id = CAST(? AS INTEGER) AND NOT gone",
        content,
        id,
      ).rowsWritten > 0
    )
  }

  /** Empties a message, leaving its id so that a second delivery does not bring it back. */
  blank(id: Id): boolean {
    const emptied = this.#sql.exec(
      "UPDATE messages SET gone = 1, content = '', author_id = '', author_name = '', rest = '{}' WHERE id = CAST(? AS INTEGER) AND NOT gone",
      id,
    )
    return emptied.rowsWritten > 0
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

  /** Windows not yet done, oldest first. */
  waiting(limit = 1): Sealed[] {
    return [...this.#sql.exec("SELECT * FROM windows WHERE state <> 'done' ORDER BY seq LIMIT ?", limit)].map(
      toSealed,
    )
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

  /** The not yet done window that holds a message, or undefined. */
  waitingWith(id: Id): Sealed | undefined {
    return [
      ...this.#sql.exec(
        "SELECT * FROM windows WHERE state <> 'done' AND EXISTS (SELECT 1 FROM json_each(ids) WHERE value = ?)",
        id,
      ),
    ].map(toSealed)[0]
  }

  /** Writes a window's progress back. */
  save(window: Sealed): void {
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
  doneAfter(seq: number, limit: number): Sealed[] {
    return [
      ...this.#sql.exec(
        `SELECT * FROM windows WHERE seq > ? AND seq < coalesce((SELECT min(seq) FROM windows WHERE state <> 'done'), 9e15)
         ORDER BY seq LIMIT ?`,
        seq,
        limit,
      ),
    ].map(toSealed)
  }

  /** Makes a window's messages searchable, each with its neighbors' words in a second column. */
  index(ids: readonly { id: Id; body: string; around: string }[]): void {
    this.#sql.exec(
      `INSERT INTO message_text (rowid, body, around)
       SELECT CAST(value->>'id' AS INTEGER), value->>'body', value->>'around' FROM json_each(?)`,
      JSON.stringify(ids),
    )
  }

  unindex(ids: readonly Id[]): void {
    this.#sql.exec(
      "DELETE FROM message_text WHERE rowid IN (SELECT CAST(value AS INTEGER) FROM json_each(?))",
      JSON.stringify(ids),
    )
  }

  /** Ids of messages that match, best first; a hit in the message itself weighs more than one beside it. */
  search(match: string, before: Time, limit: number): { id: Id; rank: number }[] {
    const rows = this.#sql.exec(
      `SELECT CAST(f.rowid AS TEXT) AS id, f.score FROM (SELECT rowid, bm25(message_text, 1.0, 0.4) AS score FROM message_text
         WHERE message_text MATCH ? ORDER BY score LIMIT ?) f JOIN messages m ON m.id = f.rowid
       WHERE m.at <= ? AND NOT m.gone ORDER BY f.score`,
      match,
      limit,
      before,
    )
    return [...rows].map((row) => ({ id: String(row.id), rank: Number(row.score) }))
  }

  /** When the oldest done window was heard; null when there is none. */
  oldestDone(): Time | null {
    const row = this.#sql.exec("SELECT min(heard_at) AS at FROM windows WHERE state = 'done'").one()
    return row.at === null ? null : Number(row.at)
  }

  /** Removes done windows heard until a time, with their messages and their text. */
  purge(heardUntil: Time): void {
    const gone =
      "SELECT CAST(j.value AS INTEGER) FROM windows w, json_each(w.ids) j WHERE w.state = 'done' AND w.heard_at <= ?"
    this.#sql.exec(`DELETE FROM message_text WHERE rowid IN (${gone})`, heardUntil)
    this.#sql.exec(`DELETE FROM messages WHERE id IN (${gone})`, heardUntil)
    this.#sql.exec("DELETE FROM windows WHERE state = 'done' AND heard_at <= ?", heardUntil)
  }
}

function toMessage(row: Row, where: { guildId: Id; channelId: Id }): Message {
  // Written by `insert` above.
  const rest = JSON.parse(String(row.rest)) as Rest
  const author = { id: String(row.author_id), name: String(row.author_name) }
  return { ...where, id: String(row.id), author, content: String(row.content), at: Number(row.at), ...rest }
}

function toSealed(row: Row): Sealed {
  // JSON columns are written by `seal` and `save` above.
  return {
    seq: Number(row.seq),
    id: String(row.id),
    ids: JSON.parse(String(row.ids)) as Id[],
    reason: row.reason as CloseReason,
    state: row.state as Sealed["state"],
    attempts: Number(row.attempts),
    retryAt: Number(row.retry_at),
    bytes: Number(row.bytes),
    extraction: row.extraction === null ? null : (JSON.parse(String(row.extraction)) as Extraction),
    spent: JSON.parse(String(row.spent)) as Usage[],
    outcome: row.outcome === null ? null : (JSON.parse(String(row.outcome)) as WindowOutcome),
  }
}
