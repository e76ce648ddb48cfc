/** The cost of models: so far, by day, purpose and model, the forecast, and the guild's caps. Days are in UTC. */
import { Hono } from "hono"
import { z } from "zod"
import { addDays, DAY, utcDate } from "../../domain/calendar.ts"
import { type LedgerRow, readLedger } from "../../memory/write/usage.ts"
import { changeSettings } from "../../policy/change.ts"
import { type Cap, GUILD_CAPS, type GuildCap, type SpendState } from "../../policy/spend.ts"
import { refreshChannels } from "../../runtime/channels.ts"
import { enter } from "../../runtime/enter.ts"
import { type SpendReport, spendReport } from "../../runtime/guild-stats.ts"
import { ColumnChart, Meter } from "../kit/charts.tsx"
import { ActField, PostForm, readForm, Submit, TextField } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { DataTable } from "../kit/lists.tsx"
import { redirectTo } from "../kit/notices.ts"
import { Card, countOf, Empty, Figures, Notice, When } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import { formatAmount, formatCost, formatUsd } from "./amounts.ts"
import { changedValues } from "./settings-change.ts"

const DAYS = 30

const CAP_NAMES: Record<Cap, string> = {
  daily_tokens: "Tokens a day",
  daily_neurons: "Neurons a day (Cloudflare's unit of model work)",
  monthly_usd: "US dollars a month",
  deployment_usd: "The operator's dollars a month, for all servers",
}

export const spendPages = new Hono<GuildApp>()

spendPages.get("/spend", async (c) => {
  const visit = c.get("visit")
  const { entered, guildId, now } = visit
  const span = { from: utcDate(now - (DAYS - 1) * DAY), to: utcDate(now) }
  const [spend, days, models] = await Promise.all([
    spendReport(c.env, entered, now),
    readLedger(entered.db, guildId, { ...span, by: "day" }),
    readLedger(entered.db, guildId, { ...span, by: "model" }),
  ])
  const { today, month, forecast } = spend
  return guildPage(c, {
    title: "Costs",
    lead: "What this server's models cost. Days and months are in UTC.",
    active: "run/spend",
    content: (
      <>
        <StateNotice state={spend.state} visit={visit} />
        <Figures
          items={[
            { label: "Today", value: formatCost(today), hint: countOf(today.tokens, "token") },
            { label: "This month", value: formatCost(month), hint: countOf(month.tokens, "token") },
            {
              label: "Forecast of the month",
              value: forecast === null ? "–" : formatUsd(forecast.month.usd),
              hint:
                forecast === null
                  ? "after three full days"
                  : `${countOf(forecast.month.tokens, "token")}, from ${forecast.days} days`,
            },
            {
              label: "Forecast of today",
              value: forecast === null ? "–" : formatUsd(forecast.today.usd),
              hint: forecast === null ? "after three full days" : countOf(forecast.today.tokens, "token"),
            },
          ]}
        />
        {days.length === 0 ? null : (
          <Card title={`Last ${DAYS} days`}>
            <DaysChart days={days} from={span.from} />
          </Card>
        )}
        <div class="grid">
          <LedgerCard title="This month, by purpose" head="Purpose" rows={spend.byPurpose.month} />
          <LedgerCard title={`Last ${DAYS} days, by model`} head="Model" rows={models} />
        </div>
        <CapsCard spend={spend} visit={visit} />
      </>
    ),
  })
})

function StateNotice({ state, visit }: { state: SpendState; visit: Visit }) {
  if (state.state === "within") return null
  const cap = CAP_NAMES[state.cap]
  return state.state === "past" ? (
    <Notice tone="bad">
      <span>
        A cap is used up ({cap}). Rules read messages, and answers only quote memory. It resets{" "}
        <When at={state.until} clock={visit} />.
      </span>
    </Notice>
  ) : (
    <Notice tone="warn">
      <span>
        A cap is nearly used up ({cap}). The rest is reserved for reading messages, and answers only quote
        memory. It resets <When at={state.until} clock={visit} />.
      </span>
    </Notice>
  )
}

/** Dollars, or tokens while no price is known. */
function DaysChart({ days, from }: { days: readonly LedgerRow[]; from: string }) {
  const byDay = new Map(days.map((row) => [row.key, row]))
  const isPriced = days.some(({ usd }) => usd > 0)
  const points = Array.from({ length: DAYS }, (_, index) => {
    const label = addDays(from, index)
    const row = byDay.get(label)
    return { label, value: (isPriced ? row?.usd : row?.tokens) ?? 0 }
  })
  return (
    <ColumnChart
      title={isPriced ? "US dollars by day" : "Tokens by day"}
      points={points}
      heads={["Day", isPriced ? "US dollars" : "Tokens"]}
      format={isPriced ? formatUsd : formatAmount}
    />
  )
}

function LedgerCard({ title, head, rows }: { title: string; head: string; rows: readonly LedgerRow[] }) {
  return (
    <Card title={title} flush>
      {rows.length === 0 ? (
        <Empty icon="coins" title="No calls">
          <p>No model was called. Without a model, rules read messages, which costs nothing.</p>
        </Empty>
      ) : (
        <DataTable
          caption={title}
          columns={[
            { text: head },
            { text: "Calls", number: true },
            { text: "Tokens", number: true },
            { text: "Cost", number: true },
          ]}
          rows={rows
            .toSorted((a, b) => b.usd - a.usd || b.tokens - a.tokens)
            .map((row) => [row.key, formatAmount(row.calls), formatAmount(row.tokens), formatCost(row)])}
        />
      )}
    </Card>
  )
}

function CapsCard({ spend, visit }: { spend: SpendReport; visit: Visit }) {
  const { settings } = visit.entered.guild
  return (
    <Card
      title="Caps"
      lead="Beyond a cap, rules take over and answers quote memory. A fifth of each cap is reserved for reading messages. Leave a field empty for no cap."
    >
      {GUILD_CAPS.map((cap) => {
        const state = spend.caps[cap]
        return state === undefined || state.limit === 0 ? null : (
          <div class="field">
            <span class="small">
              {CAP_NAMES[cap]}: {amountOf(cap, state.spent)} of {amountOf(cap, state.limit)}
            </span>
            <Meter value={state.spent} max={state.limit} label={CAP_NAMES[cap]} />
          </div>
        )
      })}
      <PostForm action={`${visit.base}/run/spend`} stack>
        {GUILD_CAPS.map((cap) => (
          <TextField
            name={cap}
            label={CAP_NAMES[cap]}
            type="number"
            step={cap === "monthly_usd" ? "0.01" : "1"}
            value={settings[cap] === null ? "" : String(settings[cap])}
          />
        ))}
        <div class="buttons">
          <Submit kind="main">Save caps</Submit>
        </div>
      </PostForm>
    </Card>
  )
}

function amountOf(cap: GuildCap, amount: number): string {
  return cap === "monthly_usd" ? formatUsd(amount) : formatAmount(amount)
}

/** An empty field is no cap. The settings' own schema checks the range. */
const CapField = z
  .string()
  .trim()
  .refine((text) => text === "" || Number.isFinite(Number(text)), "must be a number, or empty for no cap")
  .transform((text) => (text === "" ? null : Number(text)))
  .pipe(z.number().min(0).max(1e12).nullable())

spendPages.post("/spend", async (c) => {
  const { entered, guildId, by, base } = c.get("visit")
  const form = z.object({
    act: ActField,
    daily_tokens: CapField,
    daily_neurons: CapField,
    monthly_usd: CapField,
  })
  const { act, ...caps } = await readForm(c, form)
  await changeSettings(entered.db, guildId, (settings) => ({ ...settings, ...caps }), {
    by,
    cause: act,
    detail: changedValues(entered.guild.settings, caps),
  })
  await refreshChannels(c.env, await enter(c.env, guildId))
  return redirectTo(c, `${base}/run/spend`, { done: "saved" })
})
