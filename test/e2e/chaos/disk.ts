/**
 * Reads the channels' own databases and the shared database while no worker runs. Reads copies, so that
 * opening a database repairs nothing.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { z } from "zod"
import type { Id } from "../../../src/domain/types.ts"

const json = <T extends z.ZodType>(schema: T) =>
  z.string().transform((text) => schema.parse(JSON.parse(text)))
const Ids = z.array(z.string())

const ChannelWindow = z.object({ id: z.string(), ids: json(Ids), state: z.enum(["sealed", "read", "done"]) })
const Window = z.object({ id: z.string(), guild_id: z.string(), message_count: z.int(), method: z.string() })
const Memory = z.object({
  seq: z.int(),
  id: z.string(),
  guild_id: z.string(),
  subject_id: z.string(),
  fact: z.string(),
  status: z.string(),
  evidence_count: z.int(),
  version: z.int(),
})
const Evidence = z.object({
  memory_id: z.string(),
  message_id: z.string(),
  window_id: z.string(),
  author_id: z.string(),
})
const Note = z.object({ seq: z.int(), id: z.string() })
const Usage = z.object({ guild_id: z.string(), purpose: z.string(), calls: z.int() })
const Count = z.object({ count: z.int() })

interface ChannelDisk {
  open: Id[]
  windows: z.output<typeof ChannelWindow>[]
  /** Ids of all messages in the channel, and of those in its full-text index. */
  messages: Id[]
  indexed: Id[]
}

interface SharedDisk {
  windows: z.output<typeof Window>[]
  memories: z.output<typeof Memory>[]
  evidence: z.output<typeof Evidence>[]
  notes: z.output<typeof Note>[]
  usage: z.output<typeof Usage>[]
  /** Row ids in the full-text indexes of memories and notes. */
  memoryTerms: number[]
  noteTerms: number[]
}

export interface Disk {
  channels: ChannelDisk[]
  shared: SharedDisk
}

export function readDisk(stateDir: string): Disk {
  const copy = mkdtempSync(join(tmpdir(), "keepsake-disk-"))
  try {
    for (const folder of ["do", "d1"])
      cpSync(join(stateDir, "v3", folder), join(copy, folder), {
        recursive: true,
        // SQLite rebuilds the shared-memory index from the log; a copy of it could be torn.
        filter: (path) => !path.endsWith("-shm"),
      })
    const channels = databasesIn(join(copy, "do")).map((path) => reading(path, readChannel))
    const [shared] = databasesIn(join(copy, "d1")).map((path) => reading(path, readShared))
    if (!shared) throw new Error(`no database under ${stateDir}`)
    return { channels: channels.filter((channel) => channel !== null), shared }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Counts the windows in the shared database of a running worker. May be called any number of times. */
export function watchWindows(stateDir: string): { count(): number; close(): void } {
  const [path] = databasesIn(join(stateDir, "v3", "d1"))
  if (path === undefined) throw new Error(`no database under ${stateDir}`)
  const db = new DatabaseSync(path, { readOnly: true })
  const statement = db.prepare("SELECT count(*) AS count FROM windows")
  return { count: () => Count.parse(statement.get()).count, close: () => db.close() }
}

/** Returns the database files below a folder, except the platform's own `metadata.sqlite`. */
function databasesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".sqlite") && basename(name) !== "metadata.sqlite")
    .map((name) => join(folder, name))
}

function reading<T>(path: string, read: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(path)
  try {
    return read(db)
  } finally {
    db.close()
  }
}

function readChannel(db: DatabaseSync): ChannelDisk | null {
  // The object was killed before its first write and has no tables.
  if (db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'windows'").get() === undefined) return null
  const windows = rows(db, ChannelWindow, "SELECT id, ids, state FROM windows ORDER BY seq")
  const sealed = new Set(windows.flatMap((window) => window.ids))
  return {
    // Unlike the product, this reader deletes nothing, so every message outside of a sealed window must still
    // be open.
    open: ids(db, "SELECT CAST(id AS TEXT) AS id FROM messages ORDER BY id").filter((id) => !sealed.has(id)),
    windows,
    messages: ids(db, "SELECT CAST(id AS TEXT) AS id FROM messages"),
    indexed: ids(
      db,
      "SELECT l.value->>'id' AS id FROM passages, json_each(lines) l WHERE first IN (SELECT id FROM passage_text_docsize)",
    ),
  }
}

function readShared(db: DatabaseSync): SharedDisk {
  const numbers = (query: string) => rows(db, z.object({ id: z.int() }), query).map((row) => row.id)
  return {
    windows: rows(db, Window, "SELECT id, guild_id, message_count, method FROM windows"),
    memories: rows(
      db,
      Memory,
      "SELECT seq, id, guild_id, subject_id, fact, status, evidence_count, version FROM memories",
    ),
    evidence: rows(db, Evidence, "SELECT memory_id, message_id, window_id, author_id FROM evidence"),
    notes: rows(db, Note, "SELECT seq, id FROM notes"),
    usage: rows(db, Usage, "SELECT guild_id, purpose, calls FROM usage"),
    memoryTerms: numbers("SELECT id FROM memory_terms_docsize"),
    noteTerms: numbers("SELECT id FROM note_terms_docsize"),
  }
}

function rows<T extends z.ZodType>(db: DatabaseSync, schema: T, query: string): z.output<T>[] {
  return z.array(schema).parse(db.prepare(query).all())
}

function ids(db: DatabaseSync, query: string): Id[] {
  return rows(db, z.object({ id: z.string() }), query).map((row) => row.id)
}
