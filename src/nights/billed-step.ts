/** One step of a night that a model may be paid for: asked once, kept until it is written, written once. */
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
/** What was paid for is worth a second and third try to keep. */
const KEEP_ATTEMPTS = 3

export interface BilledStep<D> {
  /** What `ask` came to, as JSON. */
  draft: z.ZodType<D>
  /** Reads and asks; nothing is written here. Never called again once its draft is kept, as it is where anything was paid for. */
  ask(): Promise<{ draft: D; usage: Usage[] }>
  /**
   * Reads what is there now and says what to write of the draft; called anew where others wrote meanwhile. A guard among the statements
   * (`guardVersions`) is what notices that.
   */
  apply(draft: D): Promise<{ statements: BatchStatement[]; counts: Counts }>
}

/** Does the step; what it came to, now or before. Throws on an outage: then it is done again, from where it was. Throws `RunOver` where the night may write no more. */
export async function runBilledStep<D>(tools: NightDeps, key: StepKey, work: BilledStep<D>): Promise<Counts> {
  const before = await findPriorStep(tools.db, key)
  if (before.done !== null) return before.done
  const startedAt = tools.now()
  const { body, usage } = before.draft ?? (await drafted(tools, key, work))
  const draft = work.draft.parse(body)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { statements, counts } = await work.apply(draft)
    const done = { ...key, startedAt, now: tools.now(), counts, usage }
    try {
      await runBatch(tools.db, [...statements, ...stepStatements(done)])
      return counts
    } catch (error) {
      if (isStepAlreadyDone(error)) return (await findStepCounts(tools.db, key)) ?? counts
      if (batchConflict(error) !== "stale") throw toRunOver(error, key.runId)
    }
  }
  throw new Error(`step ${key.step} of ${key.runId} met other writers each time`)
}

async function drafted<D>(tools: NightDeps, key: StepKey, work: BilledStep<D>) {
  const { draft, usage } = await work.ask()
  const kept = {
    body: draft,
    usage: usage.map((one) => ({ ...one, costUsd: costUsd(one) })),
    now: tools.now(),
  }
  // What cost nothing is as well asked anew.
  if (usage.length === 0) return kept
  for (let attempt = 1; ; attempt++) {
    try {
      await keepDraft(tools.db, key, kept)
      return kept
    } catch (error) {
      if (attempt === KEEP_ATTEMPTS || error instanceof RunOver) throw error
    }
  }
}

// What a night may ask of models is measured by what was said: a quiet day's digests and topics are made by rules, which cost nothing. Pure.

/** A question for topics costs about as much as so many digests. */
const TOPICS_WORTH = 2

/** Calls for digests that so many messages are worth. `each` is the guild's `messages_per_call`; 0: any number. */
export function digestCallBudget(messages: number, each: number): number {
  return each === 0 ? Number.POSITIVE_INFINITY : Math.floor(messages / each)
}

/** Whether a day of so many messages is worth a question for each of the parts its conversations stand in. */
export function allowsTopicCalls(
  messages: number,
  { parts, each }: { parts: number; each: number },
): boolean {
  return digestCallBudget(messages, each) >= TOPICS_WORTH * parts
}

// Whether a night may ask a model now: every step asks before it does.

/**
 * True where the guild's caps leave room for anything but listening. One round trip: caps and what was spent are read as they are at
 * this moment, so that a step that is done again asks anew. Throws on an outage of the database.
 */
export async function mayCallModels({ db, guildId, now }: NightDeps): Promise<boolean> {
  return (await allowance(db, guildId, { use: "rest", now: now() })).ok
}
