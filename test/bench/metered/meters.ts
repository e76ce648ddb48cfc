/** Meters for rows, from the metadata of D1 results and from Durable Object cursors once they are read. */

export interface Counters {
  d1Read: number
  d1Written: number
  /** Database calls, regardless of how many statements each holds. */
  d1Calls: number
  /** Rows of all Durable Objects. */
  objectRead: number
  objectWritten: number
  /** The share of a gateway shard and of a Responder. */
  shardWritten: number
  responderWritten: number
}

const ZERO: Counters = {
  d1Read: 0,
  d1Written: 0,
  d1Calls: 0,
  objectRead: 0,
  objectWritten: 0,
  shardWritten: 0,
  responderWritten: 0,
}
let counted: Counters = { ...ZERO }
/**
 * Rows written by statement: `object INSERT messages`, `D1 UPDATE guilds`, `object alarm`. A trigger's rows
 * count toward its statement.
 */
let writers: Record<string, number> = {}

export function writtenBy(): Record<string, number> {
  return writers
}

export function counters(): Counters {
  return counted
}

export function reset(): Counters {
  counted = { ...ZERO }
  writers = {}
  return counted
}

/** Durable Objects whose rows are counted separately. */
export type Part = "shardWritten" | "responderWritten"

const WRITES = /(INSERT|UPDATE|DELETE)(?: OR \w+)?(?: INTO| FROM)?\s+["`]?(\w+)/i

function attribute(where: string, query: string, rows: number): void {
  if (rows === 0) return
  const [, verb, table] = WRITES.exec(query) ?? []
  const by = `${where} ${table === undefined ? (/CREATE/.test(query) ? "CREATE" : query) : `${verb?.toUpperCase()} ${table}`}`
  writers[by] = (writers[by] ?? 0) + rows
}

function wrote(rows: number, query: string, part: Part | null): void {
  counted.objectWritten += rows
  attribute("object", query, rows)
  if (part !== null) counted[part] += rows
}

/** Counts the rows of every statement of a Durable Object. Setting or deleting an alarm counts as one row written. */
export function meterStorage(storage: DurableObjectStorage, part: Part | null = null): void {
  const { sql } = storage
  const exec = sql.exec.bind(sql)
  const metered = (query: string, ...bindings: unknown[]) => {
    const cursor = exec(query, ...bindings)
    // Cursors are read in the same turn, so their counts are known after it.
    queueMicrotask(() => {
      counted.objectRead += cursor.rowsRead
      wrote(cursor.rowsWritten, query, part)
    })
    return cursor
  }
  const proxied = new Proxy(sql, {
    get: (target, name) => (name === "exec" ? metered : Reflect.get(target, name, target)),
  })
  Object.defineProperty(storage, "sql", { value: proxied })
  for (const name of ["setAlarm", "deleteAlarm"] as const) meterAlarm(storage, name, part)
}

function meterAlarm(
  storage: DurableObjectStorage,
  name: "setAlarm" | "deleteAlarm",
  part: Part | null,
): void {
  const original: (...given: never[]) => Promise<void> = storage[name].bind(storage)
  const value = (...given: never[]) => {
    wrote(1, "alarm", part)
    return original(...given)
  }
  Object.defineProperty(storage, name, { value })
}

function note(meta: D1Meta, query: string): void {
  attribute("D1", query, meta.rows_written)
  counted.d1Read += meta.rows_read
  counted.d1Written += meta.rows_written
}

/** One meter per database, because the product caches guilds by the database they were read from. */
const meters = new WeakMap<D1Database, D1Database>()

/** Wraps a database and counts the rows of every statement. */
export function meteredDatabase(db: D1Database): D1Database {
  const metered = meters.get(db) ?? metering(db)
  meters.set(db, metered)
  return metered
}

function metering(db: D1Database): D1Database {
  const metered = {
    prepare: (query: string) => new MeteredStatement(db.prepare(query), query),
    batch: async (statements: MeteredStatement[]) => {
      counted.d1Calls += 1
      const results = await db.batch(statements.map((statement) => statement.inner))
      results.forEach((result, index) => {
        note(result.meta, statements[index]?.query ?? "")
      })
      return results
    },
  }
  // The product only uses `prepare` and `batch`.
  return metered as unknown as D1Database
}

class MeteredStatement {
  readonly inner: D1PreparedStatement
  readonly query: string

  constructor(inner: D1PreparedStatement, query: string) {
    this.inner = inner
    this.query = query
  }

  bind(...values: unknown[]): MeteredStatement {
    return new MeteredStatement(this.inner.bind(...values), this.query)
  }

  async all(): Promise<D1Result> {
    counted.d1Calls += 1
    const result = await this.inner.all()
    note(result.meta, this.query)
    return result
  }

  async first(): Promise<unknown> {
    return (await this.all()).results[0] ?? null
  }

  async run(): Promise<D1Result> {
    return this.all()
  }

  /**
   * D1 reports no row counts for a raw result, so the statement runs twice. This is safe because the product
   * only reads with `raw`.
   */
  async raw(): Promise<unknown[]> {
    await this.all()
    return this.inner.raw()
  }
}
