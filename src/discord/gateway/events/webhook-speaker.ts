/** Tells whether a message is by somebody who speaks through a webhook, and by whom. Pure. */
import type { z } from "zod"
import type { Person } from "../../../domain/types.ts"
import { webhookSpeaker } from "../../../identity/speaker.ts"
import type { MessageShape } from "./lenient-shapes.ts"

/** Published in another server, which this channel follows. https://discord.com/developers/docs/resources/message */
const CROSSPOST = 1 << 1

/**
 * Returns the person that a webhook's message is by; `null` for any other message. Answers of bots to interactions also
 * have a webhook, that of their application, and announcements of other servers are no conversation.
 */
export function speakerOf(message: z.output<typeof MessageShape>): Person | null {
  const { author, webhook_id: id, application_id: application, flags, interaction_metadata: asked } = message
  const isSpeaker = id && author.id === id && application !== id && !asked && (flags & CROSSPOST) === 0
  return isSpeaker ? webhookSpeaker(id, author.username) : null
}
