/** A guild's night from step to step. What fails is given up for this night, written down, and made good by the next; the rest goes on. */
import { whatFailed } from "../domain/errors.ts"
import { digests } from "./digests/phase.ts"
import { keeping } from "./keeping/phase.ts"
import { closeRun, stepFailed } from "./ledger/runs.ts"
import { open } from "./open.ts"
import { profiles } from "./profiles/phase.ts"
import type { Phase, Steps } from "./steps.ts"
import type { Night, Tools } from "./tools.ts"
import { clusters } from "./topics/phase.ts"

/** In this order: what has had its time is not paid for, and what is told in the morning is told of what is left. */
const PHASES: Record<string, Phase> = { keeping, profiles, clusters, digests }

export async function runNight(steps: Steps, tools: Tools, night: Night): Promise<void> {
  const plan = await steps.do("open", () => open(tools, night))
  if (plan === null) return
  const { guildId, runId } = plan
  for (const [name, phase] of Object.entries(PHASES)) {
    try {
      await phase(steps, tools, plan)
    } catch (error) {
      // The fallback is the next night: nothing of what was to be done is marked as done.
      console.error({
        event: "night.failed",
        guild: guildId,
        run: runId,
        phase: name,
        error: whatFailed(error),
      })
      const failed = { error: whatFailed(error), now: tools.now() }
      await steps.do(`${name} given up`, () => stepFailed(tools.db, { guildId, runId, step: name }, failed))
    }
  }
  await steps.do("index", () => tools.wakeIndex())
  await steps.do("close", () => closeRun(tools.db, { guildId, runId }, tools.now()))
}
