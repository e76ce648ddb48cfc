/** A statement that a person tells Keepsake directly, and the window of one message in which it is read. Pure. */
import { hashOf } from "../domain/hash.ts"
import type { Id, Person, Time, Window } from "../domain/types.ts"

export interface DirectStatement {
  guildId: Id
  about: Person
  text: string
  /** The channel it was told in, which limits who may see it. `null` if none; then the whole guild may. */
  channelId: Id | null
  at: Time
  /** The person who told it, if that is not the subject. */
  speaker?: Person
  /** True if it is about the server; `about` is then the speaker. */
  ofGuild?: boolean
  /** True if nobody was picked: the words must say whom they are about, so "she" is nobody. */
  isOpen?: boolean
  /** The message that holds the text. Facts cite it as evidence. */
  messageId?: Id
}

/** The statement without its words. */
export function statementKey({ guildId, about, speaker, messageId, at }: DirectStatement): string {
  return hashOf(["told", guildId, about.id, speaker?.id ?? "", messageId ?? "", String(at)])
}

/** Wraps the statement in a window of one message, so that it is extracted like chat. */
export function asWindow(statement: DirectStatement): Window {
  const { guildId, about, at, text, speaker: by } = statement
  const channelId = statement.channelId ?? "0"
  const message = {
    id: "0",
    guildId,
    channelId,
    author: about,
    role: "member",
    content: text,
    at,
    replyTo: null,
    mentions: [],
    attachments: [],
    source: "explicit",
  } as const
  return {
    id: `told_${hashOf([guildId, about.id, text, String(at)])}`,
    guildId,
    channelId,
    channelName: null,
    messages: [{ ...message, mentions: by ? [by] : [], attachments: [] }],
    reason: "flush",
  }
}
