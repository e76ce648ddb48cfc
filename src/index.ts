/** The Worker's entry point: routes, cron triggers and class exports. */

import { runCronJobs } from "./cron-jobs.ts"
import { interactions } from "./discord/bot/interactions.ts"
import { app } from "./http/app.ts"
import { placed } from "./runtime/object/placed.ts"
import { setup } from "./setup/app.ts"
import { prepareForCron } from "./setup/migrate.ts"

export { ChannelBuffer } from "./channel/channel-buffer.ts"
export { HistoryImporter } from "./discord/backfill/history-importer.ts"
export { Responder } from "./discord/bot/responder.ts"
export { GatewayShard } from "./discord/gateway/shard/shard.ts"
export { Eraser } from "./erasure/eraser.ts"
export { NightAlarm } from "./nights/runner/night-alarm.ts"
export { NightRun } from "./nights/workflow.ts"
export { GuildIndex } from "./vectors/guild-index.ts"

const dashboard = async () => (await import("./dashboard/pages.ts")).pages

/** Pages load with their first request: most Workers that start have an event or an API call before them. */
async function appFor({ pathname }: URL) {
  if (pathname === "/interactions") return interactions
  if (/^\/setup(?:\/|$)/.test(pathname)) return setup
  return /^\/(?:(?:app|privacy)(?:\/.*)?)?$/.test(pathname) ? dashboard() : app
}

/** True for a browser that opens an address outside of the API. */
function wantsPage({ method, headers }: Request, { pathname }: URL): boolean {
  return (
    method === "GET" && !/^\/v1(?:\/|$)/.test(pathname) && /\btext\/html\b/.test(headers.get("accept") ?? "")
  )
}

function isPage({ headers }: Response): boolean {
  return /^text\/html\b/.test(headers.get("content-type") ?? "")
}

export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    const url = new URL(request.url)
    const answer = await (await appFor(url)).fetch(request, placed(env), ctx)
    if (answer.status !== 404 || !wantsPage(request, url) || isPage(answer)) return answer
    return (await dashboard()).fetch(request, placed(env), ctx)
  },
  async scheduled({ cron }: ScheduledController, env: Env): Promise<void> {
    if (await prepareForCron(env)) await runCronJobs(cron, placed(env))
  },
}
