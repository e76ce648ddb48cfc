/**
 * Imports chat exports into a running Keepsake in batches, and collects its channels, people and window
 * results.
 */

import { basename } from "node:path"
import { type ApiChannel, type ApiClient, type ApiServer, connectTo, type WindowYield } from "./api-client.ts"
import {
  type ApiMessage,
  type ChatExport,
  ChatExportError,
  type ExportReport,
  openChatExport,
} from "./chat-export.ts"
import { count } from "./demo-text.ts"

/** The API takes 500 messages and 1 MB at once; the rest of the megabyte is for the envelope. */
const BATCH_MESSAGES = 500
const BATCH_BYTES = 900_000
/** Messages sent before their windows are closed, so that no single request runs for minutes. */
const FLUSH_EVERY = 2_000

export interface ImportedChannel {
  id: string
  name: string
  audience: ApiChannel["audience"]
  messages: number
  windows: WindowYield[]
}

export interface ImportResult {
  guild: { id: string; name: string }
  client: ApiClient
  channels: ImportedChannel[]
  /** The people who spoke, by id. */
  people: Map<string, { name: string; messages: number }>
  /** ISO 8601 time of the newest message. */
  lastAt: string
  /** Number of messages that Keepsake rejected, by its reason. */
  refused: Map<string, number>
  /** Notices about what was left out. */
  remarks: string[]
}

export type AudienceOf = (channelName: string) => ApiChannel["audience"]

interface Import {
  server: ApiServer
  files: string[]
  audienceOf: AudienceOf
  progress: (channel: ImportedChannel, finished: boolean) => void
}

/**
 * Imports the files one after another. A folder may hold other JSON: files that are not exports are skipped,
 * unless none is.
 */
export async function importExports({ server, files, audienceOf, progress }: Import): Promise<ImportResult> {
  let heard: ImportResult | undefined
  const skipped: string[] = []
  for (const file of files) {
    const source = await openChatExport(file).catch((error: unknown) => {
      if (!(error instanceof ChatExportError) || files.length === 1) throw error
      skipped.push(`${basename(file)} is not a chat export and was skipped.`)
    })
    if (!source) continue
    heard ??= begin(server, source)
    if (source.guild.id !== heard.guild.id)
      throw new ChatExportError(
        `These exports come from two servers, ${heard.guild.name} and ${source.guild.name}. Import one server at a time.`,
      )
    await importOne(heard, source, { audienceOf, progress })
    heard.remarks.push(...remarksOn(basename(file), source.report))
  }
  if (!heard)
    throw new ChatExportError("None of the .json files is a DiscordChatExporter export. Check the folder.")
  heard.remarks.push(...skipped, ...[...heard.refused].map(leftOutNotice))
  return heard
}

function begin(server: ApiServer, { guild }: ChatExport): ImportResult {
  return {
    guild,
    client: connectTo(server, guild.id),
    channels: [],
    people: new Map(),
    lastAt: "",
    refused: new Map(),
    remarks: [],
  }
}

async function importOne(
  heard: ImportResult,
  source: ChatExport,
  how: Pick<Import, "audienceOf" | "progress">,
) {
  const { id, name, topic, parentId } = source.channel
  const audience = how.audienceOf(name)
  const described: ApiChannel = {
    name,
    ...(topic ? { topic } : {}),
    ...(parentId ? { parent_id: parentId } : {}),
    ...(audience ? { audience } : {}),
  }
  const channel = channelOf(heard, { id, name, audience })
  let waiting = 0
  for await (const batch of batchesOf(source.messages)) {
    const { rejected } = await heard.client.ingest(id, described, batch)
    for (const { reason } of rejected) heard.refused.set(reason, (heard.refused.get(reason) ?? 0) + 1)
    channel.messages += batch.length - rejected.length
    countPeople(heard, batch)
    how.progress(channel, false)
    waiting += batch.length
    if (waiting < FLUSH_EVERY) continue
    channel.windows.push(...(await heard.client.flush(id)))
    waiting = 0
  }
  if (waiting > 0) channel.windows.push(...(await heard.client.flush(id)))
  how.progress(channel, true)
}

const REASONS: Record<string, string> = {
  bot: "written by bots",
  empty: "without text or files",
  off: "from channels that are switched off",
  opted_out: "by people who do not want to be remembered",
}

function leftOutNotice([reason, messages]: [string, number]): string {
  return `Left out: ${count(messages, "message")} ${REASONS[reason] ?? `(${reason})`}.`
}

/** Returns the channel in the list. An export in several parts names the same channel again. */
function channelOf(
  heard: ImportResult,
  named: Pick<ImportedChannel, "id" | "name" | "audience">,
): ImportedChannel {
  const known = heard.channels.find((channel) => channel.id === named.id)
  if (known) return known
  const channel: ImportedChannel = { ...named, messages: 0, windows: [] }
  heard.channels.push(channel)
  return channel
}

function countPeople(heard: ImportResult, batch: ApiMessage[]): void {
  for (const { author, timestamp } of batch) {
    if (timestamp > heard.lastAt) heard.lastAt = timestamp
    if (author.bot) continue
    const messages = (heard.people.get(author.id)?.messages ?? 0) + 1
    heard.people.set(author.id, { name: author.name, messages })
  }
}

async function* batchesOf(messages: AsyncIterable<ApiMessage>): AsyncGenerator<ApiMessage[]> {
  let batch: ApiMessage[] = []
  let bytes = 0
  for await (const message of messages) {
    const size = Buffer.byteLength(JSON.stringify(message)) + 1
    if (batch.length > 0 && (batch.length === BATCH_MESSAGES || bytes + size > BATCH_BYTES)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(message)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

function remarksOn(file: string, { malformed, problems, brokenOff }: ExportReport): string[] {
  const [first] = problems
  return [
    ...(first
      ? [`${file}: ${malformed} malformed, the first is message ${first.position} (${first.reason})`]
      : []),
    ...(brokenOff ? [`${file}: ${brokenOff}`] : []),
  ]
}
