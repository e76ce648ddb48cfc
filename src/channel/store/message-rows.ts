/** A channel's messages in its own SQLite. Synchronous and without decisions. */
import type { Id, Message, Time } from "../../domain/types.ts"
import type { BufferedMessage } from "../window/window-rule.ts"

/** What the message columns do not hold. */
type Rest = Pick<Message, "role" | "replyTo" | "mentions" | "attachments" | "source">
/** When it was last edited, where that was told, stands beside it. */
type Stored = Rest & { editedAt?: Time }

// Tombstones are never purged: whoever brings a deleted message again, however late, brings nothing.
// `message_text` was the index before passage-rows.ts. Ids are INTEGER keys (one row a message, no second index) and travel as text: JavaScript cannot hold them as numbers.
const SCHEMA = `
CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, heard_at INTEGER NOT NULL, author_id TEXT NOT NULL,
  author_name TEXT NOT NULL, content TEXT NOT NULL, rest TEXT NOT NULL, gone INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS tombstones (id INTEGER PRIMARY KEY);
DROP TABLE IF EXISTS message_text;`

/** Messages by their ids, both ends in it. */
export interface IdRange {
  from: Id
  to: Id
}

export class MessageRows {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(SCHEMA)
  }

  /** Inserts messages that are not there and were never deleted; returns the ids of those inserted. */
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
       FROM json_each(?) WHERE CAST(value->>'id' AS INTEGER) NOT IN (SELECT id FROM tombstones) ON CONFLICT DO NOTHING RETURNING CAST(id AS TEXT) AS id`,
      heardAt,
      JSON.stringify(rows),
    )
    return new Set([...fresh].map((row) => String(row.id)))
  }

  /** Messages by id, oldest first; those that were deleted are left out. */
  read(ids: readonly Id[], where: { guildId: Id; channelId: Id }): Message[] {
    const rows = this.#sql.exec(
      `SELECT CAST(id AS TEXT) AS id, at, author_id, author_name, content, rest FROM messages
       WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?)) AND NOT gone ORDER BY at, messages.id`,
      JSON.stringify(ids),
    )
    const { guildId, channelId } = where
    return [...rows.raw()].map((row) => toMessage(row, { guildId, channelId }))
  }

  /** One person's kept messages after an id, in order of their ids. Reads the whole table: there is no index by author. */
  ofAuthor(
    authorId: Id,
    page: { after: Id | null; limit: number },
    where: { guildId: Id; channelId: Id },
  ): Message[] {
    const rows = this.#sql.exec(
      `SELECT CAST(id AS TEXT) AS id, at, author_id, author_name, content, rest FROM messages
       WHERE messages.id > CAST(? AS INTEGER) AND author_id = ? AND NOT gone ORDER BY messages.id LIMIT ?`,
      page.after ?? "0",
      authorId,
      page.limit,
    )
    const { guildId, channelId } = where
    return [...rows.raw()].map((row) => toMessage(row, { guildId, channelId }))
  }

  /** Those of which anything is known in a stretch, whether or not their words are still kept; but for those deleted. */
  idsBetween({ from, to }: IdRange): Id[] {
    const rows = this.#sql.exec(
      `SELECT CAST(id AS TEXT) AS id FROM messages WHERE messages.id BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)
       AND messages.id NOT IN (SELECT id FROM tombstones)`,
      from,
      to,
    )
    return [...rows].map((row) => String(row.id))
  }

  /** The last messages before an id, oldest first. */
  before(id: Id, limit: number, where: { guildId: Id; channelId: Id }): Message[] {
    const rows = this.#sql.exec(
      `SELECT CAST(id AS TEXT) AS id, at, author_id, author_name, content, rest FROM messages
       WHERE messages.id < CAST(? AS INTEGER) AND NOT gone ORDER BY messages.id DESC LIMIT ?`,
      id,
      limit,
    )
    const { guildId, channelId } = where
    return [...rows.raw()].map((row) => toMessage(row, { guildId, channelId })).reverse()
  }

  /** These messages, and all whose ids are larger than `after`; null: no others. */
  heard(ids: readonly Id[], after: Id | null): BufferedMessage[] {
    const rows = this.#sql.exec(
      `SELECT CAST(id AS TEXT) AS id, at, heard_at FROM messages WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))
       UNION ALL SELECT CAST(id AS TEXT), at, heard_at FROM messages WHERE messages.id > CAST(? AS INTEGER)`,
      JSON.stringify(ids),
      after,
    )
    return [...rows].map((row) => ({ id: String(row.id), at: Number(row.at), heardAt: Number(row.heard_at) }))
  }

  /** The largest id there is; null where nothing is kept. */
  largestId(): Id | null {
    const { id } = this.#sql.exec("SELECT CAST(max(id) AS TEXT) AS id FROM messages").one()
    return id === null || id === undefined ? null : String(id)
  }

  /** Replaces the words of a message that is kept. */
  setContent(id: Id, content: string, editedAt: Time | null): void {
    this.#sql.exec(
      `UPDATE messages SET content = ?1, rest = CASE WHEN ?2 IS NULL THEN rest ELSE json_set(rest, '$.editedAt', ?2) END
       WHERE id = CAST(?3 AS INTEGER) AND NOT gone`,
      content,
      editedAt,
      id,
    )
  }

  /** When a message was last edited, as far as was told. */
  editedAt(id: Id): Time | null {
    const rows = this.#sql.exec(
      "SELECT rest->>'editedAt' AS at FROM messages WHERE id = CAST(? AS INTEGER)",
      id,
    )
    const at = rows.toArray()[0]?.at
    return at === null || at === undefined ? null : Number(at)
  }

  /** Empties messages and keeps them from ever being heard again, whether or not they ever were. */
  tombstone(ids: readonly Id[]): void {
    this.blank(ids)
    this.#sql.exec(
      "INSERT INTO tombstones SELECT CAST(value AS INTEGER) FROM json_each(?) WHERE true ON CONFLICT DO NOTHING",
      JSON.stringify(ids),
    )
  }

  /** Those of these ids that were deleted. */
  tombstoned(ids: readonly Id[]): Id[] {
    const rows = this.#sql.exec(
      "SELECT CAST(id AS TEXT) AS id FROM tombstones WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))",
      JSON.stringify(ids),
    )
    return [...rows].map((row) => String(row.id))
  }

  /** Empties messages, leaving their ids so that a second delivery does not bring them back; how many had words. */
  blank(ids: readonly Id[]): number {
    return this.#sql.exec(
      `UPDATE messages SET gone = 1, content = '', author_id = '', author_name = '', rest = '{}'
       WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?)) AND NOT gone`,
      JSON.stringify(ids),
    ).rowsWritten
  }

  /** Removes messages for good. */
  delete(ids: readonly Id[]): void {
    this.#sql.exec(
      "DELETE FROM messages WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))",
      JSON.stringify(ids),
    )
  }
}

/** A row as `read` above selects it: as a list, for rows as objects take twice as long. */
function toMessage(row: SqlStorageValue[], where: { guildId: Id; channelId: Id }): Message {
  const [id, at, authorId, authorName, content, rest] = row
  const author = { id: String(authorId), name: String(authorName) }
  // `rest` was written by `insert` above.
  const { editedAt: _, ...more } = JSON.parse(String(rest)) as Stored
  return { ...where, id: String(id), author, content: String(content), at: Number(at), ...more }
}
