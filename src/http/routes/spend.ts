/** A guild's model costs and statistics, in numbers for its managers. It names nobody and quotes no text. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { DAY, utcDate } from "../../domain/calendar.ts"
import { Refused } from "../../domain/errors.ts"
import { type LedgerRow, readLedger, type Spent, sumSpent } from "../../memory/write/usage.ts"
import { CAPS, GUILD_CAPS } from "../../policy/spend.ts"
import { type GuildStats, guildSeries, guildStats } from "../../runtime/guild-stats.ts"
import { enterRequestGuild, guarded } from "../guarded.ts"
import { iso } from "../present.ts"
import type { App } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { statsViewer } from "../request-viewer.ts"
import { GuildParam, json } from "../schemas.ts"
import { presentSeries, SeriesSchema } from "./stats-series.ts"

const MOST_DAYS = 400
const USUAL_DAYS = 30

const SpentSchema = z
  .object({
    tokens: z.int(),
    neurons: z.number().nullable().openapi({
      description:
        "The unit Workers AI bills by, without its free allowance; null if no call is known to be billed in it.",
    }),
    cost_usd: z.number().openapi({ description: "Cost of calls with a known price." }),
    unpriced_tokens: z.int().openapi({ description: "Tokens without a known price." }),
  })
  .openapi("Spent")
const CallsSchema = SpentSchema.extend({
  calls: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
})
const LedgerRowSchema = CallsSchema.extend({
  key: z.string().openapi({ description: "The day, purpose or model, depending on `by`." }),
}).openapi("LedgerRow")

/** At most `MOST_DAYS` days. */
const RANGE_FIELDS = {
  from: z.iso.date().optional().openapi({ description: "First day, in UTC. Default: 30 days up to `to`." }),
  to: z.iso.date().optional().openapi({ description: "Last day, in UTC. Default: today." }),
}

const usage = guarded({
  id: "readUsage",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: "/v1/guilds/{g}/usage",
  summary: "Read what models cost, by day, purpose or model; 400 days at most",
  request: {
    params: GuildParam,
    query: z.object({
      ...RANGE_FIELDS,
      by: z.enum(["day", "purpose", "model"]).default("day"),
    }),
  },
  responses: {
    200: json(
      z.object({ from: z.string(), to: z.string(), items: z.array(LedgerRowSchema), total: CallsSchema }),
      "All sums in that time; a day without calls has none.",
    ),
  },
})

const MeasuresSchema = z.object({
  tokens: z.int(),
  neurons: z.number().nullable(),
  cost_usd: z.number(),
})
const SpanSchema = SpentSchema.extend({ by_purpose: z.array(LedgerRowSchema) })
const CapSchema = z.object({ limit: z.number(), spent: z.number(), left: z.number() })
const StatsSchema = z
  .object({
    memories: z.object({ active: z.int(), shadow: z.int(), queued: z.int() }),
    notes: z.int(),
    people: z.int(),
    answers: z
      .object({ right: z.int(), wrong: z.int(), outdated: z.int() })
      .openapi({ description: "What people said of answers." }),
    channels: z
      .object({
        full: z.int().openapi({ description: "In this mode: read, with facts and notes." }),
        notes: z.int().openapi({ description: "In this mode: notes of conversations, and no facts." }),
        roleplay: z
          .int()
          .openapi({ description: "In this mode: only what is said out of character is read." }),
        off: z.int().openapi({ description: "In this mode: messages are ignored." }),
        quiet: z.int().openapi({
          description: "In any mode, where mentions of the bot are not answered.",
        }),
        heard: z.int().openapi({
          description:
            "Channels and threads that messages were received from, removed ones included, without those whose mode is `off` now.",
        }),
      })
      .openapi({
        description:
          "Channels by mode, by their own setting or the one that they inherit. Categories and removed channels do not count, and threads do only once messages were received from them.",
      }),
    unread: z.object({
      messages: z.int(),
      windows: z.int(),
      silent_channels: z.int().openapi({ description: "Channels that did not answer in time." }),
    }),
    reader: z.enum(["model", "rules"]),
    spend: z.object({
      state: z.enum(["within", "reserve", "past"]).openapi({
        description:
          "`reserve`: the rest of a cap is reserved for reading messages. `past`: no model is called, and rules read messages.",
      }),
      cap: z.enum(CAPS).nullable().openapi({ description: "The reached cap that resets last." }),
      until: z.string().nullable().openapi({ description: "When that cap resets." }),
      caps: z
        .partialRecord(z.enum(GUILD_CAPS), CapSchema)
        .openapi({ description: "Caps that the guild set." }),
      today: SpanSchema,
      month: SpanSchema,
      forecast: z.object({ today: MeasuresSchema, month: MeasuresSchema, days: z.int() }).nullable().openapi({
        description:
          "Expected totals of the day and the month without caps, from `days` complete days; null with fewer than three.",
      }),
    }),
    series: SeriesSchema.optional().openapi({
      description:
        "Only if `from`, `to` or `step` is given: counts by day or week. Days and weeks without any are left out.",
    }),
  })
  .openapi("Stats")

const stats = guarded({
  id: "readStats",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: "/v1/guilds/{g}/stats",
  summary:
    "Read counts of memories, channels and waiting messages, costs with caps and forecast, and a time series",
  request: {
    params: GuildParam,
    query: z.object({
      ...RANGE_FIELDS,
      step: z.enum(["day", "week"]).optional().openapi({
        description:
          "Default: day. Weeks begin on Monday. With any of the three fields, the answer has a series.",
      }),
    }),
  },
  responses: { 200: json(StatsSchema, "Current numbers; days and months are in UTC.") },
})

export const spendRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(usage, async (c) => {
    const { g } = c.req.valid("param")
    const { by, ...asked } = c.req.valid("query")
    const span = spanOf(asked, Date.now())
    const { db } = await enterRequestGuild(c, g)
    const rows = await readLedger(db, g, { ...span, by })
    const sum = (of: (row: LedgerRow) => number) => rows.reduce((all, row) => all + of(row), 0)
    const calls = {
      calls: sum((row) => row.calls),
      input_tokens: sum((row) => row.inputTokens),
      output_tokens: sum((row) => row.outputTokens),
    }
    return c.json(
      { ...span, items: rows.map(presentRow), total: { ...presentSpent(sumSpent(rows)), ...calls } },
      200,
    )
  })
  .openapi(stats, async (c) => {
    const { g } = c.req.valid("param")
    const { step, ...asked } = c.req.valid("query")
    const now = Date.now()
    const isSeries = step !== undefined || asked.from !== undefined || asked.to !== undefined
    const range = isSeries ? { ...spanOf(asked, now), step: step ?? "day" } : null
    const entered = await enterRequestGuild(c, g)
    const [standing, series] = await Promise.all([
      guildStats(c.env, entered, { viewer: statsViewer(entered), now }),
      range && guildSeries(c.env, entered, { ...range, now }),
    ])
    return c.json(
      { ...presentStanding(standing), ...(range && series && { series: presentSeries(range, series) }) },
      200,
    )
  })

/** Returns the requested days; refuses a range that ends before it begins, or is too long. */
function spanOf(asked: { from?: string | undefined; to?: string | undefined }, now: number) {
  const to = asked.to ?? utcDate(now)
  const from = asked.from ?? utcDate(Date.parse(to) - (USUAL_DAYS - 1) * DAY)
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1
  const problem = days < 1 ? "is after the last day" : `is more than ${MOST_DAYS} days before the last day`
  if (days < 1 || days > MOST_DAYS)
    throw new Refused({ reason: "invalid", issues: [{ field: "query.from", problem }] })
  return { from, to }
}

function presentSpent({ tokens, neurons, usd, unpriced }: Spent) {
  return { tokens, neurons, cost_usd: usd, unpriced_tokens: unpriced }
}

function presentRow(row: LedgerRow): z.output<typeof LedgerRowSchema> {
  const { key, calls, inputTokens, outputTokens } = row
  return { key, ...presentSpent(row), calls, input_tokens: inputTokens, output_tokens: outputTokens }
}

function presentStanding(guildStats: GuildStats): z.output<typeof StatsSchema> {
  const { amounts, channels, unread, reader, spend } = guildStats
  const { active, shadow, queued, notes, people, right, wrong, outdated } = amounts
  const held = spend.state.state === "within" ? null : spend.state
  const measures = ({ tokens, neurons, usd }: Omit<Spent, "unpriced">) => ({ tokens, neurons, cost_usd: usd })
  const span = (of: "today" | "month") => ({
    ...presentSpent(spend[of]),
    by_purpose: spend.byPurpose[of].map(presentRow),
  })
  return {
    memories: { active, shadow, queued },
    notes,
    people,
    answers: { right, wrong, outdated },
    channels,
    unread: { messages: unread.messages, windows: unread.windows, silent_channels: unread.silent },
    reader,
    spend: {
      state: spend.state.state,
      cap: held?.cap ?? null,
      until: held === null ? null : iso(held.until),
      caps: spend.caps,
      today: span("today"),
      month: span("month"),
      forecast: spend.forecast && {
        today: measures(spend.forecast.today),
        month: measures(spend.forecast.month),
        days: spend.forecast.days,
      },
    },
  }
}
