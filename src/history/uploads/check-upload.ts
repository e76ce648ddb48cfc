/**
 * Reads an upload whole inside the guild's importer and keeps its messages, so that it is never read twice. Refuses what
 * is no history, and what this person may not import, before any message is kept.
 */
import type { Id } from "../../domain/types.ts"
import { checkHistory, closeChannel } from "../files/check.ts"
import type { FileLimits } from "../files/entries.ts"
import { HistoryFileError } from "../files/message.ts"
import type { HistoryFile } from "../files/open.ts"
import { previewOf, type UploadPreview } from "./preview.ts"
import type { UploadRows } from "./upload-rows.ts"

/** The largest file that a page takes, and how much of it is read once unpacked. */
export const MOST_UPLOAD_BYTES = 25 * 2 ** 20
const LIMITS: FileLimits = { entries: 50_000, bytes: 16 * 2 ** 30, read: 100 * 2 ** 20 }

export interface UploadOrder {
  guildId: Id
  guildName: string
  id: string
  fileName: string
  /** Whose data package it must be; `null` for an export of channels. */
  owner: Id | null
}

/** `problem`: why nothing of it can be imported, and what to do. */
export type CheckedUpload = { preview: UploadPreview } | { problem: string }

export async function checkUpload(rows: UploadRows, order: UploadOrder): Promise<CheckedUpload> {
  const { guildId, guildName, id, fileName, owner } = order
  const known = rows.preview(id)
  if (known !== null) return { preview: known }
  try {
    // Loaded on first use: its parsers would slow the Worker's start.
    const { openHistory } = await import("../files/open.ts")
    const file = await openHistory(rows.bytesOf(id), fileName, LIMITS)
    const problem = await refusal(file, owner)
    if (problem !== null) throw new HistoryFileError(problem)
    rows.begin(id, owner)
    const check = await checkHistory(file, {
      guildId,
      guildName,
      onMessage: (channel, message) => rows.addMessage(id, channel, message),
    })
    const preview = previewOf(check, { fileName, counts: rows.counts(id) })
    rows.settle(id, preview)
    return { preview }
  } catch (error) {
    rows.drop(id)
    if (!(error instanceof HistoryFileError)) throw error
    const { refusalOnPage } = await import("../files/other-formats.ts")
    return { problem: refusalOnPage(error.message, owner === null ? "channels" : "own") }
  }
}

async function refusal({ kind, owner, parts }: HistoryFile, wanted: Id | null): Promise<string | null> {
  if (wanted === null)
    return kind === "data_package"
      ? "This is a person's data package from Discord. Only they can bring it in, on their page Privacy and data."
      : null
  // A file that is no export at all says itself what it is.
  const opened = kind === "data_package" ? undefined : await parts[0]?.open()
  if (opened !== undefined) await closeChannel(opened)
  if (kind !== "data_package")
    return "This is an export of channels, not your data package. Administrators import one under Operations, History."
  return owner?.id === wanted
    ? null
    : "This data package belongs to another Discord account. You can bring in only your own: sign in with that account."
}
