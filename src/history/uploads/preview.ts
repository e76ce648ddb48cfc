/** The preview of an upload, shown before its import starts: counts, dates and remarks. */
import { z } from "zod"
import { truncate } from "../../text/truncate.ts"
import type { HistoryCheck } from "../files/check.ts"

const PreviewChannel = z.object({
  id: z.string(),
  name: z.string(),
  topic: z.string().nullable(),
  /** The parent channel of a thread; `null` for any other channel. */
  parentId: z.string().nullable(),
  /** Messages by people. */
  messages: z.int(),
  bots: z.int(),
  /** ISO 8601; empty if there are no messages. */
  firstAt: z.string(),
  lastAt: z.string(),
})
export type PreviewChannel = z.output<typeof PreviewChannel>

export const UploadPreviewSchema = z.object({
  kind: z.enum(["export", "package"]),
  fileName: z.string(),
  /** The server as an export names it; `null` in a data package, and in older previews. */
  guildName: z.string().nullable().default(null),
  channels: z.array(PreviewChannel),
  people: z.int(),
  unreadable: z.object({ system: z.int(), commands: z.int(), empty: z.int(), malformed: z.int() }),
  remarks: z.array(z.string()),
})
export type UploadPreview = z.output<typeof UploadPreviewSchema>

/** Discord's limits. */
const MAX_NAME = 100
const MAX_TOPIC = 1_024
/** Remarks beyond these are counted, not shown: a zip may have a thousand damaged files. */
const REMARKS = 30

/** `counts`: the messages by people that are stored, by channel. Copies count once. */
export function previewOf(
  check: HistoryCheck,
  { fileName, counts }: { fileName: string; counts: ReadonlyMap<string, number> },
): UploadPreview {
  const { kind, channels, people, unreadable, remarks } = check
  const more = remarks.length - REMARKS
  return {
    kind: kind === "data_package" ? "package" : "export",
    fileName,
    guildName: kind === "data_package" ? null : serverName(channels),
    channels: channels.map(({ channel, bots, firstAt, lastAt }) => ({
      ...channel,
      name: truncate(channel.name, MAX_NAME),
      topic: channel.topic && truncate(channel.topic, MAX_TOPIC),
      messages: counts.get(channel.id) ?? 0,
      ...{ bots, firstAt, lastAt },
    })),
    people,
    unreadable,
    remarks: [...remarks.slice(0, REMARKS), ...(more > 0 ? [`${more} more remarks`] : [])],
  }
}

function serverName(channels: HistoryCheck["channels"]): string | null {
  const name = channels[0]?.guild.name?.trim()
  return name ? truncate(name, MAX_NAME) : null
}
