/**
 * A guild's nightly run, step by step. A phase that fails is recorded and left to the next run; the other
 * phases go on.
 */

import { addDays, type LocalDate, localDate, startOf } from "../domain/calendar.ts"
import { describeError, Refused } from "../domain/errors.ts"
import type { Night, NightDeps, NightPhase, NightPlan, Steps } from "./deps.ts"
import { prepareDigests } from "./digests/phase.ts"
import { lastDoneDay } from "./ledger/run-reading.ts"
import { closeRun, recordStepFailure } from "./ledger/runs.ts"
import { maintenance } from "./maintenance/phase.ts"
import { profiles } from "./profiles/phase.ts"
import { openOrTakeOver } from "./run-takeover.ts"
import { groupTopics } from "./topics/phase.ts"

/**
 * The order matters: expired data is deleted before a model is paid to read it, and digests describe what is
 * left.
 */
const PHASES: Record<string, NightPhase> = {
  keeping: maintenance,
  profiles,
  clusters: groupTopics,
  digests: prepareDigests,
}

export async function runNight(steps: Steps, deps: NightDeps, night: Night): Promise<void> {
  const plan = await steps.do("open", () => openNight(deps, night))
  if (plan === null) return
  const { guildId, runId } = plan
  let failures = 0
  for (const [name, phase] of Object.entries(PHASES)) {
    try {
      if (!(await mayRun(name, steps, deps))) continue
      await phase(steps, deps, plan)
    } catch (error) {
      // Fallback: the next run. Unfinished work is not marked as done.
      failures += 1
      console.error({
        event: "night.failed",
        guild: guildId,
        run: runId,
        phase: name,
        error: describeError(error),
      })
      const failed = { error: describeError(error), now: deps.now() }
      await steps.do(`${name} given up`, () =>
        recordStepFailure(deps.db, { guildId, runId, step: name }, failed),
      )
    }
  }
  await steps.do("index", () => deps.wakeIndex())
  await steps.do("close", () => closeRun(deps.db, { guildId, runId }, deps.now()))
  const outcome = failures === 0 ? "done" : "failed"
  deps.measure({ event: "night", guildId, outcome, ms: deps.now() - plan.at, failed: failures })
}

/** Expired data is deleted whatever it costs. The other phases wait if the day's free allowance is nearly used. */
async function mayRun(phase: string, steps: Steps, { mayDoOptionalWork: ask }: NightDeps): Promise<boolean> {
  if (ask === null || phase === "keeping") return true
  return steps.do(`${phase} affordable`, ask)
}

// The first step of a run: its plan, decided once.

/** Days further back are skipped: a guild that was silent for a year is not caught up day by day. */
const MOST_DAYS = 7

/**
 * Returns a run's plan, or `null` if the guild is unknown or leaving, or another run is in progress, which
 * does the same work. A run whose instance has ended is replaced. Safe to replay: the plan's time is when the
 * run was first recorded.
 * @internal
 */
export async function openNight(deps: NightDeps, night: Night): Promise<NightPlan | null> {
  const entered = await deps.enter().catch((error: unknown) => {
    if (error instanceof Refused) return null
    throw error
  })
  if (entered === null) return null
  const { timezone } = entered.guild.settings
  const { guildId, runId, trigger, requestedBy } = night
  const now = deps.now()
  const requested = {
    id: runId,
    guildId,
    day: localDate(now, timezone),
    trigger,
    requestedBy,
    startedAt: now,
  }
  const run = await openOrTakeOver(deps.db, requested, { ended: deps.hasEnded })
  if (run?.state !== "running") return null
  const since = await lastDoneDay(deps.db, guildId, runId)
  const { day, startedAt: at } = run
  return { guildId, runId, day, timezone, at, days: nightDays(since, { day, timezone, trigger }) }
}

/**
 * Returns the days from that of the last run through yesterday, at most seven; without a last run, yesterday.
 * A manual run also covers today so far. Pure.
 * @internal
 */
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
