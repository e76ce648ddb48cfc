/** What the one who interacts may be shown: the guild entered, and a viewer from their place in it as Discord states it. Fails closed. */
import { Refused } from "../errors.ts"
import { type Entered, enterStaying } from "../guild/enter.ts"
import { viewerAt, viewerOf } from "../privacy/audience.ts"
import type { Viewer } from "../vocabulary.ts"
import type { Asked } from "./command.ts"

export interface Desk {
  entered: Entered
  viewer: Viewer
}

/** The guild, and a viewer for an answer that is seen by the asker alone, or by all who see the channel. */
export async function deskOf(asked: Asked): Promise<Desk> {
  const entered = await enterStaying(asked.ground.env, asked.guildId)
  return { entered, viewer: viewerIn(entered, asked) }
}

/** The viewer for an interaction in a guild already entered. */
export function viewerIn({ structure }: Entered, { asker, channelId, isPrivate }: Asked): Viewer {
  if (!isPrivate) return viewerAt(structure, channelId)
  const member = { id: asker.id, roles: asker.roles, left: false }
  const viewer = viewerOf(structure, asker.id, { member, channelId })
  if (viewer === null) throw new Refused({ reason: "unknown_member", userId: asker.id })
  return viewer
}
