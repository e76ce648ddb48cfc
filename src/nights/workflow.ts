/** The Workflow of a guild's night: the platform's hands, nothing decided here. One instance a guild and local date. */
import { WorkflowEntrypoint, type WorkflowEvent, type WorkflowStep } from "cloudflare:workers"
import { NonRetryableError } from "cloudflare:workflows"
import { chatModel } from "../ai/chat/chat-model.ts"
import { embeddingModel } from "../ai/embedding/embedding-model.ts"
import { describeError } from "../domain/errors.ts"
import type { Id } from "../domain/types.ts"
import { guildDatabase } from "../memory/db/database.ts"
import { channelStub } from "../runtime/channels.ts"
import { enterActive } from "../runtime/enter.ts"
import { readSettings } from "../settings.ts"
import { wakeIndex } from "../vectors/wake.ts"
import type { Night, NightDeps, Steps } from "./deps.ts"
import { RunOver } from "./ledger/runs.ts"
import { runNight } from "./night.ts"
import { hasEnded } from "./run-takeover.ts"

/** The first retry comes after this; the next after twice as long, and so on: an outage of five minutes is waited out. */
const STEP = {
  retries: { limit: 5, delay: "10 seconds", backoff: "exponential" },
  timeout: "10 minutes",
} as const

/** With what else a night asks, it stays below the 10,000 requests that the platform allows an instance. */
const MOST_CALLS = 6_000

export class NightRun extends WorkflowEntrypoint<Env, Night> {
  override async run({ payload }: WorkflowEvent<Night>, step: WorkflowStep): Promise<void> {
    await runNight(platformSteps(step), nightDepsOf(this.env, payload.guildId), payload)
  }
}

/** The platform's steps, to which nobody's words are given. */
export function platformSteps(step: Pick<WorkflowStep, "do">): Steps {
  return {
    // The platform's type asks for what it can keep, which `Steps` promises in words: JSON.
    do: <T>(name: string, work: () => Promise<T>) =>
      step.do(name, STEP, (() => work().catch(wordless)) as () => Promise<never>) as Promise<T>,
  }
}

/** The platform keeps what a step threw as long as what it returned: it gets no more of it than the logs do. */
function wordless(error: unknown): never {
  if (error instanceof RunOver) throw new NonRetryableError(error.message, error.name)
  throw new Error(describeError(error))
}

/** What a night works with, from the bindings. */
export function nightDepsOf(env: Env, guildId: Id): NightDeps {
  const settings = readSettings(env)
  return {
    db: guildDatabase(env, guildId),
    guildId,
    chat: chatModel(env, settings),
    embedder: embeddingModel(env, settings),
    mostCalls: MOST_CALLS,
    readOnly: settings.READ_ONLY,
    now: () => Date.now(),
    enter: () => enterActive(env, guildId),
    tidyChannel: (channelId) => channelStub(env, guildId, channelId).refresh(),
    heldVectors: (kind, after, limit) => env.INDEXES.getByName(guildId).held(kind, after, limit),
    hasEnded: (other) =>
      hasEnded(other, { NIGHTS: env.NIGHTS, since: settings.NIGHTS_SINCE, now: Date.now() }),
    wakeIndex: () => wakeIndex(env, settings, guildId, "removed"),
  }
}
