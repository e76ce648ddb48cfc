/**
 * The rows of uploads in a guild's importer: the bytes of a file until it is checked, then its messages until they are
 * handed to their channels. Nothing else keeps them, and no backup has them.
 */
import type { Id, Time } from "../../domain/types.ts"
import type { FileBytes } from "../files/entries.ts"
import type { ApiMessage } from "../files/message.ts"
import { type UploadPreview, UploadPreviewSchema } from "./preview.ts"

/** The bytes of a row. A row may have two megabytes. */
export const UPLOAD_PART_BYTES = 1_048_576

const TABLES = [
  "CREATE TABLE IF NOT EXISTS uploads (id TEXT PRIMARY KEY, owner TEXT, at INTEGER NOT NULL, preview TEXT) WITHOUT ROWID",
  "CREATE TABLE IF NOT EXISTS upload_parts (upload TEXT NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (upload, part))",
  // Padded ids sort as numbers do.
  "CREATE TABLE IF NOT EXISTS upload_messages (upload TEXT NOT NULL, channel TEXT NOT NULL, sort TEXT NOT NULL, author TEXT NOT NULL, bot INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (upload, channel, sort)) WITHOUT ROWID",
]
const ID_DIGITS = 20
const sortKey = (id: Id) => id.padStart(ID_DIGITS, "0")

/** An upload that is stored. `owner`: of a data package, whose it is. */
export interface StoredUpload {
  id: string
  owner: Id | null
  at: Time
}

export class UploadRows {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    for (const table of TABLES) sql.exec(table)
  }

  /** Adds a part of a file. A part that is sent again replaces itself. */
  addPart(upload: string, { part, bytes, now }: { part: number; bytes: ArrayBuffer; now: Time }): void {
    this.#sql.exec("INSERT INTO uploads (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING", upload, now)
    this.#sql.exec("INSERT OR REPLACE INTO upload_parts VALUES (?, ?, ?)", upload, part, bytes)
  }

  /** The file as it was sent. Reads a part at a time. */
  bytesOf(upload: string): FileBytes {
    const [row] = this.#sql
      .exec<{ size: number | null }>(
        "SELECT sum(length(bytes)) AS size FROM upload_parts WHERE upload = ?",
        upload,
      )
      .toArray()
    return new StoredBytes(row?.size ?? 0, (part) => this.#part(upload, part))
  }

  #part(upload: string, part: number): Uint8Array {
    const [row] = this.#sql
      .exec<{ bytes: ArrayBuffer }>(
        "SELECT bytes FROM upload_parts WHERE upload = ? AND part = ?",
        upload,
        part,
      )
      .toArray()
    return new Uint8Array(row?.bytes ?? new ArrayBuffer(0))
  }

  /** Begins to store the messages of a file, without those of an attempt that was cut off. */
  begin(upload: string, owner: Id | null): void {
    this.#sql.exec("DELETE FROM upload_messages WHERE upload = ?", upload)
    this.#sql.exec("UPDATE uploads SET owner = ? WHERE id = ?", owner, upload)
  }

  /** Adds a message. Of two with one id the one that was edited last counts, as for two exports. */
  addMessage(upload: string, channel: Id, message: ApiMessage): void {
    const { id, author, edited_timestamp: edited = "" } = message
    this.#sql.exec(
      `INSERT INTO upload_messages VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body
        WHERE ? > coalesce(upload_messages.body->>'edited_timestamp', '')`,
      ...[upload, channel, sortKey(id), author.id, author.bot ? 1 : 0, JSON.stringify(message), edited],
    )
  }

  /** Ends the check: keeps the messages with their preview and deletes the file. */
  settle(upload: string, preview: UploadPreview): void {
    this.#sql.exec("UPDATE uploads SET preview = ? WHERE id = ?", JSON.stringify(preview), upload)
    this.#sql.exec("DELETE FROM upload_parts WHERE upload = ?", upload)
  }

  preview(upload: string): UploadPreview | null {
    const [row] = this.#sql
      .exec<{ preview: string | null }>("SELECT preview FROM uploads WHERE id = ?", upload)
      .toArray()
    return UploadPreviewSchema.nullable().parse(JSON.parse(row?.preview ?? "null"))
  }

  /** The messages by people, by channel. */
  counts(upload: string): Map<Id, number> {
    const rows = this.#sql.exec<{ channel: Id; messages: number }>(
      "SELECT channel, count(*) FILTER (WHERE NOT bot) AS messages FROM upload_messages WHERE upload = ? GROUP BY channel",
      upload,
    )
    return new Map([...rows].map(({ channel, messages }) => [channel, messages]))
  }

  /** Returns the messages that follow an id, oldest first, up to the id `until`. */
  page(
    upload: string,
    { channel, after, until, limit }: { channel: Id; after: Id; until: Id; limit: number },
  ): ApiMessage[] {
    return this.#sql
      .exec<{ body: string }>(
        "SELECT body FROM upload_messages WHERE upload = ? AND channel = ? AND sort > ? AND sort <= ? ORDER BY sort LIMIT ?",
        ...[upload, channel, sortKey(after), sortKey(until), limit],
      )
      .toArray()
      .map(({ body }) => JSON.parse(body) as ApiMessage)
  }

  list(): StoredUpload[] {
    return this.#sql
      .exec<{ id: string; owner: Id | null; at: Time }>("SELECT id, owner, at FROM uploads")
      .toArray()
  }

  /** Deletes an upload with everything of it. */
  drop(upload: string): void {
    this.#sql.exec("DELETE FROM upload_parts WHERE upload = ?", upload)
    this.#sql.exec("DELETE FROM upload_messages WHERE upload = ?", upload)
    this.#sql.exec("DELETE FROM uploads WHERE id = ?", upload)
  }

  /** Deletes the messages of channels: of one upload, or of all. */
  dropChannels(channels: readonly Id[], upload: string | null = null): void {
    this.#sql.exec(
      "DELETE FROM upload_messages WHERE channel IN (SELECT value FROM json_each(?1)) AND (?2 IS NULL OR upload = ?2)",
      ...[JSON.stringify(channels), upload],
    )
  }

  /** Rows that hold a person's id: what they wrote, and what others wrote with a mention of them. */
  naming(person: Id): { upload: string; channel: Id; sort: string; author: Id; body: string }[] {
    return this.#sql
      .exec<{ upload: string; channel: Id; sort: string; author: Id; body: string }>(
        "SELECT upload, channel, sort, author, body FROM upload_messages WHERE author = ?1 OR instr(body, ?1) > 0",
        person,
      )
      .toArray()
  }

  /** Replaces a message; `null` deletes it. */
  change(
    { upload, channel, sort }: { upload: string; channel: Id; sort: string },
    message: ApiMessage | null,
  ): void {
    const key = [upload, channel, sort]
    if (message === null)
      this.#sql.exec("DELETE FROM upload_messages WHERE upload = ? AND channel = ? AND sort = ?", ...key)
    else
      this.#sql.exec(
        "UPDATE upload_messages SET body = ? WHERE upload = ? AND channel = ? AND sort = ?",
        ...[JSON.stringify(message), ...key],
      )
  }
}

/** A file in parts of one size. */
class StoredBytes implements FileBytes {
  readonly size: number
  readonly #part: (part: number) => Uint8Array

  constructor(size: number, part: (part: number) => Uint8Array) {
    this.size = size
    this.#part = part
  }

  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> } {
    return { arrayBuffer: async () => this.#between(start, Math.min(end, this.size)) }
  }

  #between(start: number, end: number): ArrayBuffer {
    const bytes = new Uint8Array(Math.max(0, end - start))
    for (let at = start; at < end; ) {
      const part = Math.floor(at / UPLOAD_PART_BYTES)
      const from = at - part * UPLOAD_PART_BYTES
      const piece = this.#part(part).subarray(from, from + end - at)
      if (piece.length === 0) throw new Error(`part ${part} of an upload is missing`)
      bytes.set(piece, at - start)
      at += piece.length
    }
    return bytes.buffer
  }

  stream(): ReadableStream<Uint8Array> {
    let part = 0
    return new ReadableStream({
      pull: (controller) => {
        const bytes = this.#part(part)
        part += 1
        if (bytes.length === 0) controller.close()
        else controller.enqueue(bytes)
      },
    })
  }
}
