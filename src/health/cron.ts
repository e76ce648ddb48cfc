/** Runs the jobs of a cron round one after another, and records the round for the health check. */
import { describeError } from "../domain/errors.ts"
import { measureInto } from "../domain/metrics.ts"
import { recordCronRun } from "../memory/db/health-queries.ts"

export type CronSchedule = "five_minutes" | "hourly"

/** Jobs by name, in order. */
export type CronJobs<E> = Readonly<Record<string, (env: E) => Promise<unknown>>>

/** Runs every job, also after one failed. Logs one line. Never throws. */
export async function runCronRound<E extends { DB: D1Database; ANALYTICS?: AnalyticsEngineDataset }>(
  schedule: CronSchedule,
  jobs: CronJobs<E>,
  env: E,
): Promise<void> {
  const began = Date.now()
  const failed: string[] = []
  const measure = measureInto(env.ANALYTICS)
  for (const [job, run] of Object.entries(jobs)) {
    try {
      await run(env)
    } catch (error) {
      // Fallback: the next scheduled time. The other jobs still run.
      failed.push(job)
      measure({ event: "failure", guildId: null, reason: `cron ${job}` })
      console.error({ event: "cron.failed", job, error: describeError(error) })
    }
  }
  const at = Date.now()
  console.log({ event: "cron.done", schedule, ms: at - began, failed })
  try {
    await recordCronRun(env, { schedule, at, failed })
  } catch (error) {
    // Fallback: the health check reports cron as late until a round is recorded.
    console.error({ event: "cron.not_recorded", schedule, error: describeError(error) })
  }
}
