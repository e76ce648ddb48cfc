/**
 * The Workflow that performs a guild's nightly run: one instance per guild and local date. It decides
 * nothing.
 */

import { WorkflowEntrypoint, type WorkflowEvent, type WorkflowStep } from "cloudflare:workers"
import { NonRetryableError } from "cloudflare:workflows"
import { describeError } from "../domain/errors.ts"
import { measureInto } from "../domain/metrics.ts"
import type { Id } from "../domain/types.ts"
import { guildDatabase } from "../memory/db/database.ts"
import { dayGate } from "../runtime/allowances/day-gate.ts"
import { deploymentChat, deploymentEmbedding } from "../runtime/allowances/models.ts"
import { channelStub } from "../runtime/channels.ts"
import { enterActive } from "../runtime/enter.ts"
import { loadLibraries } from "../runtime/object/libraries.ts"
import { placed } from "../runtime/object/placed.ts"
import { isServed, operatorLimits, readSettings } from "../settings.ts"
import { weekCentroid } from "../vectors/centroid.ts"
import { wakeIndex } from "../vectors/wake.ts"
import type { Night, NightDeps, Steps } from "./deps.ts"
import { RunOver } from "./ledger/runs.ts"
import { runNight } from "./night.ts"
import { hasEnded } from "./run-takeover.ts"
import { nightRunner } from "./runner/runner.ts"

/**
 * The first retry waits 10 seconds, each further one twice as long. This outlasts an outage of five minutes.
 */
const STEP = {
  retries: { limit: 5, delay: "10 seconds", backoff: "exponential" },
  timeout: "10 minutes",
} as const

/** Together with a run's other requests, this stays below the 10,000 that Cloudflare allows an instance. */
const MOST_CALLS = 6_000

export class NightRun extends WorkflowEntrypoint<Env, Night> {
  override async run({ payload }: WorkflowEvent<Night>, step: WorkflowStep): Promise<void> {
    await loadLibraries()
    await runNight(platformSteps(step), nightDepsOf(placed(this.env), payload.guildId), payload)
  }
}

/** Cloudflare's steps. They receive nobody's words. @internal */
export function platformSteps(step: Pick<WorkflowStep, "do">): Steps {
  return {
    // Cloudflare's type accepts only what it can store; `Steps` requires JSON in its comment.
    do: <T>(name: string, work: () => Promise<T>) =>
      step.do(name, STEP, (() => work().catch(rethrowWithoutWords)) as () => Promise<never>) as Promise<T>,
  }
}

/** Cloudflare stores a step's error as long as its result, so the error says no more than the logs do. */
function rethrowWithoutWords(error: unknown): never {
  if (error instanceof RunOver) throw new NonRetryableError(error.message, error.name)
  throw new Error(describeError(error))
}

/** Builds a run's dependencies from the bindings. */
export function nightDepsOf(env: Env, guildId: Id): NightDeps {
  const settings = readSettings(env)
  const gate = dayGate(env, settings)
  return {
    db: guildDatabase(env, guildId),
    guildId,
    chat: deploymentChat(env, settings),
    embedder: deploymentEmbedding(env, settings),
    mostCalls: MOST_CALLS,
    ...operatorLimits(settings),
    readOnly: settings.READ_ONLY || !isServed(settings, guildId),
    mayDoOptionalWork: gate && (() => gate.mayDoOptionalWork()),
    measure: measureInto(env.ANALYTICS),
    now: () => Date.now(),
    enter: () => enterActive(env, guildId),
    tidyChannel: (channelId) => channelStub(env, guildId, channelId).refresh(),
    heldVectors: (kind, after, limit) => env.INDEXES.getByName(guildId).held(kind, after, limit),
    weekCentroid: (from, to) => weekCentroid(env, settings, { guildId, from, to }),
    questions: () => env.INDEXES.getByName(guildId).questionDays(),
    dropQuestions: (through) => env.INDEXES.getByName(guildId).dropQuestions(through),
    hasEnded: (other) =>
      hasEnded(other, { NIGHTS: nightRunner(env, settings), since: settings.NIGHTS_SINCE, now: Date.now() }),
    wakeIndex: () => wakeIndex(env, settings, guildId, "removed"),
  }
}
