/**
 * Loads what the asker may see: the guild, and a viewer from their current roles as Discord reports them. Fails
 * closed.
 */

import { viewerForChannel, viewerForPerson, viewerWithLinked } from "../../../access/audience.ts"
import { managesMemory } from "../../../access/permissions.ts"
import { Refused } from "../../../domain/errors.ts"
import type { Id, Viewer } from "../../../domain/types.ts"
import type { Database } from "../../../memory/db/database.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { type Entered, enterActive, lastEntered } from "../../../runtime/enter.ts"
import { accountsLinkedWith } from "../../../runtime/own-accounts.ts"
import type { Asker, InteractionContext } from "./command.ts"

export interface GuildReader {
  entered: Entered
  viewer: Viewer
}

/** Returns the guild, and a viewer for a private answer or for everyone who sees the channel. */
export async function guildReader(context: InteractionContext): Promise<GuildReader> {
  const [entered, linked] = await Promise.all([
    enterActive(context.runtime.env, context.guildId),
    linkedAccountsOf(context),
  ])
  return { entered, viewer: viewerForAsker(entered, context, linked) }
}

/** Returns the asker's linked accounts if they alone see the answer; none for an answer that others see. */
export async function linkedAccountsOf({
  runtime,
  guildId,
  asker,
  isPrivate,
}: InteractionContext): Promise<Id[]> {
  return isPrivate ? accountsLinkedWith(runtime.env, guildId, asker.id) : []
}

/**
 * Reads on behalf of the asker. The read starts with the guild as last entered, while a check runs whether
 * that is still current. If it is not, the read is repeated. `linked`: the asker's linked accounts.
 */
export async function readAsAsker<Found>(
  context: InteractionContext,
  read: (db: Database, viewer: Viewer, guild: Entered["guild"]) => Promise<Found>,
  linked: readonly Id[] = [],
): Promise<Found> {
  const { env } = context.runtime
  const readIn = async (entered: Entered) =>
    read(entered.db, viewerForAsker(entered, context, linked), entered.guild)
  const known = lastEntered(env, context.guildId)
  const early = known && readIn(known)
  // A failure counts only if the guild is unchanged.
  early?.catch(() => undefined)
  const entered = await enterActive(env, context.guildId)
  return early && entered.guild.stamp === known.guild.stamp ? early : readIn(entered)
}

/** Returns the viewer for an interaction in a guild already entered. */
export function viewerForAsker(
  { structure }: Entered,
  { asker, channelId, isPrivate }: InteractionContext,
  linked: readonly Id[] = [],
): Viewer {
  if (!isPrivate) return viewerForChannel(structure, channelId)
  const member = { id: asker.id, roles: asker.roles, left: false }
  const manages = isManager(asker)
  const viewer = viewerForPerson(structure, asker.id, { member, channelId, manages })
  if (viewer === null) throw new Refused({ reason: "unknown_member", userId: asker.id })
  return viewerWithLinked(viewer, linked)
}

// Permissions to change a memory from Discord. Pure.

/** Returns true for Manage Server or Administrator. */
export function isManager({ permissions }: Pick<Asker, "permissions">): boolean {
  return managesMemory(permissions)
}

/**
 * Returns true if the asker may correct or forget this memory: it is about them, or they alone said it, or
 * they are a manager. Judges only the evidence shown; evidence that they cannot read is checked when they
 * change it (memory/read/manage.ts).
 */
export function mayChange(
  asker: Pick<Asker, "id" | "permissions">,
  { memory, evidence }: FoundMemory,
): boolean {
  if (isManager(asker)) return true
  if (memory.subject.scope === "user" && memory.subject.id === asker.id) return true
  // There may be more evidence than is shown.
  return memory.evidenceCount <= evidence.length && evidence.every((one) => one.authorId === asker.id)
}
