/** Takes the next step of a guild's import: list, count, read, or let go of what its channels hold once it ended. */
import { openHistoryJob } from "../../history/job-rows.ts"
import { countStep } from "./count-step.ts"
import type { BackfillDeps, BackfillStep } from "./deps.ts"
import { listStep } from "./list-step.ts"
import { readStep, releaseChannels } from "./read-step.ts"

/** A step may be cut off anywhere and taken again without harm. Throws if a service is down. */
export async function takeStep(deps: BackfillDeps): Promise<BackfillStep> {
  const job = await openHistoryJob(deps.db, deps.guildId)
  switch (job?.state) {
    case "counting":
      return (await listStep(deps, job)) ?? countStep(deps, job)
    case "running":
      return readStep(deps, job)
    case "paused":
      return { kind: "idle" }
    default:
      await releaseChannels(deps)
      return { kind: "idle" }
  }
}
