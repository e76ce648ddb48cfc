/** The files inside an upload: one file, the entries of a zip, or what a program found in a folder. */
import { HistoryFileError } from "./message.ts"

export interface HistoryEntry {
  /** Its path inside the zip or folder, with slashes. */
  name: string
  /** Bytes, unpacked. */
  size: number
  stream(): ReadableStream<Uint8Array>
}

/** The bytes of an upload: a Blob, or anything else that reads a part of them at a time. */
export interface FileBytes {
  readonly size: number
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> }
  stream(): ReadableStream<Uint8Array>
}

/** The most that is read of one upload. */
export interface FileLimits {
  entries: number
  /** Bytes of all entries together, unpacked. */
  bytes: number
  /** Bytes of the entries that are read, unpacked. By default as many as `bytes`. */
  read?: number
}

export const FILE_LIMITS: FileLimits = { entries: 200_000, bytes: 16 * 2 ** 30 }

/** Returns a single file as an entry. */
export function entryOf(blob: FileBytes, name: string): HistoryEntry {
  return { name, size: blob.size, stream: () => blob.stream() }
}

/** A zip begins with one of these: entries, or no entry at all. */
const ZIP_STARTS = ["PK\u0003\u0004", "PK\u0005\u0006"]

export async function isZip(blob: FileBytes): Promise<boolean> {
  const start = String.fromCharCode(...new Uint8Array(await blob.slice(0, 4).arrayBuffer()))
  return ZIP_STARTS.includes(start)
}

/**
 * Lists a zip's files. It reads the directory at the end of the zip, so it needs no pass over the whole. Throws a
 * HistoryFileError for a zip that is damaged, encrypted, or larger than `limits` once unpacked.
 */
export async function zipEntries(
  blob: FileBytes,
  name: string,
  limits: FileLimits = FILE_LIMITS,
): Promise<HistoryEntry[]> {
  const { Reader, ZipReader } = await import("@zip.js/zip.js/lib/zip-core-native.js")
  class BytesReader extends Reader<FileBytes> {
    override size = blob.size
    override async readUint8Array(start: number, length: number): Promise<Uint8Array> {
      return new Uint8Array(await blob.slice(start, start + length).arrayBuffer())
    }
  }
  const reader = new ZipReader(new BytesReader(blob), { useWebWorkers: false, checkOverlappingEntry: true })
  const budget = {
    left: limits.read ?? limits.bytes,
    fail: () => tooLarge(name, { ...limits, bytes: limits.read ?? limits.bytes }),
  }
  const entries: HistoryEntry[] = []
  let bytes = 0
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (entry.directory) continue
      if (entry.encrypted)
        throw new HistoryFileError(
          `${name} is encrypted. Unpack it with its password, and pack it without one.`,
        )
      bytes += entry.uncompressedSize
      if (entries.length === limits.entries || bytes > limits.bytes) throw tooLarge(name, limits)
      const { filename, uncompressedSize: size } = entry
      const write = (into: WritableStream<Uint8Array>) => entry.getData(into)
      entries.push({
        name: filename.replaceAll("\\", "/"),
        size,
        stream: unpackerOf({ write, name: filename, size }, budget),
      })
    }
  } catch (error) {
    if (error instanceof HistoryFileError) throw error
    throw new HistoryFileError(
      `${name} is a damaged zip, or only a part of one. Download or pack it again.`,
      { cause: error },
    )
  }
  return entries
}

interface PackedEntry {
  write(into: WritableStream<Uint8Array>): Promise<unknown>
  name: string
  size: number
}

/**
 * Returns a function that yields an entry's bytes. A zip may lie about their number: reading stops at what it declared,
 * and where `budget`, which all entries share, is used up. Reading an entry again costs nothing of it.
 */
function unpackerOf(
  { write, name, size }: PackedEntry,
  budget: { left: number; fail(): HistoryFileError },
): () => ReadableStream<Uint8Array> {
  let counted = 0
  return () => {
    let seen = 0
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.length
        if (seen > size) throw new HistoryFileError(`${name} is larger than its zip declares. Pack it again.`)
        budget.left -= Math.max(0, seen - counted)
        counted = Math.max(counted, seen)
        if (budget.left < 0) throw budget.fail()
        controller.enqueue(chunk)
      },
    })
    // The reader of the stream is told of a failure, or has left and wants no more.
    write(writable).catch((error) => writable.abort(error).catch(() => undefined))
    return readable
  }
}

function tooLarge(name: string, { entries, bytes }: FileLimits): HistoryFileError {
  const size = bytes >= 2 ** 30 ? `${Math.floor(bytes / 2 ** 30)} GB` : `${Math.floor(bytes / 2 ** 20)} MB`
  return new HistoryFileError(
    `${name} holds more than ${entries.toLocaleString("en-US")} files or ${size} once unpacked. Import it in several parts, without media.`,
  )
}

/** Reads a small entry whole. Throws a HistoryFileError if it is not small. */
export async function entryText(entry: HistoryEntry, most = 4 * 2 ** 20): Promise<string> {
  if (entry.size > most) throw new HistoryFileError(`${entry.name} is too large for what it should hold.`)
  return (await new Response(entry.stream()).text()).replace(/^\ufeff/, "")
}
