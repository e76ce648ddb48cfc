/** A guild's night from step to step. What fails is given up for this night, written down, and made good by the next; the rest goes on. */

import { addDays, type LocalDate, localDate, startOf } from "../domain/calendar.ts"
import { describeError, Refused } from "../domain/errors.ts"
import type { Night, NightDeps, NightPhase, NightPlan, Steps } from "./deps.ts"
import { digests } from "./digests/phase.ts"
import { lastDoneDay } from "./ledger/run-reading.ts"
import { closeRun, recordStepFailure } from "./ledger/runs.ts"
import { keeping } from "./maintenance/phase.ts"
import { profiles } from "./profiles/phase.ts"
import { openOrTakeOver } from "./run-takeover.ts"
import { clusters } from "./topics/phase.ts"

/** In this order: what has had its time is not paid for, and what is told in the morning is told of what is left. */
const PHASES: Record<string, NightPhase> = { keeping, profiles, clusters, digests }

export async function runNight(steps: Steps, tools: NightDeps, night: Night): Promise<void> {
  const plan = await steps.do("open", () => openNight(tools, night))
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
        error: describeError(error),
      })
      const failed = { error: describeError(error), now: tools.now() }
      await steps.do(`${name} given up`, () =>
        recordStepFailure(tools.db, { guildId, runId, step: name }, failed),
      )
    }
  }
  await steps.do("index", () => tools.wakeIndex())
  await steps.do("close", () => closeRun(tools.db, { guildId, runId }, tools.now()))
}

// The first step of a night: what it is about, decided once.

/** Days further back are not told of: a guild that was silent for a year is not caught up with day by day. */
const MOST_DAYS = 7

/**
 * The plan of a night; null where there is none to be had: the guild is unknown or leaving, or another night of it is under way, which
 * does the same work; one whose instance has ended gives way. Done again, it says the same: the time is that at which the night was first written down.
 */
export async function openNight(tools: NightDeps, night: Night): Promise<NightPlan | null> {
  const entered = await tools.enter().catch((error: unknown) => {
    if (error instanceof Refused) return null
    throw error
  })
  if (entered === null) return null
  const { timezone } = entered.guild.settings
  const { guildId, runId, trigger, requestedBy } = night
  const now = tools.now()
  const asked = { id: runId, guildId, day: localDate(now, timezone), trigger, requestedBy, startedAt: now }
  const run = await openOrTakeOver(tools.db, asked, { ended: tools.hasEnded })
  if (run?.state !== "running") return null
  const since = await lastDoneDay(tools.db, guildId, runId)
  const { day, startedAt: at } = run
  return { guildId, runId, day, timezone, at, days: nightDays(since, { day, timezone, trigger }) }
}

/** The days from that of the last night to yesterday, the last seven at most; without one, yesterday. By hand, also what there is of today. Pure. */
export function nightDays(
  since: LocalDate | null,
  { day, timezone, trigger }: { day: LocalDate; timezone: string; trigger: Night["trigger"] },
): NightPlan["days"] {
  const end = trigger === "hand" ? addDays(day, 1) : day
  const first = since === null ? addDays(day, -1) : since
  const [earliest = end] = [addDays(end, -MOST_DAYS), first].sort().slice(-1)
  const days: NightPlan["days"] = []
  for (let date = earliest; date < end; date = addDays(date, 1))
    days.push({ date, from: startOf(date, timezone), to: startOf(addDays(date, 1), timezone) })
  return days
}
