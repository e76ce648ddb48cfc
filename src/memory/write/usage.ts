/** What a guild's models cost: read before they are asked, recorded after. Counting is no writing of memory: it goes on where memory is paused. */
import { and, eq, type SQL, sql } from "drizzle-orm"
import { utcDate } from "../../domain/calendar.ts"
import type { Id, Time } from "../../domain/types.ts"
import { type Database, runBatch } from "../db/database.ts"
import { usage } from "../db/schema.ts"
import type { Charge } from "./order.ts"
import { usageStatements } from "./statements.ts"

/** What was spent: on some days, for some purpose, on some model. */
export interface Spent {
  /** Input and output together. */
  tokens: number
  /** What Workers AI bills it by, free allowance aside; null: nothing of it is known to be billed so. */
  neurons: number | null
  /** US dollars, as far as prices are known. */
  usd: number
  /** The tokens among them whose price is not known. */
  unpriced: number
}

/** What was spent on the UTC day and in the UTC month of a moment, for all purposes. */
export interface Spending {
  today: Spent
  month: Spent
}

export const NOTHING_SPENT: Spent = { tokens: 0, neurons: null, usd: 0, unpriced: 0 }

/** As in ai/cost.ts, which neither may import nor be imported here; a test holds them together. */
export const BILLED_USD_PER_NEURON = 0.011 / 1_000

/** Names that begin with @ are Workers AI's, which bills neurons: there dollars are neurons at another scale. */
const inNeurons = sql`CASE WHEN ${usage.model} LIKE '@%' THEN ${usage.costUsd} / ${BILLED_USD_PER_NEURON} END`
const tokens = sql`${usage.inputTokens} + ${usage.outputTokens}`
const unpriced = sql`CASE WHEN ${usage.costUsd} IS NULL THEN ${tokens} ELSE 0 END`

/** Columns of the rows that `condition` takes. */
function sums(condition: SQL = sql`true`) {
  const sum = (what: SQL) => sql`sum(${what}) FILTER (WHERE ${condition})`
  return {
    tokens: sql<number>`coalesce(${sum(tokens)}, 0)`,
    neurons: sql<number | null>`${sum(inNeurons)}`,
    usd: sql<number>`coalesce(${sum(sql`${usage.costUsd}`)}, 0)`,
    unpriced: sql<number>`coalesce(${sum(unpriced)}, 0)`,
  }
}

/** The query for what all purposes have spent on the day and in the month of `now`, to stand in a batch with others; `spendingOf` reads its rows. */
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
    })
    .from(usage)
    .where(and(eq(usage.guildId, guildId), sql`${usage.day} BETWEEN ${`${day.slice(0, 7)}-01`} AND ${day}`))
}

/** What the rows of `spentQuery` say. */
export function spendingOf(rows: Awaited<ReturnType<typeof spentQuery>>): Spending {
  const row = rows[0]
  if (row === undefined) return { today: NOTHING_SPENT, month: NOTHING_SPENT }
  const { monthTokens, monthNeurons, monthUsd, monthUnpriced, ...today } = row
  return {
    today,
    month: { tokens: monthTokens, neurons: monthNeurons, usd: monthUsd, unpriced: monthUnpriced },
  }
}

/** A sum of the ledger: what was spent under one key, in how many calls. */
export interface LedgerRow extends Spent {
  key: string
  calls: number
  inputTokens: number
  outputTokens: number
}

/** The ledger from one day to another, both in it, summed by day, purpose or model; in the order of the keys. */
export function readLedger(
  db: Database,
  guildId: Id,
  asked: { from: string; to: string; by: "day" | "purpose" | "model" },
): Promise<LedgerRow[]> {
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

/** The day of the guild's first row that is still kept; null: there is none. */
export async function firstUsageDay(db: Database, guildId: Id): Promise<string | null> {
  const rows = await db
    .select({ day: sql<string | null>`min(${usage.day})` })
    .from(usage)
    .where(eq(usage.guildId, guildId))
  return rows[0]?.day ?? null
}

/** Several sums as one. */
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
 * Adds calls to the guild's day. To be run after the answer. Nothing is written where nothing was spent. Throws on an
 * outage of the database: those calls are then not counted.
 */
export async function recordUsage(
  db: Database,
  guildId: Id,
  spent: { usage: Charge[]; now: Time },
): Promise<void> {
  if (spent.usage.length === 0) return
  await runBatch(db, usageStatements(guildId, spent.usage, spent.now))
}
