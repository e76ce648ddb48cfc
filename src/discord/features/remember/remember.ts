/** /remember: something told to be kept, about oneself or about another member; who told it stands with it. */
import { ApplicationCommandOptionType, ApplicationCommandType } from "discord-api-types/v10"
import { truncate } from "../../../text/truncate.ts"
import {
  type Command,
  IN_SERVERS,
  type InteractionContext,
  type PickedPerson,
  textReply,
} from "../../bot/ui/command.ts"
import { NO_WORDS, NOT_A_MEMBER, ONLY_PEOPLE, USE_THEIR_NAME } from "../../bot/ui/memory-texts.ts"
import { oneLine } from "../../bot/ui/text.ts"
import { isFirstPerson, saveStatement } from "./save-statement.ts"

const LONGEST = 1_000

export const rememberCommand: Command = {
  definition: {
    ...IN_SERVERS,
    type: ApplicationCommandType.ChatInput,
    name: "remember",
    description: "Tell me something to remember",
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: "fact",
        description: "What to remember, in a sentence",
        required: true,
        min_length: 2,
        max_length: LONGEST,
      },
      {
        type: ApplicationCommandOptionType.User,
        name: "member",
        description: "Whom it is about; you if you leave it out",
      },
    ],
  },
  isPrivate: () => true,
  // A model reads what is told: nobody has it do that all day.
  paced: true,
  async run(asked, { values, people }) {
    const text = oneLine(String(values.fact ?? ""), LONGEST)
    if (!/[\p{L}\p{N}]/u.test(text)) return textReply(NO_WORDS)
    const { asker, at } = asked
    const about = people.member ?? null
    const refused = about === null ? null : subjectProblem(about, asked)
    if (refused !== null) return textReply(refused)
    if (about !== null && about.id !== asker.id && isFirstPerson(text)) return textReply(USE_THEIR_NAME)
    const telling = { about: { id: about?.id ?? asker.id, name: about?.name ?? asker.name }, text, at }
    const by = { id: asker.id, name: asker.name }
    return saveStatement(
      asked,
      telling.about.id === asker.id ? telling : { ...telling, speaker: by },
      ({ messageId, authorId, saidAt }) => messageId === null && authorId === asker.id && saidAt === at,
    )
  },
}

function subjectProblem({ id, bot, roles }: PickedPerson, { asker }: InteractionContext): string | null {
  if (bot) return ONLY_PEOPLE
  return roles === null && id !== asker.id ? NOT_A_MEMBER : null
}

// The menu on a message: its words are remembered about whoever wrote it, and it stands as their source.

const LONGEST_MESSAGE = 2_000

export const rememberThis: Command = {
  definition: { ...IN_SERVERS, type: ApplicationCommandType.Message, name: "Remember this" },
  isPrivate: () => true,
  paced: true,
  async run(asked, { target }) {
    if (target?.kind !== "message" || target.message.bot) return textReply(ONLY_PEOPLE)
    const { id, author, content, at } = target.message
    if (!/[\p{L}\p{N}]/u.test(content)) return textReply(NO_WORDS)
    const telling = { about: author, text: truncate(content, LONGEST_MESSAGE), at, messageId: id }
    return saveStatement(asked, telling, ({ messageId }) => messageId === id)
  },
}
