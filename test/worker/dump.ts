/**
 * Dumps all data of a deployment as text: every table of its database and Durable Objects, including the
 * pages of full-text indexes.
 */
import { listDurableObjectIds, runInDurableObject } from "cloudflare:test"
import { type DurableObject, env } from "cloudflare:workers"
import { stems } from "../../src/text/stems.ts"

/** The text of one row, with its location. */
export interface Held {
  where: string
  text: string
}

/**
 * Dumps every database table of every guild. The shadow tables of full-text indexes hold whole pages as
 * blobs.
 */
export async function dumpDatabase(db: D1Database = env.DB): Promise<Held[]> {
  const tables = await db
    .prepare(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '_cf_%' AND name NOT LIKE 'd1_%'",
    )
    .all<{ name: string; sql: string }>()
  const held: Held[] = []
  for (const { name, sql } of tables.results) {
    // A vocabulary table shows only what its index holds.
    if (/USING fts5vocab/i.test(sql)) continue
    const { results } = await db.prepare(`SELECT * FROM "${name}"`).all<Record<string, unknown>>()
    held.push(...results.map((row) => ({ where: `D1 ${name}`, text: textOf(row) })))
  }
  return held
}

/** Dumps every table of every object in a namespace. */
async function dumpObjects<T extends DurableObject>(
  namespace: DurableObjectNamespace<T>,
  name: string,
): Promise<Held[]> {
  const held: Held[] = []
  for (const id of await listDurableObjectIds(namespace)) {
    const stub = namespace.get(id)
    const rows = await runInDurableObject(stub, (_, state) => tablesOf(state.storage.sql))
    held.push(...rows.map(({ where, text }) => ({ where: `${name} ${id} ${where}`, text })))
  }
  return held
}

/** Dumps the database and all Durable Objects. */
export async function dumpAll(): Promise<Held[]> {
  return [
    ...(await dumpDatabase()),
    ...(await dumpObjects(env.CHANNELS, "channel")),
    ...(await dumpObjects(env.INDEXES, "index")),
    ...(await dumpObjects(env.ERASERS, "eraser")),
    ...(await dumpObjects(env.RESPONDERS, "responder")),
    ...(await dumpObjects(env.NIGHT_ALARMS, "night alarm")),
    ...(await dumpObjects(env.HISTORIES, "history importer")),
  ]
}

/** Returns the rows that contain any of these words or their stems, also inside longer words. */
export function found(held: readonly Held[], words: readonly string[]): string[] {
  const sought = [...new Set([...words, ...words.flatMap(stems)].flatMap(formsOf))]
  return held.flatMap(({ where, text }) => {
    const lower = text.toLowerCase()
    return sought.some((word) => lower.includes(word)) ? [`${where}: ${text.slice(0, 300)}`] : []
  })
}

/** Index pages store a prefix that terms share only once, so a long word is also searched by its end. */
function formsOf(word: string): string[] {
  const lower = word.toLowerCase()
  return lower.length >= 10 && /^[a-z]+$/.test(lower) ? [lower, lower.slice(-7)] : [lower]
}

function tablesOf(sql: SqlStorage): Held[] {
  const tables = [
    ...sql.exec<{ name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '_cf_%'",
    ),
  ]
  return tables.flatMap(({ name, sql: schema }) =>
    /USING fts5/i.test(schema)
      ? []
      : [...sql.exec(`SELECT * FROM "${name}"`)].map((row) => ({ where: name, text: textOf(row) })),
  )
}

/** Decodes bytes as Latin-1 letters. */
function textOf(row: Record<string, unknown>): string {
  return Object.values(row)
    .map((value) => {
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return lettersOf(value)
      return Array.isArray(value) ? lettersOf(Uint8Array.from(value as number[])) : String(value)
    })
    .join(" | ")
}

function lettersOf(bytes: ArrayBuffer | ArrayBufferView): string {
  return new TextDecoder("latin1").decode(bytes)
}
