/** Members whom a text names although nothing that it was made of does. Their names go nowhere: they are for keeping them out. */
import { sql } from "drizzle-orm"
import type { Id } from "../../domain/types.ts"
import { hushing } from "../../text/names.ts"
import type { Database } from "../db/database.ts"

/** Those seen last: of whom nobody has heard for long, nobody speaks. */
const MOST = 2_000

/** The display names of a guild's members, to be asked for before a model is: what it said must not wait for the database. */
export async function memberNames(db: Database, guildId: Id): Promise<string[]> {
  const rows = await db.all<{ name: string }>(
    sql`SELECT name FROM members WHERE guild_id = ${guildId} AND name <> '' ORDER BY seen_at DESC LIMIT ${MOST}`,
  )
  return rows.map(({ name }) => name)
}

/** Those of these names that stand in `said` and not in `shown`. Pure. */
export function strangersIn(
  names: readonly string[],
  { said, shown }: { said: string; shown: string },
): string[] {
  const lower = said.toLowerCase()
  const near = names.filter((name) => lower.includes(name.trim().toLowerCase()))
  return near.filter((name) => {
    const { names: named } = hushing([name])
    return named(said) && !named(shown)
  })
}
