/**
 * Handles events about threads and their members. An archived thread stays readable, so it is not removed.
 */
import { z } from "zod"
import { storeThreadMemberChanges, storeThreads } from "../../../access/structure.ts"
import { Snowflake } from "../../../domain/ids.ts"
import type { Id, Time } from "../../../domain/types.ts"
import { eventDatabase, guildQueueKey, RecentMap, structureHandler } from "./event-context.ts"
import { ActiveThreads, LenientThreadEvent } from "./lenient-shapes.ts"
import { dropCachedName } from "./messages.ts"

/** THREAD_CREATE, THREAD_UPDATE. For a private thread only its owner is known, and only at creation. */
export const threadUpserted = structureHandler(
  guildQueueKey,
  LenientThreadEvent,
  async (context, { guild_id, ...thread }) => {
    dropCachedName(guild_id, thread.id)
    await storeThreads(eventDatabase(context, guild_id), guild_id, [thread])
  },
)

const Listed = z.object({ guild_id: Snowflake, threads: ActiveThreads })

/**
 * THREAD_LIST_SYNC: the active threads of channels that the bot gained access to. Other known threads there
 * are archived.
 */
export const threadListSynced = structureHandler(guildQueueKey, Listed, (context, { guild_id, threads }) =>
  storeThreads(eventDatabase(context, guild_id), guild_id, threads),
)

const Moved = z.object({
  id: Snowflake,
  guild_id: Snowflake,
  added_members: z.array(z.object({ user_id: Snowflake })).default([]),
  removed_member_ids: z.array(Snowflake).default([]),
})

/** When members last joined or left, by thread. */
const moves = new RecentMap<Time>(5_000)

export const threadMembersUpdated = structureHandler(guildQueueKey, Moved, async (context, moved) => {
  moves.set(moved.id, context.now)
  await storeThreadMemberChanges(eventDatabase(context, moved.guild_id), moved.guild_id, {
    threadId: moved.id,
    added: moved.added_members.map((one) => one.user_id),
    removed: moved.removed_member_ids,
  })
})

/** Returns true if members joined or left since then: a list requested earlier may be wrong. */
export function threadMembersChangedSince(threadId: Id, since: Time): boolean {
  return (moves.get(threadId) ?? 0) >= since
}
