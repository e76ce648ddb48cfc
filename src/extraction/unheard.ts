/** A window without those who object: without their lines, and with "someone" where others name them. Pure. */

import type { Id, Message, Person, Window } from "../domain/types.ts"
import { type Hush, hushing } from "../text/names.ts"

/** Everyone who spoke or was mentioned, once for each name they have in the window. */
export function namedIn(window: Window): Person[] {
  return window.messages.flatMap((message) =>
    message.role === "member" ? [message.author, ...message.mentions] : message.mentions,
  )
}

/** What finds the names of those who object, and leaves those of the people who were heard. */
export function hushOf({ unheard, people }: { unheard: readonly Person[]; people: readonly Person[] }): Hush {
  return hushing(
    unheard.map(({ name }) => name),
    people.map(({ name }) => name),
  )
}

export function withoutUnheard(window: Window, heard: (id: Id) => boolean, hush: Hush): Window {
  const messages = window.messages
    .filter((message) => message.role === "keepsake" || heard(message.author.id))
    .map((message): Message => {
      const { content, mentions, attachments } = message
      return {
        ...message,
        content: hush.hushed(content),
        mentions: mentions.filter((person) => heard(person.id)),
        attachments: attachments.map(hush.hushed),
      }
    })
  return { ...window, messages }
}
