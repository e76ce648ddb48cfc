/**
 * Repairs over REST what was missed while no session was open: members, follow-ups of events, and messages.
 * Its rows are in the shard's SQLite. It takes one step at a time, stores its progress and retries failures
 * indefinitely.
 */
import type { GatewayDispatchPayload } from "discord-api-types/v10"
import { MINUTE } from "../../../domain/calendar.ts"
import { describeError, Refused } from "../../../domain/errors.ts"
import type { Id, Time } from "../../../domain/types.ts"
import { type Runtime, servesGuild } from "../../../runtime/models.ts"
import { retryAt } from "../../../runtime/object/alarm-clock.ts"
import type { BotIdentity } from "../events/event-context.ts"
import { clearRecentMembers } from "../events/members.ts"
import { type DiscordReader, limitedUntil, type RepairDeps } from "./deps.ts"
import { followUpOf, recoveryOf } from "./follow-ups.ts"
import { recordArrival, runGuildStep } from "./guild-steps.ts"
import { skipRefused } from "./refusals.ts"
import { type GuildRepair, RepairRows, type RepairTask } from "./repair-rows.ts"
import { messageTarget, runRepairTask } from "./repair-tasks.ts"

const FIRST_RETRY_MS = 5_000

/** A new session and what it may have missed. */
export interface SessionStart {
  /** The guilds that READY lists. */
  guildIds: readonly Id[]
  /** Every event until then was handled; `null` if there was no session before. */
  since: Time | null
}

export class Repairs {
  readonly #rows: RepairRows
  readonly #discord: DiscordReader | null
  #working: Promise<void> | null = null
  /** Until when the bot may send no request. */
  #pausedUntil: Time = 0

  /** `discord` is `null` if there is no token. Then nothing is ever due. */
  constructor(sql: SqlStorage, discord: DiscordReader | null) {
    this.#rows = new RepairRows(sql)
    this.#discord = discord
  }

  /**
   * Called on READY. Each guild is repaired once its GUILD_CREATE is handled. Guilds not listed are looked
   * up.
   */
  lost({ guildIds, since }: SessionStart): void {
    clearRecentMembers()
    this.#rows.resetGuilds(guildIds, since)
  }

  /**
   * Stores the follow-ups of an event. Call it after the handler succeeded and before the event counts as
   * done. Synchronous.
   */
  handled(event: GatewayDispatchPayload): void {
    const followUp = followUpOf(event)
    switch (followUp?.kind) {
      case "arrived":
        recordArrival(this.#rows, followUp)
        break
      case "away":
        this.#rows.set(followUp.guildId, "away", Date.now())
        break
      case "left":
        this.#rows.forget(followUp.guildId)
        break
      case "member":
      case "thread":
      case "pins":
        this.#rows.addTasks(followUp.guildId, followUp.kind, followUp.targets)
    }
  }

  /**
   * An event of this guild, received at `at`, could not be handled: reads again everything that it may have
   * reported.
   */
  missed(guildId: Id, at: Time): void {
    repairFrom(this.#rows, guildId, at)
  }

  /**
   * An event received at `at` could not be read: reads the message, or everything the event may have reported of
   * its guild. A guild is repaired at most once a minute for this reason. Returns false if it has no readable id.
   */
  unreadable(event: GatewayDispatchPayload, at: Time): boolean {
    const recovery = recoveryOf(event)
    if (recovery === null) return false
    switch (recovery.kind) {
      case "message":
        this.#rows.addTasks(recovery.guildId ?? "", "message", [messageTarget(recovery)])
        break
      case "guild": {
        const minute = at - (at % MINUTE)
        const task = { guildId: recovery.guildId, kind: recovery.kind, target: String(minute) }
        this.#rows.addTask(task, minute + MINUTE)
        break
      }
      // The guild waits for this event: no other one ends the wait.
      case "arrival":
        this.#rows.set(recovery.guildId, "structure", at)
    }
    return true
  }

  /** Returns when the next repair is due, or `null` if none is. */
  dueAt(): Time | null {
    const dueAt = this.#discord === null ? null : this.#rows.dueAt()
    return dueAt === null ? null : Math.max(dueAt, this.#pausedUntil)
  }

  /**
   * Works until `until` or until nothing is due. Never throws if a service is down: the repair is retried
   * later. Runs once at a time.
   */
  async work(runtime: Runtime, bot: BotIdentity, until: Time): Promise<void> {
    const discord = this.#discord
    if (discord === null) return
    this.#working ??= this.#run({ rows: this.#rows, discord, runtime, bot }, until).finally(() => {
      this.#working = null
    })
    await this.#working
  }

  async #run(deps: RepairDeps, until: Time): Promise<void> {
    while (Date.now() < until && Date.now() >= this.#pausedUntil) {
      const task = this.#rows.dueTask(Date.now())
      const next = task ?? this.#rows.dueGuild(Date.now())
      if (next === null) return
      if (!servesGuild(deps.runtime, next.guildId)) {
        this.#rows.forget(next.guildId)
        continue
      }
      try {
        await ("step" in next ? runGuildStep(deps, next) : runTask(deps, next))
      } catch (error) {
        await this.#failed(deps, next, error)
      }
    }
  }

  async #failed(deps: RepairDeps, next: GuildRepair | RepairTask, error: unknown): Promise<void> {
    this.#pausedUntil = limitedUntil(error) ?? 0
    if (this.#pausedUntil > 0) return
    // The guild is unknown by now: it was erased.
    if (error instanceof Refused) return this.#rows.forget(next.guildId)
    // Fallback if the database fails meanwhile: the step is retried and refused again.
    if (await skipRefused(deps, next, error).catch(() => false)) return
    // Fallback for any outage: the repair stays pending and is retried with increasing delay.
    console.error({ event: "repair.failed", guild: next.guildId, error: describeError(error) })
    this.#rows.postpone(next, retryAt(Date.now(), next.attempts + 1, FIRST_RETRY_MS, Math.random()))
  }
}

function repairFrom(rows: RepairRows, guildId: Id, at: Time): void {
  const step = rows.guild(guildId)?.step ?? "whole"
  rows.set(guildId, step === "away" || step === "absent" ? step : "structure", at)
}

async function runTask(deps: RepairDeps, task: RepairTask): Promise<void> {
  if (task.kind === "guild") {
    repairFrom(deps.rows, task.guildId, Number(task.target))
    deps.rows.finishTask(task)
  } else if (await runRepairTask(deps, task)) deps.rows.finishTask(task)
}
