/** Cursors of lists in pages: the last item of the page before, as text that fits into an address. Pure. */
import { z } from "zod"
import { Refused } from "./errors.ts"

const CursorSchema = z.object({ at: z.int(), id: z.string().regex(/^[\w:.-]{1,100}$/) })
export type Cursor = z.output<typeof CursorSchema>

export function encodeCursor(cursor: Cursor): string {
  return btoa(JSON.stringify(cursor)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
}

/** Parses a cursor; refuses one that `encodeCursor` did not make. */
export function decodeCursor(text: string): Cursor {
  try {
    return CursorSchema.parse(JSON.parse(atob(text.replaceAll("-", "+").replaceAll("_", "/"))))
  } catch {
    // Any failure here means that the caller's cursor is wrong.
    throw foreignCursor()
  }
}

/** Returns the number in a cursor of a numbered list; refuses a cursor of another list. */
export function numberIn({ id }: Cursor): number {
  const number = Number(id)
  if (Number.isSafeInteger(number)) return number
  throw foreignCursor()
}

export function foreignCursor(): Refused {
  return new Refused({
    reason: "invalid",
    issues: [{ field: "query.cursor", problem: "is not a `next` value of this list" }],
  })
}
