/** The channels of an import of old messages: how far each is, or why it is left out. */
import { type HistoryChannel, type HistoryJob, isJobOver } from "../../history/job-rows.ts"
import type { UploadPreview } from "../../history/uploads/preview.ts"
import { DataTable } from "../kit/lists.tsx"
import { Card, Notice } from "../kit/parts.tsx"
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

type Names = Pick<UploadPreview, "channels"> | null

/** Names channels as the server does, else as the file does. */
function channelNames(preview: Names) {
  const names = new Map(preview?.channels.map((channel) => [channel.id, channel.name]))
  return ({ channelId, name }: Pick<HistoryChannel, "channelId" | "name">) =>
    `#${name ?? names.get(channelId) ?? channelId}`
}

const NAMED = 10

/**
 * Warns of the channels of a file whose readers Keepsake does not know: what they teach is shown nowhere else, before an
 * import as after it. `channels`: all of the import, those that are left out too.
 */
export function UnknownReaders({
  unknown,
  channels,
  preview,
}: {
  unknown: readonly HistoryChannel[]
  channels: readonly HistoryChannel[]
  preview: Names
}) {
  if (unknown.length === 0) return null
  const rest = unknown.length - NAMED
  const named = unknown.slice(0, NAMED).map(channelNames(preview))
  const isAll = unknown.length === channels.filter(({ reason }) => reason === null).length
  const which =
    isAll && unknown.length > 1
      ? "these channels"
      : new Intl.ListFormat("en").format(rest > 0 ? [...named, `${rest} more`] : named)
  return (
    <Notice tone="warn">
      {`A file does not say who may read a channel. Keepsake does not know who reads ${which}, so what is learned there is shown only there until its bot is in the server and has seen its roles.`}
    </Notice>
  )
}

export function HistoryChannels({
  job,
  channels,
  preview = null,
}: {
  job: Pick<HistoryJob, "state" | "kind">
  /** Names the channels of a file that the server does not know. */
  preview?: Names
  channels: readonly HistoryChannel[]
}) {
  const states = isJobOver(job.state) ? { ...CHANNEL_STATES, ...ENDED_STATES } : CHANNEL_STATES
  const nameOf = channelNames(preview)
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
        rows={channels.map(({ state, reason, total, accepted, ...channel }) => [
          nameOf(channel),
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
