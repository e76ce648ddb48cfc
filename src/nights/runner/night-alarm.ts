/**
 * One Durable Object per guild that runs its nights on the free plan, one step per alarm: each alarm has CPU time and
 * requests of its own. Entry point only: one-step.ts runs a step, night.ts says which.
 */
import { DurableObject } from "cloudflare:workers"
import { DAY } from "../../domain/calendar.ts"
import { describeError } from "../../domain/errors.ts"
import type { Time } from "../../domain/types.ts"
import { AlarmClock } from "../../runtime/object/alarm-clock.ts"
import { loadLibraries } from "../../runtime/object/libraries.ts"
import { placed } from "../../runtime/object/placed.ts"
import { wipe } from "../../runtime/object/state-rows.ts"
import { readSettings } from "../../settings.ts"
import type { Night } from "../deps.ts"
import { runNight } from "../night.ts"
import { nightDepsOf } from "../workflow.ts"
import { NightRows, type NightStatus } from "./night-rows.ts"
import { runOneStep } from "./one-step.ts"

/** Ids of nights are known for as long as those of a Workflow on the smallest plan. */
const KEPT_MS = 3 * DAY

export class NightAlarm extends DurableObject<Env> {
  readonly #rows: NightRows
  readonly #clock: AlarmClock

  constructor(ctx: DurableObjectState, given: Env) {
    super(ctx, placed(given))
    this.#rows = new NightRows(ctx.storage)
    this.#clock = new AlarmClock(ctx.storage)
    ctx.blockConcurrencyWhile(() => Promise.all([loadLibraries(), this.#clock.load()]))
  }

  /** Starts a night. Returns false if its id was used before. */
  async begin(night: Night): Promise<boolean> {
    this.#rows.forget(Date.now() - KEPT_MS)
    const added = this.#rows.add(night)
    if (added) await this.#clock.wakeBy(Date.now())
    return added
  }

  async statusOf(runId: string): Promise<NightStatus> {
    return this.#rows.statusOf(runId)
  }

  /** Deletes all data of this object for good and ends it. */
  async wipe(): Promise<void> {
    await wipe(this.ctx)
  }

  override async alarm(): Promise<void> {
    // Sets a lease first: a step that is cut off is attempted again.
    await this.#clock.set(Date.now() + readSettings(this.env).LEASE_SECONDS * 1_000)
    await this.#clock.set(await this.#advance())
  }

  /** Runs one step of one night. Returns when to go on; `null` if no night is left. */
  async #advance(): Promise<Time | null> {
    const night = this.#rows.next()
    if (night === null) return null
    const { guildId, runId } = night
    const deps = nightDepsOf(this.env, guildId)
    const run = (steps: Parameters<typeof runNight>[0]) => runNight(steps, deps, night)
    const progress = await runOneStep(run, this.#rows.resultsOf(runId), Date.now)
    if (progress.kind === "next") return progress.at
    if (progress.error !== null)
      console.error({
        event: "night.errored",
        guild: guildId,
        run: runId,
        error: describeError(progress.error),
      })
    this.#rows.end(runId, progress.error === null ? "complete" : "errored", Date.now())
    return this.#rows.next() === null ? null : Date.now()
  }
}
