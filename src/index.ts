/** The front door: what the platform calls. */
import { pages } from "./dashboard/pages.ts"
import { wakeWaiting } from "./embedding/wake.ts"
import { type Env, readSettings } from "./env.ts"
import { app } from "./http/app.ts"

export { ChannelBuffer } from "./channel/channel-buffer.ts"
export { GuildIndex } from "./embedding/guild-index.ts"

export default {
  fetch: (request: Request, env: Env, ctx: ExecutionContext) =>
    (new URL(request.url).pathname.startsWith("/privacy") ? pages : app).fetch(request, env, ctx),
  scheduled: (_controller: ScheduledController, env: Env) => wakeWaiting(env, readSettings(env)),
}
