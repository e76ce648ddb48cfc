/** What a door stands on: its bindings, and the time after its answer. */
import type { Env } from "../env.ts"

export interface Ground {
  env: Env
  /** Work that nobody waits for: `waitUntil` of the request or object at hand. */
  after(work: Promise<unknown>): void
}
