/**
 * One step of a run that may pay for model calls: the model is asked once, its draft is stored until it is
 * applied, and applied once.
 */
import type { z } from "zod"
import { costUsd } from "../ai/cost.ts"
import type { Usage } from "../domain/types.ts"
import { type BatchStatement, runBatch } from "../memory/db/database.ts"
import { batchConflict } from "../memory/write/commit.ts"
import { allowance } from "../policy/spend.ts"
import type { NightDeps } from "./deps.ts"
import type { Counts } from "./ledger/run-spent.ts"
import {
  findPriorStep,
  findStepCounts,
  isStepAlreadyDone,
  keepDraft,
  RunOver,
  type StepKey,
  stepStatements,
  toRunOver,
} from "./ledger/runs.ts"

const ATTEMPTS = 12
/** A paid draft is worth a second and third attempt to store it. */
const KEEP_ATTEMPTS = 3

export interface BilledStep<D> {
  /** Schema of the draft that `ask` returns, stored as JSON. */
  draft: z.ZodType<D>
  /**
   * Reads and calls models; writes nothing. Not called again once its draft is stored, which happens if any
   * call was paid for.
   */
  ask(): Promise<{ draft: D; usage: Usage[] }>
  /**
   * Reads the current state and returns the statements that apply the draft. Called again if others wrote in
   * the meantime, which a guard among the statements (`guardVersions`) detects.
   */
  apply(draft: D): Promise<{ statements: BatchStatement[]; counts: Counts }>
}

/**
 * Runs the step and returns its counts, from now or from an earlier attempt. Throws on an outage; a retry
 * continues where it stopped. Throws `RunOver` if the run may write no more.
 */
export async function runBilledStep<D>(deps: NightDeps, key: StepKey, work: BilledStep<D>): Promise<Counts> {
  const before = await findPriorStep(deps.db, key)
  if (before.done !== null) return before.done
  const startedAt = deps.now()
  const { body, usage } = before.draft ?? (await makeDraft(deps, key, work))
  const draft = work.draft.parse(body)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { statements, counts } = await work.apply(draft)
    const done = { ...key, startedAt, now: deps.now(), counts, usage }
    try {
      await runBatch(deps.db, [...statements, ...stepStatements(done)])
      return counts
    } catch (error) {
      if (isStepAlreadyDone(error)) return (await findStepCounts(deps.db, key)) ?? counts
      if (batchConflict(error) !== "stale") throw toRunOver(error, key.runId)
    }
  }
  throw new Error(`step ${key.step} of ${key.runId} conflicted with other writers on every attempt`)
}

async function makeDraft<D>(deps: NightDeps, key: StepKey, work: BilledStep<D>) {
  const { draft, usage } = await work.ask()
  const kept = {
    body: draft,
    usage: usage.map((one) => ({ ...one, costUsd: costUsd(one) })),
    now: deps.now(),
  }
  // A draft that cost nothing is not stored.
  if (usage.length === 0) return kept
  for (let attempt = 1; ; attempt++) {
    try {
      await keepDraft(deps.db, key, kept)
      return kept
    } catch (error) {
      if (attempt === KEEP_ATTEMPTS || error instanceof RunOver) throw error
    }
  }
}

// Call budgets by the number of messages: a quiet day's digests and topics are made by rules, which cost
// nothing. Pure.

/** Cost of a topics call, in digest calls. */
const TOPICS_CALL_COST = 2

/**
 * Returns how many digest calls `messages` messages allow. `each` is the guild's `messages_per_call`; 0 sets
 * no limit.
 */
export function digestCallBudget(messages: number, each: number): number {
  return each === 0 ? Number.POSITIVE_INFINITY : Math.floor(messages / each)
}

/** Returns true if a day's messages allow one topics call for each part of its conversations. */
export function allowsTopicCalls(
  messages: number,
  { parts, each }: { parts: number; each: number },
): boolean {
  return digestCallBudget(messages, each) >= TOPICS_CALL_COST * parts
}

// Spending caps. Every step checks them before it calls a model.

/**
 * Returns true if the guild's caps leave room beyond the share reserved for listening. One round trip reads
 * caps and spend as they are now, so a retried step checks again. Throws if the database is down.
 */
export async function mayCallModels(deps: NightDeps): Promise<boolean> {
  const { db, guildId, deploymentCapUsd } = deps
  return (await allowance(db, guildId, { use: "rest", now: deps.now(), deploymentCapUsd })).ok
}
