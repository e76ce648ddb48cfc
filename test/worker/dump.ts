/** Everything that a deployment holds, as text: every table of its database and of its Durable Objects, full-text indexes' pages included. */
import { listDurableObjectIds, runInDurableObject } from "cloudflare:test"
import { type DurableObject, env } from "cloudflare:workers"
import { stems } from "../../src/text/stems.ts"

/** One row, and where it stands. */
export interface Held {
  where: string
  text: string
}

/** Every table of the database, of every guild: shadow tables of full-text indexes hold whole pages as blobs. */
export async function dumpDatabase(db: D1Database = env.DB): Promise<Held[]> {
  const tables = await db
    .prepare(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '_cf_%' AND name NOT LIKE 'd1_%'",
    )
    .all<{ name: string; sql: string }>()
  const held: Held[] = []
  for (const { name, sql } of tables.results) {
    // What a vocabulary table shows stands in the index it is made of.
    if (/USING fts5vocab/i.test(sql)) continue
    const { results } = await db.prepare(`SELECT * FROM "${name}"`).all<Record<string, unknown>>()
    held.push(...results.map((row) => ({ where: `D1 ${name}`, text: textOf(row) })))
  }
  return held
}

/** Every table of every object of a namespace. */
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

/** All that there is anywhere. */
export async function dumpAll(): Promise<Held[]> {
  return [
    ...(await dumpDatabase()),
    ...(await dumpObjects(env.CHANNELS, "channel")),
    ...(await dumpObjects(env.INDEXES, "index")),
    ...(await dumpObjects(env.ERASERS, "eraser")),
    ...(await dumpObjects(env.RESPONDERS, "responder")),
  ]
}

/** Where any of these words, or their stems, stand: as whole texts and within words. */
export function found(held: readonly Held[], words: readonly string[]): string[] {
  const sought = [...new Set([...words, ...words.flatMap(stems)].flatMap(formsOf))]
  return held.flatMap(({ where, text }) => {
    const lower = text.toLowerCase()
    return sought.some((word) => lower.includes(word)) ? [`${where}: ${text.slice(0, 300)}`] : []
  })
}

/** An index's pages keep what terms begin with alike only once: a long word is looked for by its end too. */
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

/** Bytes as the letters they may be. */
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
