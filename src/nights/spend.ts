/** Whether a night may ask a model now: every step asks before it does. */
import { allowance } from "../policy/allowance.ts"
import type { Tools } from "./tools.ts"

/**
 * True where the guild's caps leave room for anything but listening. One round trip: caps and what was spent are read as they are at
 * this moment, so that a step that is done again asks anew. Throws on an outage of the database.
 */
export async function mayAsk({ db, guildId, now }: Tools): Promise<boolean> {
  return (await allowance(db, guildId, { use: "rest", now: now() })).ok
}
