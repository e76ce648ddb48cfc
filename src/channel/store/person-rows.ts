/** One person's messages and mentions in a channel's own SQLite. Synchronous; makes no decisions. */
import { z } from "zod"
import type { Id, Time } from "../../domain/types.ts"

/** A message with its author and mentions. */
export interface MessageContent {
  id: Id
  /** When it was said or received, whichever is earlier: a clock may be wrong. */
  saidAt: Time
  /** Time of its present words: of the message, or of its last edit. `null` if unknown. */
  writtenAt: Time | null
  authorId: Id
  authorName: string
  content: string
  mentions: { id: Id; name: string }[]
  attachments: string[]
}

const Attachments = z.array(z.string()).catch([])
const Mentions = z.array(z.object({ id: z.string(), name: z.string() })).catch([])

export class PersonRows {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** Reads messages that have text, in id order. */
  after(id: Id | null, limit: number): MessageContent[] {
    const rows = this.#sql.exec(
      `SELECT CAST(id AS TEXT) AS id, min(at, heard_at) AS said_at,
         CASE WHEN rest->>'role' = 'event' OR rest->>'undated' THEN NULL ELSE max(at, coalesce(rest->>'editedAt', at)) END AS written_at,
         author_id, author_name, content, rest->>'mentions' AS mentions,
         rest->>'attachments' AS attachments FROM messages
       WHERE id > CAST(? AS INTEGER) AND NOT gone ORDER BY messages.id LIMIT ?`,
      id ?? "-1",
      limit,
    )
    return [...rows].map((row) => ({
      id: String(row.id),
      saidAt: Number(row.said_at),
      writtenAt: row.written_at === null ? null : Number(row.written_at),
      authorId: String(row.author_id),
      authorName: String(row.author_name),
      content: String(row.content),
      mentions: Mentions.parse(JSON.parse(String(row.mentions ?? "[]"))),
      attachments: Attachments.parse(JSON.parse(String(row.attachments ?? "[]"))),
    }))
  }

  /**
   * Returns ids of messages that this person wrote, or that were received from them, until a time. At most
   * `limit`.
   */
  saidBy(userId: Id, until: Time, limit: number): Id[] {
    const rows = this.#sql.exec(
      "SELECT CAST(id AS TEXT) AS id FROM messages WHERE author_id = ? AND min(at, heard_at) <= ? AND NOT gone LIMIT ?",
      userId,
      until,
      limit,
    )
    return [...rows].map((row) => String(row.id))
  }

  /** Removes the titles from all window outcomes. */
  clearTitles(): void {
    this.#sql.exec(
      "UPDATE windows SET outcome = json_set(outcome, '$.title', NULL) WHERE outcome->>'title' IS NOT NULL",
    )
  }
}
