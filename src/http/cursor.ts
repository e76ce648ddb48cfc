/** Page cursors: where the last page ended, as an opaque string. */
import { z } from "zod"
import { Refused } from "../domain/errors.ts"

const CursorSchema = z.object({ at: z.int(), id: z.string().regex(/^[\w:.-]{1,100}$/) })
export type Cursor = z.output<typeof CursorSchema>

export function encodeCursor(cursor: Cursor): string {
  return btoa(JSON.stringify(cursor)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
}

/** Refuses what `encodeCursor` did not make. */
export function decodeCursor(text: string): Cursor {
  try {
    return CursorSchema.parse(JSON.parse(atob(text.replaceAll("-", "+").replaceAll("_", "/"))))
  } catch {
    // Whatever is wrong with it, it is the caller's cursor.
    throw notOfThisList()
  }
}

/** The number that a cursor of a numbered list holds; refuses one of another list. */
export function numberIn({ id }: Cursor): number {
  const number = Number(id)
  if (Number.isSafeInteger(number)) return number
  throw notOfThisList()
}

function notOfThisList(): Refused {
  return new Refused({
    reason: "invalid",
    issues: [{ field: "query.cursor", problem: "is not a `next` of this list" }],
  })
}
