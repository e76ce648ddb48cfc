/** The Worker's entry point: routes, cron triggers and class exports. */

import { runCronJobs } from "./cron-jobs.ts"
import { pages } from "./dashboard/pages.ts"
import { interactions } from "./discord/bot/interactions.ts"
import { app } from "./http/app.ts"
import { placed } from "./runtime/object/placed.ts"
import { setup } from "./setup/app.ts"
import { prepareForCron } from "./setup/migrate.ts"

export { ChannelBuffer } from "./channel/channel-buffer.ts"
export { Responder } from "./discord/bot/responder.ts"
export { GatewayShard } from "./discord/gateway/shard/shard.ts"
export { Eraser } from "./erasure/eraser.ts"
export { NightAlarm } from "./nights/runner/night-alarm.ts"
export { NightRun } from "./nights/workflow.ts"
export { GuildIndex } from "./vectors/guild-index.ts"

function appFor({ pathname }: URL) {
  if (pathname === "/interactions") return interactions
  if (/^\/setup(?:\/|$)/.test(pathname)) return setup
  return pathname.startsWith("/privacy") ? pages : app
}

export default {
  fetch: (request: Request, env: Env, ctx: ExecutionContext) =>
    appFor(new URL(request.url)).fetch(request, placed(env), ctx),
  async scheduled({ cron }: ScheduledController, env: Env): Promise<void> {
    if (await prepareForCron(env)) await runCronJobs(cron, placed(env))
  },
}
