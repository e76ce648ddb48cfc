/** The conversations of the talk evaluation as channels of one guild, and the questions about each. */
import { DAY } from "../../src/domain/calendar.ts"
import { snowflakeAt } from "../../src/domain/ids.ts"
import type { ApiClient, RecallRequest } from "../../src/tools/api-client.ts"
import type { ApiMessage } from "../../src/tools/chat-export.ts"
import type { ProgramIo } from "../../src/tools/program.ts"
import { type AskedQuestion, questionsAbout } from "./answers-data.ts"
import { hear, progress } from "./run.ts"
import type { Conversation } from "./talk-data.ts"

/** A conversation as a channel, with the ids under which it is delivered. */
export interface Talk {
  conversation: Conversation
  channelId: string
  messages: ApiMessage[]
  askedAt: string
  personId(id: string): string
  nameOf(userId: string): string | null
}

export function toTalk(conversation: Conversation, index: number): Talk {
  const people = new Map(conversation.people.map(({ id }, at) => [id, String(20_000 + 100 * index + at)]))
  const names = new Map(conversation.people.map(({ id, name }) => [id, name]))
  const personId = (id: string) => people.get(id) ?? BOT
  const idOf = (line: number) =>
    snowflakeAt(Date.parse(conversation.messages[line - 1]?.at ?? ""), 1_000 * (index + 1) + line)
  const messages = conversation.messages.flatMap(({ by, at, text, reply }, place): ApiMessage[] =>
    by === "bot"
      ? []
      : [
          {
            id: idOf(place + 1),
            author: { id: personId(by), name: names.get(by) ?? by },
            content: text.replace(/<@([^>]+)>/g, (_, id: string) => `<@${personId(id)}>`),
            timestamp: new Date(at).toISOString(),
            ...(reply === undefined ? {} : { reply_to: idOf(reply) }),
            mentions: [...text.matchAll(/<@([^>]+)>/g)].map(([, id = ""]) => ({
              id: personId(id),
              name: names.get(id) ?? "Keepsake",
            })),
          },
        ],
  )
  const end = Math.max(...conversation.messages.map(({ at }) => Date.parse(at)))
  return {
    conversation,
    channelId: String(3_000 + index),
    messages,
    askedAt: new Date(end + DAY).toISOString(),
    personId,
    nameOf: (userId) => conversation.people.find(({ id }) => personId(id) === userId)?.name ?? null,
  }
}
export const BOT = "19999"

/** Sends all conversations and has them read. */
export async function load(client: ApiClient, talks: readonly Talk[], io: ProgramIo): Promise<void> {
  const show = progress(io, "conversations heard", talks.length)
  for (const [index, { channelId, conversation, messages }] of talks.entries()) {
    await hear(client, { id: channelId, name: conversation.channel }, messages)
    await client.settle(channelId)
    show(index + 1)
  }
}

/** Recalls again if a source did not answer in time, as on a busy machine: the figures are about what is found. */
export async function recallWhole(client: ApiClient, request: RecallRequest) {
  for (let tries = 1; ; tries++) {
    const found = await client.recall(request)
    if (found.degraded.length === 0 || tries === MOST_TRIES) return found
  }
}
const MOST_TRIES = 5

/** Returns the questions that rest on what was delivered. */
export function questionsOf(talks: readonly Talk[]): { talk: Talk; question: AskedQuestion }[] {
  return talks.flatMap((talk) =>
    questionsAbout(talk.conversation)
      // What was known before the talk is not delivered, so nothing that rests on it is asked.
      .filter(({ answerable, lines, kind }) => kind === "smalltalk" || !answerable || lines.length > 0)
      .map((question) => ({ talk, question })),
  )
}
