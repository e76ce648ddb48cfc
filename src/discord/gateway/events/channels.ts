/** Channels of a guild. What was heard in one that is deleted is erased, as is what was heard in its threads. */
import { sql } from "drizzle-orm"
import { z } from "zod"
import { channelGone, channelSet } from "../../../access/structure.ts"
import { ChannelShape } from "../../../access/structure-shapes.ts"
import { THREADS_SQL } from "../../../domain/channel-types.ts"
import { Snowflake } from "../../../domain/ids.ts"
import type { Id } from "../../../domain/types.ts"
import { openErasure } from "../../../erasure/jobs.ts"
import { wakeEraser } from "../../../erasure/wake.ts"
import { renamed } from "./messages.ts"
import { by, databaseOf, ofGuild, structural, type Telling } from "./telling.ts"

const Told = ChannelShape.extend({ guild_id: Snowflake })
export const GoneShape = z.object({ id: Snowflake, guild_id: Snowflake })

/** CHANNEL_CREATE, CHANNEL_UPDATE. */
export const channelTold = structural(ofGuild, Told, async (telling, { guild_id, ...channel }) => {
  renamed(guild_id, channel.id)
  await channelSet(databaseOf(telling, guild_id), guild_id, channel)
})

/** CHANNEL_DELETE, THREAD_DELETE. */
export const channelDeleted = structural(ofGuild, GoneShape, (telling, { guild_id, id }) =>
  deleteChannel(telling, guild_id, id),
)

/** Nobody reads it from now on, and what was heard in it goes. Of a place where nothing was heard there is nothing to erase. */
export async function deleteChannel(telling: Telling, guildId: Id, channelId: Id): Promise<void> {
  const db = databaseOf(telling, guildId)
  await channelGone(db, guildId, { channelId, now: telling.now })
  const heard = await db.all(sql`SELECT 1 FROM channels c WHERE c.guild_id = ${guildId} AND c.updated_at > 0
    AND (c.id = ${channelId} OR (c.parent_id = ${channelId} AND c.type IN ${sql.raw(THREADS_SQL)}))
    AND NOT EXISTS (SELECT 1 FROM erasures e WHERE e.guild_id = ${guildId} AND e.kind = 'channel' AND e.target = ${channelId} AND e.state <> 'done')`)
  if (heard.length === 0) return
  await openErasure(db, { guildId, kind: "channel", target: channelId, by: by(telling) }, [])
  telling.ground.after(wakeEraser(telling.ground.env, guildId))
}
