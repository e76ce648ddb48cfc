/** One message of a DiscordChatExporter export, as the API takes it. Pure. */
import { z } from "zod"
import { attachedTo } from "../../text/attached.ts"
import { truncate } from "../../text/truncate.ts"
import {
  type ApiMessage,
  countMalformed,
  FileContent,
  FileId,
  FileText,
  MAX_NAME,
  type ReadingReport,
} from "./message.ts"

const Author = z
  .object({ id: FileId, name: FileText, nickname: FileText.nullish(), isBot: z.boolean().nullish() })
  .transform(({ id, name, nickname, isBot }) => ({
    id,
    /** Names under which a mention of them may be written out. */
    names: [nickname, name].filter((one): one is string => Boolean(one)),
    name: truncate(nickname || name || id, MAX_NAME),
    isBot: isBot ?? false,
  }))
type Author = z.output<typeof Author>

/** Side fields that are odd never cost the message. */
const named = <Shape extends z.ZodType>(shape: Shape) => z.array(shape).nullish().catch(null)
const Parts = {
  attachments: named(z.object({ fileName: FileText })),
  stickers: named(z.object({ name: FileText })),
  embeds: named(z.object({ title: FileText.nullish().transform((title) => title ?? "") })),
}
const Poll = z.object({ question: FileText, answers: z.array(z.object({ text: FileText })) })
const ExportMessage = z.object({
  id: FileId,
  type: z.string(),
  timestamp: z.iso.datetime({ offset: true }),
  timestampEdited: z.iso.datetime({ offset: true }).nullish().catch(null),
  content: FileContent,
  contentRaw: FileContent.nullish().catch(null),
  author: Author,
  mentions: named(Author),
  reference: z.object({ type: z.string().nullish(), messageId: FileId.nullish() }).nullish().catch(null),
  interaction: z.object({}).nullish().catch(null),
  poll: Poll.nullish().catch(null),
  forwardedMessage: z
    .object({ content: FileContent, ...Parts })
    .nullish()
    .catch(null),
  ...Parts,
})
type ExportMessage = z.output<typeof ExportMessage>
const Kind = ExportMessage.pick({ type: true })

/** Types of messages by people. Others are Discord's notices. */
const SAID = ["Default", "Reply"]
/** Answers to slash commands (20) and menus (23), which the exporter does not name. */
const ANSWERS = ["20", "23", "ChatInputCommand", "ContextMenuCommand"]

/** Returns a message; `null` if it is none that can be read, which it counts in the report. */
export function readExported(value: unknown, position: number, report: ReadingReport): ApiMessage | null {
  const kind = Kind.safeParse(value).data?.type
  if (kind !== undefined && ANSWERS.includes(kind)) report.commands += 1
  else if (kind !== undefined && !SAID.includes(kind)) report.system += 1
  else {
    const { data, error } = ExportMessage.safeParse(value)
    if (error) countMalformed(report, position, error)
    else if (data.interaction) report.commands += 1
    else {
      const message = toApiMessage(data)
      if (message.content.trim() || message.attachments) return message
      report.empty += 1
    }
  }
  return null
}

function toApiMessage(message: ExportMessage): ApiMessage {
  const { id, author, timestamp, timestampEdited, type, reference } = message
  const mentions = message.mentions ?? []
  const attachments = attachmentsOf(message)
  const isReply = type === "Reply" && reference?.type !== "Forward"
  return {
    id,
    author: { id: author.id, name: author.name, ...(author.isBot ? { bot: true as const } : {}) },
    content: message.contentRaw ?? withMentionIds(message.content, mentions),
    timestamp: new Date(timestamp).toISOString(),
    ...(timestampEdited ? { edited_timestamp: new Date(timestampEdited).toISOString() } : {}),
    ...(isReply && reference?.messageId ? { reply_to: reference.messageId } : {}),
    ...(mentions.length > 0
      ? { mentions: mentions.slice(0, MOST_MENTIONS).map(({ id: person, name }) => ({ id: person, name })) }
      : {}),
    ...(attachments.length > 0 ? { attachments: attachments.map((name) => ({ name })) } : {}),
  }
}

// Limits of the API.
const MOST_MENTIONS = 100
const MOST_ATTACHMENTS = 20

function attachmentsOf({ forwardedMessage: forwarded, poll, ...message }: ExportMessage): string[] {
  return attachedTo({
    ...discordParts(message),
    message_snapshots: forwarded
      ? [{ message: { content: forwarded.content, ...discordParts(forwarded) } }]
      : [],
    poll: poll
      ? {
          question: { text: poll.question },
          answers: poll.answers.map(({ text }) => ({ poll_media: { text } })),
        }
      : null,
  }).slice(0, MOST_ATTACHMENTS)
}

type MessageParts = Pick<ExportMessage, keyof typeof Parts>

/** Names a message's parts as Discord does. */
function discordParts({ attachments, stickers, embeds }: MessageParts) {
  return {
    attachments: (attachments ?? []).map(({ fileName }) => ({ filename: truncate(fileName, 260) })),
    sticker_items: stickers ?? [],
    embeds: embeds ?? [],
  }
}

/**
 * Turns mentions that the exporter wrote out ("@Ada") back into ids, as Discord sends them. A name that two of the
 * mentioned people share stays as it is.
 */
function withMentionIds(content: string, mentions: readonly Author[]): string {
  if (mentions.length === 0 || !content.includes("@")) return content
  const byName = new Map<string, string | null>()
  for (const { id, names } of mentions)
    for (const name of new Set(names)) byName.set(name, (byName.get(name) ?? id) === id ? id : null)
  const longestFirst = [...byName.keys()].sort((a, b) => b.length - a.length).map(escapeRegExp)
  return content.replace(
    new RegExp(`@(${longestFirst.join("|")})(?![\\p{L}\\p{N}_])`, "gu"),
    (written, name) => {
      const id = byName.get(name)
      return id ? `<@${id}>` : written
    },
  )
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
