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
import type { Runtime } from "../../../runtime/models.ts"
import { retryAt } from "../../../runtime/object/alarm-clock.ts"
import { type BotIdentity, discordActor, structureChangedSince } from "../events/event-context.ts"
import { FullGuildShape, storeFullGuild } from "../events/guilds.ts"
import { clearRecentMembers } from "../events/members.ts"
import { fetchOwnRoles, MISSED_MARGIN_MS, walkPage } from "./channel-walk.ts"
import { type DiscordReader, type RepairDeps, repairDatabase, repairEventContext } from "./deps.ts"
import { followUpOf, type GuildArrival } from "./follow-ups.ts"
import { repairMembers } from "./members.ts"
import { type ChannelWalk, type GuildRepair, RepairRows, type RepairTask } from "./repair-rows.ts"
import { askDiscord, runRepairTask } from "./repair-tasks.ts"

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
    const end = followUpOf(event)
    switch (end?.kind) {
      case "arrived":
        recordArrival(this.#rows, end)
        break
      case "away":
        this.#rows.set(end.guildId, "away", Date.now())
        break
      case "left":
        this.#rows.forget(end.guildId)
        break
      case "member":
      case "thread":
        this.#rows.addTasks(end.guildId, end.kind, end.targets)
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
  async work(ground: Runtime, own: BotIdentity, until: Time): Promise<void> {
    const discord = this.#discord
    if (discord === null) return
    this.#working ??= this.#run({ rows: this.#rows, discord, runtime: ground, bot: own }, until).finally(
      () => {
        this.#working = null
      },
    )
    await this.#working
  }

  async #run(tools: RepairDeps, until: Time): Promise<void> {
    while (Date.now() < until) {
      const errand = this.#rows.dueTask(Date.now())
      const next = errand ?? this.#rows.dueGuild(Date.now())
      if (next === null) return
      try {
        await ("step" in next ? runGuildStep(tools, next) : runTask(tools, next))
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

async function runTask(tools: RepairDeps, errand: RepairTask): Promise<void> {
  if (await runRepairTask(tools, errand)) tools.rows.finishTask(errand)
}

/** One step of a guild's repair, written down when it is done. */
async function runGuildStep(tools: RepairDeps, repair: GuildRepair): Promise<void> {
  const { rows } = tools
  switch (repair.step) {
    case "absent":
      return lookForGuild(tools, repair)
    case "structure": {
      const end = followUpOf({ t: "GUILD_CREATE", d: await repairStructure(tools, repair) })
      return end?.kind === "arrived" ? recordArrival(rows, end) : undefined
    }
    case "members": {
      const next = await repairMembers(tools, repair)
      return rows.move(repair, next === null ? { step: "ends" } : { step: "members", cursor: next })
    }
    case "ends":
      return queueFollowUps(tools, repair)
    case "walks": {
      const next = rows.nextWalk(repair.guildId)
      return next === null ? rows.move(repair, { step: "whole" }) : walkOne(tools, repair, next)
    }
    case "away":
    case "whole":
      return
  }
}

/** A channel that fails holds back none of the others. */
async function walkOne(tools: RepairDeps, repair: GuildRepair, next: ChannelWalk): Promise<void> {
  try {
    await walkPage(tools, repair, next)
  } catch (error) {
    tools.rows.moveWalkLast(next)
    throw error
  }
}

/** A guild that READY did not list was left meanwhile, or is another shard's now: Discord has to say which. */
async function lookForGuild(tools: RepairDeps, { guildId }: GuildRepair): Promise<void> {
  const answer = await askDiscord(tools.discord, `/guilds/${guildId}`)
  if (typeof answer === "string")
    await leaveGuild(tools.runtime, guildId, discordActor(repairEventContext(tools)))
  tools.rows.forget(guildId)
}

/** Everything of the guild that has to be asked for by itself; and where messages were missed, each channel that was heard. */
async function queueFollowUps(tools: RepairDeps, repair: GuildRepair): Promise<void> {
  const { rows } = tools
  const { guildId, since } = repair
  const ends = await findStructureGaps(repairDatabase(tools, guildId), guildId)
  rows.addTasks(guildId, "member", ends.people)
  rows.addTasks(guildId, "thread", ends.threads)
  rows.addTasks(guildId, "channel", ends.gone)
  if (since === null) return rows.move(repair, { step: "whole" })
  rows.addWalks(guildId, ends.heard, false)
  rows.move(repair, { step: "walks", cursor: await fetchOwnRoles(tools, guildId) })
}

// A guild's structure read anew by REST, where an event of it could not be handled: no session will tell it again by itself.

const Guild = z.looseObject({})
const Active = z.object({ threads: z.array(z.unknown()) })

/** The guild as GUILD_CREATE would tell it; null where it has to be done again: something changed while it was asked for. */
async function repairStructure(tools: RepairDeps, { guildId }: GuildRepair): Promise<unknown> {
  const askedAt = Date.now()
  const { discord } = tools
  const guild = Guild.parse(await discord.get(`/guilds/${guildId}`))
  const channels = await discord.get(`/guilds/${guildId}/channels`)
  const { threads } = Active.parse(await discord.get(`/guilds/${guildId}/threads/active`))
  const whole = { ...guild, channels, threads }
  const told = FullGuildShape.parse(whole)
  if (structureChangedSince(guildId, askedAt)) return null
  await storeFullGuild(repairEventContext(tools), told)
  return whole
}
