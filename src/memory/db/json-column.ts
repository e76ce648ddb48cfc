/** JSON columns of records that are listed. A damaged row shows as unreadable; it never fails its listing. */
import { customType } from "drizzle-orm/sqlite-core"

/** Stands for a stored value that does not parse. */
export const UNREADABLE = { unreadable: true } as const

/** A JSON column; a value that does not parse is read as `UNREADABLE`. */
export const recordJson = storedJson(UNREADABLE)
/** A JSON column of numbers by name; a value that does not parse is read as none. */
export const countsJson = storedJson({})

function storedJson(instead: unknown) {
  return customType<{ data: unknown; driverData: string }>({
    dataType: () => "text",
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (stored) => parseStored(stored, instead),
  })
}

/** Parses a stored JSON text; logs and returns `instead` if it is damaged. */
export function parseStored<T>(stored: string, instead: T): unknown {
  try {
    return JSON.parse(stored)
  } catch {
    // Fallback: the rest of the listing. The text may hold ids, so the log leaves it out.
    console.warn({ event: "row.unreadable", length: stored.length })
    return instead
  }
}
