/** What the one who interacts may be shown: the guild entered, and a viewer from their place in it as Discord states it. Fails closed. */

import { PermissionFlagsBits } from "discord-api-types/v10"
import { viewerForChannel, viewerForPerson } from "../../../access/audience.ts"
import { Refused } from "../../../domain/errors.ts"
import type { Viewer } from "../../../domain/types.ts"
import type { Database } from "../../../memory/db/database.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { type Entered, enterActive, lastEntered } from "../../../runtime/enter.ts"
import type { Asker, InteractionContext } from "./command.ts"

export interface GuildReader {
  entered: Entered
  viewer: Viewer
}

/** The guild, and a viewer for an answer that is seen by the asker alone, or by all who see the channel. */
export async function guildReader(asked: InteractionContext): Promise<GuildReader> {
  const entered = await enterActive(asked.ground.env, asked.guildId)
  return { entered, viewer: viewerForAsker(entered, asked) }
}

/**
 * What is read for the one who interacts. It is read with the guild as it was last entered, in the time in which it is asked whether
 * that still holds; where it does not, anew.
 */
export async function readAsAsker<Found>(
  asked: InteractionContext,
  read: (db: Database, viewer: Viewer) => Promise<Found>,
): Promise<Found> {
  const { env } = asked.ground
  const readIn = async (entered: Entered) => read(entered.db, viewerForAsker(entered, asked))
  const known = lastEntered(env, asked.guildId)
  const early = known && readIn(known)
  // Where it failed, that is told only if the guild is still the same.
  early?.catch(() => undefined)
  const entered = await enterActive(env, asked.guildId)
  return early && entered.guild.stamp === known.guild.stamp ? early : readIn(entered)
}

/** The viewer for an interaction in a guild already entered. */
export function viewerForAsker(
  { structure }: Entered,
  { asker, channelId, isPrivate }: InteractionContext,
): Viewer {
  if (!isPrivate) return viewerForChannel(structure, channelId)
  const member = { id: asker.id, roles: asker.roles, left: false }
  const viewer = viewerForPerson(structure, asker.id, { member, channelId })
  if (viewer === null) throw new Refused({ reason: "unknown_member", userId: asker.id })
  return viewer
}

// Who may change which memory from Discord. Pure.

const MANAGING = PermissionFlagsBits.ManageGuild | PermissionFlagsBits.Administrator

/** Whether they may manage all of Keepsake here: Manage Server, or Administrator. */
export function isManager({ permissions }: Pick<Asker, "permissions">): boolean {
  return (permissions & MANAGING) !== 0n
}

/**
 * Whether they may correct or forget what they are shown: what is about themselves, what they alone said, and as managers all. As
 * far as what they are shown tells: what they cannot read is asked once they change it (memory/read/manage.ts).
 */
export function mayChange(
  asker: Pick<Asker, "id" | "permissions">,
  { memory, evidence }: FoundMemory,
): boolean {
  if (isManager(asker)) return true
  if (memory.subject.scope === "user" && memory.subject.id === asker.id) return true
  // More statements than are shown may stand behind it.
  return memory.evidenceCount <= evidence.length && evidence.every((one) => one.authorId === asker.id)
}
