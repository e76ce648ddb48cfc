/** Where the bot answers mentions: neither in quiet channels nor where it does not listen. Pure. */
import type { Entered } from "../../guild/enter.ts"
import type { Id } from "../../vocabulary.ts"
import type { Mentioned } from "../mention.ts"

export function answers(
  { guild, structure }: Pick<Entered, "guild" | "structure">,
  { channelId, parentId }: Pick<Mentioned, "channelId" | "parentId">,
): boolean {
  const { quiet, modes, default: otherwise } = guild.settings.channels
  const parentOf = (id: Id) => structure.channels.find((channel) => channel.id === id)?.parentId ?? null
  const parent = parentId ?? parentOf(channelId)
  const places = [channelId, parent, parent === null ? null : parentOf(parent)].filter((id) => id !== null)
  const mode = places.map((id) => modes[id]).find((one) => one !== undefined) ?? otherwise
  return mode !== "off" && !places.some((id) => quiet.includes(id))
}
