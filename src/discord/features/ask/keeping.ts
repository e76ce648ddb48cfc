/** Remembering and forgetting by a message in a channel: what is said there about it, everyone there may read. The message stands as the source of what it tells. */

import type { Person, Viewer } from "../../../domain/types.ts"
import type { Entered } from "../../../runtime/enter.ts"
import type { Ground } from "../../../runtime/means.ts"
import { truncate } from "../../../text/truncate.ts"
import { type Asked, plain, type Reply } from "../../bot/ui/command.ts"
import { SAY_IT_OF_THEM } from "../../bot/ui/empty.ts"
import type { Mentioned } from "../../bot/ui/text.ts"
import { forgetShown, forgottenBefore, meantBy } from "../forget/forget.ts"
import { speaksOfOneself, take } from "../remember/told.ts"
import { named } from "./turns.ts"

const LONGEST = 2_000

/** Where a message asks for it. */
export interface Spot {
  ground: Ground
  entered: Entered
  mention: Mentioned
  /** For what all who see the channel may read. */
  viewer: Viewer
}

/** Keeps what the author told, and shows what was made of it. Told again, it changes nothing. */
export async function keep(spot: Spot, what: string, about: Person): Promise<Reply> {
  const { author, mentions, messageId, at } = spot.mention
  const text = truncate(named(what, mentions), LONGEST)
  if (!/[\p{L}\p{N}]/u.test(text)) return plain("Tell me what: mention me and write “remember that …”.")
  if (about.id !== author.id && speaksOfOneself(text)) return plain(SAY_IT_OF_THEM)
  const by = about.id === author.id ? {} : { by: author }
  return take(asAsked(spot), { about, ...by, text, at, messageId }, (told) => told.messageId === messageId)
}

/** Forgets what the author means, where that is one thing known of them that may be spoken of here. Of several nothing is told in public. */
export async function letGo(spot: Spot, what: string): Promise<Reply> {
  const { entered, viewer, mention } = spot
  const asked = asAsked(spot)
  const desk = { entered, viewer }
  const before = await forgottenBefore(asked, desk)
  if (before !== null) return before
  const matches = await meantBy(asked, desk, named(what, mention.mentions))
  if (matches.length === 1) return forgetShown(asked, desk, matches)
  return plain(matches.length === 0 ? NOTHING_MEANT : SEVERAL_MEANT)
}

const NOTHING_MEANT =
  "I know nothing like that about you that I could speak of here. `/forget` looks through all I know of you."
const SEVERAL_MEANT =
  "I know several things about you that this could mean. `/forget` shows them to you alone, to choose from."

/** The message as something asked in public, by its author, under its own id. */
function asAsked({ ground, mention }: Spot): Asked {
  const { guildId, channelId, parentId, messageId: id, at, author: asker } = mention
  return { ground, id, at, guildId, channelId, parentId, asker, isPrivate: false, locale: "en-US" }
}
