/** What a door stands on: its bindings, and the time after its answer. */
import { readSettings } from "../settings.ts"

export interface Ground {
  env: Env
  /** Work that nobody waits for: `waitUntil` of the request or object at hand. */
  after(work: Promise<unknown>): void
}

/** Whether Discord tells of members as they come, go and change: else only who speaks is known, as of then. */
export function hearsOfMembers({ env }: Ground): boolean {
  return readSettings(env).DISCORD_MEMBERS
}
