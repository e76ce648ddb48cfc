/**
 * Reads DiscordChatExporter's JSON, one file per channel, as messages of Keepsake's HTTP API. Streams: memory
 * does not grow with the file.
 */
import { createReadStream } from "node:fs"
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { JSONParser } from "@streamparser/json"
import { z } from "zod"
import { Snowflake } from "../domain/ids.ts"

const EXPECTED =
  'Expected a DiscordChatExporter JSON export: an object with "guild", "channel" and "messages". Export the channel again with the format set to JSON.'
const MALFORMED_SHOWN = 20

/** A file or folder that cannot be read as an export. `message` is for a person, and says what to do. */
export class ChatExportError extends Error {}

/** A message as `POST /v1/guilds/{g}/channels/{c}/messages` takes it. */
export interface ApiMessage {
  id: string
  author: { id: string; name: string; bot?: true }
  content: string
  /** ISO 8601, UTC. */
  timestamp: string
  reply_to?: string
  mentions?: { id: string; name: string }[]
  attachments?: { name: string }[]
}

interface ExportChannel {
  id: string
  name: string
  topic: string | null
  /** The parent channel of a thread; `null` for any other channel. */
  parentId: string | null
}

/** Counts of one export. They grow while `messages` is read and are final when it ends. */
export interface ExportReport {
  read: number
  /** Joins, pins, commands and similar. */
  system: number
  /** Nothing to read: stickers, embeds, forwards. */
  empty: number
  malformed: number
  /** The first few malformed messages. Positions count from 1. */
  problems: { position: number; reason: string }[]
  /** Why and where reading the file stopped early; `null` if it was read to its end. */
  brokenOff: string | null
}

export interface ChatExport {
  guild: { id: string; name: string }
  channel: ExportChannel
  /** In the file's order. Can be read only once. */
  messages: AsyncIterable<ApiMessage>
  report: ExportReport
}

/** Control characters except newline and tab, and unpaired surrogates: the API refuses them. */
const UNSENDABLE = /(?![\n\t])[\p{Cc}\p{Cs}]/gu
const Text = z.string().transform((text) => text.replace(UNSENDABLE, ""))

const Author = z
  .object({ id: Snowflake, name: Text, nickname: Text.nullish(), isBot: z.boolean().nullish() })
  .transform(({ id, name, nickname, isBot }) => ({
    id,
    name: nickname || name || id,
    ...(isBot ? { bot: true as const } : {}),
  }))

const Guild = z.object({ id: Snowflake, name: Text })
const Channel = z.object({
  id: Snowflake,
  type: z.string(),
  categoryId: Snowflake.nullish(),
  name: Text,
  topic: Text.nullish(),
})
const ExportMessage = z.object({
  id: Snowflake,
  type: z.string(),
  timestamp: z.iso.datetime({ offset: true }),
  content: Text,
  author: Author,
  mentions: z.array(Author).nullish(),
  attachments: z.array(z.object({ fileName: Text })).nullish(),
  reference: z.object({ messageId: Snowflake.nullish() }).nullish(),
})

interface Part {
  at: "guild" | "channel" | "message"
  value: unknown
}
const Kind = ExportMessage.pick({ type: true })

/** Returns the export at `path`, or every `*.json` directly inside the folder at `path`, by name. */
export async function findChatExports(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null)
  if (!found) throw new ChatExportError(`There is no file or folder at ${path}. Check the path.`)
  if (!found.isDirectory()) return [path]
  const files = (await readdir(path)).filter((name) => name.toLowerCase().endsWith(".json")).sort()
  if (files.length === 0) throw new ChatExportError(`No .json files in ${path}. ${EXPECTED}`)
  return files.map((name) => join(path, name))
}

/** Opens one export. Throws ChatExportError if the file is not one. */
export async function openChatExport(path: string): Promise<ChatExport> {
  const report: ExportReport = { read: 0, system: 0, empty: 0, malformed: 0, problems: [], brokenOff: null }
  const parts = partsOf(path, report)
  let guild: z.infer<typeof Guild> | undefined
  let channel: z.infer<typeof Channel> | undefined
  while (!guild || !channel) {
    const { value: part, done } = await parts.next()
    if (part?.at === "guild") guild = Guild.safeParse(part.value).data
    else if (part?.at === "channel") channel = Channel.safeParse(part.value).data
    if (done || part.at === "message") {
      await parts.return(undefined)
      throw notAnExport(path)
    }
  }
  const parentId = channel.type.includes("Thread") ? (channel.categoryId ?? null) : null
  const { id, name, topic } = channel
  return {
    guild,
    channel: { id, name, topic: topic || null, parentId },
    messages: messagesOf(parts, report),
    report,
  }
}

function notAnExport(path: string): ChatExportError {
  return new ChatExportError(`${path} is not a chat export. ${EXPECTED}`)
}

/**
 * Reads the file a chunk at a time, so no more than one chunk's values are held at once. Broken JSON ends the
 * parts and is recorded in the report.
 */
async function* partsOf(path: string, report: ExportReport): AsyncGenerator<Part, undefined> {
  const parser = new JSONParser({ paths: ["$.guild", "$.channel", "$.messages.*"], keepStack: false })
  let ready: Part[] = []
  parser.onValue = ({ key, value }) =>
    ready.push({ at: key === "guild" || key === "channel" ? key : "message", value })
  let seen = 0
  const attempt = (step: () => void) => {
    try {
      step()
    } catch {
      seen += ready.filter((part) => part.at === "message").length
      report.brokenOff = `damaged or cut short after message ${seen}; everything before it was read`
    }
  }
  for await (const chunk of createReadStream(path)) {
    attempt(() => parser.write(chunk))
    const batch = ready
    ready = []
    yield* batch
    if (report.brokenOff) return
    seen += batch.filter((part) => part.at === "message").length
  }
  attempt(() => parser.isEnded || parser.end())
}

async function* messagesOf(parts: AsyncIterable<Part>, report: ExportReport): AsyncGenerator<ApiMessage> {
  let position = 0
  for await (const part of parts) {
    if (part.at !== "message") continue
    position += 1
    const message = readMessage(part.value)
    if (message === "system" || message === "empty") report[message] += 1
    else if ("reason" in message) {
      report.malformed += 1
      if (report.problems.length < MALFORMED_SHOWN) report.problems.push({ position, reason: message.reason })
    } else {
      report.read += 1
      yield message
    }
  }
}

function readMessage(value: unknown): ApiMessage | "system" | "empty" | { reason: string } {
  const kind = Kind.safeParse(value).data?.type
  if (kind !== undefined && kind !== "Default" && kind !== "Reply") return "system"
  const parsed = ExportMessage.safeParse(value)
  if (!parsed.success) return { reason: describe(parsed.error) }
  const { id, author, content, timestamp, mentions, attachments, reference } = parsed.data
  if (!content.trim() && !attachments?.length) return "empty"
  return {
    id,
    author,
    content,
    timestamp: new Date(timestamp).toISOString(),
    ...(kind === "Reply" && reference?.messageId ? { reply_to: reference.messageId } : {}),
    ...(mentions?.length
      ? { mentions: mentions.map((person) => ({ id: person.id, name: person.name })) }
      : {}),
    ...(attachments?.length ? { attachments: attachments.map((file) => ({ name: file.fileName })) } : {}),
  }
}

function describe(error: z.ZodError): string {
  const [issue] = error.issues
  return issue ? `${issue.path.join(".") || "message"}: ${issue.message}` : "not a message"
}
