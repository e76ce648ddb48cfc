/** The cards of the overview on the last night, the spend and the connection. */
import type { RunWithTotals } from "../../../nights/ledger/run-reading.ts"
import type { GuildCap } from "../../../policy/spend.ts"
import type { GuildStats } from "../../../runtime/guild-stats.ts"
import { Meter } from "../../kit/charts.tsx"
import { Badge, Card, countOf, Pairs, type Tone, When } from "../../kit/parts.tsx"
import type { Visit } from "../../session/visit.ts"
import { dollars, wholeNumber } from "../figures.ts"
import { firstNightText } from "../night-words.ts"
import { connectionOf } from "./needs.ts"
import type { Overview } from "./read-overview.ts"

const RUN_STATES: Record<string, readonly [tone: Tone, text: string]> = {
  running: ["accent", "Running"],
  done: ["good", "Done"],
  failed: ["bad", "Failed"],
}

/** Counts of a night to report, in this order, by the names that its steps use. */
const WORK: readonly (readonly [name: string, text: string])[] = [
  ["people", "profiles checked"],
  ["merged", "facts merged"],
  ["promoted", "facts made permanent"],
  ["retired", "facts retired"],
  ["topics", "topics of the day"],
  ["written", "summaries written"],
]

/** The counts of a night cover every channel, so only administrators see them. */
export function NightCard({ night, visit }: { night: RunWithTotals | null; visit: Visit }) {
  const link = (
    <a class="button bare" href={`${visit.base}/run/nights`}>
      All nightly runs
    </a>
  )
  if (night === null)
    return (
      <Card title="Last nightly run" actions={link}>
        <p class="soft">{firstNightText(visit.timezone)}</p>
      </Card>
    )
  const [tone, text] = RUN_STATES[night.state] ?? ["plain", night.state]
  const { totals } = night
  const work = visit.isAdministrator
    ? WORK.flatMap(([name, said]) =>
        totals.counts[name] ? [`${wholeNumber(totals.counts[name])} ${said}`] : [],
      )
    : []
  return (
    <Card title="Last nightly run" actions={link}>
      <Pairs
        items={[
          [
            "Status",
            <Badge tone={tone} dot>
              {text}
            </Badge>,
          ],
          ["Finished", night.finishedAt === null ? null : <When at={night.finishedAt} clock={visit} />],
          ["Work", work.length === 0 ? null : work.join(", ")],
          ["Model calls", wholeNumber(totals.calls)],
          ["Cost", totals.unpricedTokens > 0 ? "Price unknown" : dollars(totals.costUsd)],
        ]}
      />
    </Card>
  )
}

const CAP_NAMES: Record<GuildCap, string> = {
  daily_tokens: "Tokens today",
  daily_neurons: "Neurons today",
  monthly_usd: "Dollars this month",
}
const CAPS: readonly GuildCap[] = ["daily_tokens", "daily_neurons", "monthly_usd"]

export function SpendCard({
  spend,
  reader,
  visit,
}: Pick<GuildStats, "spend" | "reader"> & {
  visit: Visit
}) {
  const { today, month, forecast, caps } = spend
  const priced = (of: { usd: number; unpriced: number; tokens: number }) =>
    `${wholeNumber(of.tokens)} tokens${of.unpriced > 0 ? "" : `, ${dollars(of.usd)}`}`
  return (
    <Card
      title="Costs"
      actions={
        <a class="button bare" href={`${visit.base}/run/spend`}>
          Details
        </a>
      }
    >
      <Pairs
        items={[
          ["Read by", reader === "model" ? "A model" : "Rules, without a model"],
          ["Today", priced(today)],
          ["This month", priced(month)],
          [
            "Forecast",
            forecast === null ? "after three full days" : `${dollars(forecast.month.usd)} this month`,
          ],
        ]}
      />
      {CAPS.flatMap((name) => {
        const cap = caps[name]
        return cap === undefined || cap.limit === 0
          ? []
          : [
              <div>
                <span class="soft small">
                  {CAP_NAMES[name]}: {wholeNumber(cap.spent)} of {wholeNumber(cap.limit)}
                </span>
                <Meter value={cap.spent} max={cap.limit} label={CAP_NAMES[name]} />
              </div>,
            ]
      })}
    </Card>
  )
}

export function ConnectionCard({ overview, visit }: { overview: Overview; visit: Visit }) {
  const { connection, stats } = overview
  const { isUp, text } = connectionOf(connection, visit.guildId)
  const { settings, policyVersion } = visit.entered.guild
  return (
    <Card
      title="Running"
      actions={
        <a class="button bare" href={`${visit.base}/run/health`}>
          Health
        </a>
      }
    >
      <Pairs
        items={[
          [
            "Discord",
            <Badge tone={isUp === null ? "plain" : isUp ? "good" : "warn"} dot>
              {text}
            </Badge>,
          ],
          ["Answers", connection.waiting === null ? null : `${wholeNumber(connection.waiting)} in progress`],
          ["Policy", <a href={`${visit.base}/manage/policy`}>{`Version ${policyVersion}`}</a>],
          [
            "Consent",
            settings.consent === "opt_in" ? "Only people who opted in" : "Everyone who did not opt out",
          ],
          [
            "Channels",
            `${wholeNumber(stats.channels.full)} full memory, ${wholeNumber(stats.channels.notes)} notes only, ${countOf(stats.channels.off, "ignored", "ignored")}`,
          ],
        ]}
      />
    </Card>
  )
}
