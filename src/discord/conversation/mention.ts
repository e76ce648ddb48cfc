/** Answers what is said to the bot in a channel. */
import type { Ground } from "../../guild/ground.ts"
import type { Mentioned } from "../mention.ts"
import type { Reply } from "../reply.ts"

/** The answer to a message that mentions the bot or replies to it; null where it is not to be answered. May be run again for the same message. */
export async function answerMention(_ground: Ground, _mention: Mentioned): Promise<Reply | null> {
  return null
}
