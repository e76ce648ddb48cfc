/**
 * The upload of an export of channels, for administrators: the file is checked whole, its preview shown, and nothing is
 * read until they start it. The page of one import serves uploads and imports from Discord.
 */
import { Hono } from "hono"
import { hasUnknownReaders } from "../../access/known-readers.ts"
import { Refused } from "../../domain/errors.ts"
import {
  findHistoryJob,
  type HistoryChannel,
  type HistoryJob,
  historySnapshot,
  isJobOver,
} from "../../history/job-rows.ts"
import { acceptUpload, uploadPreview } from "../../runtime/history-uploads.ts"
import { HistoryChannels, UnknownReaders } from "../history/job-channels.tsx"
import { HistoryCard, StartForm } from "../history/job-parts.tsx"
import { UploadContents, UploadFields, UploadForm } from "../history/upload-parts.tsx"
import { readForm } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { redirectTo } from "../kit/notices.ts"
import { Card } from "../kit/parts.tsx"
import { administratorsOnly, type GuildApp, type Visit } from "../session/visit.ts"

export const HISTORY_PAGE = "run/history"
const SHOWN_CHANNELS = 200

export function UploadCard({ visit }: { visit: Visit }) {
  return (
    <Card
      title="Import a file"
      lead="Takes a DiscordChatExporter export in JSON, or a zip of several. It is checked first, and nothing is read until you start it."
    >
      <UploadForm
        action={`${visit.base}/${HISTORY_PAGE}/upload`}
        help="Up to 25 MB, and 100 MB once unpacked. Larger files and folders go through npm run import. The file is deleted when its import ends, or after 24 hours if nobody starts it."
      />
    </Card>
  )
}

export const fileImportPages = new Hono<GuildApp>()

fileImportPages.post("/history/upload", administratorsOnly, async (c) => {
  const { entered, by, base } = c.get("visit")
  const { act, file } = await readForm(c, UploadFields)
  const job = await acceptUpload(c.env, entered, { id: `h_${act}`, file, owner: null, by })
  return redirectTo(c, `${base}/${HISTORY_PAGE}/${job.id}`)
})

fileImportPages.get("/history/:id{h_[\\w-]+}", administratorsOnly, async (c) => {
  const visit = c.get("visit")
  const { entered, base, guildId } = visit
  const job = await findHistoryJob(entered.db, guildId, c.req.param("id"))
  // A person's package is theirs to look into.
  if (job === null || job.kind === "package") throw new Refused({ reason: "forbidden" })
  const [{ sums, channels }, preview] = await Promise.all([
    historySnapshot(entered.db, job, SHOWN_CHANNELS),
    job.kind === "export" ? uploadPreview(c.env, job) : null,
  ])
  const shown = { progress: { job, sums }, visit, page: `${base}/${HISTORY_PAGE}` }
  return guildPage(c, {
    title: preview?.fileName ?? "Import",
    active: HISTORY_PAGE,
    crumbs: [{ href: `${base}/${HISTORY_PAGE}`, text: "History" }],
    ...(job.state === "counting" || job.state === "running" ? { refresh: 5 } : {}),
    content: (
      <>
        <HistoryCard {...shown}>{job.state === "ready" ? <StartForm {...shown} /> : null}</HistoryCard>
        <UnknownReaders unknown={unknownAmong(visit, job, channels)} channels={channels} preview={preview} />
        {preview === null || job.state !== "ready" ? (
          <HistoryChannels job={job} channels={channels} preview={preview} />
        ) : (
          <UploadContents
            preview={preview}
            states={new Map(channels.map((channel) => [channel.channelId, channel]))}
            own={false}
          />
        )}
      </>
    ),
  })
})

/** Returns the channels that are or were read, whose readers Keepsake does not know. Discord's own are known. */
function unknownAmong(
  { entered: { structure } }: Visit,
  { state, kind }: HistoryJob,
  channels: readonly HistoryChannel[],
): HistoryChannel[] {
  if (kind !== "export") return []
  return channels.filter(
    (channel) =>
      channel.reason === null &&
      !(isJobOver(state) && channel.state === "waiting") &&
      hasUnknownReaders(structure, channel.channelId),
  )
}
