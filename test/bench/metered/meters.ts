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
  /** Calls and alarms of all Durable Objects, and the milliseconds for which one of them was at work. */
  objectRequests: number
  objectMs: number
}

const ZERO: Counters = {
  d1Read: 0,
  d1Written: 0,
  d1Calls: 0,
  objectRead: 0,
  objectWritten: 0,
  shardWritten: 0,
  responderWritten: 0,
  objectRequests: 0,
  objectMs: 0,
}
let counted: Counters = { ...ZERO }
/**
 * Rows written by statement: `object INSERT messages`, `D1 UPDATE guilds`, `object alarm`. A trigger's rows
 * count toward its statement.
 */
let writers: Record<string, number> = {}

/** A call to D1: its statements, and the milliseconds until its answer came. */
export interface QueryTime {
  query: string
  ms: number
}
let queries: QueryTime[] = []

export function queryTimes(): QueryTime[] {
  return queries
}

async function timed<T>(query: string, call: Promise<T>): Promise<T> {
  const sent = Date.now()
  const result = await call
  queries.push({ query, ms: Date.now() - sent })
  return result
}

export function writtenBy(): Record<string, number> {
  return writers
}

export function counters(): Counters {
  return counted
}

export function reset(): Counters {
  counted = { ...ZERO }
  writers = {}
  queries = []
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

/** The objects at work: how many of their methods run, and since when one does. */
const atWork = new WeakMap<object, { running: number; since: number }>()

/**
 * Counts the calls and alarms of a class's objects, and the time at work: overlapping calls count once, as Cloudflare
 * bills them. A method that an object calls on itself counts too.
 */
export function meterRequests(metered: { prototype: object }, original: { prototype: object }): void {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(original.prototype))) {
    if (name === "constructor" || typeof value !== "function") continue
    const wrapped = async function (this: object, ...given: unknown[]): Promise<unknown> {
      counted.objectRequests += 1
      const work = atWork.get(this) ?? { running: 0, since: 0 }
      atWork.set(this, work)
      if (work.running === 0) work.since = performance.now()
      work.running += 1
      try {
        return await value.apply(this, given)
      } finally {
        work.running -= 1
        if (work.running === 0) counted.objectMs += performance.now() - work.since
      }
    }
    Object.defineProperty(metered.prototype, name, { value: wrapped, writable: true, configurable: true })
  }
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
      const all = statements.map(({ query }) => query).join(";\n")
      const results = await timed(all, db.batch(statements.map((statement) => statement.inner)))
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
    const result = await timed(this.query, this.inner.all())
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
