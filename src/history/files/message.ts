/** The messages that files yield, as the HTTP API takes them, and the report on how a file was read. */
import { z } from "zod"
import { Snowflake } from "../../domain/ids.ts"
import { truncate } from "../../text/truncate.ts"

/** A message as `POST /v1/guilds/{g}/channels/{c}/messages` takes it. */
export interface ApiMessage {
  id: string
  author: { id: string; name: string; bot?: true }
  content: string
  /** ISO 8601, UTC. */
  timestamp: string
  /** ISO 8601, UTC. Only of an edited message. */
  edited_timestamp?: string
  reply_to?: string
  mentions?: { id: string; name: string }[]
  attachments?: { name: string }[]
}

/** A file that cannot be read as history. `message` is for a person, and says what to do. */
export class HistoryFileError extends Error {}

/** Counts of one file. They grow while its messages are read and are final when that ends. */
export interface ReadingReport {
  /** Messages that were yielded. */
  read: number
  /** Joins, pins, calls and similar. */
  system: number
  /** Answers of bots to commands and menus. */
  commands: number
  /** Nothing to read: no text, file, sticker, preview, poll or forwarded words. */
  empty: number
  malformed: number
  /** The first few malformed messages. Positions count from 1. */
  problems: { position: number; reason: string }[]
  /** Why the file does not hold all of its channel's messages; `null` if it seems whole. */
  cutShort: string | null
}

export function emptyReport(): ReadingReport {
  return { read: 0, system: 0, commands: 0, empty: 0, malformed: 0, problems: [], cutShort: null }
}

export interface FileChannel {
  /** The name of the file it comes from. */
  file: string
  /** `name` is `null` if the file does not tell. */
  guild: { id: string; name: string | null }
  channel: {
    id: string
    name: string
    topic: string | null
    /** The parent channel of a thread; `null` for any other channel. */
    parentId: string | null
  }
  /** In the file's order. Can be read only once. */
  messages: AsyncIterable<ApiMessage>
  report: ReadingReport
}

/** One channel of a file. It can be opened again and again. */
export interface HistoryPart {
  file: string
  /** Throws a HistoryFileError if it is no channel's history. */
  open(): Promise<FileChannel>
}

/** How many characters a message may have: twice what Discord allows, because exports write mentions out. */
const MAX_CONTENT = 8_000
/** The longest name of a person or a channel. */
export const MAX_NAME = 100

/** Control characters except newline and tab, and unpaired surrogates: the API refuses them. */
const UNSENDABLE = /(?![\n\t])[\p{Cc}\p{Cs}]/gu

/** Text without the characters that the API refuses. */
export const FileText = z.string().transform((text) => text.replace(UNSENDABLE, ""))
export const FileContent = FileText.transform((text) => truncate(text, MAX_CONTENT))

/** An id as files hold it: a string, or a bare number that was read losslessly into a string. */
export const FileId = Snowflake

const MALFORMED_SHOWN = 20

/** Counts a malformed message, and keeps the reason of the first few. */
export function countMalformed(report: ReadingReport, position: number, error: z.ZodError): void {
  report.malformed += 1
  const [issue] = error.issues
  const reason = issue ? `${issue.path.join(".") || "message"}: ${issue.message}` : "not a message"
  if (report.problems.length < MALFORMED_SHOWN) report.problems.push({ position, reason })
}

/** Says where a file broke off, and to `getAgain`, such as "Export the channel again". */
export function cutShortAfter(position: number, getAgain: string): string {
  const taken = position === 0 ? "before its first message" : `after message ${position}`
  const rest = position === 0 ? "it holds none" : "everything before it is taken"
  return `damaged or cut short ${taken}; ${rest}. ${getAgain}: importing the whole file later doubles nothing`
}
