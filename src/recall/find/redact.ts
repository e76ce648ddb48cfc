/**
 * Removes people who object from channel results. A channel's list of objectors can be a minute old; the
 * database's is current. Pure.
 */

import type { Message } from "../../domain/types.ts"
import { type Objector, objectorNames } from "../../memory/read/consent-sql.ts"
import { type MessageHit, withLinesAround } from "../../memory/read/guild-messages.ts"
import { type NameRedactor, nameRedactor } from "../../text/names.ts"

/** Removes objectors' messages, and their names from other people's messages. */
export function redactHits(lists: readonly MessageHit[][], objectors: readonly Objector[]): MessageHit[][] {
  if (objectors.length === 0) return [...lists]
  const absent = new Set(objectors.map(({ id }) => id))
  const isPresent = (message: Message) => !absent.has(message.author.id)
  const remaining = lists.map((hits) =>
    hits
      .filter(({ message }) => isPresent(message))
      .map((hit) => withLinesAround(hit, (lines) => lines.filter(isPresent))),
  )
  const authors = remaining.flat().map(({ message }) => message.author.name)
  const texts = remaining
    .flat()
    .flatMap(({ message, before, after, later = [] }) => [message, ...before, ...after, ...later])
    .flatMap(({ content, attachments }) => [content, ...attachments])
  const redactor = nameRedactor(objectorNames(objectors, texts), authors)
  const redacted = (message: Message) => redactMessage(message, absent, redactor)
  return remaining.map((hits) =>
    hits.map((hit) =>
      withLinesAround({ ...hit, message: redacted(hit.message) }, (lines) => lines.map(redacted)),
    ),
  )
}

/** Redacts a plain list of messages. */
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
