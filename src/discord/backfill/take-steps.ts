/** Takes the steps of a guild's imports one after another, and lets other requests of the object in between. */
import type { Time } from "../../domain/types.ts"
import type { BackfillStep } from "./deps.ts"

/** An alarm takes no further step after this time, or after so many steps. */
const WORK_MS = 10 * 60_000
const STEPS_A_RUN = 100

/** Returns when to go on; `null` if nothing is to be done. */
export async function takeSteps(take: () => Promise<BackfillStep>): Promise<Time | null> {
  const deadline = Date.now() + WORK_MS
  for (let steps = 0; steps < STEPS_A_RUN && Date.now() < deadline; steps++) {
    const step = await take()
    if (step.kind !== "next") return step.kind === "wait" ? step.until : null
    // An upload's pages wait for nothing outside. In a local worker, requests would wait for all of them.
    await scheduler.wait(0)
  }
  return Date.now()
}
