/** Pages of a channel's old messages from an upload that was checked. */
import { channelOf } from "../../access/permissions.ts"
import type { DeliveredMessage } from "../../channel/delivery.ts"
import type { ApiMessage } from "../../history/files/message.ts"
import type { UploadRows } from "../../history/uploads/upload-rows.ts"
import { modeOf, nestingOf } from "../../policy/settings.ts"
import type { HistoryPages } from "./read-step.ts"

const PAGE = 100

export function pagesOfUpload(uploads: Pick<UploadRows, "page" | "preview">): HistoryPages {
  let jobId = ""
  return {
    async read(job, { channelId, cursor }, { guild, structure }) {
      jobId = job.id
      // The parents that the guild knows, or that the file names.
      const nesting = nestingOf(structure.channels, channelId)
      if (modeOf(guild.settings.channels, nesting) === "off") return "off"
      const after = cursor ?? "0"
      const page = { channel: channelId, after, until: job.untilId ?? "0", limit: PAGE }
      const found = uploads.page(job.id, page)
      return {
        messages: found.map(delivered),
        cursor: found.at(-1)?.id ?? after,
        isLast: found.length < PAGE,
        read: found.length,
      }
    },
    info(channelId, { structure }) {
      const known = channelOf(structure, channelId)
      if (known !== undefined) return known.name ? { name: known.name } : null
      const stated = uploads.preview(jobId)?.channels.find(({ id }) => id === channelId)
      if (stated === undefined) return null
      return {
        name: stated.name,
        ...(stated.topic ? { topic: stated.topic } : {}),
        ...(stated.parentId ? { parentId: stated.parentId } : {}),
      }
    },
  }
}

function delivered(message: ApiMessage): DeliveredMessage {
  const { id, author, content, timestamp, edited_timestamp, reply_to = null } = message
  return {
    ...{ id, content, at: Date.parse(timestamp), replyTo: reply_to },
    author: { id: author.id, name: author.name },
    bot: author.bot === true,
    mentions: message.mentions ?? [],
    attachments: (message.attachments ?? []).map(({ name }) => name),
    source: "passive",
    ...(edited_timestamp !== undefined && { editedAt: Date.parse(edited_timestamp) }),
  }
}
