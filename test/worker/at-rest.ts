/** Waits for what a guild's requests set going: objects and Workflows go on by themselves, and would write into what later tests look at. */
import { env } from "cloudflare:workers"

const UNDER_WAY = `SELECT 1 FROM runs WHERE guild_id = ?1 AND state = 'running'
  UNION ALL SELECT 1 FROM erasures WHERE guild_id = ?1 AND state <> 'done'`
const EVERY_MS = 100
const LONGEST_MS = 15_000

/** Until no night and no erasure of the guild is under way, or fifteen seconds are over: what waits for longer than that does not write either. */
export async function atRest(guild: string): Promise<void> {
  for (let waited = 0; waited < LONGEST_MS; waited += EVERY_MS) {
    if ((await env.DB.prepare(UNDER_WAY).bind(guild).first()) === null) return
    await new Promise((wake) => setTimeout(wake, EVERY_MS))
  }
}
