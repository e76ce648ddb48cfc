/**
 * The cost of a guild's models: read before a model is asked, recorded after. Recording continues while
 * memory is paused, because it writes no memory.
 */
import { and, eq, type SQL, sql } from "drizzle-orm"
import { utcDate, utcMonthStart } from "../../domain/calendar.ts"
import { DEPLOYMENT } from "../../domain/ids.ts"
import type { Id, Time } from "../../domain/types.ts"
import { type Database, runBatch } from "../db/database.ts"
import { usage } from "../db/schema.ts"
import { countForHistory } from "./history-spend.ts"
import type { Charge } from "./order.ts"
import { usageStatements } from "./statements.ts"

/** Usage over some days, for some purposes and models. */
export interface Spent {
  /** Input and output together. */
  tokens: number
  /** The unit Workers AI bills, before the free allowance; `null` if no usage is known to be billed in it. */
  neurons: number | null
  /** US dollars, as far as prices are known. */
  usd: number
  /** The part of the tokens without a known price. */
  unpriced: number
}

/** Usage on a UTC day and in its UTC month, for all purposes. */
export interface Spending {
  today: Spent
  month: Spent
  /** US dollars of all guilds in that month. */
  deploymentUsd: number
}

export const NOTHING_SPENT: Spent = { tokens: 0, neurons: null, usd: 0, unpriced: 0 }

/**
 * Equals the constant in `ai/cost.ts`, which cannot import this file or be imported here. A test compares
 * them.
 */
export const BILLED_USD_PER_NEURON = 0.011 / 1_000

/**
 * Models whose names begin with @ run on Workers AI, which bills neurons: there, dollars are neurons times a
 * constant.
 */
const inNeurons = sql`CASE WHEN ${usage.model} LIKE '@%' THEN ${usage.costUsd} / ${BILLED_USD_PER_NEURON} END`
const tokens = sql`${usage.inputTokens} + ${usage.outputTokens}`
const unpriced = sql`CASE WHEN ${usage.costUsd} IS NULL THEN ${tokens} ELSE 0 END`

/** Returns the sum columns over the rows that match `condition`. */
function sums(condition: SQL = sql`true`) {
  const sum = (what: SQL) => sql`sum(${what}) FILTER (WHERE ${condition})`
  return {
    tokens: sql<number>`coalesce(${sum(tokens)}, 0)`,
    neurons: sql<number | null>`${sum(inNeurons)}`,
    usd: sql<number>`coalesce(${sum(sql`${usage.costUsd}`)}, 0)`,
    unpriced: sql<number>`coalesce(${sum(unpriced)}, 0)`,
  }
}

/**
 * Returns the query for all usage on the day and in the month of `now`, to run in a batch with others.
 * `spendingOf` reads its rows.
 */
export function spentQuery(db: Database, guildId: Id, now: Time) {
  const day = utcDate(now)
  const today = sums(sql`${usage.day} = ${day}`)
  const month = sums()
  return db
    .select({
      tokens: today.tokens,
      neurons: today.neurons,
      usd: today.usd,
      unpriced: today.unpriced,
      monthTokens: month.tokens,
      monthNeurons: month.neurons,
      monthUsd: month.usd,
      monthUnpriced: month.unpriced,
      // One row, read along with the guild's own.
      deploymentUsd: sql<number>`coalesce((${deploymentUsdQuery(now)}), 0)`,
    })
    .from(usage)
    .where(and(eq(usage.guildId, guildId), sql`${usage.day} BETWEEN ${utcMonthStart(now)} AND ${day}`))
}

/** One row, or none: the dollars of all guilds in the UTC month, counted with each charge. */
export function deploymentUsdQuery(now: Time): SQL {
  return sql`SELECT all_guilds.cost_usd AS usd FROM usage AS all_guilds
    WHERE all_guilds.guild_id = ${DEPLOYMENT} AND all_guilds.day = ${utcMonthStart(now)}`
}

/**
 * Raises the deployment's row of the month to the sum over its guilds: after an upgrade from a version without that
 * row, and after a restore. Never lowers it: an erased guild's spending stays counted.
 */
export function recountStatement(now: Time): SQL {
  const since = utcMonthStart(now)
  return sql`INSERT INTO usage (guild_id, day, purpose, model, calls, input_tokens, output_tokens, cost_usd)
    SELECT ${DEPLOYMENT}, ${since}, 'all', 'all', total(calls), total(input_tokens), total(output_tokens), total(cost_usd)
    FROM guilds JOIN usage ON usage.guild_id = guilds.id AND usage.day BETWEEN ${since} AND ${utcDate(now)}
    WHERE cost_usd > 0 HAVING total(cost_usd) > 0
    ON CONFLICT (guild_id, day, purpose, model) DO UPDATE SET cost_usd = max(cost_usd, excluded.cost_usd)`
}

/** Converts the rows of `spentQuery`. */
export function spendingOf(rows: Awaited<ReturnType<typeof spentQuery>>): Spending {
  const row = rows[0]
  if (row === undefined) return { today: NOTHING_SPENT, month: NOTHING_SPENT, deploymentUsd: 0 }
  const { monthTokens, monthNeurons, monthUsd, monthUnpriced, deploymentUsd, ...today } = row
  return {
    today,
    deploymentUsd,
    month: { tokens: monthTokens, neurons: monthNeurons, usd: monthUsd, unpriced: monthUnpriced },
  }
}

/** One row of the usage report: usage under one key, and the number of calls. */
export interface LedgerRow extends Spent {
  key: string
  calls: number
  inputTokens: number
  outputTokens: number
}

/** Returns usage between two days, both included, summed by day, purpose or model, in key order. May run in a batch. */
export function readLedger(
  db: Database,
  guildId: Id,
  asked: { from: string; to: string; by: "day" | "purpose" | "model" },
) {
  const key = usage[asked.by]
  return db
    .select({
      key: sql<string>`${key}`,
      calls: sql<number>`sum(${usage.calls})`,
      inputTokens: sql<number>`sum(${usage.inputTokens})`,
      outputTokens: sql<number>`sum(${usage.outputTokens})`,
      ...sums(),
    })
    .from(usage)
    .where(and(eq(usage.guildId, guildId), sql`${usage.day} BETWEEN ${asked.from} AND ${asked.to}`))
    .groupBy(key)
    .orderBy(key)
}

/** Selects the day of the guild's first stored row; `null` if there is none. May run in a batch. */
export function firstUsageDay(db: Database, guildId: Id) {
  return db
    .select({ day: sql<string | null>`min(${usage.day})` })
    .from(usage)
    .where(eq(usage.guildId, guildId))
}

/** Adds several sums. */
export function sumSpent(parts: readonly Spent[]): Spent {
  return parts.reduce(
    (sum, part) => ({
      tokens: sum.tokens + part.tokens,
      neurons: part.neurons === null ? sum.neurons : (sum.neurons ?? 0) + part.neurons,
      usd: sum.usd + part.usd,
      unpriced: sum.unpriced + part.unpriced,
    }),
    NOTHING_SPENT,
  )
}

/**
 * Adds calls to the guild's usage of the day. Call it after the answer is sent. Writes nothing if there was
 * no usage. Throws if the database is unreachable; those calls are then not counted.
 */
export async function recordUsage(
  db: Database,
  guildId: Id,
  { usage: charges, now, historyJob = null }: { usage: Charge[]; now: Time; historyJob?: string | null },
): Promise<void> {
  if (charges.length === 0) return
  await runBatch(db, [
    ...usageStatements(guildId, charges, now),
    ...countForHistory(guildId, historyJob, { usage: charges, facts: 0 }),
  ])
}
