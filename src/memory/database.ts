/** Which database holds a guild. Today there is one; nothing else may assume so. */
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1"
import type { Id } from "../vocabulary.ts"

export type Database = DrizzleD1Database

/** The database of one guild. */
export function guildDatabase(bindings: { DB: D1Database }, _guildId: Id): Database {
  return drizzle(bindings.DB)
}
