/** The channels of an import of old messages: how far each is, or why it is left out. */
import { type HistoryChannel, type HistoryJob, isJobOver } from "../../history/job-rows.ts"
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

export const WHY_LEFT_OUT: Record<NonNullable<HistoryChannel["reason"]>, string> = {
  forbidden: "The bot may not read it",
  missing: "Deleted",
  off: "Ignored by its setting",
  excluded: "Excluded",
  refused: "Refused by Discord",
}

export function HistoryChannels({
  job,
  channels,
}: {
  job: Pick<HistoryJob, "state">
  channels: readonly HistoryChannel[]
}) {
  const states = isJobOver(job.state) ? { ...CHANNEL_STATES, ...ENDED_STATES } : CHANNEL_STATES
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
          `#${name ?? channelId}`,
          reason === null ? states[state] : <span class="soft">{WHY_LEFT_OUT[reason]}</span>,
          total === null ? "–" : formatAmount(total),
          formatAmount(accepted),
        ])}
      />
    </Card>
  )
}
