/** The parts of pages on imports of old messages: one import, its channels, and earlier ones. */
import type { PropsWithChildren } from "hono/jsx"
import { offeredCap } from "../../history/estimate.ts"
import { type HistoryJob, isJobOver } from "../../history/job-rows.ts"
import type { HistoryAct, HistoryProgress } from "../../runtime/history-jobs.ts"
import { PostButton, PostForm, Submit, TextField } from "../kit/forms.tsx"
import { DataTable } from "../kit/lists.tsx"
import type { NoticeName } from "../kit/notices.ts"
import { Badge, Card, countOf, Figures, Notice, type Tone, When } from "../kit/parts.tsx"
import { formatAmount, formatUsd } from "../manage/amounts.ts"
import type { Visit } from "../session/visit.ts"

const STATES: Record<HistoryJob["state"], { text: string; tone: Tone }> = {
  counting: { text: "Counting", tone: "accent" },
  ready: { text: "Ready to start", tone: "accent" },
  running: { text: "Reading", tone: "accent" },
  paused: { text: "Paused", tone: "warn" },
  stopped: { text: "Stopped", tone: "plain" },
  done: { text: "Done", tone: "good" },
}

/** Said before a preview, and of an import that met it. */
export const NO_TOKEN =
  "This deployment has no bot token, so it cannot read from Discord. Its operator sets DISCORD_TOKEN and deploys again. A file can be imported without it."

const REASONS = {
  no_structure: "Keepsake does not know this server's channels yet. Connect the gateway, then preview again.",
  replaced: "A newer preview replaced it.",
  no_discord: NO_TOKEN,
  expired: "Nobody started it within 24 hours, so the file was deleted. Upload it again.",
  erased: "Its owner had their data erased, so their package was deleted.",
}

/** A preview that ends was never started, so nothing was stopped. */
function stateOf({ state, untilId, reason }: HistoryJob): (typeof STATES)[HistoryJob["state"]] {
  if (state !== "stopped" || untilId !== null) return STATES[state]
  return { ...STATES.stopped, text: reason === null ? "Canceled" : "Not started" }
}

export function JobBadge({ job }: { job: HistoryJob }) {
  const { text, tone } = stateOf(job)
  return (
    <Badge tone={tone} dot>
      {text}
    </Badge>
  )
}

const TITLES: Record<HistoryJob["kind"], string> = {
  discord: "Messages from Discord",
  export: "Messages from a file",
  package: "Messages from a data package",
}

/** Names the notice after somebody acted on an import. */
export function historyNotice(act: HistoryAct, { job }: HistoryProgress): NoticeName {
  const stop = job.untilId === null ? "canceled" : "stopped"
  return ({ start: "started", resume: "import_resumed", pause: "import_paused", stop } as const)[act]
}

/** An import on a page. `page`: its path, to which the buttons post. */
export interface JobOnPage {
  progress: HistoryProgress
  visit: Visit
  page: string
}

/** The children are shown below the figures, such as the form that starts it. */
export function HistoryCard({ children, ...shown }: PropsWithChildren<JobOnPage>) {
  const { progress, visit } = shown
  const { job, sums } = progress
  // Messages that were read to no avail count as well: the bar of an upload ends at its last one.
  const read = job.kind === "discord" ? sums.accepted + sums.duplicates : sums.read - sums.bots
  const total = Math.max(sums.total, read, 1)
  return (
    <Card title={TITLES[job.kind]} actions={<JobButtons {...shown} />}>
      <p class="meta">
        <JobBadge job={job} />
        <span>
          requested <When at={job.requestedAt} clock={visit} />
        </span>
      </p>
      {job.reason === null ? null : <Notice tone="warn">{REASONS[job.reason]}</Notice>}
      {job.state === "counting" ? (
        <progress
          max={Math.max(1, sums.channels - sums.skipped)}
          value={sums.counted}
          aria-label="Counted channels"
        >
          {formatAmount(sums.counted)} of {formatAmount(sums.channels - sums.skipped)}
        </progress>
      ) : null}
      {job.state === "running" || job.state === "paused" ? (
        <progress max={total} value={Math.min(total, read)} aria-label="Messages read">
          {formatAmount(read)} of {formatAmount(total)}
        </progress>
      ) : null}
      <Figures items={figuresOf(progress)} />
      {isJobOver(job.state) && sums.accepted > 0 ? <Learned job={job} visit={visit} /> : null}
      {children}
    </Card>
  )
}

function Learned({ job, visit }: { job: HistoryJob; visit: Visit }) {
  const own = job.kind === "package" ? `?by=${visit.person.id}` : ""
  return (
    <p>
      The last conversations are read within minutes of the end. The list of{" "}
      <a href={`${visit.base}/memories${own}`}>memories</a> has what was learned, at the time when it was
      said.
    </p>
  )
}

function figuresOf({ job, sums }: HistoryProgress) {
  const { estimate } = job
  if (job.state !== "ready" || estimate === null)
    return [
      {
        label: job.kind === "discord" ? "Messages fetched" : "Messages read",
        // By people, as in the preview.
        value: formatAmount(sums.read - sums.bots),
        ...(sums.bots > 0 && { hint: `${formatAmount(sums.bots)} more by bots` }),
      },
      {
        label: "New",
        value: formatAmount(sums.accepted),
        hint: `${formatAmount(sums.duplicates)} known before`,
      },
      {
        label: "New facts",
        value: formatAmount(job.facts),
        hint: "as they were learned",
      },
      {
        label: "Not accepted",
        value: formatAmount(sums.rejected - sums.bots),
        hint: "notices, people who opted out",
      },
      spentOf(job),
    ]
  const { calls, usd, seconds } = estimate
  return [
    {
      label: "Messages",
      value: formatAmount(estimate.messages),
      hint: countOf(estimate.channels, "channel"),
    },
    { label: "Model calls", value: rangeOf(calls, formatAmount) },
    calls.high === 0
      ? FREE
      : {
          label: "Cost",
          value: usd === null ? "price unknown" : rangeOf(usd, formatUsd),
        },
    { label: "Takes up to", value: `${Math.max(1, Math.ceil(seconds / 60))} min` },
  ]
}

const FREE = { label: "Cost", value: "nothing", hint: "rules read it" }

function spentOf({ estimate, capUsd, calls, spentUsd }: HistoryJob) {
  const isFree = capUsd === 0 || estimate?.calls.high === 0
  if (isFree && calls === 0) return FREE
  const hint = capUsd === null ? countOf(calls, "call") : `of at most ${formatUsd(capUsd)}`
  return { label: "Spent", value: formatUsd(spentUsd), hint }
}

/** "0", "12 to 40". */
function rangeOf({ low, high }: { low: number; high: number }, format: (amount: number) => string): string {
  return format(low) === format(high) ? format(low) : `${format(low)} to ${format(high)}`
}

export function StartForm({ progress: { job }, page }: JobOnPage) {
  const cap = job.estimate === null ? null : offeredCap(job.estimate)
  return (
    <PostForm action={`${page}/${job.id}/start`} stack>
      {job.estimate?.calls.high === 0 ? null : (
        <TextField
          name="cap"
          type="number"
          step="0.01"
          label="Spend at most, in dollars"
          help="Rules read the rest once this is spent. Leave empty for no cap."
          value={cap === null ? "" : String(cap)}
        />
      )}
      <div class="buttons">
        <Submit kind="main">Start</Submit>
      </div>
    </PostForm>
  )
}

export function JobButtons({ progress: { job }, page }: Pick<JobOnPage, "progress" | "page">) {
  const to = (act: string) => `${page}/${job.id}/${act}`
  return (
    <>
      {job.state === "running" ? <PostButton action={to("pause")}>Pause</PostButton> : null}
      {job.state === "paused" ? <PostButton action={to("resume")}>Resume</PostButton> : null}
      {isJobOver(job.state) ? null : (
        <PostButton action={to("stop")} kind="danger">
          {job.state === "ready" || job.state === "counting" ? "Cancel" : "Stop"}
        </PostButton>
      )}
    </>
  )
}

const SOURCES: Record<HistoryJob["kind"], string> = {
  discord: "Discord",
  export: "A file",
  package: "A data package",
}

/** Stands in the place of the form for a file while one is open. */
export function StillOpen({ what }: { what: "file" | "data package" }) {
  return (
    <Notice>{`Another ${what} can be chosen once the present one is done, or you cancel or stop it.`}</Notice>
  )
}

/** Imports that ended. */
export function EarlierImports({ jobs, visit }: { jobs: readonly HistoryProgress[]; visit: Visit }) {
  return (
    <Card title="Earlier" flush>
      <DataTable
        caption="Earlier imports"
        columns={[
          { text: "Requested" },
          { text: "From" },
          { text: "Status" },
          { text: "New", number: true },
          { text: "Facts", number: true },
          { text: "Spent", number: true },
        ]}
        rows={jobs.map(({ job, sums }) => [
          <When at={job.requestedAt} clock={visit} />,
          SOURCES[job.kind],
          stateOf(job).text,
          formatAmount(sums.accepted),
          formatAmount(job.facts),
          formatUsd(job.spentUsd),
        ])}
      />
    </Card>
  )
}
