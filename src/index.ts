/** The front door: what the platform calls. */
import { beginNights } from "./consolidation/begin.ts"
import { pages } from "./dashboard/pages.ts"
import { keepConnected } from "./discord/gateway/shards.ts"
import { interactions } from "./discord/interactions.ts"
import { wakeWaiting } from "./embedding/wake.ts"
import { wakeErasers } from "./erasure/wake.ts"
import { whatFailed } from "./errors.ts"
import { app } from "./http/app.ts"
import { purgeDue, purgeUndone } from "./nightly.ts"
import { readSettings } from "./settings.ts"

export { ChannelBuffer } from "./channel/channel-buffer.ts"
export { NightRun } from "./consolidation/workflow.ts"
export { GatewayShard } from "./discord/gateway/shard.ts"
export { Responder } from "./discord/responder.ts"
export { GuildIndex } from "./embedding/guild-index.ts"
export { Eraser } from "./erasure/eraser.ts"

type Jobs = Record<string, (env: Env) => Promise<void>>

/** What the hourly cron does, one after another. */
const HOURLY: Jobs = {
  purge: (env) => purgeDue(env),
  nights: (env) => beginNights(env),
  erase: (env) => wakeErasers(env, Date.now()),
  // Last: what was purged has vectors to remove.
  wake: (env) => wakeWaiting(env, readSettings(env)),
}

/** What is done every five minutes. */
const OFTEN: Jobs = {
  connect: (env) => keepConnected(env),
  undo: (env) => purgeUndone(env),
}
const EVERY_FIVE_MINUTES = "*/5 * * * *"

function doorOf({ pathname }: URL) {
  if (pathname === "/interactions") return interactions
  return pathname.startsWith("/privacy") ? pages : app
}

export default {
  fetch: (request: Request, env: Env, ctx: ExecutionContext) =>
    doorOf(new URL(request.url)).fetch(request, env, ctx),
  async scheduled({ cron }: ScheduledController, env: Env): Promise<void> {
    for (const [job, run] of Object.entries(cron === EVERY_FIVE_MINUTES ? OFTEN : HOURLY)) {
      try {
        await run(env)
      } catch (error) {
        // The fallback is the next time; the other jobs are done all the same.
        console.error({ event: "cron.failed", job, error: whatFailed(error) })
      }
    }
  },
}
