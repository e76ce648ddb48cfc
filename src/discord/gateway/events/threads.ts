/** Threads, and who is in them. One that is archived is read as before, and so is not gone. */
import { z } from "zod"
import { storeThreadMemberChanges, storeThreads } from "../../../access/structure.ts"
import { ThreadShape } from "../../../access/structure-shapes.ts"
import { Snowflake } from "../../../domain/ids.ts"
import type { Id, Time } from "../../../domain/types.ts"
import { eventDatabase, guildQueueKey, lenientArray, RecentMap, structureHandler } from "./event-context.ts"
import { dropCachedName } from "./messages.ts"

const Told = ThreadShape.extend({ guild_id: Snowflake })

/** THREAD_CREATE, THREAD_UPDATE. Who is in a private one is told of its owner alone, and only as it is made. */
export const threadUpserted = structureHandler(
  guildQueueKey,
  Told,
  async (telling, { guild_id, ...thread }) => {
    dropCachedName(guild_id, thread.id)
    await storeThreads(eventDatabase(telling, guild_id), guild_id, [thread])
  },
)

/** Of the threads it has, REST and the gateway tell who we are in them, which is no list of their members. */
export const ActiveThreads = lenientArray(ThreadShape.omit({ members: true, member_ids: true }))

const Listed = z.object({ guild_id: Snowflake, threads: ActiveThreads })

/** THREAD_LIST_SYNC: those that are active where we came to see. Others known there are archived. */
export const threadListSynced = structureHandler(guildQueueKey, Listed, (telling, { guild_id, threads }) =>
  storeThreads(eventDatabase(telling, guild_id), guild_id, threads),
)

const Moved = z.object({
  id: Snowflake,
  guild_id: Snowflake,
  added_members: z.array(z.object({ user_id: Snowflake })).default([]),
  removed_member_ids: z.array(Snowflake).default([]),
})

/** When somebody last came or went, by thread. */
const moves = new RecentMap<Time>(5_000)

export const threadMembersUpdated = structureHandler(guildQueueKey, Moved, async (telling, moved) => {
  moves.set(moved.id, telling.now)
  await storeThreadMemberChanges(eventDatabase(telling, moved.guild_id), moved.guild_id, {
    threadId: moved.id,
    added: moved.added_members.map((one) => one.user_id),
    removed: moved.removed_member_ids,
  })
})

/** Whether somebody came or went since; then a list asked for before may be wrong. */
export function threadMembersChangedSince(threadId: Id, since: Time): boolean {
  return (moves.get(threadId) ?? 0) >= since
}
