/** Guilds: entered, changed, left. An outage is none of these. */

import { sql } from "drizzle-orm"
import { z } from "zod"
import { applyGuildCreate, storeChannel, storeChannelRemoval, storeGuild } from "../../../access/structure.ts"
import { ChannelShape, MemberShape, RoleShape } from "../../../access/structure-shapes.ts"
import { THREADS_SQL } from "../../../domain/channel-types.ts"
import { Snowflake } from "../../../domain/ids.ts"
import type { Id } from "../../../domain/types.ts"
import { openErasure } from "../../../erasure/jobs.ts"
import { wakeEraser } from "../../../erasure/wake.ts"
import { openGuild } from "../../../policy/guild.ts"
import { keepGuild, leaveGuild } from "../../../runtime/leaving.ts"
import { receivesMemberEvents } from "../../../runtime/models.ts"
import {
  discordActor,
  type EventContext,
  eventDatabase,
  guildQueueKey,
  lenientArray,
  ownGuildQueueKey,
  structureHandler,
} from "./event-context.ts"
import { dropCachedName } from "./messages.ts"
import { ActiveThreads } from "./threads.ts"

/** Of a guild in an outage its id alone is told. */
const Away = z.object({ id: Snowflake, unavailable: z.literal(true) })

export const FullGuildShape = z.object({
  id: Snowflake,
  owner_id: Snowflake,
  roles: lenientArray(RoleShape),
  channels: lenientArray(ChannelShape),
  threads: ActiveThreads.default([]),
  members: lenientArray(MemberShape).default([]),
})

/** GUILD_CREATE: with each session, after an outage, and when we are invited. */
export const guildCreated = structureHandler(
  ownGuildQueueKey,
  z.union([Away, FullGuildShape]),
  async (telling, guild) => {
    if (!("unavailable" in guild)) await storeFullGuild(telling, guild)
  },
)

/** The whole guild as it is now. One that is to be erased is not told of. */
export async function storeFullGuild(
  telling: EventContext,
  guild: z.output<typeof FullGuildShape>,
): Promise<void> {
  const { id, owner_id, roles, ...rest } = guild
  const db = eventDatabase(telling, id)
  await openGuild(db, id, telling.now)
  if (!(await keepGuild(telling.runtime, id, discordActor(telling)))) return
  const told = { ...rest, guild: { id, owner_id, roles }, members_complete: false }
  const membersFollowed = receivesMemberEvents(telling.runtime)
  await applyGuildCreate(db, id, told, { now: telling.now, membersFollowed })
}

const Changed = z.object({ id: Snowflake, owner_id: Snowflake, roles: lenientArray(RoleShape) })

/** GUILD_UPDATE. */
export const guildUpdated = structureHandler(ownGuildQueueKey, Changed, (telling, { id, ...guild }) =>
  storeGuild(eventDatabase(telling, id), id, guild),
)

const Left = z.object({ id: Snowflake, unavailable: z.boolean().nullish() })

/** GUILD_DELETE: we were removed, unless the guild is out of reach only. */
export const guildLeft = structureHandler(ownGuildQueueKey, Left, async (telling, { id, unavailable }) => {
  if (!unavailable) await leaveGuild(telling.runtime, id, discordActor(telling))
})

// Channels of a guild. What was heard in one that is deleted is erased, as is what was heard in its threads.

const Told = ChannelShape.extend({ guild_id: Snowflake })
const GoneShape = z.object({ id: Snowflake, guild_id: Snowflake })

/** CHANNEL_CREATE, CHANNEL_UPDATE. */
export const channelUpserted = structureHandler(
  guildQueueKey,
  Told,
  async (telling, { guild_id, ...channel }) => {
    dropCachedName(guild_id, channel.id)
    await storeChannel(eventDatabase(telling, guild_id), guild_id, channel)
  },
)

/** CHANNEL_DELETE, THREAD_DELETE. */
export const channelDeleted = structureHandler(guildQueueKey, GoneShape, (telling, { guild_id, id }) =>
  deleteChannel(telling, guild_id, id),
)

/** Nobody reads it from now on, and what was heard in it goes. Of a place where nothing was heard there is nothing to erase. */
export async function deleteChannel(telling: EventContext, guildId: Id, channelId: Id): Promise<void> {
  const db = eventDatabase(telling, guildId)
  await storeChannelRemoval(db, guildId, { channelId, now: telling.now })
  const heard = await db.all(sql`SELECT 1 FROM channels c WHERE c.guild_id = ${guildId} AND c.updated_at > 0
    AND (c.id = ${channelId} OR (c.parent_id = ${channelId} AND c.type IN ${sql.raw(THREADS_SQL)}))
    AND NOT EXISTS (SELECT 1 FROM erasures e WHERE e.guild_id = ${guildId} AND e.kind = 'channel' AND e.target = ${channelId} AND e.state <> 'done')`)
  if (heard.length === 0) return
  await openErasure(db, { guildId, kind: "channel", target: channelId, by: discordActor(telling) }, [])
  telling.runtime.waitUntil(wakeEraser(telling.runtime.env, guildId))
}
