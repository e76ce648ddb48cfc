/** A conversation of the talk evaluation as a channel of one guild. Pure. */
import { DAY } from "../../src/domain/calendar.ts"
import { snowflakeAt } from "../../src/domain/ids.ts"
import type { ApiMessage } from "../../src/history/files/message.ts"
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
