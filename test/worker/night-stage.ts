/** Runs nights at once, with steps that fail on demand and a scripted model that counts its tokens. */
import { evictDurableObject, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import type { ChatModel, ChatReply, ChatRequest } from "../../src/ai/chat.ts"
import type { Time, Usage } from "../../src/domain/types.ts"
import type { Night, NightDeps, Steps } from "../../src/nights/deps.ts"
import { runNight } from "../../src/nights/night.ts"
import { NightRows } from "../../src/nights/runner/night-rows.ts"
import { runOneStep } from "../../src/nights/runner/one-step.ts"
import { nightDepsOf } from "../../src/nights/workflow.ts"

/** When a step fails: before it runs, or after it ran but before its result is recorded. */
export type StepFault = "before" | "after" | null

export interface Stage extends Steps {
  /** Names of completed steps, each once. */
  done: string[]
  /** Number of started steps, retries included. */
  begun: number
}

const MOST_TRIES = 6

/**
 * Runs steps as the platform does: retries until success and keeps the result as JSON. `fault` is called for
 * every try, starting at 1.
 */
export function stage(fault: (name: string, begun: number) => StepFault = () => null): Stage {
  const kept = new Map<string, string>()
  const made: Stage = {
    done: [],
    begun: 0,
    async do<T>(name: string, work: () => Promise<T>): Promise<T> {
      for (let tries = 1; !kept.has(name); tries++) {
        made.begun += 1
        const when = fault(name, made.begun)
        try {
          if (when === "before") throw new Error(`${name} fails before it begins`)
          const value = await work()
          if (when === "after") throw new Error(`${name} is lost after it is done`)
          kept.set(name, JSON.stringify(value ?? null))
          made.done.push(name)
        } catch (error) {
          if (tries === MOST_TRIES) throw error
        }
      }
      // The platform returns results through JSON, too.
      return JSON.parse(kept.get(name) ?? "null") as T
    },
  }
  return made
}

/**
 * Runs a night as the object's alarm does, step by step, and kills the object after each step. `fault` is called for
 * every attempt, starting at 1.
 */
async function runByAlarms(
  run: (steps: Steps) => Promise<void>,
  runId: string,
  fault: (name: string, begun: number) => StepFault = () => null,
): Promise<Pick<Stage, "done" | "begun">> {
  const made = { done: [] as string[], begun: 0 }
  const object = env.NIGHT_ALARMS.getByName(`${runId} ${crypto.randomUUID()}`)
  const failing = (steps: Steps): Steps => ({
    do: (name, work) =>
      steps.do(name, async () => {
        made.begun += 1
        const when = fault(name, made.begun)
        if (when === "before") throw new Error(`${name} fails before it begins`)
        const value = await work()
        if (when === "after") throw new Error(`${name} is lost after it is done`)
        made.done.push(name)
        return value
      }),
  })
  for (;;) {
    const { kind } = await runInDurableObject(object, (_, { storage }) =>
      runOneStep((steps) => run(failing(steps)), new NightRows(storage).resultsOf(runId), Date.now),
    )
    if (kind === "ended") return made
    await evictDurableObject(object)
  }
}

export interface Scripted extends ChatModel {
  requests: ChatRequest[]
  /** Tokens of every call as the service bills them. */
  billed: Usage[]
}

/** A model that answers with the result of `says`, as JSON or plain text; a throw makes the call fail. */
export function scripted(says: (request: ChatRequest, call: number) => unknown): Scripted {
  const made: Scripted = {
    requests: [],
    billed: [],
    model: (tier) => (tier === "strong" ? "@cf/openai/gpt-oss-120b" : "@cf/zai-org/glm-4.7-flash"),
    async complete(request): Promise<ChatReply> {
      made.requests.push(request)
      let said: unknown
      try {
        said = says(request, made.requests.length)
      } catch {
        return { kind: "failed", failure: "retry_later", detail: "down", usage: null }
      }
      const text = typeof said === "string" ? said : JSON.stringify(said)
      const usage = {
        purpose: request.purpose,
        model: made.model(request.tier),
        inputTokens: Math.ceil((request.system.length + request.user.length) / 4),
        outputTokens: Math.ceil(text.length / 4),
      }
      made.billed.push(usage)
      return { kind: "ok", text, usage }
    },
  }
  return made
}

/** A night's dependencies on the test's or other bindings, with overrides. */
export function toolsFor(guild: string, change: Partial<NightDeps> = {}, bindings: Env = env): NightDeps {
  return {
    ...nightDepsOf(bindings, guild),
    chat: null,
    embedder: null,
    wakeIndex: async () => undefined,
    // Test nights do not run on the platform, so it knows none of them.
    hasEnded: async () => false,
    ...change,
  }
}

/** Marks every guild's night and purge as done, so that the hourly job does its other work at once. */
export async function markNightsDone(): Promise<void> {
  await env.DB.prepare("UPDATE guilds SET night_on = '9999-12-31', purged_on = '9999-12-31'").run()
}

/** Lets a guild's nights call models however few messages there were. */
async function alwaysCallModels(guild: string): Promise<void> {
  await env.DB.prepare(
    "UPDATE guilds SET settings = json_set(settings, '$.night.messages_per_call', 0) WHERE id = ?",
  )
    .bind(guild)
    .run()
}

/**
 * Runs a guild's night at `at`, by hand by default, and returns its steps. Unless `sparing`, models are
 * called however few messages there were.
 */
export async function night(
  guild: string,
  given: {
    at: Time
    steps?: Stage
    tools?: Partial<NightDeps>
    run?: Partial<Night>
    bindings?: Env
    sparing?: boolean
    /** Runs it by an object's alarm, with these failures, instead of in the given steps. */
    alarm?: (name: string, begun: number) => StepFault
  },
): Promise<Pick<Stage, "done" | "begun">> {
  if (given.sparing !== true) await alwaysCallModels(guild)
  const steps = given.steps ?? stage()
  const tools = toolsFor(guild, { now: () => given.at, ...given.tools }, given.bindings)
  const day = new Date(given.at).toISOString().slice(0, 10)
  const asked: Night = {
    guildId: guild,
    runId: `${guild}_${day}`,
    trigger: "schedule",
    requestedBy: "schedule",
    ...given.run,
  }
  if (given.alarm) return runByAlarms((own) => runNight(own, tools, asked), asked.runId, given.alarm)
  await runNight(steps, tools, asked)
  return steps
}
