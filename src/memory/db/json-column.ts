/**
 * JSON columns of records that people list and export. A value that does not parse must not hide all other
 * rows, so it reads as a fallback and is logged. Columns that decide what is stored or who may read do not
 * use it: they fail instead.
 */
import { type SQL, sql } from "drizzle-orm"
import { customType } from "drizzle-orm/sqlite-core"

/** Shown in place of a detail that cannot be read. */
export const UNREADABLE = "unreadable"

/** Declares a JSON text column that reads as `fallback` if its text is not JSON. */
export function listedJson<T>(fallback: T) {
  return customType<{ data: T; driverData: string }>({
    dataType: () => "text",
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (text) => parseListed(text, fallback),
  })
}

/** Parses JSON written by Keepsake itself; returns `fallback` if it is damaged. */
export function parseListed<T>(text: string, fallback: T): T {
  try {
    // Only Keepsake's own statements write these columns.
    return JSON.parse(text) as T
  } catch {
    console.error({ event: "row.unreadable", length: text.length })
    return fallback
  }
}

/** Returns the column as JSON for SQL functions, or `fallback`, JSON itself, if its text is not JSON. */
export function validJson(column: SQL, fallback: string): SQL {
  return sql`iif(json_valid(${column}), ${column}, ${fallback})`
}
