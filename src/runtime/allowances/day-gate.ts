/**
 * Keeps a deployment to the free plan's daily allowances: reads what is used every few minutes, remembers that Workers
 * AI refused, and says which work may go on. It writes nothing.
 */
import { nextUtcDay, startOf, utcDate } from "../../domain/calendar.ts"
import { describeError } from "../../domain/errors.ts"
import type { Time } from "../../domain/types.ts"
import { readDayActivity } from "../../memory/db/health-queries.ts"
import { BILLED_USD_PER_NEURON } from "../../memory/write/usage.ts"
import type { Settings } from "../../settings.ts"
import {
  type AllowanceUse,
  allowanceUses,
  FREE_DAILY,
  isUsed,
  mayCallModel,
  OPTIONAL_SHARE,
  roundsUntil,
} from "./free-plan.ts"

/** A read costs a row for each window of the day. */
const READ_EVERY_MS = 5 * 60_000

interface GateBindings {
  DB: D1Database
}

export type GateSettings = Partial<Pick<Settings, "PLAN" | "AI_BASE_URL" | "DISCORD_TOKEN">>

export class DayGate {
  readonly #bindings: GateBindings
  readonly #hasShard: boolean
  readonly #billsNeurons: boolean
  #known: { at: Time; uses: AllowanceUse[] } | null = null
  #refusedUntil: Time = 0

  constructor(bindings: GateBindings, { AI_BASE_URL, DISCORD_TOKEN }: GateSettings) {
    this.#bindings = bindings
    this.#hasShard = DISCORD_TOKEN !== undefined
    this.#billsNeurons = AI_BASE_URL === undefined
  }

  /** True if the models are those of Workers AI. */
  get billsNeurons(): boolean {
    return this.#billsNeurons
  }

  /** Returns what is used of each allowance today, at most five minutes old. Throws if the database is down. */
  async uses(now: Time = Date.now()): Promise<AllowanceUse[]> {
    const known = this.#known
    if (known && utcDate(known.at) === utcDate(now) && now - known.at < READ_EVERY_MS) return known.uses
    const midnight = startOf(utcDate(now), "UTC")
    const { neuronUsd, ...work } = await readDayActivity(this.#bindings, midnight)
    const day = { ...work, cronRound: roundsUntil(midnight, now), shardHour: 0 }
    const neurons = now < this.#refusedUntil ? FREE_DAILY.neurons : neuronUsd / BILLED_USD_PER_NEURON
    const uses = allowanceUses(day, { neurons, hasShard: this.#hasShard })
    this.#known = { at: now, uses }
    return uses
  }

  /** Workers AI refused a call because the day's neurons are used: by this Worker, or by another of the account. */
  refused(now: Time = Date.now()): void {
    if (now >= this.#refusedUntil)
      console.warn({
        event: "allowance.spent",
        allowance: "neurons",
        until: new Date(nextUtcDay(now)).toISOString(),
      })
    this.#refusedUntil = nextUtcDay(now)
    this.#known = null
  }

  /** Returns true if a model may be called for this purpose. */
  async mayCall(purpose: string, now: Time = Date.now()): Promise<boolean> {
    if (this.#billsNeurons && now < this.#refusedUntil) return false
    const uses = (await this.usesOrNull(now)) ?? []
    return mayCallModel(uses, purpose, { billsNeurons: this.#billsNeurons })
  }

  /** Returns true if work that can wait for another day may go on. */
  async mayDoOptionalWork(now: Time = Date.now()): Promise<boolean> {
    return !isUsed((await this.usesOrNull(now)) ?? [], OPTIONAL_SHARE)
  }

  async usesOrNull(now: Time): Promise<AllowanceUse[] | null> {
    try {
      return await this.uses(now)
    } catch (error) {
      // Fallback: Cloudflare itself refuses what exceeds an allowance.
      console.warn({ event: "allowance.unknown", error: describeError(error) })
      return null
    }
  }
}

/** One per environment: it remembers what it read. */
const gates = new WeakMap<object, DayGate>()

/** Returns the deployment's gate; `null` on the paid plan, which has no daily allowances. */
export function dayGate(bindings: GateBindings, settings: GateSettings): DayGate | null {
  if (settings.PLAN !== "free") return null
  const gate = gates.get(bindings) ?? new DayGate(bindings, settings)
  gates.set(bindings, gate)
  return gate
}
