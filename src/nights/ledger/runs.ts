/** The ledger of nights as it is written: which were begun, what each step came to and cost, and what a model said until that is written. */
import { and, eq, type SQL, sql } from "drizzle-orm"
import type { Id, Time } from "../../domain/types.ts"
import { type BatchStatement, type Database, nightInProgress, runBatch } from "../../memory/db/database.ts"
import { runDrafts, runSteps, runs } from "../../memory/db/schema.ts"
import type { Charge } from "../../memory/write/order.ts"
import { voidDraftsWhere } from "../../memory/write/run-drafts.ts"
import { usageStatements } from "../../memory/write/statements.ts"
import { type Counts, spentOn, withUnpriced } from "./run-spent.ts"

export type Run = typeof runs.$inferSelect

/** A step of a night. */
export interface StepKey {
  guildId: Id
  runId: string
  step: string
}

/**
 * Writes down that a night is begun, where no other of the guild is under way: of two at once one begins. Returns its row, with the time
 * it was first begun at; that of a scheduled one that met another says `skipped`, of one by hand there is none (null). One that is over
 * is under way again. Others of the guild that died are closed. `noted` lands with it.
 */
export async function openRun(
  db: Database,
  run: Omit<Run, "state" | "finishedAt">,
  noted: readonly BatchStatement[] = [],
): Promise<Run | null> {
  const { id, guildId, day, trigger, requestedBy, startedAt: now } = run
  const others = sql`FROM runs WHERE guild_id = ${guildId} AND id <> ${id} AND state = 'running'`
  // The dead are closed before: who is left is alive.
  const met = sql`EXISTS (SELECT 1 ${others})`
  await runBatch(db, [
    ...letGo(sql`SELECT id ${others} AND NOT ${nightInProgress(now)}`, now),
    sql`UPDATE runs SET state = 'failed', finished_at = ${now} WHERE id IN (SELECT id ${others} AND NOT ${nightInProgress(now)})`,
    sql`INSERT INTO runs (id, guild_id, day, trigger, requested_by, state, started_at, finished_at)
      SELECT ${id}, ${guildId}, ${day}, ${trigger}, ${requestedBy}, CASE WHEN ${met} THEN 'skipped' ELSE 'running' END,
        ${now}, CASE WHEN ${met} THEN ${now} END
      WHERE ${trigger} = 'schedule' OR NOT ${met}
      ON CONFLICT (id) DO UPDATE SET state = 'running', finished_at = NULL WHERE NOT ${met}`,
    ...noted,
  ])
  const rows = await db.select().from(runs).where(eq(runs.id, id))
  return rows[0] ?? null
}

/** A night that came to its end. `failed`: a step of it is still to be made good, which the next night does. */
export async function closeRun(
  db: Database,
  { guildId, runId }: Omit<StepKey, "step">,
  now: Time,
): Promise<void> {
  const failed = sql`EXISTS (SELECT 1 FROM run_steps WHERE run_id = ${runId} AND state = 'failed')`
  await runBatch(db, [
    ...letGo(sql`SELECT id FROM runs WHERE id = ${runId} AND guild_id = ${guildId}`, now),
    sql`UPDATE runs SET state = CASE WHEN ${failed} THEN 'failed' ELSE 'done' END, finished_at = ${now}
      WHERE id = ${runId} AND guild_id = ${guildId} AND state = 'running'`,
  ])
}

/** A night that came to no end: its work never began, or its instance ended before it. What it wrote stays. */
export async function abandonRun(
  db: Database,
  { guildId, runId }: Omit<StepKey, "step">,
  now: Time,
): Promise<void> {
  await runBatch(db, [
    ...letGo(sql`SELECT id FROM runs WHERE id = ${runId} AND guild_id = ${guildId}`, now),
    sql`UPDATE runs SET state = 'failed', finished_at = ${now} WHERE id = ${runId} AND guild_id = ${guildId} AND state = 'running'`,
  ])
}

/** Lets go of what models said in these nights and nobody wrote. That it was paid for stays: the ledger and `usage` tell the same sum. */
function letGo(ids: SQL, now: Time): SQL[] {
  return voidDraftsWhere(sql`run_id IN (${ids})`, now)
}

/** That a night may write no more: it was closed, its guild is gone, or to be erased. No further attempt of the step helps. */
export class RunOver extends Error {
  constructor(runId: string) {
    super(`night ${runId} is over, or its guild is leaving`)
    this.name = "RunOver"
  }
}

/** `at`, or the null that undoes a batch of a night that is over. A night without a row is no one's to close. */
function unlessOver({ guildId, runId }: StepKey, at: Time): SQL {
  return sql`CASE WHEN EXISTS (SELECT 1 FROM runs WHERE id = ${runId} AND state <> 'running')
    OR NOT EXISTS (SELECT 1 FROM guilds WHERE id = ${guildId} AND leaving_at IS NULL) THEN NULL ELSE ${at} END`
}

/** The error of a batch of steps or drafts, as what it means where it means that the night is over. */
export function toRunOver(error: unknown, runId: string): unknown {
  return /NOT NULL constraint failed: run_(steps\.started_at|drafts\.at)/.test(`${error}`)
    ? new RunOver(runId)
    : error
}

/**
 * How far a step came before: what it came to where it was written, else what was said that is not written yet, with what it cost. Bodies
 * are read as their step's own schema has it. One round trip.
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
  // Worded by keepDraft alone.
  const draft = kept ? { body: kept.body, usage: kept.usage as Charge[] } : null
  return { done: done[0]?.counts ?? null, draft }
}

/** Keeps what was paid for, together with its price: a step that is done again does not pay again. Nothing where it is kept already. Throws `RunOver`. */
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
        VALUES (${guildId}, ${runId}, ${step}, ${JSON.stringify(body)}, ${JSON.stringify(usage)}, ${unlessOver(key, now)})`,
      ...usageStatements(guildId, usage, now),
    ])
  } catch (error) {
    if (!`${error}`.includes("UNIQUE constraint failed: run_drafts")) throw toRunOver(error, runId)
  }
}

/** What a step came to. */
export interface StepDone extends StepKey {
  startedAt: Time
  now: Time
  counts: Counts
  usage: Charge[]
}

/** Whether a step was written before. */
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
 * The statements that write a step down and let go of its draft, to land with what it changes. Where the step was written before
 * (`alreadyDone` knows the error) or the night is over (`orOver`), they undo the whole batch.
 */
export function stepStatements(done: StepDone): SQL[] {
  const { guildId, runId, step, startedAt, now, counts, usage } = done
  const { inputTokens, outputTokens, costUsd, unpricedTokens } = spentOn(usage)
  const told = JSON.stringify(withUnpriced(counts, unpricedTokens))
  return [
    // What failed in an earlier attempt has been made good.
    sql`DELETE FROM run_steps WHERE run_id = ${runId} AND step = ${step} AND state = 'failed'`,
    sql`INSERT INTO run_steps (guild_id, run_id, step, state, started_at, finished_at, counts, calls, input_tokens, output_tokens, cost_usd)
      VALUES (${guildId}, ${runId}, ${step}, 'done', ${unlessOver(done, startedAt)}, ${now}, ${told}, ${usage.length},
        ${inputTokens}, ${outputTokens}, ${costUsd})`,
    sql`DELETE FROM run_drafts WHERE run_id = ${runId} AND step = ${step}`,
  ]
}

/** Whether a batch was refused because its step stands written already. */
export function isStepAlreadyDone(error: unknown): boolean {
  return `${error}`.includes("UNIQUE constraint failed: run_steps")
}

/** Lands a step with what it changes, which no one else's writing can make stale; nothing where it had landed before. Throws `RunOver`. */
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

/** Writes down that a step was given up for this night, where it is not over. `error` holds nobody's words. */
export async function recordStepFailure(
  db: Database,
  key: StepKey,
  failed: { error: string; now: Time },
): Promise<void> {
  await runBatch(db, [
    sql`INSERT INTO run_steps (guild_id, run_id, step, state, started_at, finished_at, counts, calls, input_tokens, output_tokens, error)
      SELECT ${key.guildId}, ${key.runId}, ${key.step}, 'failed', ${failed.now}, ${failed.now}, '{}', 0, 0, 0, ${failed.error}
      WHERE ${unlessOver(key, failed.now)} IS NOT NULL
      ON CONFLICT DO NOTHING`,
  ])
}
