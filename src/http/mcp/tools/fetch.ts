/** `fetch`: one memory, note or message in full, by the id that search and recall return. */
import { z } from "zod"
import { Refused } from "../../../domain/errors.ts"
import { plainText } from "../../../domain/plain-text.ts"
import type { Viewer } from "../../../domain/types.ts"
import { findCorrection } from "../../../memory/read/corrections.ts"
import { findMemory } from "../../../memory/read/manage.ts"
import { findNote } from "../../../memory/read/note-pages.ts"
import { isQuotable, messageUrl } from "../../../recall/item-sources.ts"
import type { Entered } from "../../../runtime/enter.ts"
import { readMessage } from "../../../runtime/read-message.ts"
import { displayText } from "../../../text/display.ts"
import { truncate } from "../../../text/truncate.ts"
import { iso, presentMemory } from "../../present.ts"
import { enterAsViewer } from "../../request-viewer.ts"
import type { McpCall } from "../call.ts"
import { type DocumentAddress, documentTitle, documentUrl, parseDocumentId } from "../documents.ts"
import { readerShape } from "../reader.ts"
import { type McpTool, READ_ONLY } from "../tool.ts"

const MOST_TEXT = 8_000

const DocumentOutput = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  url: z.string().describe("A link to where it was said."),
  metadata: z.record(z.string(), z.string()),
})

type Content = Omit<z.output<typeof DocumentOutput>, "id">

interface Reading {
  entered: Entered
  viewer: Viewer
}

export function fetchTool(call: McpCall) {
  const input = z.strictObject({
    id: plainText(120, 1).describe("An id that search or recall returned, such as memory:m_f75427c1"),
    ...readerShape(call),
  })
  return {
    name: "fetch",
    title: "Read one memory, note or message",
    description:
      "Returns one document in full: a memory with the quotes it rests on, a note of a conversation with who took part, or a message.",
    scope: "read",
    binding: "reader",
    annotations: READ_ONLY,
    input,
    output: DocumentOutput,
    async run({ id, ...stated }) {
      call.requireReader(stated)
      const address = parseDocumentId(id)
      if (address === null) {
        const problem = `"${truncate(id, 60)}" is no id of a document. Use one that search or recall returned.`
        throw new Refused({ reason: "invalid", issues: [{ field: "id", problem }] })
      }
      const reading = await enterAsViewer(call.c, call.guildId, stated)
      const content = await readDocument(call, reading, address)
      return { data: { id, ...content, text: truncate(content.text, MOST_TEXT) } }
    },
  } satisfies McpTool<typeof input, typeof DocumentOutput>
}

function readDocument(call: McpCall, reading: Reading, address: DocumentAddress): Promise<Content> {
  switch (address.kind) {
    case "memory":
      return memoryContent(reading, address.id)
    case "note":
      return noteContent(reading, address.id)
    case "message":
      return messageContent(call, reading, address)
  }
}

async function memoryContent({ entered, viewer }: Reading, id: string): Promise<Content> {
  const found = await findMemory(entered.db, viewer, id)
  if (!found) throw new Refused({ reason: "unknown_memory", memoryId: id })
  const [memory, corrected] = [
    presentMemory(found, Date.now()),
    await findCorrection(entered.db, viewer, found),
  ]
  const since =
    corrected === null
      ? []
      : [
          `Corrected${corrected.by ? ` by ${corrected.by.name}` : ""} at ${iso(corrected.at)}; what was said before says it otherwise.`,
        ]
  const quotes = memory.sources
    .filter(({ excerpt }) => isQuotable(excerpt))
    .map(
      ({ excerpt, url, corrected_at }) =>
        `"${excerpt}"${url === null ? "" : ` ${url}`}${corrected_at === undefined ? "" : " (corrected since)"}`,
    )
  return {
    title: documentTitle(memory.fact),
    text: [memory.fact, ...since, ...(quotes.length > 0 ? ["", "Rests on:", ...quotes] : [])].join("\n"),
    url: documentUrl(viewer.guildId, { kind: "memory", sources: memory.sources }),
    metadata: {
      kind: "memory",
      type: memory.type,
      status: memory.status,
      about: `${memory.subject.scope}:${memory.subject.id}`,
      said_at: memory.said_at,
      ...(memory.expires_at === null ? {} : { expires_at: memory.expires_at }),
    },
  }
}

async function noteContent({ entered, viewer }: Reading, id: string): Promise<Content> {
  const note = await findNote(entered.db, viewer, id)
  if (!note) throw new Refused({ reason: "unknown_note", noteId: id })
  const people = note.participants.map(({ name, line }) => (line === null ? name : `${name}: ${line}`))
  const conversations = (note.sources ?? []).map(
    ({ title, channelId, firstMessageId }) =>
      `${title} ${messageUrl(note.guildId, channelId, firstMessageId)}`,
  )
  return {
    title: documentTitle(note.summary, note.title),
    text: [
      note.summary || note.title,
      ...(people.length > 0 ? ["", "Who took part:", ...people] : []),
      ...(conversations.length > 0 ? ["", "Conversations:", ...conversations] : []),
    ].join("\n"),
    url: messageUrl(note.guildId, note.channelId, note.firstMessageId),
    metadata: { kind: note.kind, from: iso(note.fromAt), to: iso(note.toAt), channel_id: note.channelId },
  }
}

async function messageContent(
  { runtime }: McpCall,
  reading: Reading,
  { channelId, id }: Extract<DocumentAddress, { kind: "message" }>,
): Promise<Content> {
  const message = await readMessage(runtime, reading, { channelId, id })
  if (!message) throw new Refused({ reason: "unknown_message", messageId: id })
  const text = displayText(message)
  return {
    title: documentTitle(`${message.author.name}: ${text}`),
    text: `${message.author.name}: ${text}`,
    url: messageUrl(reading.viewer.guildId, channelId, id),
    metadata: { kind: "message", author_id: message.author.id, channel_id: channelId, at: iso(message.at) },
  }
}
