/** What is done with a channel, by the guild's settings: its own entry, else its parent's (of a thread), else its category's, else the default. Pure. */
import type { Id } from "../domain/types.ts"
import type { ChannelMode, GuildSettings } from "./settings.ts"

/** A channel or thread, and what it stands in: the nearest first. */
export interface Nesting {
  id: Id
  parentIds: readonly Id[]
}

/** A thread stands in a channel, and that in a category. */
export const MOST_PARENTS = 2

export function modeOf(
  { modes, default: otherwise }: GuildSettings["channels"],
  { id, parentIds }: Nesting,
): ChannelMode {
  for (const one of [id, ...parentIds]) {
    const mode = modes[one]
    if (mode !== undefined) return mode
  }
  return otherwise
}

/** Whether mentions are left unanswered: there, or in what it stands in. */
export function isQuiet({ quiet }: GuildSettings["channels"], { id, parentIds }: Nesting): boolean {
  return [id, ...parentIds].some((one) => quiet.includes(one))
}

/** Where a channel stands, from what is known of the guild's channels. One that is not known stands in nothing. */
export function nestingOf(channels: readonly { id: Id; parentId: Id | null }[], channelId: Id): Nesting {
  const parentIds: Id[] = []
  const parentOf = (id: Id) => channels.find((channel) => channel.id === id)?.parentId ?? null
  for (let at = parentOf(channelId); at !== null && parentIds.length < MOST_PARENTS; at = parentOf(at))
    parentIds.push(at)
  return { id: channelId, parentIds }
}
