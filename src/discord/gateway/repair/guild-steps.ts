/** The steps of one guild's repair: its structure, its members, then the channels with missed messages. */
import { z } from "zod"
import { findStructureGaps } from "../../../access/structure-repair.ts"
import { isPlace } from "../../../domain/events.ts"
import { snowflakeAt } from "../../../domain/ids.ts"
import { leaveGuild } from "../../../runtime/leaving.ts"
import { discordActor, structureChangedSince } from "../events/event-context.ts"
import { FullGuildShape, storeFullGuild } from "../events/guilds.ts"
import { channelsWithPins } from "../events/pins.ts"
import { fetchOwnRoles, MISSED_MARGIN_MS, walkPage } from "./channel-walk.ts"
import { askDiscord, type RepairDeps, repairDatabase, repairEventContext } from "./deps.ts"
import { followUpOf, type GuildArrival } from "./follow-ups.ts"
import { repairMembers } from "./members.ts"
import { skipRefused } from "./refusals.ts"
import type { ChannelWalk, GuildRepair, RepairRows } from "./repair-rows.ts"

/** The guild's structure is current: queue the channels with missed messages. */
export function recordArrival(rows: RepairRows, { guildId, lastMessages, lastPins }: GuildArrival): void {
  const since = rows.guild(guildId)?.since ?? null
  rows.set(guildId, "members", since)
  if (since === null) return
  const pinned = lastPins.filter(({ at }) => at >= since - MISSED_MARGIN_MS)
  rows.addTasks(
    guildId,
    "pins",
    pinned.map(({ channelId }) => channelId),
  )
  const first = BigInt(snowflakeAt(since - MISSED_MARGIN_MS))
  const missed = lastMessages.filter(({ messageId }) => BigInt(messageId) >= first)
  rows.addWalks(
    guildId,
    missed.map(({ channelId }) => channelId),
    true,
  )
}

/** Runs one step of a guild's repair and stores the progress. */
export async function runGuildStep(deps: RepairDeps, repair: GuildRepair): Promise<void> {
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
    if (await skipRefused(deps, next, error)) return
    deps.rows.moveWalkLast(next)
    throw error
  }
}

/** If Discord does not return the guild, the bot left it. Otherwise another shard has it. */
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
  // One that was unpinned or deleted meanwhile leaves no trace in the channel's last pin.
  rows.addTasks(guildId, "pins", await channelsWithPins(repairEventContext(deps), guildId))
  rows.addWalks(
    guildId,
    gaps.heard.filter((id) => !isPlace(id)),
    false,
  )
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
  const scheduled = await askDiscord(discord, `/guilds/${guildId}/scheduled-events`)
  const known = typeof scheduled === "string" ? {} : { guild_scheduled_events: scheduled.body }
  const whole = { ...guild, ...known, channels, threads }
  const guildState = FullGuildShape.parse(whole)
  if (structureChangedSince(guildId, askedAt)) return null
  await storeFullGuild(repairEventContext(deps), guildState)
  return whole
}
