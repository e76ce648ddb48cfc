/** Reads one stored message for a viewer, as recall would show it. */
import { Refused } from "../domain/errors.ts"
import type { Id, Message, Viewer } from "../domain/types.ts"
import { readTogether } from "../memory/db/database.ts"
import { objectorsFromAnswer, objectorsQuery } from "../memory/read/consent-sql.ts"
import { redactMessages } from "../recall/find/redact.ts"
import { channelStub } from "./channels.ts"
import type { Entered } from "./enter.ts"
import type { Runtime } from "./models.ts"

/**
 * Returns `null` if it is not stored, or the viewer may not read it. Throws `Refused` while the guild is leaving or its
 * policy has switched reading off.
 */
export async function readMessage(
  { env }: Runtime,
  { entered: { db, guild, channels }, viewer }: { entered: Entered; viewer: Viewer },
  { channelId, id }: { channelId: Id; id: Id },
): Promise<Message | null> {
  const { leavingAt, policy } = guild
  if (leavingAt !== null) throw new Refused({ reason: "leaving", until: new Date(leavingAt).toISOString() })
  if (!policy.recall.enabled) throw new Refused({ reason: "reading_off" })
  const isReadable = viewer.readable !== "all" && viewer.readable.includes(channelId)
  if (!isReadable || !channels.some((channel) => channel.id === channelId)) return null
  const [{ messages }, { silent }] = await Promise.all([
    channelStub(env, guild.id, channelId).quote({ ids: [id], open: null }),
    viewer.hidesObjectors ? readTogether(db, { silent: objectorsQuery(viewer) }) : { silent: null },
  ])
  return redactMessages(messages, objectorsFromAnswer(silent))[0] ?? null
}
