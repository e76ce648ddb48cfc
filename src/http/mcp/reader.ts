/** The arguments by which an MCP call says who will read its answer. A bound key needs and takes fewer of them. */
import { z } from "zod"
import { isPlace } from "../../domain/events.ts"
import { isSnowflake, Snowflake } from "../../domain/ids.ts"
import type { McpCall } from "./call.ts"

const NEEDED = "This key names no reader, so each call needs channel_id or viewer_id."

const Channel = Snowflake.refine((id) => !isPlace(id), "is not a channel").optional()
const channelId = Channel.describe(
  `The id of the channel where the answer will be shown. The answer holds only what everyone who sees that channel may read. ${NEEDED}`,
)
const ownChannelId = Channel.describe(
  "The id of the channel in which this key's person asks; what was said there comes first. The answer is for this person alone: do not post it where others see it.",
)
const viewerId = Snowflake.optional().describe(
  `The Discord id of the only person who will see the answer. The answer holds what their roles let them read. ${NEEDED}`,
)

export interface ReaderShape {
  channel_id: typeof Channel
  viewer_id: typeof viewerId
}

/** Returns the fields that this key's calls may have. Others are refused by name. */
export function readerShape({ ownChannel, ownPerson }: McpCall): ReaderShape {
  const shape: Partial<ReaderShape> =
    ownChannel !== null
      ? {}
      : ownPerson !== null
        ? { channel_id: ownChannelId }
        : { channel_id: channelId, viewer_id: viewerId }
  // Both fields are optional, so a call without them is what the type says.
  return shape as ReaderShape
}

const tellerChannelId = Channel.describe(
  "The channel in which it was said: everyone who can read it may read what is saved. Leave it out for what is for the person alone.",
)
const tellerId = Snowflake.optional().describe(
  "The person who says it. Without channel_id, it is saved for this person alone, and must be about them.",
)

/** Returns the fields by which `remember` says where and by whom something was said. Others are refused by name. */
export function tellerShape({ ownChannel, ownPerson }: McpCall): ReaderShape {
  const shape: Partial<ReaderShape> =
    ownChannel !== null
      ? {}
      : ownPerson !== null
        ? { channel_id: tellerChannelId }
        : { channel_id: tellerChannelId, viewer_id: tellerId }
  // Both fields are optional, so a call without them is what the type says.
  return shape as ReaderShape
}

export const UserId = z
  .string()
  .refine(isSnowflake, "is no id. Call recall with the name and use people[].id")
  .describe("A person's Discord id. If you know only a name, call recall with it and use people[].id.")
