/** What channels brought without those who object: a channel knows who they are as of a minute ago, the database as of now. Pure. */

import type { Message } from "../../domain/types.ts"
import type { Objector } from "../../memory/read/consent-sql.ts"
import type { MessageHit } from "../../memory/read/search.ts"
import { type NameRedactor, nameRedactor } from "../../text/names.ts"

/** Neither their lines nor, in the lines of others, their names. */
export function redactHits(lists: readonly MessageHit[][], objectors: readonly Objector[]): MessageHit[][] {
  if (objectors.length === 0) return [...lists]
  const absent = new Set(objectors.map(({ id }) => id))
  const there = (message: Message) => !absent.has(message.author.id)
  const heard = lists.map((hits) =>
    hits
      .filter(({ message }) => there(message))
      .map((hit) => ({ ...hit, before: hit.before.filter(there), after: hit.after.filter(there) })),
  )
  const authors = heard.flat().map(({ message }) => message.author.name)
  const hush = nameRedactor(
    objectors.flatMap(({ name }) => name ?? []),
    authors,
  )
  const worded = (message: Message) => redactMessage(message, absent, hush)
  return heard.map((hits) =>
    hits.map((hit) => ({
      ...hit,
      message: worded(hit.message),
      before: hit.before.map(worded),
      after: hit.after.map(worded),
    })),
  )
}

/** The same of a run of talk. */
export function redactMessages(messages: readonly Message[], objectors: readonly Objector[]): Message[] {
  const hits = messages.map((message) => ({ message, score: 0, fit: 0, before: [], after: [] }))
  return redactHits([hits], objectors).flatMap((list) => list.map(({ message }) => message))
}

function redactMessage(
  message: Message,
  absent: ReadonlySet<string>,
  { redact: hushed }: NameRedactor,
): Message {
  return {
    ...message,
    content: hushed(message.content),
    mentions: message.mentions.filter(({ id }) => !absent.has(id)),
    attachments: message.attachments.map(hushed),
  }
}
