/** `/remember`: saves a statement about the asker or another member. The asker is recorded as its source. */
import { ApplicationCommandOptionType, ApplicationCommandType } from "discord-api-types/v10"
import type { Evidence } from "../../../domain/types.ts"
import { truncate } from "../../../text/truncate.ts"
import {
  type Command,
  IN_SERVERS,
  type InteractionContext,
  type PickedPerson,
  textReply,
  textsFor,
} from "../../bot/ui/command.ts"
import { oneLine } from "../../bot/ui/text.ts"
import type { Texts } from "../../texts/en.ts"
import { isFirstPerson, saveOpenStatement, saveStatement } from "./save-statement.ts"
import { parseStretch, rememberStretch } from "./stretch.ts"

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
        description: "A sentence to remember, a message link, or “last 20 messages”",
        required: true,
        min_length: 2,
        max_length: LONGEST,
      },
      {
        type: ApplicationCommandOptionType.User,
        name: "member",
        description: "The person it is about. Leave empty if the sentence says it",
      },
    ],
  },
  isPrivate: () => true,
  // A model reads each statement, so the cool-down applies.
  paced: true,
  async run(context, { values, people }) {
    const { remember } = textsFor(context)
    const text = oneLine(String(values.fact ?? ""), LONGEST)
    if (!/[\p{L}\p{N}]/u.test(text)) return textReply(remember.noWords)
    const { asker, at } = context
    const about = people.member ?? null
    const stretch = parseStretch(text, { ...context, replyTo: null })
    const refused = about === null ? null : subjectProblem(about, context, remember)
    if (refused !== null) return textReply(refused)
    if (stretch !== null) return rememberStretch(context, stretch, { about, before: context.id })
    if (about !== null && about.id !== asker.id && isFirstPerson(text))
      return textReply(remember.useTheirName)
    const isOf = ({ messageId, authorId, saidAt }: Evidence) =>
      messageId === null && authorId === asker.id && saidAt === at
    if (about === null) return saveOpenStatement(context, { text, at }, isOf)
    const statement = { about: { id: about.id, name: about.name }, text, at }
    const speaker = { id: asker.id, name: asker.name }
    return saveStatement(context, about.id === asker.id ? statement : { ...statement, speaker }, isOf)
  },
}

function subjectProblem(
  { id, bot, roles }: PickedPerson,
  { asker }: InteractionContext,
  remember: Texts["remember"],
): string | null {
  if (bot) return remember.onlyPeople
  return roles === null && id !== asker.id ? remember.notAMember : null
}

// The context menu on a message: remembers its text about its author, with the message as evidence.

const LONGEST_MESSAGE = 2_000

export const rememberThis: Command = {
  definition: { ...IN_SERVERS, type: ApplicationCommandType.Message, name: "Remember this" },
  isPrivate: () => true,
  paced: true,
  async run(context, { target }) {
    const { remember } = textsFor(context)
    if (target?.kind !== "message" || target.message.bot) return textReply(remember.onlyPeople)
    const { id, author, content, at } = target.message
    if (!/[\p{L}\p{N}]/u.test(content)) return textReply(remember.noWords)
    const statement = { about: author, text: truncate(content, LONGEST_MESSAGE), at, messageId: id }
    return saveStatement(context, statement, ({ messageId }) => messageId === id)
  },
}
