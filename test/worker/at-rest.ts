/**
 * Waits for a guild's background work. Durable Objects and Workflows keep running after a test and would
 * write into what later tests read.
 */
import { env } from "cloudflare:workers"

const UNDER_WAY = `SELECT 1 FROM runs WHERE guild_id = ?1 AND state = 'running'
  UNION ALL SELECT 1 FROM erasures WHERE guild_id = ?1 AND state <> 'done'`
const EVERY_MS = 100
const LONGEST_MS = 15_000

/**
 * Waits until the guild has no running night or erasure, for at most fifteen seconds; work that waits longer
 * than that does not write either.
 */
export async function atRest(guild: string): Promise<void> {
  for (let waited = 0; waited < LONGEST_MS; waited += EVERY_MS) {
    if ((await env.DB.prepare(UNDER_WAY).bind(guild).first()) === null) return
    await new Promise((wake) => setTimeout(wake, EVERY_MS))
  }
}
