/**
 * Compiles raw SQL that repeats itself. Equal values become one numbered parameter, and a table that many parts read is
 * computed once, at the head. The text then depends neither on the guild nor on the reader, so that the database compiles
 * it once for all of them.
 */
import { Name, Param, Placeholder, SQL, type SQLWrapper, StringChunk, sql } from "drizzle-orm"
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core"

export const dialect = new SQLiteAsyncDialect()

/** A table that many parts of a statement read. Statements that are not compiled here compute it in each place. */
export class SharedTable implements SQLWrapper {
  readonly query: SQL

  constructor(query: SQL) {
    this.query = query
  }

  getSQL(): SQL {
    return sql`WITH shared AS MATERIALIZED (${this.query}) SELECT * FROM shared`
  }
}

/** A value that needs no parameter where the 100 of D1 are scarce. `literal` must be safe to write into SQL. */
export class SharedValue implements SQLWrapper {
  readonly value: string
  readonly #literal: string

  constructor(value: string, literal: string) {
    this.value = value
    this.#literal = literal
  }

  getSQL(): SQL {
    return sql.raw(this.#literal)
  }

  shouldOmitSQLParens(): boolean {
    return true
  }
}

/** Returns the text and the values of a statement of raw SQL, which must not begin with a WITH of its own. */
export function compileOnce(query: SQL): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const heads = new Map<string, string>()
  const number = (value: unknown): string => {
    const at = value instanceof Placeholder ? placeOf(values, value) : values.indexOf(value)
    return `?${at < 0 ? values.push(value) : at + 1}`
  }
  const share = (table: string): string => {
    const name = heads.get(table) ?? `shared${heads.size}`
    heads.set(table, name)
    return name
  }
  const write = (chunk: unknown): string => {
    if (chunk instanceof StringChunk) return chunk.value.join("")
    if (chunk instanceof SQL) return chunk.queryChunks.map(write).join("")
    if (chunk instanceof Name) return dialect.escapeName(chunk.value)
    if (chunk instanceof Param) return number(chunk.encoder.mapToDriverValue(chunk.value))
    if (chunk instanceof SharedTable) return share(write(chunk.query))
    if (chunk instanceof SharedValue) return number(chunk.value)
    if (chunk instanceof Placeholder) return number(chunk)
    if (typeof chunk === "object" && chunk !== null) throw new Error("a statement of raw SQL holds an object")
    return number(chunk ?? null)
  }
  const body = write(query)
  const tables = [...heads].map(([table, name]) => `${name} AS MATERIALIZED (${table})`)
  return { text: tables.length > 0 ? `WITH ${tables.join(", ")} ${body}` : body, values }
}

/** A placeholder stands for one value, wherever it is named. */
function placeOf(values: readonly unknown[], { name }: Placeholder): number {
  return values.findIndex((value) => value instanceof Placeholder && value.name === name)
}
