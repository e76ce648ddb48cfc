/** Where the bot answers mentions: neither in quiet channels nor where it does not listen. Pure. */

import { isQuiet, modeOf, nestingOf } from "../../../policy/channels.ts"
import type { Entered } from "../../../runtime/enter.ts"
import type { Mentioned } from "../../bot/ui/mention.ts"

/** A thread that is not known yet stands where its message says. */
export function answers(
  { guild, structure }: Pick<Entered, "guild" | "structure">,
  { channelId, parentId }: Pick<Mentioned, "channelId" | "parentId">,
): boolean {
  const known = structure.channels
  const told =
    parentId === null || known.some(({ id }) => id === channelId) ? [] : [{ id: channelId, parentId }]
  const nesting = nestingOf([...known, ...told], channelId)
  const { channels } = guild.settings
  return modeOf(channels, nesting) !== "off" && !isQuiet(channels, nesting)
}
