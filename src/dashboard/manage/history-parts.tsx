/** The parts of the page of imports of old messages: one import, its channels, and earlier ones. */
import { offeredCap } from "../../history/estimate.ts"
import type { HistoryChannel } from "../../history/job-rows.ts"
import type { HistoryProgress } from "../../runtime/history-jobs.ts"
import { PostButton, PostForm, Submit, TextField } from "../kit/forms.tsx"
import { DataTable } from "../kit/lists.tsx"
import { Badge, Card, countOf, Figures, Notice, type Tone, When } from "../kit/parts.tsx"
import type { Visit } from "../session/visit.ts"
import { formatAmount, formatUsd } from "./amounts.ts"

export const HISTORY_PAGE = "run/history"

type JobState = HistoryProgress["job"]["state"]

const STATES: Record<JobState, { text: string; tone: Tone }> = {
  counting: { text: "Counting", tone: "accent" },
  ready: { text: "Ready to start", tone: "accent" },
  running: { text: "Reading", tone: "accent" },
  paused: { text: "Paused", tone: "warn" },
  stopped: { text: "Stopped", tone: "plain" },
  done: { text: "Done", tone: "good" },
}

const REASONS = {
  no_structure: "Keepsake does not know this server's channels yet. Connect the gateway, then preview again.",
  replaced: "A newer preview replaced it.",
  no_discord: "This deployment has no bot token, so it cannot read from Discord.",
}

const CHANNEL_STATES: Record<HistoryChannel["state"], string> = {
  counting: "Counting",
  waiting: "Waiting",
  reading: "Reading",
  done: "Done",
  skipped: "Left out",
}

const LEFT_OUT: Record<NonNullable<HistoryChannel["reason"]>, string> = {
  forbidden: "The bot may not read it",
  missing: "Deleted",
  off: "Ignored by its setting",
  excluded: "Excluded",
  refused: "Refused by Discord",
}

export function HistoryCard({ progress, visit }: { progress: HistoryProgress; visit: Visit }) {
  const { job, sums } = progress
  const { text, tone } = STATES[job.state]
  const total = Math.max(sums.total, sums.accepted + sums.duplicates, 1)
  return (
    <Card title="Messages from Discord" actions={<JobButtons progress={progress} visit={visit} />}>
      <p class="meta">
        <Badge tone={tone} dot>
          {text}
        </Badge>
        <span>
          asked for <When at={job.requestedAt} clock={visit} />
        </span>
      </p>
      {job.reason === null ? null : <Notice tone="warn">{REASONS[job.reason]}</Notice>}
      {job.state === "counting" ? (
        <progress
          max={Math.max(1, sums.channels - sums.skipped)}
          value={sums.counted}
          aria-label="Counted channels"
        >
          {sums.counted} of {sums.channels - sums.skipped}
        </progress>
      ) : null}
      {job.state === "running" || job.state === "paused" ? (
        <progress
          max={total}
          value={Math.min(total, sums.accepted + sums.duplicates)}
          aria-label="Messages read"
        >
          {sums.accepted + sums.duplicates} of {total}
        </progress>
      ) : null}
      <Figures items={figuresOf(progress)} />
      {job.state === "ready" ? <StartForm progress={progress} visit={visit} /> : null}
    </Card>
  )
}

function figuresOf({ job, sums }: HistoryProgress) {
  const { estimate } = job
  if (job.state !== "ready" || estimate === null)
    return [
      { label: "Messages fetched", value: formatAmount(sums.read) },
      {
        label: "New",
        value: formatAmount(sums.accepted),
        hint: `${formatAmount(sums.duplicates)} known before`,
      },
      {
        label: "Not accepted",
        value: formatAmount(sums.rejected),
        hint: "bots, notices, people who opted out",
      },
      {
        label: "Spent",
        value: formatUsd(job.spentUsd),
        hint: job.capUsd === null ? countOf(job.calls, "call") : `of at most ${formatUsd(job.capUsd)}`,
      },
    ]
  const { calls, usd, seconds } = estimate
  return [
    {
      label: "Messages",
      value: formatAmount(estimate.messages),
      hint: countOf(estimate.channels, "channel"),
    },
    { label: "Model calls", value: `${formatAmount(calls.low)} – ${formatAmount(calls.high)}` },
    {
      label: "Cost",
      value: usd === null ? "price unknown" : `${formatUsd(usd.low)} – ${formatUsd(usd.high)}`,
    },
    { label: "Takes up to", value: `${Math.max(1, Math.ceil(seconds / 60))} min` },
  ]
}

function StartForm({ progress: { job }, visit }: { progress: HistoryProgress; visit: Visit }) {
  const cap = job.estimate === null ? null : offeredCap(job.estimate)
  return (
    <PostForm action={`${visit.base}/${HISTORY_PAGE}/${job.id}/start`} stack>
      <TextField
        name="cap"
        type="number"
        step="0.01"
        label="Spend at most, in dollars"
        help="Rules read the rest once this is spent. Leave empty for no cap."
        value={cap === null ? "" : String(cap)}
      />
      <div class="buttons">
        <Submit kind="main">Start</Submit>
      </div>
    </PostForm>
  )
}

function JobButtons({ progress: { job }, visit }: { progress: HistoryProgress; visit: Visit }) {
  const to = (act: string) => `${visit.base}/${HISTORY_PAGE}/${job.id}/${act}`
  const isOver = job.state === "stopped" || job.state === "done"
  return (
    <>
      {job.state === "running" ? <PostButton action={to("pause")}>Pause</PostButton> : null}
      {job.state === "paused" ? <PostButton action={to("resume")}>Resume</PostButton> : null}
      {isOver ? null : (
        <PostButton action={to("stop")} kind="danger">
          {job.state === "ready" || job.state === "counting" ? "Cancel" : "Stop"}
        </PostButton>
      )}
    </>
  )
}

export function HistoryChannels({ channels }: { channels: readonly HistoryChannel[] }) {
  return (
    <Card title="Channels and threads" flush>
      <DataTable
        caption="Channels and threads"
        columns={[
          { text: "Channel" },
          { text: "State" },
          { text: "Messages", number: true },
          { text: "New", number: true },
        ]}
        rows={channels.map(({ channelId, name, state, reason, total, accepted }) => [
          `#${name ?? channelId}`,
          reason === null ? CHANNEL_STATES[state] : <span class="soft">{LEFT_OUT[reason]}</span>,
          total === null ? "–" : formatAmount(total),
          formatAmount(accepted),
        ])}
      />
    </Card>
  )
}

export function EarlierImports({ jobs, visit }: { jobs: readonly HistoryProgress[]; visit: Visit }) {
  return (
    <Card title="Earlier" flush>
      <DataTable
        caption="Earlier imports"
        columns={[
          { text: "Asked for" },
          { text: "State" },
          { text: "New", number: true },
          { text: "Spent", number: true },
        ]}
        rows={jobs.map(({ job, sums }) => [
          <When at={job.requestedAt} clock={visit} />,
          STATES[job.state].text,
          formatAmount(sums.accepted),
          formatUsd(job.spentUsd),
        ])}
      />
    </Card>
  )
}
