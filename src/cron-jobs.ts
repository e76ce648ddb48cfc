/** The jobs of the two cron triggers. Jobs of a round run one after another. */

import { keepConnected } from "./discord/gateway/shard/shards.ts"
import { wakeErasers } from "./erasure/wake.ts"
import { postAlerts } from "./health/alerts.ts"
import { type CronJobs, runCronRound } from "./health/cron.ts"
import { beginNights } from "./nights/begin.ts"
import { guardTrials } from "./nights/guard-trials.ts"
import { purgeDue, purgeExpiredUndo, recountDeployment } from "./nights/purge-due.ts"
import { followRenames } from "./nights/renames.ts"
import { nightRunner } from "./nights/runner/runner.ts"
import { operatorLimits, readSettings } from "./settings.ts"
import { wakeWaiting } from "./vectors/wake.ts"

const HOURLY: CronJobs<Env> = {
  purge: (env) => purgeDue(env),
  trials: (env) => guardTrials(env),
  // Before the nights, which spend.
  spend: (env) => recountDeployment(env, operatorLimits(readSettings(env)).deploymentCapUsd),
  nights: (env) => beginNights({ DB: env.DB, NIGHTS: nightRunner(env, readSettings(env)) }),
  erase: (env) => wakeErasers(env, Date.now()),
  // Last: purged rows have vectors to remove.
  wake: (env) => wakeWaiting(env, readSettings(env)),
}

const FREQUENT: CronJobs<Env> = {
  connect: (env) => keepConnected(env),
  undo: (env) => purgeExpiredUndo(env),
  renames: (env) => followRenames(env),
  // Last: it reports what the others leave.
  alerts: (env) => postAlerts(env),
}
/**
 * On one's own machine, `.dev.vars` may hold the token and the webhook of a deployment: the bot connects only when it is
 * told to, and nobody is alerted.
 */
const LOCAL: CronJobs<Env> = { undo: purgeExpiredUndo, renames: followRenames }
const EVERY_FIVE_MINUTES = "*/5 * * * *"

/** Runs the jobs of a trigger's cron expression. */
export async function runCronJobs(cron: string, env: Env): Promise<void> {
  const frequent = readSettings(env).LOCAL_SIGN_IN ? LOCAL : FREQUENT
  if (cron === EVERY_FIVE_MINUTES) await runCronRound("five_minutes", frequent, env)
  else await runCronRound("hourly", HOURLY, env)
}
