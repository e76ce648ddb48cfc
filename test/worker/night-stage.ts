/** A stage for nights: work done at once and failed on demand, and a model that says what a test scripts and counts its tokens. */
import { env } from "cloudflare:workers"
import type { ChatModel, ChatReply, ChatRequest } from "../../src/ai/chat.ts"
import type { Time, Usage } from "../../src/domain/types.ts"
import type { Night, NightDeps, Steps } from "../../src/nights/deps.ts"
import { runNight } from "../../src/nights/night.ts"
import { nightDepsOf } from "../../src/nights/workflow.ts"

/** When a piece of work fails: before it began, or after it was done and only the word of it was lost. */
export type StepFault = "before" | "after" | null

export interface Stage extends Steps {
  /** The names of what was done, each once. */
  done: string[]
  /** How often any work was begun. */
  begun: number
}

const MOST_TRIES = 6

/** Steps as the platform does them: each again until it succeeds, what it returned kept as JSON. `fault` is asked at every try, counted from 1. */
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
      // As the platform hands it back: through JSON.
      return JSON.parse(kept.get(name) ?? "null") as T
    },
  }
  return made
}

export interface Scripted extends ChatModel {
  requests: ChatRequest[]
  /** Every call's tokens, as the service bills them. */
  billed: Usage[]
}

/** A model that answers each request with what `says` returns, as JSON, or text as it is; throws to be down for this call. */
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

/** A night's tools on the test's bindings, or on others, with what is changed of them. */
export function toolsFor(guild: string, change: Partial<NightDeps> = {}, bindings: Env = env): NightDeps {
  return {
    ...nightDepsOf(bindings, guild),
    chat: null,
    embedder: null,
    wakeIndex: async () => undefined,
    // Nights of tests are staged: the platform knows of none.
    hasEnded: async () => false,
    ...change,
  }
}

/** Has no night and no purge due of all guilds there are: the hourly round does its other work at once. */
export async function nightsAreBegun(): Promise<void> {
  await env.DB.prepare("UPDATE guilds SET night_on = '9999-12-31', purged_on = '9999-12-31'").run()
}

/** Has nights of a guild ask models however little was said. */
async function unspared(guild: string): Promise<void> {
  await env.DB.prepare(
    "UPDATE guilds SET settings = json_set(settings, '$.night.messages_per_call', 0) WHERE id = ?",
  )
    .bind(guild)
    .run()
}

/** Goes through a guild's night as of `at`, by hand unless said otherwise; models are asked however little was said, but where it is `sparing`. Returns what was done. */
export async function night(
  guild: string,
  given: {
    at: Time
    steps?: Stage
    tools?: Partial<NightDeps>
    run?: Partial<Night>
    bindings?: Env
    sparing?: boolean
  },
): Promise<Stage> {
  if (given.sparing !== true) await unspared(guild)
  const steps = given.steps ?? stage()
  const tools = toolsFor(guild, { now: () => given.at, ...given.tools }, given.bindings)
  const day = new Date(given.at).toISOString().slice(0, 10)
  await runNight(steps, tools, {
    guildId: guild,
    runId: `${guild}_${day}`,
    trigger: "schedule",
    requestedBy: "schedule",
    ...given.run,
  })
  return steps
}
