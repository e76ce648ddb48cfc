/** Takes events back with what rests on them, each in its place. Safe to repeat. */
import { Refused } from "../domain/errors.ts"
import type { Id } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { findEventMessages, markEventsDeleted } from "../memory/write/events.ts"
import { channelStub } from "./channels.ts"
import { enter } from "./enter.ts"

/** An event to take back. `mayDelete` decides from its scope. */
export interface TakenBack {
  id: string
  mayDelete: (scope: string) => boolean
}

/** Returns the known ones of these events. Throws `Refused` if one of them may not be taken back. */
export async function findTakenBack(db: Database, guildId: Id, asked: readonly TakenBack[]) {
  if (asked.length === 0) return []
  const found = await findEventMessages(
    db,
    guildId,
    asked.map(({ id }) => id),
  )
  const isRefused = asked.some((one) => found.some(({ id, scope }) => id === one.id && !one.mayDelete(scope)))
  if (isRefused) throw new Refused({ reason: "forbidden", because: "operator" })
  return found
}

/** Takes events back, and returns how many of them are known; unknown ones change nothing. */
export async function takeEventsBack(env: Env, guildId: Id, asked: readonly TakenBack[]): Promise<number> {
  if (asked.length === 0) return 0
  const { db } = await enter(env, guildId)
  const found = await findTakenBack(db, guildId, asked)
  for (const [placeId, own] of Map.groupBy(found, (one) => one.placeId)) {
    const messageIds = [...new Set(own.map(({ messageId }) => messageId))]
    await channelStub(env, guildId, placeId).remove(guildId, messageIds)
  }
  const ids = [...new Set(found.map(({ id }) => id))]
  if (ids.length > 0) await db.run(markEventsDeleted(guildId, ids, Date.now()))
  return ids.length
}
