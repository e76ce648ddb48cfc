/** The erasure of a person from uploads that wait to be read: their package, their messages, and mentions of them. */
import type { Id } from "../../domain/types.ts"
import { removeMentions } from "../../privacy/quotes/redaction.ts"
import type { ApiMessage } from "../files/message.ts"
import type { UploadRows } from "./upload-rows.ts"

export function eraseFromUploads(rows: UploadRows, person: Id): void {
  for (const { id, owner } of rows.list()) if (owner === person) rows.drop(id)
  for (const row of rows.naming(person)) {
    // A cast because the row was written from this shape.
    const message = JSON.parse(row.body) as ApiMessage
    rows.change(row, row.author === person ? null : withoutPerson(message, person))
  }
}

function withoutPerson(message: ApiMessage, person: Id): ApiMessage {
  const { mentions, content } = message
  return {
    ...message,
    content: removeMentions(content, person),
    ...(mentions && { mentions: mentions.filter(({ id }) => id !== person) }),
  }
}

/** Counts the messages that still hold a person: by them, or with a mention of them. */
export function countInUploads(rows: UploadRows, person: Id): number {
  return rows.naming(person).filter(({ author, body }) => {
    if (author === person) return true
    const { mentions = [], content } = JSON.parse(body) as ApiMessage
    return mentions.some(({ id }) => id === person) || removeMentions(content, person) !== content
  }).length
}
