/** The parts of pages on uploads of old messages: the form for a file, and the preview of what it holds. */
import { z } from "zod"
import type { HistoryChannel } from "../../history/job-rows.ts"
import { MOST_UPLOAD_BYTES } from "../../history/uploads/check-upload.ts"
import type { PreviewChannel, UploadPreview } from "../../history/uploads/preview.ts"
import { chosenFile, FileField } from "../kit/file-field.tsx"
import { ActField, PostForm, Submit } from "../kit/forms.tsx"
import { DataTable } from "../kit/lists.tsx"
import { Card, countOf, Figures } from "../kit/parts.tsx"
import { formatAmount } from "../manage/amounts.ts"
import { leftOutText } from "./job-channels.tsx"

/** The paths of the forms for a file. */
export const UPLOAD_PATHS = /^\/app\/g\/\d+\/(?:run\/history\/upload|me\/history)$/

export const UploadFields = z.object({
  act: ActField,
  file: chosenFile(MOST_UPLOAD_BYTES, "larger ones go through npm run import"),
})

export function UploadForm({ action, help }: { action: string; help: string }) {
  return (
    <PostForm action={action} stack upload>
      <FileField
        name="file"
        label="File"
        accept=".json,.zip,application/json,application/zip"
        help={help}
        required
      />
      <div class="buttons">
        <Submit kind="main">Check file</Submit>
      </div>
    </PostForm>
  )
}

/** The contents of a file. `states`: the outcome of each channel. `own`: the reader's own package. */
export function UploadContents({
  preview,
  states,
  own,
}: {
  preview: UploadPreview
  states: ReadonlyMap<string, Pick<HistoryChannel, "reason">>
  own: boolean
}) {
  const { channels, people, unreadable, remarks } = preview
  const bots = channels.reduce((sum, channel) => sum + channel.bots, 0)
  const left = leftOut({ ...unreadable, bots })
  return (
    <>
      <Card title="Channels in the file" flush>
        <DataTable
          caption="Channels in the file"
          columns={[
            { text: "Channel" },
            { text: "Messages", number: true },
            { text: "First" },
            { text: "Last" },
            { text: "Outcome" },
          ]}
          rows={shownFirst(channels).map((channel) => {
            const reason = states.get(channel.id)?.reason ?? null
            return [
              `#${channel.name}`,
              formatAmount(channel.messages),
              channel.firstAt.slice(0, 10) || "–",
              channel.lastAt.slice(0, 10) || "–",
              reason === null ? "is read" : <span class="soft">{leftOutText(reason, own)}</span>,
            ]
          })}
        />
      </Card>
      <Card title="Left out">
        {left.length === 0 && remarks.length === 0 ? (
          <p>Nothing is left out.</p>
        ) : (
          <ul>
            {[...left, ...remarks].map((line) => (
              // The heading says so.
              <li>{line.replace(/^left out: /, "")}</li>
            ))}
          </ul>
        )}
        <p class="soft small">
          People who opted out, erased and deleted messages, and ignored channels stay out, as for live
          messages.
        </p>
      </Card>
      {own ? null : <Figures items={[{ label: "People who wrote", value: formatAmount(people) }]} />}
    </>
  )
}

const SHOWN = 200

function shownFirst(channels: readonly PreviewChannel[]): PreviewChannel[] {
  return channels.toSorted((a, b) => b.messages - a.messages).slice(0, SHOWN)
}

function leftOut(counts: UploadPreview["unreadable"] & { bots: number }): string[] {
  const named = [
    [counts.bots, "message written by bots", "messages written by bots"],
    [
      counts.system,
      "notice of Discord's, such as a join or a pin",
      "notices of Discord's, such as joins and pins",
    ],
    [counts.commands, "answer to a command", "answers to commands"],
    [counts.empty, "message without text", "messages without text"],
    [counts.malformed, "malformed message", "malformed messages"],
  ] as const
  return named.flatMap(([count, one, many]) => (count > 0 ? [countOf(count, one, many)] : []))
}
