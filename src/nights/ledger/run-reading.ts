/** The ledger of nights as it is read: a guild's nights, what each came to, and its steps. */
import { and, desc, eq, getTableColumns, sql } from "drizzle-orm"
import type { Id, Time } from "../../domain/types.ts"
import type { Database } from "../../memory/db/database.ts"
import { runSteps, runs } from "../../memory/db/schema.ts"
import { type CallsSpent, type Counts, type RunStep, spentOf } from "./run-spent.ts"
import type { Run } from "./runs.ts"

/** What a night came to so far, over all its steps. */
export interface Totals extends CallsSpent {
  steps: number
  /** Steps that were given up. */
  errors: number
  calls: number
  counts: Counts
}

/** Those of a night that has just begun. */
export const NO_TOTALS: Totals = {
  steps: 0,
  errors: 0,
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  unpricedTokens: 0,
  counts: {},
}

export type RunWithTotals = Run & { totals: Totals }

/** A guild's nights with what they came to, latest first; `before` is the last one of the page before. */
export async function listRuns(
  db: Database,
  guildId: Id,
  page: { before: { at: Time; id: string } | null; limit: number },
): Promise<RunWithTotals[]> {
  const { before, limit } = page
  const after =
    before === null ? undefined : sql`(${runs.startedAt}, ${runs.id}) < (${before.at}, ${before.id})`
  const rows = await db
    .select()
    .from(runs)
    .where(and(eq(runs.guildId, guildId), after))
    .orderBy(desc(runs.startedAt), desc(runs.id))
    .limit(limit)
  return withTotals(db, rows)
}

/** One night; null where the guild has none of this id. */
export async function findRun(db: Database, guildId: Id, id: string): Promise<RunWithTotals | null> {
  const rows = await db
    .select()
    .from(runs)
    .where(and(eq(runs.guildId, guildId), eq(runs.id, id)))
  return (await withTotals(db, rows))[0] ?? null
}

/** The guild's night that is written down as running; null where there is none. */
export async function runningOf(db: Database, guildId: Id): Promise<Run | null> {
  const rows = await db
    .select()
    .from(runs)
    .where(and(eq(runs.guildId, guildId), sql`state = 'running'`))
  return rows[0] ?? null
}

/** The guild's last night that did anything; null where there was none yet. */
export async function lastRun(db: Database, guildId: Id): Promise<RunWithTotals | null> {
  const rows = await db
    .select()
    .from(runs)
    .where(and(eq(runs.guildId, guildId), sql`state <> 'skipped'`))
    .orderBy(desc(runs.startedAt), desc(runs.id))
    .limit(1)
  return (await withTotals(db, rows))[0] ?? null
}

/** The local date of the last night that did all it had to, but for this one; null: there was none. */
export async function lastDoneDay(db: Database, guildId: Id, but: string): Promise<string | null> {
  const rows = await db
    .select({ day: sql<string | null>`max(day)` })
    .from(runs)
    .where(and(eq(runs.guildId, guildId), sql`state = 'done' AND id <> ${but}`))
  return rows[0]?.day ?? null
}

interface Sums extends Omit<Totals, "counts" | "unpricedTokens"> {
  runId: string
  counts: string
  /** Tokens of steps that were written before those without a price were counted. */
  before: number
}

/** Summed in the database: a night has as many steps as there were people. Raw for that, as counts are JSON by name. */
async function withTotals(db: Database, rows: Run[]): Promise<RunWithTotals[]> {
  if (rows.length === 0) return []
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const of = sql`run_id IN (SELECT value FROM json_each(${ids}))`
  const sums =
    await db.all<Sums>(sql`SELECT run_id AS runId, count(*) AS steps, sum(state = 'failed') AS errors, sum(calls) AS calls,
      sum(input_tokens) AS inputTokens, sum(output_tokens) AS outputTokens,
      coalesce(sum(cost_usd), 0) AS costUsd, coalesce(sum(CASE WHEN cost_usd IS NULL THEN input_tokens + output_tokens END), 0) AS before,
      (SELECT json_group_object(name, total) FROM (SELECT said.key AS name, sum(said.value) AS total
        FROM run_steps AS step, json_each(step.counts) AS said WHERE step.run_id = run_steps.run_id GROUP BY said.key)) AS counts
    FROM run_steps WHERE ${of} GROUP BY run_id`)
  const totals = new Map(
    sums.map(({ runId, before, ...sum }) => {
      // Worded by the statement above alone.
      const spent = spentOf({ ...sum, counts: JSON.parse(sum.counts) as Counts })
      return [runId, { ...spent, unpricedTokens: spent.unpricedTokens + before }]
    }),
  )
  return rows.map((row) => ({ ...row, totals: totals.get(row.id) ?? NO_TOTALS }))
}

/** The steps of a night in the order they were written down, after the one with the number `after`. */
export function pageOfSteps(
  db: Database,
  { id, guildId }: Pick<Run, "id" | "guildId">,
  page: { after: number; limit: number },
): Promise<(RunStep & { seq: number })[]> {
  return db
    .select({ ...getTableColumns(runSteps), seq: sql<number>`rowid` })
    .from(runSteps)
    .where(and(eq(runSteps.runId, id), eq(runSteps.guildId, guildId), sql`rowid > ${page.after}`))
    .orderBy(sql`rowid`)
    .limit(page.limit)
}

/** The steps of these nights, in the order they were done. */
export function listRunSteps(db: Database, runIds: readonly string[]): Promise<RunStep[]> {
  return db
    .select()
    .from(runSteps)
    .where(sql`run_id IN (SELECT value FROM json_each(${JSON.stringify(runIds)}))`)
    .orderBy(sql`finished_at, step`)
}
