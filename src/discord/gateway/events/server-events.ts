/** Shared by Discord's own events: reads the guild's settings for them, and settles their series. */
import { Refused } from "../../../domain/errors.ts"
import type { Id } from "../../../domain/types.ts"
import type { Database } from "../../../memory/db/database.ts"
import { type ChannelMode, type GuildSettings, modeOf, nestingOf } from "../../../policy/settings.ts"
import { enter } from "../../../runtime/enter.ts"
import { type SeriesState, settleSeries } from "../../../runtime/standing-events.ts"
import type { EventContext } from "./event-context.ts"

export interface GuildReading {
  db: Database
  guildId: Id
  timezone: string
  reads: GuildSettings["discord_events"]
  /** Days for which channels keep messages. */
  retentionDays: number
  nameOf(channelId: Id): string | null
  modeOfChannel(channelId: Id): ChannelMode
}

export async function readingOf({ runtime }: EventContext, guildId: Id): Promise<GuildReading> {
  const { db, guild, structure } = await enter(runtime.env, guildId)
  const { timezone, discord_events: reads, retention_days: retentionDays, channels } = guild.settings
  const nameOf = (id: Id) => structure.channels.find((channel) => channel.id === id)?.name ?? null
  const modeOfChannel = (id: Id) => modeOf(channels, nestingOf(structure.channels, id))
  return { db, guildId, timezone, reads, retentionDays, nameOf, modeOfChannel }
}

/**
 * Settles these series as `states` returns them. Does nothing for a guild that is unknown or leaving: when it joins,
 * Discord sends everything again.
 */
export async function settleAs(
  { runtime, now }: EventContext,
  guildId: Id,
  keys: readonly string[],
  states: () => Promise<SeriesState[]>,
): Promise<void> {
  try {
    await settleSeries(runtime.env, guildId, { keys, states: await states(), now })
  } catch (error) {
    const reason = error instanceof Refused ? error.refusal.reason : null
    if (reason !== "unknown_guild" && reason !== "leaving") throw error
  }
}
