/**
 * How Keepsake is doing in this guild: the connection to Discord, what waits, who reads messages, the last night. The
 * deployment's own checks name other guilds and are the operator's.
 */
import { Hono } from "hono"
import { HOUR } from "../../domain/calendar.ts"
import { lastRun, type RunWithTotals } from "../../nights/ledger/run-reading.ts"
import type { AllowanceUse, DailyAllowance } from "../../runtime/allowances/free-plan.ts"
import { type ConnectionStatus, readConnectionStatus, shardOf } from "../../runtime/connection-status.ts"
import { type GuildStats, guildStats, rereadText } from "../../runtime/guild-stats.ts"
import { Meter } from "../kit/charts.tsx"
import { guildPage } from "../kit/layout.tsx"
import { Badge, Card, countOf, Figures, Notice, Pairs, type Tone, When } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import { firstNightText } from "./night-words.ts"
import { learningNeeds } from "./overview/needs.ts"

/** A night is late after its local midnight, an hourly round and the time that it takes. */
const NIGHT_LATE = 27 * HOUR

export const healthPages = new Hono<GuildApp>()

healthPages.get("/health", async (c) => {
  const visit = c.get("visit")
  const { entered, guildId, viewer, now, runtime } = visit
  const [stats, connection, night] = await Promise.all([
    guildStats(c.env, entered, { viewer, now }),
    readConnectionStatus(runtime, guildId),
    lastRun(entered.db, guildId),
  ])
  const { unread, channels } = stats
  return guildPage(c, {
    title: "Health",
    lead: "How Keepsake is doing in this server right now. Figures cover the channels that you can read.",
    active: "run/health",
    content: (
      <>
        <Paused stats={stats} visit={visit} />
        {learningNeeds(entered.guild).map(({ tone, title, text, to }) => (
          <Notice tone={tone}>
            <span>
              <strong>{title}.</strong> {text}
            </span>
            {to === null ? null : (
              <a class="button" href={`${visit.base}/${to.path}`}>
                {to.link}
              </a>
            )}
          </Notice>
        ))}
        <Figures
          items={[
            {
              label: "Messages not read yet",
              value: unread.messages.toLocaleString("en"),
              hint: [`${countOf(unread.windows, "conversation")} waiting`, rereadText(unread) ?? []]
                .flat()
                .join("; "),
            },
            {
              label: "Channels read",
              value: channels.heard.toLocaleString("en"),
              hint: `${channels.off} ignored`,
              href: `${visit.base}/run/channels`,
            },
            {
              label: "Answers in progress",
              value: connection.waiting === null ? "–" : String(connection.waiting),
            },
            {
              label: "Messages are read by",
              value: stats.reader === "model" ? "a model" : "rules",
              ...(stats.spend.state.state === "past" ? { hint: "a cap is used up" } : {}),
              href: `${visit.base}/run/spend`,
            },
          ]}
        />
        {unread.silent === 0 ? null : (
          <Notice tone="warn">
            {countOf(unread.silent, "channel")} did not answer in time. Their messages are not counted above.
          </Notice>
        )}
        <div class="grid">
          <ConnectionCard connection={connection} visit={visit} />
          <NightCard night={night} visit={visit} />
          {stats.allowances === null ? null : <AllowancesCard allowances={stats.allowances} visit={visit} />}
        </div>
      </>
    ),
  })
})

function Paused({ stats, visit }: { stats: GuildStats; visit: Visit }) {
  if (stats.pausedEverywhere)
    return (
      <Notice tone="warn">
        Saving is paused in all servers, by the bot's operator. Nothing new is saved.
      </Notice>
    )
  return visit.entered.guild.settings.read_only ? (
    <Notice tone="warn">
      <span>Saving is paused. Nothing new is saved until you choose Resume saving.</span>
      <a class="button" href={`${visit.base}/manage/overview`}>
        Overview
      </a>
    </Notice>
  ) : null
}

interface Judged {
  tone: Tone
  text: string
  /** The next step of whoever runs the bot. */
  toDo: string | null
}

function judge({ gateway }: ConnectionStatus, guildId: string): Judged {
  if (gateway === null) return { tone: "warn", text: "Unknown", toDo: null }
  if (gateway.state === "unset")
    return {
      tone: "plain",
      text: "Not connected",
      toDo: "To listen in Discord, whoever runs the bot sets the secret DISCORD_TOKEN and deploys. Messages sent over the API are read without it.",
    }
  const own = gateway.shards[shardOf(guildId, Math.max(1, gateway.shards.length))]
  if (gateway.state === "stopped" || own === undefined)
    return { tone: "bad", text: "Stopped", toDo: gateway.toDo }
  return own.phase === "ready"
    ? { tone: "good", text: "Connected", toDo: null }
    : { tone: "warn", text: "Connecting", toDo: own.toDo }
}

function ConnectionCard({ connection, visit }: { connection: ConnectionStatus; visit: Visit }) {
  const { tone, text, toDo } = judge(connection, visit.guildId)
  const shards = connection.gateway?.shards ?? []
  const own = shards.length === 0 ? undefined : shards[shardOf(visit.guildId, shards.length)]
  return (
    <Card title="Discord">
      <Pairs
        items={[
          [
            "Connection",
            <Badge tone={tone} dot>
              {text}
            </Badge>,
          ],
          ["Next step", toDo],
          ["Last event", own?.lastHeardAt ? <When at={own.lastHeardAt} clock={visit} /> : null],
          ["Heartbeat", own?.latencyMs ? `${own.latencyMs} ms` : null],
          ["Events waiting", own === undefined ? null : own.waiting.toLocaleString("en")],
          ["Session since", own?.sessionSince ? <When at={own.sessionSince} clock={visit} /> : null],
        ]}
      />
    </Card>
  )
}

function NightCard({ night, visit }: { night: RunWithTotals | null; visit: Visit }) {
  const isLate = night !== null && visit.now - night.startedAt > NIGHT_LATE
  const result =
    night === null
      ? firstNightText(visit.timezone)
      : night.state === "failed"
        ? "Incomplete: the next night does the rest."
        : night.state === "running"
          ? "Running"
          : "Done"
  return (
    <Card
      title="Last night"
      actions={
        <a class="button" href={`${visit.base}/run/nights`}>
          All nights
        </a>
      }
    >
      <Pairs
        items={[
          ["Result", result],
          ["Started", night === null ? null : <When at={night.startedAt} clock={visit} exact />],
          ["Late", isLate ? <Badge tone="warn">No night for more than a day</Badge> : null],
        ]}
      />
    </Card>
  )
}

const ALLOWANCE_NAMES: Record<DailyAllowance, string> = {
  neurons: "Model calls",
  workerRequests: "Requests",
  objectRequests: "Object requests",
  gbSeconds: "Object time",
  objectRowsWritten: "Object rows written",
  objectRowsRead: "Object rows read",
  d1RowsWritten: "Database rows written",
  d1RowsRead: "Database rows read",
}

function AllowancesCard({
  allowances: { uses, until },
  visit,
}: {
  allowances: NonNullable<GuildStats["allowances"]>
  visit: Visit
}) {
  return (
    <Card
      title="Free plan, today"
      lead={
        <>
          Used by all servers of this bot. Renewed <When at={until} clock={visit} />.
        </>
      }
    >
      {uses.map((use) => (
        <div class="field">
          <span class="small">
            {ALLOWANCE_NAMES[use.allowance]}: {percentOf(use)} %
          </span>
          <Meter value={use.used} max={use.limit} label={ALLOWANCE_NAMES[use.allowance]} />
        </div>
      ))}
    </Card>
  )
}

function percentOf({ used, limit }: AllowanceUse): number {
  return Math.min(100, Math.floor((100 * used) / limit))
}
