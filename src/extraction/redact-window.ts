/**
 * Removes from a window what nothing may be learned from: the lines of people who object, mentions of them, which become
 * "someone", and the words of what is told in confidence. Pure.
 */
import { NO_AUTHOR } from "../domain/events.ts"
import type { Id, Message, Person, Window } from "../domain/types.ts"
import { confidencesIn } from "../privacy/confidences.ts"
import { type NameRedactor, nameRedactor } from "../text/names.ts"

/** Everyone who spoke or was mentioned, once for each name used in the window. */
export function peopleInWindow(window: Window): Person[] {
  return window.messages.flatMap((message) =>
    message.role === "member" ? [message.author, ...message.mentions] : message.mentions,
  )
}

/** Matches the names of people who object, except where a remaining person has the same name. */
export function windowRedactor({
  excluded,
  people,
}: {
  excluded: readonly Person[]
  people: readonly Person[]
}): NameRedactor {
  return nameRedactor(
    excluded.map(({ name }) => name),
    people.map(({ name }) => name),
  )
}

export function redactWindow(window: Window, heard: (id: Id) => boolean, hush: NameRedactor): Window {
  const confidences = confidencesIn(window.messages)
  const messages = window.messages
    .map((message, index) =>
      confidences.has(index) ? { ...message, content: "", attachments: [] } : message,
    )
    .filter(({ role, author }) => role === "keepsake" || author.id === NO_AUTHOR || heard(author.id))
    .map((message): Message => {
      const { content, mentions, attachments } = message
      return {
        ...message,
        content: hush.redact(content),
        mentions: mentions.filter((person) => heard(person.id)),
        attachments: attachments.map(hush.redact),
      }
    })
  return { ...window, messages }
}

/** Gives speakers and mentioned people the names that they have today. */
export function withNames(window: Window, people: readonly Person[]): Window {
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const renamed = (person: Person): Person => ({ ...person, name: names.get(person.id) ?? person.name })
  const messages = window.messages.map((message) => ({
    ...message,
    author: message.role === "member" ? renamed(message.author) : message.author,
    mentions: message.mentions.map(renamed),
  }))
  return { ...window, messages }
}
