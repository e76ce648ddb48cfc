/**
 * Decides who a request reads for: the channel or person it names, as far as its caller may. Nothing is read
 * before that is decided.
 */
import type { Context } from "hono"
import { routePath } from "hono/route"
import type { z } from "zod"
import { operatorViewer, viewerForChannel, viewerForPerson } from "../access/audience.ts"
import { Refused } from "../domain/errors.ts"
import type { Id, Viewer } from "../domain/types.ts"
import { auditRow } from "../memory/write/audit.ts"
import { type Entered, enterRequestGuild } from "./guarded.ts"
import { type App, auditAuthor, type Principal } from "./principal.ts"
import { SnowflakeParam } from "./schemas.ts"

/** Query fields of every request that reads. */
export const VIEWER_FIELDS = {
  channel_id: SnowflakeParam.optional().openapi({
    description:
      "The channel where the answer is shown. The answer holds only what everyone who sees that channel may read. With neither this nor `viewer_id`, an admin reads everything, which is logged, and others read what everyone in the guild may read.",
  }),
  viewer_id: SnowflakeParam.optional().openapi({
    description: "The only person who will see the answer. The answer holds what their roles let them read.",
  }),
}

/** Body fields of every request that reads; `null` counts as left out. */
export const VIEWER_BODY_FIELDS = {
  channel_id: VIEWER_FIELDS.channel_id.nullable(),
  viewer_id: VIEWER_FIELDS.viewer_id.nullable(),
}

export type ViewerFields = Partial<z.output<z.ZodObject<typeof VIEWER_BODY_FIELDS>>>

/** The channel and person to read for. */
export interface ReadTarget {
  channelId: Id | null
  userId: Id | null
}

/**
 * Completes the fields of a request with what the caller's key is bound to. Refuses any other channel or
 * person, and any person for a key bound to a channel alone.
 */
export function resolveReadTarget({ reads }: Principal, stated: ViewerFields): ReadTarget {
  const asked: ReadTarget = { channelId: stated.channel_id ?? null, userId: stated.viewer_id ?? null }
  const elsewhere = reads.channelId !== null && ![null, reads.channelId].includes(asked.channelId)
  const another = reads.userId !== null && ![null, reads.userId].includes(asked.userId)
  const alone = reads.channelId !== null && reads.userId === null && asked.userId !== null
  if (elsewhere || another || alone) throw new Refused({ reason: "forbidden" })
  return { channelId: asked.channelId ?? reads.channelId, userId: asked.userId ?? reads.userId }
}

/**
 * Enters the guild and makes a viewer for what the request names. An admin who names nothing reads
 * everything, and leaves an audit row first.
 */
export async function enterAsViewer(
  c: Context<App>,
  guildId: Id,
  stated: ViewerFields,
): Promise<{ entered: Entered; viewer: Viewer }> {
  const principal = c.get("principal")
  const reader = resolveReadTarget(principal, stated)
  const entered = await enterRequestGuild(c, guildId, { viewerId: reader.userId })
  const readsAll = principal.scope === "admin" && reader.channelId === null && reader.userId === null
  if (readsAll) await auditReadOfAll(c, entered)
  return { entered, viewer: readsAll ? operatorViewer(guildId) : viewerFor(entered, reader) }
}

/**
 * Makes a viewer for a channel, a person or everyone; refuses a person who is not known to be in the guild.
 */
export function viewerFor({ structure, people }: Entered, { channelId, userId }: ReadTarget): Viewer {
  if (userId === null) return viewerForChannel(structure, channelId)
  const viewer = viewerForPerson(structure, userId, { member: people.get(userId) ?? null, channelId })
  if (viewer === null) throw new Refused({ reason: "unknown_member", userId })
  return viewer
}

async function auditReadOfAll(c: Context<App>, { db, guild }: Entered): Promise<void> {
  const target = `${c.req.method} ${routePath(c).replace(/:(\w+)/g, "{$1}")}`
  await auditRow(db, auditAuthor(c), { guildId: guild.id, action: "read.all", target })
}
