/** Waits for what a guild's requests set going: objects and Workflows go on by themselves, and would write into what later tests look at. */
import { env } from "cloudflare:workers"
import { rowCounts } from "./snapshot.ts"

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

const CALM_MS = 1_500

/** Until nothing that any file set going changes how many rows there are: an erasure that the hourly round began goes on into the next file. */
export async function allAtRest(): Promise<void> {
  let before = ""
  for (let waited = 0; waited < 2 * LONGEST_MS; waited += CALM_MS) {
    const running = await env.DB.prepare("SELECT 1 FROM erasures WHERE state = 'running'").first()
    const now = JSON.stringify(await rowCounts())
    if (running === null && now === before) return
    before = now
    await new Promise((wake) => setTimeout(wake, CALM_MS))
  }
}
