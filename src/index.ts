/** The Worker's entry point: routes, cron jobs and class exports. */

import { pages } from "./dashboard/pages.ts"
import { interactions } from "./discord/bot/interactions.ts"
import { keepConnected } from "./discord/gateway/shard/shards.ts"
import { wakeErasers } from "./erasure/wake.ts"
import { postAlerts } from "./health/alerts.ts"
import { type CronJobs, runCronRound } from "./health/cron.ts"
import { app } from "./http/app.ts"
import { beginNights } from "./nights/begin.ts"
import { purgeDue, purgeExpiredUndo, recountDeployment } from "./nights/purge-due.ts"
import { followRenames } from "./nights/renames.ts"
import { nightRunner } from "./nights/runner/runner.ts"
import { placed } from "./runtime/object/placed.ts"
import { operatorLimits, readSettings } from "./settings.ts"
import { wakeWaiting } from "./vectors/wake.ts"

export { ChannelBuffer } from "./channel/channel-buffer.ts"
export { Responder } from "./discord/bot/responder.ts"
export { GatewayShard } from "./discord/gateway/shard/shard.ts"
export { Eraser } from "./erasure/eraser.ts"
export { NightAlarm } from "./nights/runner/night-alarm.ts"
export { NightRun } from "./nights/workflow.ts"
export { GuildIndex } from "./vectors/guild-index.ts"

/** The hourly cron jobs, run one after another. */
const HOURLY: CronJobs<Env> = {
  purge: (env) => purgeDue(env),
  // Before the nights, which spend.
  spend: (env) => recountDeployment(env, operatorLimits(readSettings(env)).deploymentCapUsd),
  nights: (env) => beginNights({ DB: env.DB, NIGHTS: nightRunner(env, readSettings(env)) }),
  erase: (env) => wakeErasers(env, Date.now()),
  // Last: purged rows have vectors to remove.
  wake: (env) => wakeWaiting(env, readSettings(env)),
}

/** The jobs that run every five minutes. */
const FREQUENT: CronJobs<Env> = {
  connect: (env) => keepConnected(env),
  undo: (env) => purgeExpiredUndo(env),
  renames: (env) => followRenames(env),
  // Last: it reports what the others leave.
  alerts: (env) => postAlerts(env),
}
const EVERY_FIVE_MINUTES = "*/5 * * * *"

function appFor({ pathname }: URL) {
  if (pathname === "/interactions") return interactions
  return pathname.startsWith("/privacy") ? pages : app
}

export default {
  fetch: (request: Request, env: Env, ctx: ExecutionContext) =>
    appFor(new URL(request.url)).fetch(request, placed(env), ctx),
  scheduled: ({ cron }: ScheduledController, env: Env): Promise<void> =>
    cron === EVERY_FIVE_MINUTES
      ? runCronRound("five_minutes", FREQUENT, placed(env))
      : runCronRound("hourly", HOURLY, placed(env)),
}
