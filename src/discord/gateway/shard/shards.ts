/**
 * Plans all shards: their number, their start, and when each may identify. Runs in the object of shard 0 and
 * calls Discord and the other objects.
 */
import { DiscordAPIError, HTTPError } from "@discordjs/rest"
import { Routes } from "discord-api-types/v10"
import { z } from "zod"
import { Refused } from "../../../domain/errors.ts"
import { sha256 } from "../../../domain/hash.ts"
import { measureInto } from "../../../domain/metrics.ts"
import type { Time } from "../../../domain/types.ts"
import type { ConnectFailure, GatewayStatus, ShardStatus } from "../../../runtime/gateway-status.ts"
import type { StateRows } from "../../../runtime/object/state-rows.ts"
import { readSettings, type Settings } from "../../../settings.ts"
import { discordRest } from "../../bot/rest.ts"
import {
  FULL_REST_BUDGET,
  grantRest,
  type RestAsk,
  type RestLease,
  StoredRestBudget,
} from "../../bot/rest-budget.ts"
import { closeRule, needsNewShardCount } from "../session/close-codes.ts"
import {
  type IdentifyBudget,
  type IdentifySlot,
  reserveIdentify,
  toIdentifyBudget,
} from "../session/identify-budget.ts"
import { gatewayIntents } from "../session/session-state.ts"
import { failureReason } from "./open-socket.ts"

const AT_ONCE = 20
/** An invocation may write 25 data points. */
const MOST_MEASURED = 20
/** The gateway's close code for a token that REST refuses. */
const REFUSED_TOKEN = 4004
const ASK_AGAIN_MS = 30_000

const Plan = z.object({
  isWanted: z.boolean(),
  count: z.int(),
  url: z.string(),
  fingerprint: z.string(),
  /** The close code that prevents a start; `null` for none. */
  refused: z.int().nullable(),
})
type Plan = z.output<typeof Plan>

const Failure: z.ZodType<ConnectFailure | null> = z.object({ reason: z.string(), at: z.number() }).nullable()

const StoredBudget: z.ZodType<IdentifyBudget> = z.object({
  total: z.int(),
  remaining: z.int(),
  resetAt: z.number(),
  maxConcurrency: z.int(),
  lastAt: z.record(z.string(), z.number()),
})

/** GET /gateway/bot */
const GatewayBot = z.object({
  url: z.url(),
  shards: z.int().min(1),
  session_start_limit: z.object({
    total: z.int(),
    remaining: z.int(),
    reset_after: z.number(),
    max_concurrency: z.int(),
  }),
})

export class Shards {
  readonly #env: Env
  readonly #state: StateRows

  constructor(env: Env, state: StateRows) {
    this.#env = env
    this.#state = state
  }

  /** Throws if Discord is unreachable. Refuses if no token is set. */
  async start(how: "asked" | "kept"): Promise<void> {
    const plan = this.#plan
    const fingerprint = fingerprintOf(readSettings(this.#env))
    if (how === "kept" && plan && !plan.isWanted) return
    const isSame = plan?.fingerprint === fingerprint
    if (how === "asked" || !isSame || (await this.#needsNewPlan(plan))) {
      await this.#replan(plan, { fingerprint, isAsked: how === "asked" })
      return
    }
    if (plan.refused === null) await this.#orderShards(plan, { since: null, isAsked: false })
  }

  /** Asks Discord for the number of shards and the address. If the number changed, stops the earlier shards first. */
  async #replan(
    before: Plan | null,
    { fingerprint, isAsked }: { fingerprint: string; isAsked: boolean },
  ): Promise<void> {
    const plan = await this.#requestPlan(fingerprint)
    const since = before && before.count !== plan.count ? await this.#stopShards(before.count) : null
    this.#state.set("plan", plan)
    if (plan.refused === null) await this.#orderShards(plan, { since, isAsked })
  }

  async #requestPlan(fingerprint: string): Promise<Plan> {
    const { DISCORD_GATEWAY_URL, DISCORD_SHARDS } = readSettings(this.#env)
    const rest = discordRest(this.#env)
    if (rest === null) throw new Refused({ reason: "discord_unset", variable: "DISCORD_TOKEN" })
    try {
      const gateway = GatewayBot.parse(await rest.get(Routes.gatewayBot()))
      this.#state.set("failure", null)
      const limit = gateway.session_start_limit
      this.#state.set("budget", toIdentifyBudget(limit, this.#budget, Date.now()))
      const count = DISCORD_SHARDS ?? gateway.shards
      return { isWanted: true, count, url: DISCORD_GATEWAY_URL ?? gateway.url, fingerprint, refused: null }
    } catch (error) {
      const isRefused = error instanceof DiscordAPIError && error.status === 401
      const failure = { reason: planFailure(error), at: Date.now() }
      this.#state.set("failure", isRefused ? null : failure)
      if (!isRefused) throw error
      // With the same token Discord would refuse again and count the request against the bot.
      return { isWanted: true, count: 0, url: "", fingerprint, refused: REFUSED_TOKEN }
    }
  }

  /**
   * Returns true if a shard stopped because there are too few or too many shards. If their number is
   * configured, only the operator can change it.
   */
  async #needsNewPlan(plan: Plan): Promise<boolean> {
    if (readSettings(this.#env).DISCORD_SHARDS !== undefined) return false
    const statuses = await this.#callEach(plan.count, (shard) => shard.status())
    return statuses.some((status) => needsNewShardCount(status.stoppedBy))
  }

  async #orderShards(
    { count, url, fingerprint }: Plan,
    more: { since: Time | null; isAsked: boolean },
  ): Promise<void> {
    await this.#callEach(count, (stub, shard) => stub.start({ shard, count, url, fingerprint, ...more }))
  }

  async stop(): Promise<void> {
    const plan = this.#plan ?? { count: 0, url: "", fingerprint: "", refused: null }
    this.#state.set("plan", { ...plan, isWanted: false })
    await this.#stopShards(plan.count)
  }

  /** Stops shards 0 to `count`. Returns until when all of them had received everything. */
  async #stopShards(count: number): Promise<Time | null> {
    const times = await this.#callEach(count, (shard) => shard.stop())
    const known = times.filter((time) => time !== null)
    return known.length === 0 ? null : Math.min(...known)
  }

  /**
   * Reserves a time at which the shard may identify. Tells it to ask again if Discord's limit is not known
   * yet.
   */
  admit(shard: number): IdentifySlot {
    const budget = this.#budget
    if (budget === null) return { kind: "later", at: Date.now() + ASK_AGAIN_MS }
    const admitted = reserveIdentify(budget, shard, Date.now())
    this.#state.set("budget", admitted.budget)
    return admitted.slot
  }

  /** Grants a lease of requests to Discord. The budget is stored, so a restart forgets no lease. */
  leaseRest(ask: RestAsk): RestLease {
    const budget = this.#state.get("rest", StoredRestBudget) ?? FULL_REST_BUDGET
    const granted = grantRest(budget, ask, Date.now())
    this.#state.set("rest", granted.budget)
    return granted.lease
  }

  async status(): Promise<GatewayStatus> {
    const plan = this.#plan
    if (readSettings(this.#env).DISCORD_TOKEN === undefined)
      return {
        state: "unset",
        toDo: "Set the secret DISCORD_TOKEN and deploy.",
        lastFailure: null,
        shards: [],
      }
    const lastFailure = this.#state.get("failure", Failure)
    if (plan === null) return { state: "stopped", toDo: "POST /v1/gateway/start.", lastFailure, shards: [] }
    const shards: ShardStatus[] = await this.#callEach(plan.count, (shard) => shard.status())
    const refused = plan.refused === null ? null : closeRule(plan.refused).toDo
    const toDo = refused ?? shards.find((shard) => shard.toDo !== null)?.toDo ?? null
    const isRunning = plan.isWanted && shards.some((shard) => shard.phase !== "stopped")
    return { state: isRunning ? "running" : "stopped", toDo, lastFailure, shards }
  }

  /** Calls the Durable Object of each shard, `AT_ONCE` at a time. Returns the answers in shard order. */
  async #callEach<T>(count: number, ask: (stub: Stub, shard: number) => Promise<T>): Promise<T[]> {
    const answers: T[] = []
    for (let first = 0; first < count; first += AT_ONCE) {
      const group = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, index) => first + index)
      const asked = group.map((shard) => ask(this.#env.SHARDS.getByName(String(shard)), shard))
      answers.push(...(await Promise.all(asked)))
    }
    return answers
  }

  get #plan(): Plan | null {
    return this.#state.get("plan", Plan)
  }

  get #budget(): IdentifyBudget | null {
    return this.#state.get("budget", StoredBudget)
  }
}

/** Why Discord did not say how to connect. */
function planFailure(error: unknown): string {
  if (error instanceof DiscordAPIError) return `Discord's API answered ${error.status}: ${error.message}`
  if (error instanceof HTTPError) return `Discord's API answered ${error.status}`
  return `Discord's API did not say how to connect: ${failureReason(error)}`
}

type Stub = ReturnType<Env["SHARDS"]["getByName"]>

/** Fingerprints the settings that a session depends on. Contains only part of a hash of the token. */
function fingerprintOf(settings: Settings): string {
  const { DISCORD_TOKEN, DISCORD_MEMBERS, DISCORD_SHARDS, DISCORD_API_URL, DISCORD_GATEWAY_URL } = settings
  const parts = [
    DISCORD_TOKEN,
    gatewayIntents(DISCORD_MEMBERS),
    DISCORD_SHARDS,
    DISCORD_API_URL,
    DISCORD_GATEWAY_URL,
  ]
  return sha256(JSON.stringify(parts)).slice(0, 16)
}

/** Called by the five-minute cron: connects all planned shards. */
export async function keepConnected(env: Env): Promise<void> {
  if (readSettings(env).DISCORD_TOKEN === undefined) return
  const { shards } = await env.SHARDS.getByName("0").startAll("kept")
  const measure = measureInto(env.ANALYTICS)
  for (const { shard, phase: outcome, latencyMs, waiting, ...one } of shards.slice(0, MOST_MEASURED)) {
    const counts = { ms: latencyMs ?? 0, count: one.guilds, waiting, failed: one.reconnects }
    measure({ event: "gateway", guildId: null, place: String(shard), outcome, ...counts })
  }
}
