/** Reads the ledger of nightly runs: a guild's runs, their totals and their steps. It writes nothing. */
import { and, desc, eq, getTableColumns, sql } from "drizzle-orm"
import type { Id, Time } from "../../domain/types.ts"
import type { Database } from "../../memory/db/database.ts"
import { runSteps, runs } from "../../memory/db/schema.ts"
import { type CallsSpent, type Counts, type RunStep, spentOf } from "./run-spent.ts"
import type { Run } from "./runs.ts"

/** Sums over all steps of a run so far. */
export interface Totals extends CallsSpent {
  steps: number
  /** Steps that were given up. */
  errors: number
  calls: number
  counts: Counts
}

/** Totals of a run that has just started. */
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

/** Returns a guild's runs with their totals, latest first; `before` is the last run of the previous page. */
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

/** Returns one run; `null` if the guild has none with this id. */
export async function findRun(db: Database, guildId: Id, id: string): Promise<RunWithTotals | null> {
  const rows = await db
    .select()
    .from(runs)
    .where(and(eq(runs.guildId, guildId), eq(runs.id, id)))
  return (await withTotals(db, rows))[0] ?? null
}

/** Returns the guild's run that is recorded as running; `null` if there is none. */
export async function runningOf(db: Database, guildId: Id): Promise<Run | null> {
  const rows = await db
    .select()
    .from(runs)
    .where(and(eq(runs.guildId, guildId), sql`state = 'running'`))
  return rows[0] ?? null
}

/** Returns the guild's last run that was not skipped; `null` if there is none yet. */
export async function lastRun(db: Database, guildId: Id): Promise<RunWithTotals | null> {
  const rows = await db
    .select()
    .from(runs)
    .where(and(eq(runs.guildId, guildId), sql`state <> 'skipped'`))
    .orderBy(desc(runs.startedAt), desc(runs.id))
    .limit(1)
  return (await withTotals(db, rows))[0] ?? null
}

/** Returns the local date of the last run that completed, other than `but`; `null` if there is none. */
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
  /** Tokens of steps recorded before unpriced tokens were counted. */
  before: number
}

/** Sums in the database, because a run has many steps. Raw SQL, because counts are JSON by name. */
async function withTotals(db: Database, rows: Run[]): Promise<RunWithTotals[]> {
  if (rows.length === 0) return []
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const of = sql`run_id IN (SELECT value FROM json_each(${ids}))`
  const sums =
    await db.all<Sums>(sql`SELECT run_id AS runId, count(*) AS steps, sum(state = 'failed') AS errors, sum(calls) AS calls,
      sum(input_tokens) AS inputTokens, sum(output_tokens) AS outputTokens,
      coalesce(sum(cost_usd), 0) AS costUsd, coalesce(sum(CASE WHEN cost_usd IS NULL THEN input_tokens + output_tokens END), 0) AS before,
      (SELECT json_group_object(name, total) FROM (SELECT said.key AS name, sum(said.value) AS total
        FROM run_steps AS step, json_each(iif(json_valid(step.counts), step.counts, '{}')) AS said WHERE step.run_id = run_steps.run_id GROUP BY said.key)) AS counts
    FROM run_steps WHERE ${of} GROUP BY run_id`)
  const totals = new Map(
    sums.map(({ runId, before, ...sum }) => {
      // Written by the statement above alone.
      const spent = spentOf({ ...sum, counts: JSON.parse(sum.counts) as Counts })
      return [runId, { ...spent, unpricedTokens: spent.unpricedTokens + before }]
    }),
  )
  return rows.map((row) => ({ ...row, totals: totals.get(row.id) ?? NO_TOTALS }))
}

/** Returns a run's steps in the order they were recorded, after row number `after`. */
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

/** Returns the steps of these runs in the order they finished. */
export function listRunSteps(db: Database, runIds: readonly string[]): Promise<RunStep[]> {
  return db
    .select()
    .from(runSteps)
    .where(sql`run_id IN (SELECT value FROM json_each(${JSON.stringify(runIds)}))`)
    .orderBy(sql`finished_at, step`)
}
