/** Writes rows into a guild's claim log: more than a test could hear. */
import { env } from "cloudflare:test"
import { getTableColumns } from "drizzle-orm"
import { claimLog } from "../../src/memory/db/schema.ts"
import type { LabRow } from "../../src/policy/lab/outcomes.ts"

const COLUMNS = Object.entries(getTableColumns(claimLog))

export async function fillLog(guild: string, rows: readonly LabRow[]): Promise<void> {
  const names = COLUMNS.map(([, { name }]) => name).join(", ")
  const values = COLUMNS.map(([key]) =>
    key === "guildId" ? "?1" : key === "gate" ? "value->'gate'" : `value->>'${key}'`,
  )
  const insert = env.DB.prepare(
    `INSERT INTO claim_log (${names}) SELECT ${values.join(", ")} FROM json_each(?2)`,
  )
  for (let start = 0; start < rows.length; start += 500)
    await insert.bind(guild, JSON.stringify(rows.slice(start, start + 500))).run()
}
