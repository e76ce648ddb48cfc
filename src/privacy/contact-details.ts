/**
 * Finds contact details in a text, or masks them: e-mail addresses, telephone numbers, streets with a number. The rest of
 * such a text is fit to be told. Pure.
 */

import { maskEmails } from "./contact-emails.ts"
import { maskForeignNumbers, maskNumbers } from "./contact-numbers.ts"
import { maskStreets } from "./contact-streets.ts"

/** Mentions, custom emoji and links hold long ids that are not secret. */
export const MARKUP = /<(?:[@#][!&]?|a?:\w+:|t:)\d+(?::\w)?>|https?:\/\/\S+/gu

/** Every contact detail has a digit, an at sign or a word for one. Most lines have none, and need no further check. */
const POSSIBLE = /[\d@]|[ ([{<](?:at|ät|arr?oba|arobase)[ )\]}>]/i

/** Returns true if a text without markup holds contact details. */
export function holdsContact(text: string): boolean {
  return POSSIBLE.test(text) && masked(text) !== text
}

/** Returns a message's text with a sign in the place of each contact detail. Markup stays as it is. */
export function maskContacts(written: string): string {
  if (!POSSIBLE.test(written)) return written
  const kept = [...written.matchAll(MARKUP)].map(([markup]) => markup)
  return written
    .split(MARKUP)
    .map((text, at) => (POSSIBLE.test(text) ? masked(text) : text) + (kept[at] ?? ""))
    .join("")
}

function masked(text: string): string {
  if (!/\d/.test(text)) return maskEmails(text)
  return maskNumbers(maskStreets(maskEmails(maskForeignNumbers(text))))
}
