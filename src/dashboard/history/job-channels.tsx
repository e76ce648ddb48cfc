/** The channels of an import of old messages: how far each is, or why it is left out. */
import { type HistoryChannel, type HistoryJob, isJobOver } from "../../history/job-rows.ts"
import type { UploadPreview } from "../../history/uploads/preview.ts"
import { DataTable } from "../kit/lists.tsx"
import { Card } from "../kit/parts.tsx"
import { formatAmount } from "../manage/amounts.ts"

const CHANNEL_STATES: Record<HistoryChannel["state"], string> = {
  counting: "Counting",
  waiting: "Waiting",
  reading: "Reading",
  done: "Done",
  skipped: "Left out",
}

/** Channels of an import that ended before it came to them. */
const ENDED_STATES: Partial<typeof CHANNEL_STATES> = {
  counting: "Not read",
  waiting: "Not read",
  reading: "Read in part",
}

const WHY_LEFT_OUT: Record<NonNullable<HistoryChannel["reason"]>, string> = {
  forbidden: "The bot may not read it",
  missing: "Deleted",
  off: "Ignored by its setting",
  excluded: "Excluded",
  refused: "Refused by Discord",
}

const OWN_LEFT_OUT: typeof WHY_LEFT_OUT = {
  ...WHY_LEFT_OUT,
  forbidden: "You cannot read it",
  missing: "Not in this server any more",
}

/** Says why a channel is left out. `own`: of the reader's own data package. */
export function leftOutText(reason: NonNullable<HistoryChannel["reason"]>, own: boolean): string {
  return (own ? OWN_LEFT_OUT : WHY_LEFT_OUT)[reason]
}

export function HistoryChannels({
  job,
  channels,
  preview = null,
}: {
  job: Pick<HistoryJob, "state" | "kind">
  /** Names the channels of a file that the server does not know. */
  preview?: Pick<UploadPreview, "channels"> | null
  channels: readonly HistoryChannel[]
}) {
  const states = isJobOver(job.state) ? { ...CHANNEL_STATES, ...ENDED_STATES } : CHANNEL_STATES
  const names = new Map(preview?.channels.map((channel) => [channel.id, channel.name]))
  return (
    <Card title="Channels and threads" flush>
      <DataTable
        caption="Channels and threads"
        columns={[
          { text: "Channel" },
          { text: "Status" },
          { text: "Messages", number: true },
          { text: "New", number: true },
        ]}
        rows={channels.map(({ channelId, name, state, reason, total, accepted }) => [
          `#${name ?? names.get(channelId) ?? channelId}`,
          reason === null ? (
            states[state]
          ) : (
            <span class="soft">{leftOutText(reason, job.kind === "package")}</span>
          ),
          total === null ? "–" : formatAmount(total),
          formatAmount(accepted),
        ])}
      />
    </Card>
  )
}
