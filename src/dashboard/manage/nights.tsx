/**
 * The ledger of nightly runs. Counts and steps concern every channel, so only people who read every channel see them;
 * other managers see when a night ran, how it ended and what it cost.
 */
import { Hono } from "hono"
import { DAY, HOUR, MINUTE } from "../../domain/calendar.ts"
import { Refused } from "../../domain/errors.ts"
import { numberIn } from "../../domain/list-cursor.ts"
import type { Time } from "../../domain/types.ts"
import { beginManualNight } from "../../nights/begin.ts"
import { findRun, listRuns, pageOfSteps, type RunWithTotals } from "../../nights/ledger/run-reading.ts"
import { type Counts, type RunStep, spentOf } from "../../nights/ledger/run-spent.ts"
import { nightRunner } from "../../nights/runner/runner.ts"
import { readSettings } from "../../settings.ts"
import { PostButton } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { cursorIn, DataTable, Pager, pageOf } from "../kit/lists.tsx"
import { redirectTo } from "../kit/notices.ts"
import { Badge, Card, countOf, Empty, Figures, Notice, type Tone, When } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import { formatAmount, formatCost } from "./amounts.ts"
import { countName, firstNightText, stepName } from "./night-words.ts"

const PAGE = 25
const STEPS = 100
const ACTIVE = "run/nights"

const STATES: Record<RunWithTotals["state"], { text: string; tone: Tone }> = {
  running: { text: "Running", tone: "accent" },
  done: { text: "Done", tone: "good" },
  failed: { text: "Incomplete", tone: "warn" },
  skipped: { text: "Skipped", tone: "plain" },
}

export const nightPages = new Hono<GuildApp>()

nightPages.get("/nights", async (c) => {
  const visit = c.get("visit")
  const { entered, guildId, base } = visit
  const found = await listRuns(entered.db, guildId, { before: cursorIn(c), limit: PAGE + 1 })
  const { items, next } = pageOf(found, PAGE, ({ startedAt, id }) => ({ at: startedAt, id }))
  const isRunning = items.some(({ state }) => state === "running")
  return guildPage(c, {
    title: "Nightly runs",
    lead: "Each night, Keepsake deletes what expired, merges and checks facts, sums up the day's topics and writes digests.",
    active: ACTIVE,
    ...(isRunning ? { refresh: 5 } : {}),
    actions: <PostButton action={`${base}/run/nights`}>Run now</PostButton>,
    content: (
      <>
        <Card flush>
          {items.length === 0 ? (
            <Empty icon="moon" title="No night yet">
              <p>{firstNightText(visit.timezone)} Run now does the same work at once.</p>
            </Empty>
          ) : (
            <DataTable
              caption="Nightly runs"
              columns={[
                { text: "Night of" },
                { text: "Status" },
                { text: "Started" },
                { text: "Took", number: true },
                { text: "Model calls", number: true },
                { text: "Cost", number: true },
              ]}
              rows={items.map((run) => runRow(visit, run))}
            />
          )}
        </Card>
        <Pager c={c} next={next} />
      </>
    ),
  })
})

function runRow(visit: Visit, run: RunWithTotals) {
  return [
    <a href={`${visit.base}/run/nights/${run.id}`}>{run.day}</a>,
    <span class="meta">
      <StateBadge run={run} />
      {run.trigger === "hand" ? <span>by hand</span> : null}
    </span>,
    <When at={run.startedAt} clock={visit} />,
    run.finishedAt === null ? "–" : lengthOf(run.finishedAt - run.startedAt),
    formatAmount(run.totals.calls),
    costOf(run.totals),
  ]
}

function StateBadge({ run }: { run: RunWithTotals }) {
  const { text, tone } = STATES[run.state]
  return (
    <Badge tone={tone} dot>
      {text}
    </Badge>
  )
}

function costOf({ costUsd, unpricedTokens }: { costUsd: number; unpricedTokens: number }): string {
  return formatCost({ usd: costUsd, unpriced: unpricedTokens })
}

/** "8 s", "3 min", "2 h". */
function lengthOf(milliseconds: Time): string {
  if (milliseconds < MINUTE) return `${Math.max(0, Math.round(milliseconds / 1_000))} s`
  return milliseconds < HOUR
    ? `${Math.round(milliseconds / MINUTE)} min`
    : `${formatAmount(Math.min(milliseconds, DAY) / HOUR)} h`
}

nightPages.get("/nights/:run", async (c) => {
  const visit = c.get("visit")
  const { entered, guildId, base, isAdministrator } = visit
  const id = c.req.param("run")
  const run = await findRun(entered.db, guildId, id)
  if (run === null) throw new Refused({ reason: "unknown_run", runId: id })
  const after = cursorIn(c)
  const page = { after: after === null ? 0 : numberIn(after), limit: STEPS + 1 }
  const found = isAdministrator ? await pageOfSteps(entered.db, run, page) : []
  const { items, next } = pageOf(found, STEPS, ({ finishedAt, seq }) => ({ at: finishedAt, id: String(seq) }))
  const { totals } = run
  return guildPage(c, {
    title: `Night of ${run.day}`,
    active: ACTIVE,
    crumbs: [{ href: `${base}/run/nights`, text: "Nightly runs" }],
    ...(run.state === "running" ? { refresh: 5 } : {}),
    lead: (
      <>
        <StateBadge run={run} /> Started <When at={run.startedAt} clock={visit} exact />
        {run.trigger === "hand" ? ", by hand" : ""}
      </>
    ),
    content: (
      <>
        {run.state === "failed" ? (
          <Notice tone="warn">
            A step was given up, or the run was cut off. The next night does the rest.
          </Notice>
        ) : null}
        <Figures
          items={[
            {
              label: "Took",
              value: run.finishedAt === null ? "–" : lengthOf(run.finishedAt - run.startedAt),
            },
            {
              label: "Steps",
              value: formatAmount(totals.steps),
              ...(totals.errors === 0 ? {} : { hint: `${totals.errors} given up` }),
            },
            {
              label: "Model calls",
              value: formatAmount(totals.calls),
              hint: countOf(totals.inputTokens + totals.outputTokens, "token"),
            },
            { label: "Cost", value: costOf(totals) },
          ]}
        />
        {isAdministrator ? (
          <>
            <CountsCard counts={totals.counts} />
            <StepsCard steps={items} />
            <Pager c={c} next={next} />
          </>
        ) : (
          <p class="soft">Administrators also see each step and what it changed.</p>
        )}
      </>
    ),
  })
})

function CountsCard({ counts }: { counts: Counts }) {
  const shown = Object.entries(counts).filter(([, count]) => count !== 0)
  if (shown.length === 0) return null
  return (
    <Card title="What it did" flush>
      <DataTable
        caption="What the night did"
        columns={[{ text: "Result" }, { text: "Number", number: true }]}
        rows={shown.map(([name, count]) => [countName(name), formatAmount(count)])}
      />
    </Card>
  )
}

function StepsCard({ steps }: { steps: readonly RunStep[] }) {
  if (steps.length === 0) return null
  return (
    <Card title="Steps" flush>
      <DataTable
        caption="Steps"
        columns={[
          { text: "Step" },
          { text: "Result" },
          { text: "Took", number: true },
          { text: "Calls", number: true },
          { text: "Cost", number: true },
        ]}
        rows={steps.map((step) => {
          const spent = spentOf(step)
          return [
            stepName(step.step),
            step.state === "failed" ? (
              <span>
                <Badge tone="warn">given up</Badge> <span class="soft">{step.error}</span>
              </span>
            ) : (
              <span class="soft">{countsText(spent.counts)}</span>
            ),
            lengthOf(step.finishedAt - step.startedAt),
            formatAmount(step.calls),
            costOf(spent),
          ]
        })}
      />
    </Card>
  )
}

function countsText(counts: Counts): string {
  const parts = Object.entries(counts).filter(([, count]) => count !== 0)
  return (
    parts.map(([name, count]) => `${formatAmount(count)} ${countName(name)}`).join(", ") || "nothing to do"
  )
}

nightPages.post("/nights", async (c) => {
  const { entered, by, base } = c.get("visit")
  const settings = readSettings(c.env)
  const nights = { NIGHTS: nightRunner(c.env, settings), since: settings.NIGHTS_SINCE }
  const run = await beginManualNight(nights, entered, by)
  return redirectTo(c, `${base}/run/nights/${run.id}`, { done: "started" })
})
