/** What tests read of the claim log. */
import { env } from "cloudflare:test"

export type LogRow = Record<string, string | number | null>

/** All rows of a guild, in the order of the claims. */
export async function logRows(guild: string): Promise<LogRow[]> {
  const rows = env.DB.prepare("SELECT * FROM claim_log WHERE guild_id = ? ORDER BY at, window_id, n, id")
  return (await rows.bind(guild).all<LogRow>()).results
}
