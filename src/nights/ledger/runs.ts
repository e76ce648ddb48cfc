/**
 * Writes the ledger of nightly runs: which started, what each step did and cost, and model drafts until they
 * are applied.
 */
import { and, eq, type SQL, sql } from "drizzle-orm"
import type { Id, Time } from "../../domain/types.ts"
import { type BatchStatement, type Database, nightInProgress, runBatch } from "../../memory/db/database.ts"
import { runDrafts, runSteps, runs } from "../../memory/db/schema.ts"
import type { Charge } from "../../memory/write/order.ts"
import { voidDraftsWhere } from "../../memory/write/run-drafts.ts"
import { usageStatements } from "../../memory/write/statements.ts"
import { type Counts, spentOn, withUnpriced } from "./run-spent.ts"

export type Run = typeof runs.$inferSelect

/** Identifies a step of a run. */
export interface StepKey {
  guildId: Id
  runId: string
  step: string
}

/**
 * Records that a run starts, unless another run of the guild is in progress; of two at once, one starts.
 * Returns its row with the time it first started. A scheduled run that met another gets the state `skipped`,
 * a manual one gets no row (`null`). A run that was over is in progress again. Dead runs of the guild are
 * closed. `noted` lands in the same batch.
 */
export async function openRun(
  db: Database,
  run: Omit<Run, "state" | "finishedAt">,
  noted: readonly BatchStatement[] = [],
): Promise<Run | null> {
  const { id, guildId, day, trigger, requestedBy, startedAt: now } = run
  const others = sql`FROM runs WHERE guild_id = ${guildId} AND id <> ${id} AND state = 'running'`
  // Dead runs are closed first, so a run that is left is alive.
  const otherRunning = sql`EXISTS (SELECT 1 ${others})`
  await runBatch(db, [
    ...deleteDrafts(sql`SELECT id ${others} AND NOT ${nightInProgress(now)}`, now),
    sql`UPDATE runs SET state = 'failed', finished_at = ${now} WHERE id IN (SELECT id ${others} AND NOT ${nightInProgress(now)})`,
    sql`INSERT INTO runs (id, guild_id, day, trigger, requested_by, state, started_at, finished_at)
      SELECT ${id}, ${guildId}, ${day}, ${trigger}, ${requestedBy}, CASE WHEN ${otherRunning} THEN 'skipped' ELSE 'running' END,
        ${now}, CASE WHEN ${otherRunning} THEN ${now} END
      WHERE ${trigger} = 'schedule' OR NOT ${otherRunning}
      ON CONFLICT (id) DO UPDATE SET state = 'running', finished_at = NULL WHERE NOT ${otherRunning}`,
    ...noted,
  ])
  const rows = await db.select().from(runs).where(eq(runs.id, id))
  return rows[0] ?? null
}

/** Closes a run that reached its end. `failed` means that a step failed; the next run does its work. */
export async function closeRun(
  db: Database,
  { guildId, runId }: Omit<StepKey, "step">,
  now: Time,
): Promise<void> {
  const failed = sql`EXISTS (SELECT 1 FROM run_steps WHERE run_id = ${runId} AND state = 'failed')`
  await runBatch(db, [
    ...deleteDrafts(sql`SELECT id FROM runs WHERE id = ${runId} AND guild_id = ${guildId}`, now),
    sql`UPDATE runs SET state = CASE WHEN ${failed} THEN 'failed' ELSE 'done' END, finished_at = ${now}
      WHERE id = ${runId} AND guild_id = ${guildId} AND state = 'running'`,
  ])
}

/**
 * Closes a run that did not reach its end: its work never began, or its instance ended early. What it wrote
 * stays.
 */
export async function abandonRun(
  db: Database,
  { guildId, runId }: Omit<StepKey, "step">,
  now: Time,
): Promise<void> {
  await runBatch(db, [
    ...deleteDrafts(sql`SELECT id FROM runs WHERE id = ${runId} AND guild_id = ${guildId}`, now),
    sql`UPDATE runs SET state = 'failed', finished_at = ${now} WHERE id = ${runId} AND guild_id = ${guildId} AND state = 'running'`,
  ])
}

/**
 * Deletes model drafts of these runs that nobody applied. Their cost stays, so the ledger and `usage` have
 * the same sum.
 */
function deleteDrafts(ids: SQL, now: Time): SQL[] {
  return voidDraftsWhere(sql`run_id IN (${ids})`, now)
}

/**
 * A run may write no more: it was closed, or its guild is gone or about to be erased. A further attempt of
 * the step does not help.
 */
export class RunOver extends Error {
  constructor(runId: string) {
    super(`night ${runId} is over, or its guild is leaving`)
    this.name = "RunOver"
  }
}

/** Returns `at`, or a NULL that undoes a batch of a run that is over. A run without a row is not over. */
function nullIfOver({ guildId, runId }: StepKey, at: Time): SQL {
  return sql`CASE WHEN EXISTS (SELECT 1 FROM runs WHERE id = ${runId} AND state <> 'running')
    OR NOT EXISTS (SELECT 1 FROM guilds WHERE id = ${guildId} AND leaving_at IS NULL) THEN NULL ELSE ${at} END`
}

/** Converts a batch error to `RunOver` if it means that the run is over. */
export function toRunOver(error: unknown, runId: string): unknown {
  return /NOT NULL constraint failed: run_(steps\.started_at|drafts\.at)/.test(`${error}`)
    ? new RunOver(runId)
    : error
}

/**
 * Returns the progress of an earlier attempt: the counts if the step was written, otherwise its stored draft
 * with its cost. The step's own schema parses the draft. One round trip.
 */
export async function findPriorStep(
  db: Database,
  key: StepKey,
): Promise<{ done: Counts | null; draft: { body: unknown; usage: Charge[] } | null }> {
  const { runId, step } = key
  const [done, [kept]] = await db.batch([
    doneQuery(db, key),
    db
      .select()
      .from(runDrafts)
      .where(and(eq(runDrafts.runId, runId), eq(runDrafts.step, step))),
  ])
  // Written by `keepDraft` alone.
  const draft = kept ? { body: kept.body, usage: kept.usage as Charge[] } : null
  return { done: done[0]?.counts ?? null, draft }
}

/**
 * Stores a paid draft together with its price, so that a retried step does not pay again. Does nothing if it
 * is stored already. Throws `RunOver`.
 */
export async function keepDraft(
  db: Database,
  key: StepKey,
  draft: { body: unknown; usage: Charge[]; now: Time },
): Promise<void> {
  const { guildId, runId, step } = key
  const { body, usage, now } = draft
  try {
    await runBatch(db, [
      sql`INSERT INTO run_drafts (guild_id, run_id, step, body, usage, at)
        VALUES (${guildId}, ${runId}, ${step}, ${JSON.stringify(body)}, ${JSON.stringify(usage)}, ${nullIfOver(key, now)})`,
      ...usageStatements(guildId, usage, now),
    ])
  } catch (error) {
    if (!`${error}`.includes("UNIQUE constraint failed: run_drafts")) throw toRunOver(error, runId)
  }
}

/** The result of a step. */
export interface StepDone extends StepKey {
  startedAt: Time
  now: Time
  counts: Counts
  usage: Charge[]
}

/** Returns the counts of a step that was written before; `null` if it was not. */
export async function findStepCounts(db: Database, key: StepKey): Promise<Counts | null> {
  const rows = await doneQuery(db, key)
  return rows[0]?.counts ?? null
}

function doneQuery(db: Database, { runId, step }: StepKey) {
  return db
    .select({ counts: runSteps.counts })
    .from(runSteps)
    .where(and(eq(runSteps.runId, runId), eq(runSteps.step, step), eq(runSteps.state, "done")))
}

/**
 * Returns the statements that record a step and delete its draft, to land with its changes. They undo the
 * whole batch if the step was written before (`isStepAlreadyDone`) or the run is over (`toRunOver`).
 */
export function stepStatements(done: StepDone): SQL[] {
  const { guildId, runId, step, startedAt, now, counts, usage } = done
  const { inputTokens, outputTokens, costUsd, unpricedTokens } = spentOn(usage)
  const countsJson = JSON.stringify(withUnpriced(counts, unpricedTokens))
  return [
    // Clears the failure of an earlier attempt.
    sql`DELETE FROM run_steps WHERE run_id = ${runId} AND step = ${step} AND state = 'failed'`,
    sql`INSERT INTO run_steps (guild_id, run_id, step, state, started_at, finished_at, counts, calls, input_tokens, output_tokens, cost_usd)
      VALUES (${guildId}, ${runId}, ${step}, 'done', ${nullIfOver(done, startedAt)}, ${now}, ${countsJson}, ${usage.length},
        ${inputTokens}, ${outputTokens}, ${costUsd})`,
    sql`DELETE FROM run_drafts WHERE run_id = ${runId} AND step = ${step}`,
  ]
}

/** Returns true if a batch failed because its step is already written. */
export function isStepAlreadyDone(error: unknown): boolean {
  return `${error}`.includes("UNIQUE constraint failed: run_steps")
}

/**
 * Lands a step with changes that no other writer can make stale. Does nothing if it landed before. Throws
 * `RunOver`.
 */
export async function landStep(
  db: Database,
  done: StepDone,
  statements: readonly BatchStatement[] = [],
): Promise<void> {
  try {
    await runBatch(db, [...statements, ...stepStatements(done)])
  } catch (error) {
    if (!isStepAlreadyDone(error)) throw toRunOver(error, done.runId)
  }
}

/** Records that a step was given up, unless the run is over. `error` holds nobody's words. */
export async function recordStepFailure(
  db: Database,
  key: StepKey,
  failed: { error: string; now: Time },
): Promise<void> {
  await runBatch(db, [
    sql`INSERT INTO run_steps (guild_id, run_id, step, state, started_at, finished_at, counts, calls, input_tokens, output_tokens, error)
      SELECT ${key.guildId}, ${key.runId}, ${key.step}, 'failed', ${failed.now}, ${failed.now}, '{}', 0, 0, 0, ${failed.error}
      WHERE ${nullIfOver(key, failed.now)} IS NOT NULL
      ON CONFLICT DO NOTHING`,
  ])
}
