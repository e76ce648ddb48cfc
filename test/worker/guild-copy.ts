/**
 * Copies a guild's database rows and restores them, so that many tests can start after one costly history.
 */
import { env } from "cloudflare:workers"

interface Place {
  table: string
  columns: string
  /** Selects the guild's rows; `?` is the guild id. */
  where: string
}

export interface GuildCopy {
  guild: string
  places: (Place & { rows: Record<string, unknown>[] })[]
}

/** Full-text rows depend on rows of these tables, so they are cleared first. */
const FULL_TEXT = [
  ["memory_terms", "memories"],
  ["note_terms", "notes"],
] as const

async function placesOf(): Promise<Place[]> {
  const tables = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%guild_id%'",
  ).all<{ name: string }>()
  return [
    ...FULL_TEXT.map(([table, of]) => ({
      table,
      columns: "rowid, terms",
      where: `rowid IN (SELECT seq FROM ${of} WHERE guild_id = ?)`,
    })),
    ...tables.results.map(({ name }) => ({ table: name, columns: "*", where: "guild_id = ?" })),
    // Last, because triggers on other tables increment this row.
    { table: "guilds", columns: "*", where: "id = ?" },
  ]
}

/** Returns every database row of a guild. */
export async function copyGuild(guild: string): Promise<GuildCopy> {
  const places = await placesOf()
  const found = await env.DB.batch<Record<string, unknown>>(
    places.map(({ table, columns, where }) =>
      env.DB.prepare(`SELECT ${columns} FROM ${table} WHERE ${where}`).bind(guild),
    ),
  )
  return { guild, places: places.map((place, index) => ({ ...place, rows: found[index]?.results ?? [] })) }
}

/** Restores a guild to its copied state in one transaction. */
export async function restoreGuild({ guild, places }: GuildCopy): Promise<void> {
  const clear = places.map(({ table, where }) =>
    env.DB.prepare(`DELETE FROM ${table} WHERE ${where}`).bind(guild),
  )
  const fill = places.flatMap(({ table, rows }) => {
    const columns = Object.keys(rows[0] ?? {})
    if (columns.length === 0) return []
    const values = columns.map((name) => `value ->> '${name}'`)
    // REPLACE, because triggers of other tables may have inserted rows already.
    const query = `INSERT OR REPLACE INTO ${table} (${columns}) SELECT ${values} FROM json_each(?)`
    return [env.DB.prepare(query).bind(JSON.stringify(rows))]
  })
  // Clears twice: triggers on a cleared table write into tables cleared before it.
  await env.DB.batch([...clear, ...clear, ...fill])
}
