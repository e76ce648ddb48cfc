/** `/ask`: answers a question from memory, for everyone who reads the channel or for the asker only. */
import { ApplicationCommandOptionType, ApplicationCommandType } from "discord-api-types/v10"
import type { Structure } from "../../../access/permissions.ts"
import { describeError } from "../../../domain/errors.ts"
import { MENTIONS } from "../../../domain/ids.ts"
import type { Person, Viewer } from "../../../domain/types.ts"
import { memberForViewer } from "../../../memory/read/members.ts"
import { channelStub } from "../../../runtime/channels.ts"
import type { Entered } from "../../../runtime/enter.ts"
import { type AnswerReader, answerQuestion, readTurns } from "../../../runtime/run-answer.ts"
import { languageOfLocale } from "../../../text/language.ts"
import { truncate } from "../../../text/truncate.ts"
import {
  type Command,
  IN_SERVERS,
  type InteractionContext,
  plainReply,
  type Reply,
  textsFor,
} from "../../bot/ui/command.ts"
import { guildReader, viewerForAsker } from "../../bot/ui/guild-reader.ts"
import { privacyHint } from "../privacy/privacy-reply.ts"
import { answerReply } from "./answer-format.ts"
import { explainSources } from "./answer-sources.ts"
import { parseIntent } from "./intent.ts"
import { nameMentions, toTurns } from "./turns.ts"

const MOST_CHARACTERS = 1_000

export const askCommand: Command = {
  definition: {
    type: ApplicationCommandType.ChatInput,
    name: "ask",
    description: "Ask what I remember of this server",
    ...IN_SERVERS,
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: "question",
        description: "Your question",
        required: true,
        min_length: 1,
        max_length: MOST_CHARACTERS,
      },
      {
        type: ApplicationCommandOptionType.Boolean,
        name: "private",
        description: "Only you see the answer. It uses everything that you can read",
      },
    ],
  },
  isPrivate: ({ values }) => values.private === true,
  paced: true,
  run: async (context, { values }) => {
    const asking = String(values.question ?? "").toWellFormed()
    const question = truncate(asking, MOST_CHARACTERS, { ellipsis: false })
    return answerAsked(context, question)
  },
}

async function answerAsked(context: InteractionContext, question: string): Promise<Reply> {
  const { runtime, asker, channelId, id } = context
  const { entered, viewer } = await guildReader(context)
  const mentions = await mentionedIn(question, entered, viewer)
  const words = nameMentions(question, mentions)
  const [said] = await Promise.all([
    readTurns(runtime, { entered, viewer }, { channelId, before: id, replyTo: null }),
    ingestQuestion(context, question, { mentions, structure: entered.structure }),
  ])
  const reader: AnswerReader = {
    entered,
    reader: null,
    viewer: (now) => viewerForAsker(now, context, viewer.linked),
  }
  const { intent } = parseIntent(question)
  if (intent.kind === "privacy") return plainReply(privacyHint(intent.wish, textsFor(context)))
  if (intent.kind === "source")
    return plainReply(await explainSources(runtime, { ...reader, current: viewer }, { said, replyTo: null }))
  const person = { id: asker.id, name: asker.name }
  const language = languageOfLocale(context.isPrivate ? context.locale : context.guildLocale)
  const { answer, overQuota, recall } = await answerQuestion(
    runtime,
    reader,
    { words, asker: person, quotaOf: asker.id, mentions, channelId, questionId: id, asOf: null, language },
    toTurns(said),
  )
  return answerReply({ ...answer, overQuota, recall }, words, textsFor(context))
}

/** Records a public question like any message, under the interaction's id: a repeat is a duplicate. */
async function ingestQuestion(
  context: InteractionContext,
  question: string,
  { mentions, structure }: { mentions: Person[]; structure: Structure },
): Promise<void> {
  if (context.isPrivate) return
  const { runtime, guildId, channelId, parentId, asker, id, at } = context
  const message = {
    id,
    author: { id: asker.id, name: asker.name },
    bot: false,
    content: question,
    at,
    replyTo: null,
    mentions,
    attachments: [],
    source: "chat" as const,
  }
  try {
    await channelStub(runtime.env, guildId, channelId).append({
      guildId,
      channelId,
      // A thread not yet known is recorded with its parent's mode. If no structure was ever received, it
      // would also be read like its parent.
      info: parentId === null || structure.toldAt === null ? null : { parentId },
      messages: [message],
    })
  } catch (error) {
    // Fallback: the question is answered, and nothing is learned from it.
    console.warn({ event: "ask.unheard", channel: channelId, error: describeError(error) })
  }
}

// People mentioned in a command's text. Discord sends only their ids, so their names are looked up.

const MOST = 3

/** Returns the members mentioned, under the names that this viewer may read. */
async function mentionedIn(words: string, { db }: Entered, viewer: Viewer): Promise<Person[]> {
  const ids = [...words.matchAll(MENTIONS)].flatMap(([, id]) => id ?? [])
  const some = [...new Set(ids)].slice(0, MOST)
  const members = await Promise.all(some.map((id) => memberForViewer(db, viewer, id)))
  return members.filter((member) => member !== null)
}
