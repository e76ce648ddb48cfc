/** Handles events about guilds: joined, updated, left. An outage is none of these. */

import { sql } from "drizzle-orm"
import { z } from "zod"
import { applyGuildCreate, storeChannel, storeChannelRemoval, storeGuild } from "../../../access/structure.ts"
import { THREADS_SQL } from "../../../domain/channel-types.ts"
import { Snowflake } from "../../../domain/ids.ts"
import type { Id } from "../../../domain/types.ts"
import { openErasure } from "../../../erasure/jobs.ts"
import { wakeEraser } from "../../../erasure/wake.ts"
import { openGuild } from "../../../policy/guild.ts"
import { keepGuild, leaveGuild } from "../../../runtime/leaving.ts"
import { newGuildMode, receivesMemberEvents } from "../../../runtime/models.ts"
import {
  discordActor,
  type EventContext,
  eventDatabase,
  guildQueueKey,
  ownGuildQueueKey,
  structureHandler,
} from "./event-context.ts"
import { InvitedGuildShape, introductionOf } from "./introduction.ts"
import {
  ActiveThreads,
  LenientChannel,
  LenientChannelEvent,
  LenientMember,
  LenientName,
  LenientPicture,
  LenientRole,
  lenientArray,
} from "./lenient-shapes.ts"
import { dropCachedName } from "./messages.ts"
import { type ScheduledEvent, ScheduledEvents, settleAllScheduled } from "./scheduled-events.ts"
import { settleTopics } from "./topics.ts"

/** During an outage Discord sends only the guild's id. */
const UnavailableGuild = z.object({ id: Snowflake, unavailable: z.literal(true) })

/**
 * An unreadable channel counts as gone, so nobody reads it. Roles must all be readable: a missing one would open
 * what it denies.
 */
export const FullGuildShape = z.object({
  id: Snowflake,
  owner_id: Snowflake,
  icon: LenientPicture,
  name: LenientName,
  roles: z.array(LenientRole),
  channels: lenientArray(LenientChannel),
  threads: ActiveThreads.catch([]),
  members: lenientArray(LenientMember).catch([]),
  /** Absent: nothing is known of them. */
  guild_scheduled_events: z.array(z.unknown()).optional().catch(undefined),
})

/** The guild as it is stored, and as an introduction reads it; `null` if it cannot. */
const CreatedGuildShape = z.preprocess(
  (body) => ({ ...(typeof body === "object" && body), stored: body, invited: body }),
  z.object({ id: Snowflake, stored: FullGuildShape, invited: InvitedGuildShape.nullable().catch(null) }),
)

/** GUILD_CREATE: at the start of a session, after an outage, and when the bot is invited. */
export const guildCreated = structureHandler(
  ownGuildQueueKey,
  z.union([UnavailableGuild, CreatedGuildShape]),
  async (context, guild) => {
    if ("unavailable" in guild) return
    // Before the guild is stored, which makes it known: after a crash in between, this is done again.
    if (guild.invited !== null) await introduceTo(context, guild.invited)
    await storeFullGuild(context, guild.stored)
  },
)

/** Orders the introduction to a guild that was never received before. The guild's Responder takes an order once. */
async function introduceTo(
  context: EventContext,
  invited: z.output<typeof InvitedGuildShape>,
): Promise<void> {
  const introduction = introductionOf(invited, { botId: context.bot.userId, now: context.now })
  if (introduction === null) return
  const { guildId } = introduction
  const known = await eventDatabase(context, guildId).all(
    sql`SELECT 1 FROM guilds WHERE id = ${guildId} AND told_at IS NOT NULL`,
  )
  if (known.length > 0) return
  await context.runtime.env.RESPONDERS.getByName(guildId).take({ kind: "introduction", introduction })
}

/** Stores the whole guild as it is now. Skips a guild that is to be erased. */
export async function storeFullGuild(
  context: EventContext,
  guild: z.output<typeof FullGuildShape>,
): Promise<void> {
  const { id, owner_id, icon, roles, guild_scheduled_events: scheduled, ...rest } = guild
  const db = eventDatabase(context, id)
  await openGuild(db, id, { now: context.now, mode: newGuildMode(context.runtime) })
  if (!(await keepGuild(context.runtime, id, discordActor(context)))) return
  const structure = { ...rest, guild: { id, owner_id, icon, roles }, members_complete: false }
  const membersFollowed = receivesMemberEvents(context.runtime)
  await settleTopics(context, id, rest.channels)
  await applyGuildCreate(db, id, structure, { now: context.now, membersFollowed })
  if (scheduled) await settleAllScheduled(context, id, ofGuild(id, scheduled))
}

/** A list in a guild may leave out its id. */
function ofGuild(guildId: Id, scheduled: readonly unknown[]): ScheduledEvent[] {
  return ScheduledEvents.parse(scheduled.map((one) => ({ ...(one as object), guild_id: guildId })))
}

const Changed = z.object({
  id: Snowflake,
  owner_id: Snowflake,
  icon: LenientPicture,
  name: LenientName,
  roles: z.array(LenientRole),
})

/** GUILD_UPDATE. */
export const guildUpdated = structureHandler(ownGuildQueueKey, Changed, (context, { id, ...guild }) =>
  storeGuild(eventDatabase(context, id), id, guild),
)

/** Only an absent `unavailable` means removal, so an odd one makes the event unreadable. */
const Left = z.object({ id: Snowflake, unavailable: z.boolean().optional() })

/** GUILD_DELETE: the bot was removed, unless the guild is only unavailable. */
export const guildLeft = structureHandler(ownGuildQueueKey, Left, async (context, { id, unavailable }) => {
  if (!unavailable) await leaveGuild(context.runtime, id, discordActor(context))
})

// Channels of a guild. Deleting a channel erases what was recorded in it and in its threads.

const GoneShape = z.object({ id: Snowflake, guild_id: Snowflake })

/** CHANNEL_CREATE, CHANNEL_UPDATE. */
export const channelUpserted = structureHandler(
  guildQueueKey,
  LenientChannelEvent,
  async (context, { guild_id, ...channel }) => {
    dropCachedName(guild_id, channel.id)
    await settleTopics(context, guild_id, [channel], { isNew: true })
    await storeChannel(eventDatabase(context, guild_id), guild_id, channel)
  },
)

/** CHANNEL_DELETE, THREAD_DELETE. */
export const channelDeleted = structureHandler(guildQueueKey, GoneShape, (context, { guild_id, id }) =>
  deleteChannel(context, guild_id, id),
)

/**
 * Removes all access to the channel and erases what was recorded there. If nothing was recorded, there is
 * nothing to erase.
 */
export async function deleteChannel(context: EventContext, guildId: Id, channelId: Id): Promise<void> {
  const db = eventDatabase(context, guildId)
  await storeChannelRemoval(db, guildId, { channelId, now: context.now })
  const recorded =
    await db.all(sql`SELECT 1 FROM channels c WHERE c.guild_id = ${guildId} AND c.updated_at > 0
    AND (c.id = ${channelId} OR (c.parent_id = ${channelId} AND c.type IN ${sql.raw(THREADS_SQL)}))
    AND NOT EXISTS (SELECT 1 FROM erasures e WHERE e.guild_id = ${guildId} AND e.kind = 'channel' AND e.target = ${channelId} AND e.state <> 'done')`)
  if (recorded.length === 0) return
  await openErasure(db, { guildId, kind: "channel", target: channelId, by: discordActor(context) }, [])
  context.runtime.waitUntil(wakeEraser(context.runtime.env, guildId))
}
