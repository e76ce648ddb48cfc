/** Replaces a person's id in records that stay. Pure. It never changes numbers, field names or other ids. */
import type { Id } from "../../domain/types.ts"

/** A string of a JSON document, with its quotation marks. */
const JSON_STRING = /"(?:[^"\\]|\\.)*"/g

/** Replaces the id in a text where it stands alone: another id or a key can contain its digits. */
export function replaceId(text: string, id: Id, pseudonym: string): string {
  return text.replaceAll(new RegExp(String.raw`(?<!\w)${id}(?!\w)`, "g"), () => pseudonym)
}

/**
 * Replaces the id in the strings of a JSON document and leaves every other character as it is. A document
 * that does not parse is treated as a text.
 */
export function replaceIdInJson(document: string, id: Id, pseudonym: string): string {
  if (!isJson(document)) return replaceId(document, id, pseudonym)
  return document.replaceAll(JSON_STRING, (literal) => {
    // The document parses, so each of its strings does.
    const text = JSON.parse(literal) as string
    const without = replaceId(text, id, pseudonym)
    return without === text ? literal : JSON.stringify(without)
  })
}

function isJson(document: string): boolean {
  try {
    JSON.parse(document)
    return true
  } catch {
    // Fallback: the caller treats the document as a text.
    return false
  }
}
