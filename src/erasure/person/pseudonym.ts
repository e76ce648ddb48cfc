/** Replaces a person's id by a pseudonym in texts and JSON that hold ids, field names and counts. Pure. */
import type { Id } from "../../domain/types.ts"

export interface Pseudonymizer {
  /** Replaces the id in a text, such as `member 123` or several ids separated by spaces. */
  text(written: string): string
  /**
   * Replaces the id in the strings and keys of a JSON document and leaves numbers as they are: a count can
   * equal a short id. A column that holds no JSON is treated as text.
   */
  json(document: string): string
}

export function pseudonymizer(id: Id, pseudonym: string): Pseudonymizer {
  // Matches whole ids only: another id, a key, a date or a number can contain the digits.
  const whole = new RegExp(String.raw`(?<![\w.:-])${id}(?![\w:-]|\.\d)`, "g")
  const text = (written: string) => written.replaceAll(whole, pseudonym)
  const inside = (value: unknown): unknown => {
    if (typeof value === "string") return text(value)
    if (typeof value !== "object" || value === null) return value
    if (Array.isArray(value)) return value.map(inside)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [text(key), inside(one)]))
  }
  return {
    text,
    json: (document) => {
      const parsed = parse(document)
      if (parsed === undefined) return text(document)
      const changed = JSON.stringify(inside(parsed.value))
      // Keeps the stored form of a document that does not hold the id.
      return changed === JSON.stringify(parsed.value) ? document : changed
    },
  }
}

function parse(document: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(document) }
  } catch {
    // Fallback: the caller replaces the id in the text as it stands.
    return undefined
  }
}
