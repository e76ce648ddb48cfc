/** The files inside an upload: one file, the entries of a zip, or what a program found in a folder. */
import { HistoryFileError } from "./message.ts"

export interface HistoryEntry {
  /** Its path inside the zip or folder, with slashes. */
  name: string
  /** Bytes, unpacked. */
  size: number
  stream(): ReadableStream<Uint8Array>
}

/** The most that is read of one upload. */
export interface FileLimits {
  entries: number
  /** Bytes of all entries together, unpacked. */
  bytes: number
}

export const FILE_LIMITS: FileLimits = { entries: 200_000, bytes: 16 * 2 ** 30 }

/** Returns a single file as an entry. */
export function entryOf(blob: Blob, name: string): HistoryEntry {
  return { name, size: blob.size, stream: () => blob.stream() }
}

/** A zip begins with one of these: entries, or no entry at all. */
const ZIP_STARTS = ["PK\u0003\u0004", "PK\u0005\u0006"]

export async function isZip(blob: Blob): Promise<boolean> {
  const start = String.fromCharCode(...new Uint8Array(await blob.slice(0, 4).arrayBuffer()))
  return ZIP_STARTS.includes(start)
}

/**
 * Lists a zip's files. It reads the directory at the end of the zip, so it needs no pass over the whole. Throws a
 * HistoryFileError for a zip that is damaged, encrypted, or larger than `limits` once unpacked.
 */
export async function zipEntries(
  blob: Blob,
  name: string,
  limits: FileLimits = FILE_LIMITS,
): Promise<HistoryEntry[]> {
  const { BlobReader, ZipReader } = await import("@zip.js/zip.js/lib/zip-core-native.js")
  const reader = new ZipReader(new BlobReader(blob), { useWebWorkers: false, checkOverlappingEntry: true })
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
        stream: () => unpacked(write, filename, size),
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

/** Returns an entry's bytes. A zip may lie about their number: reading stops at what it declared. */
function unpacked(
  write: (into: WritableStream<Uint8Array>) => Promise<unknown>,
  name: string,
  size: number,
): ReadableStream<Uint8Array> {
  let seen = 0
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      seen += chunk.length
      if (seen > size) throw new HistoryFileError(`${name} is larger than its zip declares. Pack it again.`)
      controller.enqueue(chunk)
    },
  })
  // The reader of the stream is told of a failure, or has left and wants no more.
  write(writable).catch((error) => writable.abort(error).catch(() => undefined))
  return readable
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
