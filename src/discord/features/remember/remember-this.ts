/** The menu on a message: its words are remembered about whoever wrote it, and it stands as their source. */
import { ApplicationCommandType } from "discord-api-types/v10"
import { truncate } from "../../../text/truncate.ts"
import type { Command } from "../../bot/ui/command.ts"
import { NO_WORDS, ONLY_PEOPLE } from "../../bot/ui/empty.ts"
import { IN_SERVERS } from "../../bot/ui/places.ts"
import { said } from "../../bot/ui/reply.ts"
import { take } from "./told.ts"

const LONGEST = 2_000

export const rememberThis: Command = {
  definition: { ...IN_SERVERS, type: ApplicationCommandType.Message, name: "Remember this" },
  isPrivate: () => true,
  paced: true,
  async run(asked, { target }) {
    if (target?.kind !== "message" || target.message.bot) return said(ONLY_PEOPLE)
    const { id, author, content, at } = target.message
    if (!/[\p{L}\p{N}]/u.test(content)) return said(NO_WORDS)
    const telling = { about: author, text: truncate(content, LONGEST), at, messageId: id }
    return take(asked, telling, ({ messageId }) => messageId === id)
  },
}
