/** Discord's REST API for this deployment: a client that keeps to the rate limits it is told of, and tries again where Discord is at fault. */
import { REST } from "@discordjs/rest"
import { readSettings } from "../../settings.ts"

const VERSION = "10"
/** For one try, of which there are four: Discord answers in well under a second. */
const TIMEOUT_MS = 15_000

const clients = new WeakMap<object, REST>()

/**
 * null where no token is set: then nothing is to be said to Discord. A Durable Object passes itself as `holder` and so keeps one client,
 * with what it knows of rate limits. It is shared no further: requests of one route queue behind each other, and would do so for
 * ever behind one whose object or request ended in the midst of it. Requests throw where Discord refuses or is down.
 */
export function discordRest(env: Env, holder: object = {}): REST | null {
  const { DISCORD_TOKEN: token, DISCORD_API_URL: api } = readSettings(env)
  if (token === undefined) return null
  const client = clients.get(holder) ?? createRestClient(api, token)
  clients.set(holder, client)
  return client
}

function createRestClient(api: string, token: string): REST {
  const client = new REST({
    api,
    version: VERSION,
    timeout: TIMEOUT_MS,
    // Its sweepers are timers without an end; a client lives no longer than what holds it.
    hashSweepInterval: 0,
    handlerSweepInterval: 0,
    // The platform's own fetch, which must not be called as a method. Its types and the library's name the same standard.
    makeRequest: (url, init) => fetch(url, init as RequestInit) as unknown as ReturnType<MakeRequest>,
  })
  return client.setToken(token)
}

type MakeRequest = REST["options"]["makeRequest"]
