/** Discord's REST client for this deployment. It respects rate limits and retries Discord's errors. */
import { REST } from "@discordjs/rest"
import { readSettings } from "../../settings.ts"

const VERSION = "10"
/** Per attempt, of which there are four. Discord answers in well under a second. */
const TIMEOUT_MS = 15_000

const clients = new WeakMap<object, REST>()

/**
 * Returns `null` if no token is set. A Durable Object passes itself as `holder` to keep one client with its
 * rate limit state. Clients are not shared further: requests of one route queue behind each other, and would
 * wait forever behind one whose object or request ended midway. Requests throw if Discord refuses or is down.
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
    // Its sweepers are endless timers. A client lives no longer than its holder.
    hashSweepInterval: 0,
    handlerSweepInterval: 0,
    // The platform's fetch must not be called as a method. Its types and the library's name the same standard.
    makeRequest: fetchDiscord,
  })
  return client.setToken(token)
}

/**
 * Fetches without following redirects: a request may carry the bot's token and people's words, and Discord's
 * API redirects nothing. Throws on a redirect, which the library would take for an answer.
 */
export const fetchDiscord: MakeRequest = async (url, init) => {
  const response = await fetch(url, { ...(init as RequestInit), redirect: "manual" })
  const { status } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    throw new Error(`Discord's address answered ${status}, a redirect`)
  }
  return response as unknown as Awaited<ReturnType<MakeRequest>>
}

type MakeRequest = REST["options"]["makeRequest"]
