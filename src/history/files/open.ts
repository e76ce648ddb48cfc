/** Opens an upload as history: tells what it is, and lists the channels in it. Reads in Node and in the Worker alike. */
import { openChatExport } from "./chat-export.ts"
import { isDataPackage, openDataPackage } from "./data-package.ts"
import {
  entryOf,
  FILE_LIMITS,
  type FileBytes,
  type FileLimits,
  type HistoryEntry,
  isZip,
  zipEntries,
} from "./entries.ts"
import { HistoryFileError, type HistoryPart } from "./message.ts"
import { isSlack, leftOutBeside, refusalOfFolder } from "./other-formats.ts"

export interface HistoryFile {
  kind: "chat_export" | "data_package"
  /** Of a data package: whose messages it holds. */
  owner: { id: string; name: string } | null
  parts: HistoryPart[]
  /** True if only one file was given, so that a part which cannot be read is an error and not left out. */
  isSingle: boolean
  /** Remarks on what is left out before anything is read. */
  leftOut: string[]
}

/** Opens a file or a zip. Throws a HistoryFileError that names any other format. */
export async function openHistory(
  blob: FileBytes,
  name: string,
  limits: FileLimits = FILE_LIMITS,
): Promise<HistoryFile> {
  if (await isZip(blob)) return openEntries(await zipEntries(blob, name, limits), name)
  return { ...chatExports([entryOf(blob, name)]), isSingle: true }
}

/** Opens the files of a zip or a folder. */
export async function openEntries(entries: readonly HistoryEntry[], name: string): Promise<HistoryFile> {
  if (isDataPackage(entries)) {
    const { owner, parts, direct } = await openDataPackage(entries, name)
    const leftOut =
      direct > 0
        ? [
            direct === 1
              ? "1 conversation that belongs to no server: a direct message or a deleted channel"
              : `${direct} conversations that belong to no server: direct messages and deleted channels`,
          ]
        : []
    return { kind: "data_package", owner, parts, isSingle: false, leftOut }
  }
  const files = entries.filter(
    ({ name: file }) => /\.json$/i.test(file) && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(file),
  )
  if (files.length === 0 || isSlack(entries.map((entry) => entry.name)))
    throw new HistoryFileError(
      refusalOfFolder(
        name,
        entries.map((entry) => entry.name),
      ),
    )
  const others = entries.filter((entry) => !files.includes(entry)).map((entry) => entry.name)
  return chatExports(
    files.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    leftOutBeside(others),
  )
}

function chatExports(files: readonly HistoryEntry[], leftOut: string[] = []): HistoryFile {
  const parts = files.map((entry) => ({ file: entry.name, open: () => openChatExport(entry) }))
  return { kind: "chat_export", owner: null, parts, isSingle: false, leftOut }
}
