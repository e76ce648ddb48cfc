/**
 * What was missed while no session was open, made good by REST: members, what is named or left open by events, and messages. Its rows
 * stand in the shard's own SQLite; one step at a time is taken and written down, and what fails is tried again for ever.
 */
import type { GatewayDispatchPayload } from "discord-api-types/v10"
import { z } from "zod"
import { findStructureGaps } from "../../../access/structure-repair.ts"
import { describeError, Refused } from "../../../domain/errors.ts"
import { snowflakeAt } from "../../../domain/ids.ts"
import type { Id, Time } from "../../../domain/types.ts"
import { leaveGuild } from "../../../runtime/leaving.ts"
import type { Runtime } from "../../../runtime/models"
import { retryAt } from "../../../runtime/object/alarm-clock"
import { type BotIdentity, discordActor, structureChangedSince } from "../events/event-context"
import { FullGuildShape, storeFullGuild } from "../events/guilds.ts"
import { clearRecentMembers } from "../events/members.ts"
import { fetchOwnRoles, MISSED_MARGIN_MS, walkPage } from "./channel-walk"
import { type DiscordReader, type RepairDeps, repairDatabase, repairEventContext } from "./deps"
import { followUpOf, type GuildArrival } from "./follow-ups"
import { repairMembers } from "./members.ts"
import { type ChannelWalk, type GuildRepair, RepairRows, type RepairTask } from "./repair-rows.ts"
import { askDiscord, runRepairTask } from "./repair-tasks"

const FIRST_RETRY_MS = 5_000

/** A new session, and what is not known because of it. */
export interface SessionStart {
  /** The guilds that READY lists. */
  guildIds: readonly Id[]
  /** Up to when every event was handled; null: there was no session before. */
  since: Time | null
}

export class Repairs {
  readonly #rows: RepairRows
  readonly #discord: DiscordReader | null
  #working: Promise<void> | null = null

  /** `discord` null: there is no token, and nothing is ever due. */
  constructor(sql: SqlStorage, discord: DiscordReader | null) {
    this.#rows = new RepairRows(sql)
    this.#discord = discord
  }

  /** READY came: each guild is repaired as soon as its GUILD_CREATE was handled; those not listed were left meanwhile. */
  lost({ guildIds, since }: SessionStart): void {
    clearRecentMembers()
    this.#rows.resetGuilds(guildIds, since)
  }

  /** Notes what an event leaves open. To be called when `handle` is done with it, before it counts as done. Writes at once. */
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

  /** An event of this guild, received then, could not be handled: all it may have told is read anew. */
  missed(guildId: Id, at: Time): void {
    const step = this.#rows.guild(guildId)?.step ?? "whole"
    this.#rows.set(guildId, step === "away" || step === "absent" ? step : "structure", at)
  }

  /** When there is next something to do; null where there is nothing. */
  dueAt(): Time | null {
    return this.#discord === null ? null : this.#rows.dueAt()
  }

  /** Works until `until`, or until nothing is due. Never throws where a service is down: it is tried again later. One at a time. */
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
        // Unknown by now: it was erased.
        if (error instanceof Refused) this.#rows.forget(next.guildId)
        // The fallback for any outage: it is still to be done, and comes again with growing delay.
        console.error({ event: "repair.failed", guild: next.guildId, error: describeError(error) })
        this.#rows.postpone(next, retryAt(Date.now(), next.attempts + 1, FIRST_RETRY_MS, Math.random()))
      }
    }
  }
}

/** The guild's structure is known anew: what else there was in it to miss can be looked for. */
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
  if (await runRepairTask(deps, task)) deps.rows.finishTask(task)
}

/** One step of a guild's repair, written down when it is done. */
async function runGuildStep(deps: RepairDeps, repair: GuildRepair): Promise<void> {
  const { rows } = deps
  switch (repair.step) {
    case "absent":
      return lookForGuild(deps, repair)
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

/** A channel that fails holds back none of the others. */
async function walkOne(deps: RepairDeps, repair: GuildRepair, next: ChannelWalk): Promise<void> {
  try {
    await walkPage(deps, repair, next)
  } catch (error) {
    deps.rows.moveWalkLast(next)
    throw error
  }
}

/** A guild that READY did not list was left meanwhile, or is another shard's now: Discord has to say which. */
async function lookForGuild(deps: RepairDeps, { guildId }: GuildRepair): Promise<void> {
  const answer = await askDiscord(deps.discord, `/guilds/${guildId}`)
  if (typeof answer === "string")
    await leaveGuild(deps.runtime, guildId, discordActor(repairEventContext(deps)))
  deps.rows.forget(guildId)
}

/** Everything of the guild that has to be asked for by itself; and where messages were missed, each channel that was heard. */
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

// A guild's structure read anew by REST, where an event of it could not be handled: no session will tell it again by itself.

const Guild = z.looseObject({})
const Active = z.object({ threads: z.array(z.unknown()) })

/** The guild as GUILD_CREATE would tell it; null where it has to be done again: something changed while it was asked for. */
async function repairStructure(deps: RepairDeps, { guildId }: GuildRepair): Promise<unknown> {
  const askedAt = Date.now()
  const { discord } = deps
  const guild = Guild.parse(await discord.get(`/guilds/${guildId}`))
  const channels = await discord.get(`/guilds/${guildId}/channels`)
  const { threads } = Active.parse(await discord.get(`/guilds/${guildId}/threads/active`))
  const whole = { ...guild, channels, threads }
  const told = FullGuildShape.parse(whole)
  if (structureChangedSince(guildId, askedAt)) return null
  await storeFullGuild(repairEventContext(deps), told)
  return whole
}
