/**
 * Reads DiscordChatExporter's JSON, one file per channel or part of a channel. Follows JsonMessageWriter.cs of
 * https://github.com/Tyrrrz/DiscordChatExporter, and takes `contentRaw` and `poll`, which forks write.
 */
import { z } from "zod"
import type { HistoryEntry } from "./entries.ts"
import { readExported } from "./exported-message.ts"
import { BrokenJson, chunksOf, type JsonPart, jsonParts } from "./json-stream.ts"
import {
  type ApiMessage,
  cutShortAfter,
  emptyReport,
  type FileChannel,
  FileId,
  FileText,
  HistoryFileError,
  type ReadingReport,
} from "./message.ts"
import { refusalOf } from "./other-formats.ts"

const Guild = z.object({ id: FileId.or(z.literal("0")), name: FileText })
const Channel = z.object({
  id: FileId,
  type: z.string(),
  categoryId: FileId.nullish(),
  name: FileText,
  topic: FileText.nullish(),
})

const PATHS = ["$.guild", "$.channel", "$.messages.*", "$.messageCount"]

/** Opens one export. Throws a HistoryFileError if the file is not one, or is of direct messages. */
export async function openChatExport(entry: HistoryEntry): Promise<FileChannel> {
  const head: { text: string } = { text: "" }
  const parts = jsonParts(noted(entry.stream(), head), PATHS)
  let guild: z.infer<typeof Guild> | undefined
  let channel: z.infer<typeof Channel> | undefined
  let isBroken = false
  while (!guild || !channel) {
    const next = await parts.next().catch((error) => {
      if (!(error instanceof BrokenJson)) throw error
      isBroken = true
      return { done: true, value: undefined } as const
    })
    if (next.value?.key === "guild") guild = Guild.safeParse(next.value.value).data
    else if (next.value?.key === "channel") channel = Channel.safeParse(next.value.value).data
    if (next.done || typeof next.value.key === "number") {
      await parts.return(undefined)
      throw new HistoryFileError(refusalOf(entry.name, head.text, isBroken))
    }
  }
  if (guild.id === "0" || channel.type.startsWith("Direct")) {
    await parts.return(undefined)
    throw new HistoryFileError(`${entry.name} is of direct messages. Keepsake remembers servers only.`)
  }
  const report = emptyReport()
  const parentId = channel.type.includes("Thread") ? (channel.categoryId ?? null) : null
  const { id, name, topic } = channel
  return {
    file: entry.name,
    guild,
    channel: { id, name, topic: topic || null, parentId },
    messages: messagesOf(parts, report),
    report,
  }
}

const HEAD_BYTES = 4_096

/** Passes a stream on and keeps its beginning. */
function noted(stream: ReadableStream<Uint8Array>, head: { text: string }): ReadableStream<Uint8Array> {
  const utf8 = new TextDecoder()
  const chunks = chunksOf(stream)
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next()
      if (done) return controller.close()
      if (head.text.length < HEAD_BYTES)
        head.text += utf8.decode(value.subarray(0, HEAD_BYTES), { stream: true })
      controller.enqueue(value)
    },
    cancel: async () => {
      await chunks.return(undefined)
    },
  })
}

async function* messagesOf(
  parts: AsyncIterable<JsonPart>,
  report: ReadingReport,
): AsyncGenerator<ApiMessage> {
  let position = 0
  let declared: number | null = null
  try {
    for await (const { key, value } of parts) {
      if (key === "messageCount") declared = z.int().safeParse(value).data ?? null
      if (typeof key !== "number") continue
      position += 1
      const message = readExported(value, position, report)
      if (message === null) continue
      report.read += 1
      yield message
    }
    report.cutShort = missing(position, declared)
  } catch (error) {
    if (!(error instanceof BrokenJson)) throw error
    report.cutShort = cutShortAfter(position, "Export the channel again")
  }
}

/** Says what is missing. The exporter writes the number of messages last, so a file without it was cut or changed. */
function missing(read: number, declared: number | null): string | null {
  if (declared === read) return null
  const messages = (count: number) =>
    `${count.toLocaleString("en-US")} ${count === 1 ? "message" : "messages"}`
  if (declared === null)
    return `it does not say how many messages it should hold; ${messages(read)} were found`
  return declared > read
    ? `cut short: ${read.toLocaleString("en-US")} of ${messages(declared)}`
    : `it holds ${messages(read)} and declares ${messages(declared)}`
}
