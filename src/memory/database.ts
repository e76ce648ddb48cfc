/** Which database holds a guild, and how a set of statements lands in it as one. */
import type { SQL } from "drizzle-orm"
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1"
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core"
import type { Id } from "../vocabulary.ts"

export type Database = DrizzleD1Database & { $client: D1Database }

/** The database of one guild. Today there is one; nothing else may assume so. */
export function guildDatabase(bindings: { DB: D1Database }, _guildId: Id): Database {
  return drizzle(bindings.DB)
}

const dialect = new SQLiteAsyncDialect()

/** A statement to land: raw SQL, or a built query. */
export type Statement = SQL | { toSQL(): { sql: string; params: unknown[] } }

/** Lands statements together or not at all. drizzle's own `batch` does not take raw SQL with parameters. */
export async function land(db: Database, statements: readonly Statement[]): Promise<D1Result[]> {
  const prepared = statements.map((statement) => {
    const { sql, params } = "toSQL" in statement ? statement.toSQL() : dialect.sqlToQuery(statement)
    return db.$client.prepare(sql).bind(...params)
  })
  return db.$client.batch(prepared)
}
