/**
 * The weekly work of the policy lab, in the night after a Sunday: stores the finished week, raises the alarm if it
 * moved away from those before, and, if the guild's settings allow, rolls back or tunes.
 */
import { sql } from "drizzle-orm"
import { runBatch } from "../../memory/db/database.ts"
import { type AuditActor, auditRowIf } from "../../memory/write/audit.ts"
import { isNewWeek, storeWeek } from "../../memory/write/snapshots.ts"
import { changePolicy } from "../../policy/change.ts"
import { applyTuning } from "../../policy/lab/apply-tuning.ts"
import { readLabLog, tuneReport } from "../../policy/lab/reports.ts"
import { finishedWeek, type JudgedWeek, judgeWeek } from "../../policy/lab/weeks.ts"
import { endTrialStatements } from "../../policy/trial-end.ts"
import { findVersion } from "../../policy/versions.ts"
import type { NightDeps, NightPhase, NightPlan } from "../deps.ts"

const ACTOR = "policy lab"
/** Days of the log that tuning reads. */
const TUNED_DAYS = 180

/** Takes no step and no round trip in other nights. */
export const week: NightPhase = async (steps, deps, plan) => {
  const monday = finishedWeek(plan.days)
  if (monday === null) return
  await steps.do("week", () => weekStep(deps, plan, monday))
}

/** Can be repeated: the time of its acts is that of the plan, and what was done once is not done again. */
async function weekStep(deps: NightDeps, plan: NightPlan, monday: string): Promise<void> {
  const { db, guildId } = deps
  const judged = await judgeWeek(db, guildId, {
    week: monday,
    timezone: plan.timezone,
    centroidOf: deps.weekCentroid,
  })
  if (judged === null) return
  const { guild } = await deps.enter()
  const { drift_rollback: rollsBack, auto_tune: tunes } = guild.settings.lab
  const by = { actor: ACTOR, now: plan.at }
  const isAlarmed = judged.row.alarm !== null
  const hasEnded = await storeJudged(deps, judged, { by, endsTrial: isAlarmed && rollsBack })
  if (deps.readOnly || guild.settings.read_only) return
  if (isAlarmed && rollsBack && !hasEnded) await restoreBefore(deps, judged, by)
  if (tunes && !isAlarmed && !judged.hasTrial) await tune(deps, by, monday)
}

/**
 * Stores the week with its alarm, and ends a rollout that runs. Returns true if it ended one, also when the batch had
 * landed before.
 */
async function storeJudged(
  { db, guildId }: NightDeps,
  { drift, row }: JudgedWeek,
  { by, endsTrial }: { by: AuditActor; endsTrial: boolean },
): Promise<boolean> {
  const isNew = isNewWeek(guildId, row.week)
  const alarm = drift.kind === "compared" && row.alarm !== null
  const detail = { measures: row.alarm, version: row.policy_version, claims: row.claims }
  const reason = `drift ${row.week}`
  const results = await runBatch(db, [
    ...(alarm ? [auditRowIf(isNew, by, { guildId, action: "drift.alarm", target: row.week, detail })] : []),
    ...(endsTrial
      ? endTrialStatements(guildId, by, {
          outcome: "rolled_back",
          reason,
          condition: sql`stage = 'rollout' AND ${isNew}`,
        })
      : []),
    storeWeek(guildId, row),
    sql`SELECT 1 FROM policy_trials WHERE guild_id = ${guildId} AND reason = ${reason} AND outcome = 'rolled_back'`,
  ])
  return (results.at(-1)?.results.length ?? 0) > 0
}

/**
 * Restores the version that the unchanged weeks had, if the week was the first under another one and that is still in
 * force. Drift without a change of policy comes from the talk: then there is nothing to restore.
 */
async function restoreBefore(
  { db, guildId, enter }: NightDeps,
  { drift }: JudgedWeek,
  by: AuditActor,
): Promise<void> {
  if (drift.kind !== "compared" || drift.against.policyVersion === drift.policyVersion) return
  const { guild } = await enter()
  if (guild.policyVersion !== drift.policyVersion) return
  const before = await findVersion(db, guildId, drift.against.policyVersion)
  if (before === null) return
  await changePolicy(db, guildId, () => before.policy, {
    by,
    cause: `drift ${drift.week}`,
    note: `Restores version ${before.version}: drift in the week of ${drift.week}.`,
    expected: drift.policyVersion,
  })
}

/** Puts certified thresholds in force, unless held-out claims speak against them. */
async function tune(deps: NightDeps, by: AuditActor, monday: string): Promise<void> {
  const { db, guildId, mayDoOptionalWork } = deps
  if (mayDoOptionalWork !== null && !(await mayDoOptionalWork())) return
  const { guild } = await deps.enter()
  const log = await readLabLog(db, guildId, { days: TUNED_DAYS, now: by.now })
  const { alpha, delta } = guild.settings.lab
  const report = tuneReport(log, guild, { alpha, delta, now: by.now })
  await applyTuning(db, guild, report, { by, cause: `tune ${monday}` })
}
