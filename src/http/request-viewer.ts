/**
 * Decides who a request reads for: the channel or person it names, as far as its caller may. Nothing is read
 * before that is decided.
 */
import type { Context } from "hono"
import { routePath } from "hono/route"
import {
  operatorViewer,
  readerKeys,
  viewerForChannel,
  viewerForPerson,
  viewerForReview,
  viewerWithLinked,
} from "../access/audience.ts"
import { Refused } from "../domain/errors.ts"
import type { Id, Viewer } from "../domain/types.ts"
import { auditRow } from "../memory/write/audit.ts"
import { accountsLinkedWith } from "../runtime/own-accounts.ts"
import { ownPersonOf, type ReaderFields, type ReadTarget, resolveReadTarget } from "./binding.ts"
import { type Entered, enterRequestGuild } from "./guarded.ts"
import { type App, auditAuthor, type Principal } from "./principal.ts"
import { ChannelId, SnowflakeParam } from "./schemas.ts"

/** Query fields of every request that reads. */
export const VIEWER_FIELDS = {
  channel_id: ChannelId.optional().openapi({
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

/**
 * Enters the guild and makes a viewer for what the request names. An admin who names nothing reads
 * everything, and leaves an audit row first.
 */
export async function enterAsViewer(
  c: Context<App>,
  guildId: Id,
  stated: ReaderFields,
): Promise<{ entered: Entered; viewer: Viewer }> {
  const principal = c.get("principal")
  const target = resolveReadTarget(principal, stated)
  const [entered, linked] = await Promise.all([
    enterRequestGuild(c, guildId, { viewerId: target.userId }),
    linkedWithCaller(c, guildId),
  ])
  if (!readsAll(principal, target)) return { entered, viewer: viewerFor(entered, target, linked) }
  await auditReadOfAll(c, entered)
  return { entered, viewer: operatorViewer(guildId) }
}

/**
 * Returns the linked accounts of the person a key is bound to. A key for everybody only says who reads the answer: it
 * learns of no link.
 */
export async function linkedWithCaller(c: Context<App>, guildId: Id): Promise<Id[]> {
  const own = ownPersonOf(c.get("principal"))
  return own === null ? [] : accountsLinkedWith(c.env, guildId, own)
}

/**
 * Makes the viewer of an export, which has an audit row of its own: the person, or an admin who names nobody.
 */
export async function exportViewer(c: Context<App>, entered: Entered, stated: ReaderFields): Promise<Viewer> {
  const [principal, guildId] = [c.get("principal"), entered.guild.id]
  const target = resolveReadTarget(principal, stated)
  if (readsAll(principal, target)) return operatorViewer(guildId)
  return viewerFor(entered, target, await linkedWithCaller(c, guildId))
}

/** Makes the viewer of the review inbox: who may open it sees facts that are withheld from everybody else. */
export function reviewerLike(viewer: Viewer): Viewer {
  return viewerForReview(viewer)
}

/** Makes the viewer of a guild's statistics: numbers alone, for its managers. */
export function statsViewer({ guild }: Entered): Viewer {
  return operatorViewer(guild.id)
}

function readsAll({ scope }: Principal, { channelId, userId }: ReadTarget): boolean {
  return scope === "admin" && channelId === null && userId === null
}

/**
 * Makes a viewer for a channel, a person or everyone; refuses a person who is not known to be in the guild. `linked`:
 * see `linkedWithCaller`.
 */
export function viewerFor(
  { structure, people }: Entered,
  { channelId, userId }: ReadTarget,
  linked: readonly Id[] = [],
): Viewer {
  if (userId === null) return viewerForChannel(structure, channelId)
  const viewer = viewerForPerson(structure, userId, { member: people.get(userId) ?? null, channelId })
  if (viewer === null) throw new Refused({ reason: "unknown_member", userId })
  return viewerWithLinked(viewer, linked)
}

/** Makes the viewer of a statement. A person tells nothing in a channel they cannot read. */
export function tellerFor(entered: Entered, target: ReadTarget): Viewer {
  const viewer = viewerFor(entered, target)
  const { channelId, userId } = target
  if (userId !== null && channelId !== null && !isReadable(viewer, channelId))
    throw new Refused({ reason: "forbidden", because: "unreadable" })
  return viewer
}

/** Returns the function by which a decision compares the readers of two memories. */
export function readersIn({ structure }: Entered): (channelId: Id | null) => string {
  return readerKeys(structure)
}

/** Returns true if everyone in the guild is known to read a channel. */
export function isReadByAll({ structure }: Entered, channelId: Id): boolean {
  return isReadable(viewerForChannel(structure, null), channelId)
}

function isReadable({ readable }: Viewer, channelId: Id): boolean {
  return readable === "all" || readable.includes(channelId)
}

async function auditReadOfAll(c: Context<App>, { db, guild }: Entered): Promise<void> {
  const target = `${c.req.method} ${routePath(c).replace(/:(\w+)/g, "{$1}")}`
  await auditRow(db, auditAuthor(c), { guildId: guild.id, action: "read.all", target })
}
