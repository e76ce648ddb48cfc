/**
 * Repairs over REST what was missed while no session was open: members, follow-ups of events, and messages.
 * Its rows are in the shard's SQLite. It takes one step at a time, stores its progress and retries failures
 * without end.
 */
import type { GatewayDispatchPayload } from "discord-api-types/v10"
import { z } from "zod"
import { findStructureGaps } from "../../../access/structure-repair.ts"
import { MINUTE } from "../../../domain/calendar.ts"
import { describeError, Refused } from "../../../domain/errors.ts"
import { snowflakeAt } from "../../../domain/ids.ts"
import type { Id, Time } from "../../../domain/types.ts"
import { leaveGuild } from "../../../runtime/leaving.ts"
import type { Runtime } from "../../../runtime/models.ts"
import { retryAt } from "../../../runtime/object/alarm-clock.ts"
import { type BotIdentity, discordActor, structureChangedSince } from "../events/event-context.ts"
import { FullGuildShape, storeFullGuild } from "../events/guilds.ts"
import { clearRecentMembers } from "../events/members.ts"
import { fetchOwnRoles, MISSED_MARGIN_MS, walkPage } from "./channel-walk.ts"
import { type DiscordReader, type RepairDeps, repairDatabase, repairEventContext } from "./deps.ts"
import { followUpOf, type GuildArrival, recoveryOf } from "./follow-ups.ts"
import { repairMembers } from "./members.ts"
import { type ChannelWalk, type GuildRepair, RepairRows, type RepairTask } from "./repair-rows.ts"
import { askDiscord, messageTarget, runRepairTask } from "./repair-tasks.ts"

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
    return this.#discord === null ? null : this.#rows.dueAt()
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
    while (Date.now() < until) {
      const task = this.#rows.dueTask(Date.now())
      const next = task ?? this.#rows.dueGuild(Date.now())
      if (next === null) return
      try {
        await ("step" in next ? runGuildStep(deps, next) : runTask(deps, next))
      } catch (error) {
        // The guild is unknown by now: it was erased.
        if (error instanceof Refused) this.#rows.forget(next.guildId)
        // Fallback for any outage: the repair stays pending and is retried with increasing delay.
        console.error({ event: "repair.failed", guild: next.guildId, error: describeError(error) })
        this.#rows.postpone(next, retryAt(Date.now(), next.attempts + 1, FIRST_RETRY_MS, Math.random()))
      }
    }
  }
}

function repairFrom(rows: RepairRows, guildId: Id, at: Time): void {
  const step = rows.guild(guildId)?.step ?? "whole"
  rows.set(guildId, step === "away" || step === "absent" ? step : "structure", at)
}

/** The guild's structure is current: queue the channels with missed messages. */
function recordArrival(rows: RepairRows, { guildId, lastMessages }: GuildArrival): void {
  const since = rows.guild(guildId)?.since ?? null
  rows.set(guildId, "members", since)
  if (since === null) return
  const first = BigInt(snowflakeAt(since - MISSED_MARGIN_MS))
  const missed = lastMessages.filter(({ messageId }) => BigInt(messageId) >= first)
  rows.addWalks(
    guildId,
    missed.map(({ channelId }) => channelId),
    true,
  )
}

async function runTask(deps: RepairDeps, task: RepairTask): Promise<void> {
  if (task.kind === "guild") {
    repairFrom(deps.rows, task.guildId, Number(task.target))
    deps.rows.finishTask(task)
  } else if (await runRepairTask(deps, task)) deps.rows.finishTask(task)
}

/** Runs one step of a guild's repair and stores the progress. */
async function runGuildStep(deps: RepairDeps, repair: GuildRepair): Promise<void> {
  const { rows } = deps
  switch (repair.step) {
    case "absent":
      return checkGuild(deps, repair)
    case "structure": {
      const followUp = followUpOf({ t: "GUILD_CREATE", d: await repairStructure(deps, repair) })
      return followUp?.kind === "arrived" ? recordArrival(rows, followUp) : undefined
    }
    case "members": {
      const next = await repairMembers(deps, repair)
      return rows.move(repair, next === null ? { step: "ends" } : { step: "members", cursor: next })
    }
    case "ends":
      return queueFollowUps(deps, repair)
    case "walks": {
      const next = rows.nextWalk(repair.guildId)
      return next === null ? rows.move(repair, { step: "whole" }) : walkOne(deps, repair, next)
    }
    case "away":
    case "whole":
      return
  }
}

/** A failing channel does not delay the others. */
async function walkOne(deps: RepairDeps, repair: GuildRepair, next: ChannelWalk): Promise<void> {
  try {
    await walkPage(deps, repair, next)
  } catch (error) {
    deps.rows.moveWalkLast(next)
    throw error
  }
}

/** The bot left the guild, or another shard has it now: Discord decides which. */
async function checkGuild(deps: RepairDeps, { guildId }: GuildRepair): Promise<void> {
  const answer = await askDiscord(deps.discord, `/guilds/${guildId}`)
  if (typeof answer === "string")
    await leaveGuild(deps.runtime, guildId, discordActor(repairEventContext(deps)))
  deps.rows.forget(guildId)
}

/** Queues the lookups for the guild and, if messages were missed, a walk of each recorded channel. */
async function queueFollowUps(deps: RepairDeps, repair: GuildRepair): Promise<void> {
  const { rows } = deps
  const { guildId, since } = repair
  const gaps = await findStructureGaps(repairDatabase(deps, guildId), guildId)
  rows.addTasks(guildId, "member", gaps.people)
  rows.addTasks(guildId, "thread", gaps.threads)
  rows.addTasks(guildId, "channel", gaps.gone)
  if (since === null) return rows.move(repair, { step: "whole" })
  rows.addWalks(guildId, gaps.heard, false)
  rows.move(repair, { step: "walks", cursor: await fetchOwnRoles(deps, guildId) })
}

// Reads a guild's structure over REST after one of its events could not be handled: no session repeats it.

const Guild = z.looseObject({})
const Active = z.object({ threads: z.array(z.unknown()) })

/**
 * Returns the guild in the shape of GUILD_CREATE, or `null` if something changed during the requests and the
 * step must run again.
 */
async function repairStructure(deps: RepairDeps, { guildId }: GuildRepair): Promise<unknown> {
  const askedAt = Date.now()
  const { discord } = deps
  const guild = Guild.parse(await discord.get(`/guilds/${guildId}`))
  const channels = await discord.get(`/guilds/${guildId}/channels`)
  const { threads } = Active.parse(await discord.get(`/guilds/${guildId}/threads/active`))
  const whole = { ...guild, channels, threads }
  const guildState = FullGuildShape.parse(whole)
  if (structureChangedSince(guildId, askedAt)) return null
  await storeFullGuild(repairEventContext(deps), guildState)
  return whole
}
