/** Answers what is said to the bot in a channel, for all who read there. */
import type { Ground } from "../../guild/ground.ts"
import type { Mentioned } from "../mention.ts"
import type { Reply } from "../reply.ts"

/** The answer to a message that mentions the bot or replies to it; null where it is not to be answered. */
export async function answerMention(_ground: Ground, _mention: Mentioned): Promise<Reply | null> {
  return null
}
