/** Discord's REST API for this deployment: one client per environment, which knows the rate limits it was told of. */
import { REST } from "@discordjs/rest"
import { type Env, readSettings } from "../env.ts"

const VERSION = "10"
/** For one request, as Discord answers in well under one; the client tries again thrice where Discord is at fault. */
const TIMEOUT_MS = 15_000

const clients = new WeakMap<Env, REST>()

/** null where no token is set: then nothing is to be said to Discord. Requests wait for their rate limit; they throw where Discord refuses or is down. */
export function restOf(env: Env): REST | null {
  const { DISCORD_TOKEN: token, DISCORD_API_URL: api } = readSettings(env)
  if (token === undefined) return null
  const known = clients.get(env)
  if (known) return known
  const client = new REST({
    api,
    version: VERSION,
    timeout: TIMEOUT_MS,
    // Its sweepers are timers without an end, which would outlive the request they were made in.
    hashSweepInterval: 0,
    handlerSweepInterval: 0,
    makeRequest: (url, init) =>
      fetch(url, init as RequestInit) as unknown as ReturnType<REST["options"]["makeRequest"]>,
  }).setToken(token)
  clients.set(env, client)
  return client
}
