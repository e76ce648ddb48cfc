/**
 * Statements that are composed once. drizzle builds a statement's text anew with each call, which takes longer than
 * sending it. The few statements that every window sends are built once here and only get new values.
 */
import { Column, fillPlaceholders, is, SQL } from "drizzle-orm"
import { drizzle } from "drizzle-orm/d1"
import type { Database } from "./database.ts"
import { compileOnce } from "./one-statement.ts"

/** The values of a statement's placeholders (`sql.placeholder`), by name. */
type Values = Record<string, unknown>

/** A statement with its values. */
export interface BoundStatement<Row> {
  text: string
  values: unknown[]
  rowsOf(result: D1Result): Row[]
}

/** A statement without the values of its placeholders. */
type ComposedStatement<Row> = (values?: Values) => BoundStatement<Row>

/** A query of drizzle, as far as it is composed. */
interface Query<Row> extends PromiseLike<Row[]> {
  prepare(): { getQuery(): { sql: string; params: unknown[] } }
}

/** Parts of drizzle that its types leave out: the columns of a prepared query in order, and what reads an expression. */
interface Selecting {
  fields: readonly { path: string[]; field: unknown }[]
}
interface Decoding {
  decoder: { mapFromDriverValue(value: unknown): unknown }
}

/** Builds queries for `composeQuery` and reaches no database. Composing is all that its client is asked for. */
export const composer = drizzle({ prepare: () => null } as unknown as D1Database)

/** Composes a query of `composer`, which also maps its rows. Its joins are inner joins. */
export function composeQuery<Row>(query: Query<Row>): ComposedStatement<Row> {
  const prepared = query.prepare()
  const { sql: text, params } = prepared.getQuery()
  const columns = (prepared as unknown as Selecting).fields.map(columnOf)
  return (values = {}) => ({
    text,
    values: fillPlaceholders(params, values),
    // The type of the rows is the query's own.
    rowsOf: ({ results }) => results.map((row) => rowOf(columns, Object.values(row as object)) as Row),
  })
}

/** A selected column: under which keys its value stands in a row, and how it is read. */
interface SelectedColumn {
  group: string | null
  key: string
  read(value: unknown): unknown
}

/** drizzle itself asks again with each row what kind each column is. */
function columnOf({ path, field }: Selecting["fields"][number]): SelectedColumn {
  const [key = "", group = null] = path.toReversed()
  const named = is(field, SQL.Aliased) ? field.sql : field
  if (path.length > 2 || !(is(named, Column) || is(named, SQL)))
    throw new Error(`a statement selects ${path.join(".")}, which is no column`)
  const decoder = is(named, Column) ? named : (named as unknown as Decoding).decoder
  return { group, key, read: (value) => decoder.mapFromDriverValue(value) }
}

function rowOf(columns: readonly SelectedColumn[], values: readonly unknown[]): unknown {
  const row: Record<string, unknown> = {}
  let group: Record<string, unknown> = row
  let groupName: string | null = null
  for (const [at, column] of columns.entries()) {
    // The columns of a table stand together.
    if (column.group !== groupName) {
      groupName = column.group
      group = groupName === null ? row : {}
      if (groupName !== null) row[groupName] = group
    }
    const value = values[at] ?? null
    group[column.key] = value === null ? null : column.read(value)
  }
  return row
}

/** Composes a read in raw SQL. Its rows are as the database returns them. */
export function composeSql<Row>(query: SQL): ComposedStatement<Row> {
  const { text, values: params } = compileOnce(query)
  return (values = {}) => ({
    text,
    values: fillPlaceholders(params, values),
    // The caller states the type of the columns it selects.
    rowsOf: ({ results }) => results as Row[],
  })
}

type Rows<Statements extends readonly BoundStatement<unknown>[]> = {
  -readonly [At in keyof Statements]: Statements[At] extends BoundStatement<infer Row> ? Row[] : never
}

/** Reads with several statements in one round trip. */
export async function readBatch<const Statements extends readonly BoundStatement<unknown>[]>(
  db: Database,
  statements: Statements,
): Promise<Rows<Statements>> {
  return rowsOfEach(statements, await db.$client.batch(statements.map((one) => bindTo(db, one))))
}

export function bindTo(db: Database, { text, values }: BoundStatement<unknown>): D1PreparedStatement {
  return db.$client.prepare(text).bind(...values)
}

/** Returns the rows of each statement. `results`: one for each, in their order. */
export function rowsOfEach<const Statements extends readonly BoundStatement<unknown>[]>(
  statements: Statements,
  results: readonly D1Result[],
): Rows<Statements> {
  return statements.map(({ rowsOf }, at) => rowsOf(results[at] as D1Result)) as Rows<Statements>
}

/** Reads with one statement. */
export async function readOnce<Row>(db: Database, statement: BoundStatement<Row>): Promise<Row[]> {
  return statement.rowsOf(await bindTo(db, statement).all())
}

/** Keys whose statements are kept: a reader's statement lists the channels that they read, several times. */
const MOST_KEPT = 100

/** Returns `make` with a memory of its results for the last keys. */
export function oncePer<Key extends object, Made extends object>(
  make: (key: Key) => Made,
): (key: Key) => Made {
  const made = new Map<Key, Made>()
  return (key) => {
    const before = made.get(key)
    if (before) return before
    const now = make(key)
    const [oldest] = made.keys()
    if (oldest !== undefined && made.size >= MOST_KEPT) made.delete(oldest)
    made.set(key, now)
    return now
  }
}
