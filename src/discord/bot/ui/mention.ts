/** A message said to the bot, as its answer needs it. */
import type { Id, Person, Time } from "../../../domain/types.ts"
import type { Asker } from "./command.ts"

export interface Mentioned {
  guildId: Id
  channelId: Id
  parentId: Id | null
  messageId: Id
  at: Time
  /** As sent, the mention of the bot in it. */
  content: string
  /** Their permissions are not told with a message: 0. */
  author: Asker
  /** Who else is mentioned. */
  mentions: Person[]
  /** The message it replies to; null: none. */
  replyTo: Id | null
}
