/** Opens a file, a zip or a folder of this machine as history. Contents are read when they are needed. */
import { openAsBlob } from "node:fs"
import { readdir, stat } from "node:fs/promises"
import { basename, join, sep } from "node:path"
import type { HistoryEntry } from "../history/files/entries.ts"
import { HistoryFileError } from "../history/files/message.ts"
import { type HistoryFile, openEntries, openHistory } from "../history/files/open.ts"

/** Throws a HistoryFileError if there is nothing at `path`, or something that is no history. */
export async function openPath(path: string): Promise<HistoryFile> {
  const found = await stat(path).catch(() => null)
  if (!found) throw new HistoryFileError(`There is no file or folder at ${path}. Check the path.`)
  const name = basename(path)
  if (!found.isDirectory()) return openHistory(await openAsBlob(path), name)
  return openEntries(await folderEntries(path), name)
}

async function folderEntries(folder: string): Promise<HistoryEntry[]> {
  const names = await readdir(folder, { recursive: true })
  const entries: HistoryEntry[] = []
  for (const name of names.sort()) {
    const path = join(folder, name)
    const found = await stat(path)
    if (!found.isFile()) continue
    entries.push({ name: name.replaceAll(sep, "/"), size: found.size, stream: () => fileStream(path) })
  }
  return entries
}

/** Streams a file. It is opened when the first chunk is wanted, so a folder of thousands opens one at a time. */
function fileStream(path: string): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      reader ??= (await openAsBlob(path)).stream().getReader()
      const { value, done } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await reader?.cancel()
    },
  })
}
