/** Who may be shown what: the only mint of Viewer. Where an audience is unknown, it counts as restricted. */
import { eq } from "drizzle-orm"
import type { Database } from "../memory/database.ts"
import { channels } from "../memory/schema.ts"
import type { Id, Viewer } from "../vocabulary.ts"

export interface ChannelAudience {
  id: Id
  parentId: Id | null
  name: string | null
  audience: "everyone" | "restricted" | null
}

/** The query for a guild's channels, to stand in a batch with others. */
export function channelsQuery(db: Database, guildId: Id) {
  return db
    .select({
      id: channels.id,
      parentId: channels.parentId,
      name: channels.name,
      audience: channels.audience,
    })
    .from(channels)
    .where(eq(channels.guildId, guildId))
}

/** The channels that everyone in the guild can read. A thread of which nothing is told has its parent's audience. */
export function openChannels(known: readonly ChannelAudience[]): Id[] {
  const byId = new Map(known.map((channel) => [channel.id, channel]))
  const audienceOf = (channel: ChannelAudience) =>
    channel.audience ?? (channel.parentId === null ? null : (byId.get(channel.parentId)?.audience ?? null))
  return known.filter((channel) => audienceOf(channel) === "everyone").map((channel) => channel.id)
}

/** A viewer for an answer read in `channelId`; null is nowhere in particular, so only what everyone can read. */
export function viewerAt(guildId: Id, channelId: Id | null, known: readonly ChannelAudience[]): Viewer {
  const open = openChannels(known)
  const readable = channelId === null || open.includes(channelId) ? open : [...open, channelId]
  return mint({ guildId, readable, channelId, userId: null })
}

/** A viewer for the deployment's operator, who manages all memory of the guild. */
export function operator(guildId: Id): Viewer {
  return mint({ guildId, readable: "all", channelId: null, userId: null })
}

function mint(viewer: Pick<Viewer, "guildId" | "readable" | "channelId" | "userId">): Viewer {
  // The brand exists in types only: this cast is the mint.
  return viewer as Viewer
}
