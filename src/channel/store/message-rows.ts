/** A channel's messages in its own SQLite. Synchronous; makes no decisions. */
import type { Id, Message, Time } from "../../domain/types.ts"
import type { BufferedMessage } from "../window/window-rule.ts"

/** Message fields without a column of their own. */
type Rest = Pick<Message, "role" | "replyTo" | "mentions" | "attachments" | "source" | "event">
/** `editedAt`: time of the last known edit. `undated`: an edit came without its time. `job`: the import that brought it. */
type Stored = Rest & { editedAt?: Time; undated?: true; job?: string }

// Tombstones are never purged: a deleted message that is delivered again stays deleted, however late.
// `message_text` was the index before passage-rows.ts. Ids are INTEGER keys (one row per message, no second
// index) and are passed as text: JavaScript numbers cannot hold them.
const SCHEMA = `
CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, heard_at INTEGER NOT NULL, author_id TEXT NOT NULL,
  author_name TEXT NOT NULL, content TEXT NOT NULL, rest TEXT NOT NULL, gone INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS tombstones (id INTEGER PRIMARY KEY);
DROP TABLE IF EXISTS message_text;`

/** A range of message ids, both ends included. */
export interface IdRange {
  from: Id
  to: Id
}

export class MessageRows {
  readonly #sql: SqlStorage
  /** Counts changes of stored messages: while it stays, messages read before are as they were. Only this object writes them. */
  revision = 0

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(SCHEMA)
  }

  #change(query: string, ...values: SqlStorageValue[]) {
    this.revision += 1
    return this.#sql.exec(query, ...values)
  }

  /** Inserts messages that are neither stored nor deleted. Returns the inserted ids. `job`: the import that brings them. */
  insert(
    messages: readonly (Message & Pick<Stored, "editedAt">)[],
    heardAt: Time,
    job: string | null = null,
  ): Set<Id> {
    const rows = messages.map((m) => {
      const { id, at, author, content } = m
      const rest: Stored = {
        role: m.role,
        replyTo: m.replyTo,
        mentions: m.mentions,
        attachments: m.attachments,
        source: m.source,
        ...(m.event ? { event: m.event } : {}),
        ...(m.editedAt ? { editedAt: m.editedAt } : {}),
        ...(job === null ? {} : { job }),
      }
      return { id, at, authorId: author.id, authorName: author.name, content, rest: JSON.stringify(rest) }
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

  /** Reads messages by id, oldest first. Leaves out deleted ones. */
  read(ids: readonly Id[], where: { guildId: Id; channelId: Id }): Message[] {
    const rows = this.#sql.exec(
      `SELECT CAST(id AS TEXT) AS id, at, author_id, author_name, content, rest FROM messages
       WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?)) AND NOT gone ORDER BY at, messages.id`,
      JSON.stringify(ids),
    )
    return [...rows.raw()].map((row) => toMessage(row, where))
  }

  /** Reads one person's kept messages after an id, in id order. Scans the whole table: there is no index by author. */
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
    return [...rows.raw()].map((row) => toMessage(row, where))
  }

  countOfAuthor(authorId: Id): number {
    const count = "SELECT count(*) AS n FROM messages WHERE author_id = ? AND NOT gone"
    return this.#sql.exec<{ n: number }>(count, authorId).one().n
  }

  /**
   * Returns the ids of all messages stored in a range, including those without text, except deleted ones and events:
   * Discord lists no event.
   */
  idsBetween({ from, to }: IdRange): Id[] {
    const rows = this.#sql.exec(
      `SELECT CAST(id AS TEXT) AS id FROM messages WHERE messages.id BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)
       AND rest->>'role' IS NOT 'event' AND messages.id NOT IN (SELECT id FROM tombstones)`,
      from,
      to,
    )
    return [...rows].map((row) => String(row.id))
  }

  /** Reads the last messages before an id, oldest first. */
  before(id: Id, limit: number, where: { guildId: Id; channelId: Id }): Message[] {
    const rows = this.#sql.exec(
      `SELECT CAST(id AS TEXT) AS id, at, author_id, author_name, content, rest FROM messages
       WHERE messages.id < CAST(? AS INTEGER) AND NOT gone ORDER BY messages.id DESC LIMIT ?`,
      id,
      limit,
    )
    return [...rows.raw()].map((row) => toMessage(row, where)).reverse()
  }

  /** Reads these messages, and all messages with an id larger than `after` if it is not `null`. */
  heard(ids: readonly Id[], after: Id | null): BufferedMessage[] {
    const rows = this.#sql.exec(
      `SELECT CAST(id AS TEXT) AS id, at, heard_at FROM messages WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))
       UNION ALL SELECT CAST(id AS TEXT), at, heard_at FROM messages WHERE messages.id > CAST(? AS INTEGER)`,
      JSON.stringify(ids),
      after,
    )
    return [...rows].map((row) => ({ id: String(row.id), at: Number(row.at), heardAt: Number(row.heard_at) }))
  }

  /** Returns the import that brought some of these messages; `null` if all were heard otherwise. */
  jobOf(ids: readonly Id[]): string | null {
    const rows = this.#sql.exec(
      `SELECT rest->>'job' AS job FROM messages
       WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?)) AND rest->>'job' IS NOT NULL LIMIT 1`,
      JSON.stringify(ids),
    )
    const job = rows.toArray()[0]?.job
    return job === undefined ? null : String(job)
  }

  /** Returns how many of these messages an import brought. */
  broughtBy(job: string, ids: readonly Id[]): number {
    const { count } = this.#sql
      .exec(
        `SELECT count(*) AS count FROM messages WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?)) AND rest->>'job' = ?`,
        JSON.stringify(ids),
        job,
      )
      .one()
    return Number(count)
  }

  /** Returns the largest id; `null` if the table is empty. */
  largestId(): Id | null {
    const { id } = this.#sql.exec("SELECT CAST(max(id) AS TEXT) AS id FROM messages").one()
    return id === null || id === undefined ? null : String(id)
  }

  /** Replaces the text of a kept message. */
  setContent(id: Id, content: string, edit: Pick<Stored, "editedAt" | "undated">): void {
    this.#change(
      "UPDATE messages SET content = ?, rest = json_patch(rest, ?) WHERE id = CAST(? AS INTEGER) AND NOT gone",
      content,
      JSON.stringify(edit),
      id,
    )
  }

  setMentions(id: Id, mentions: Message["mentions"]): void {
    this.#setRest(id, "$.mentions", mentions)
  }

  setAttachments(id: Id, attachments: Message["attachments"]): void {
    this.#setRest(id, "$.attachments", attachments)
  }

  #setRest(id: Id, path: string, value: unknown): void {
    this.#change(
      "UPDATE messages SET rest = json_set(rest, ?, json(?)) WHERE id = CAST(? AS INTEGER) AND NOT gone",
      path,
      JSON.stringify(value),
      id,
    )
  }

  /** Returns when a message was last edited, if known. */
  editedAt(id: Id): Time | null {
    const rows = this.#sql.exec(
      "SELECT rest->>'editedAt' AS at FROM messages WHERE id = CAST(? AS INTEGER)",
      id,
    )
    const at = rows.toArray()[0]?.at
    return at === null || at === undefined ? null : Number(at)
  }

  /** Deletes the text of messages and blocks the ids for good, even if they were never stored. */
  tombstone(ids: readonly Id[]): void {
    this.blank(ids)
    this.#sql.exec(
      "INSERT INTO tombstones SELECT CAST(value AS INTEGER) FROM json_each(?) WHERE true ON CONFLICT DO NOTHING",
      JSON.stringify(ids),
    )
  }

  /** Returns which of these ids were deleted. */
  tombstoned(ids: readonly Id[]): Id[] {
    const rows = this.#sql.exec(
      "SELECT CAST(id AS TEXT) AS id FROM tombstones WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))",
      JSON.stringify(ids),
    )
    return [...rows].map((row) => String(row.id))
  }

  /** Deletes the text of messages and keeps their ids for a second delivery. Returns how many had text. */
  blank(ids: readonly Id[]): number {
    return this.#change(
      `UPDATE messages SET gone = 1, content = '', author_id = '', author_name = '',
         rest = CASE WHEN rest->>'role' = 'event' THEN '{"role":"event"}' WHEN rest->>'job' IS NOT NULL THEN json_object('job', rest->>'job') ELSE '{}' END
       WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?)) AND NOT gone`,
      JSON.stringify(ids),
    ).rowsWritten
  }

  /** Deletes the rows of messages. */
  delete(ids: readonly Id[]): void {
    this.#change(
      "DELETE FROM messages WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))",
      JSON.stringify(ids),
    )
  }
}

/** Converts a row that `read` selects. Rows are arrays: rows as objects take twice as long. */
function toMessage(row: SqlStorageValue[], { guildId, channelId }: { guildId: Id; channelId: Id }): Message {
  const [id, at, authorId, authorName, content, rest] = row
  const author = { id: String(authorId), name: String(authorName) }
  // `insert` above wrote `rest`.
  const { editedAt: _, undated: __, job: ___, ...more } = JSON.parse(String(rest)) as Stored
  return { guildId, channelId, id: String(id), author, content: String(content), at: Number(at), ...more }
}
