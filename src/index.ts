/** The front door: what the platform calls. */
import { pages } from "./dashboard/pages.ts"
import { interactions } from "./discord/interactions.ts"
import { wakeWaiting } from "./embedding/wake.ts"
import { type Env, readSettings } from "./env.ts"
import { wakeErasers } from "./erasure/wake.ts"
import { whatFailed } from "./errors.ts"
import { app } from "./http/app.ts"
import { purgeDue } from "./nightly.ts"

export { ChannelBuffer } from "./channel/channel-buffer.ts"
export { GatewayShard } from "./discord/gateway/shard.ts"
export { Responder } from "./discord/responder.ts"
export { GuildIndex } from "./embedding/guild-index.ts"
export { Eraser } from "./erasure/eraser.ts"

/** What the hourly cron does, one after another. */
const HOURLY: Record<string, (env: Env) => Promise<void>> = {
  purge: (env) => purgeDue(env),
  erase: (env) => wakeErasers(env, Date.now()),
  // Last: what was purged has vectors to remove.
  wake: (env) => wakeWaiting(env, readSettings(env)),
}

function doorOf({ pathname }: URL) {
  if (pathname === "/interactions") return interactions
  return pathname.startsWith("/privacy") ? pages : app
}

export default {
  fetch: (request: Request, env: Env, ctx: ExecutionContext) =>
    doorOf(new URL(request.url)).fetch(request, env, ctx),
  async scheduled(_controller: ScheduledController, env: Env): Promise<void> {
    for (const [job, run] of Object.entries(HOURLY)) {
      try {
        await run(env)
      } catch (error) {
        // The fallback is the next hour; the other jobs are done all the same.
        console.error({ event: "hourly.failed", job, error: whatFailed(error) })
      }
    }
  },
}
