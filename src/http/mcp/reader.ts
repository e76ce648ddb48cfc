/** The arguments by which an MCP call says who will read its answer. A bound key needs and takes fewer of them. */
import { isPlace } from "../../domain/events.ts"
import { Snowflake } from "../../domain/ids.ts"
import type { McpCall } from "./call.ts"

const NEEDED = "This key is bound to neither, so each call needs channel_id or viewer_id."

const Channel = Snowflake.refine((id) => !isPlace(id), "is not a channel").optional()
const channelId = Channel.describe(
  `The channel where the answer will be shown. It holds only what everyone who sees that channel may read. ${NEEDED}`,
)
const ownChannelId = Channel.describe(
  "The channel where the answer will be shown, if others will see it. It then holds only what everyone there may read.",
)
const viewerId = Snowflake.optional().describe(
  `The only person who will see the answer. It holds what their roles let them read. ${NEEDED}`,
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

export const UserId = Snowflake.describe("A person's Discord id, as recall returns it in subject_id.")
