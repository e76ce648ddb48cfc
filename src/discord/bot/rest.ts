/**
 * Discord's REST API for this deployment. Every request ends by a deadline, waits for no rate limit beyond it,
 * and repeats none before Discord allows it.
 */
import { RateLimitError, type RawFile, REST } from "@discordjs/rest"
import { abortAfter, OVERDUE, within } from "../../ai/deadline.ts"
import { describeError } from "../../domain/errors.ts"
import type { Time } from "../../domain/types.ts"
import { readSettings } from "../../settings.ts"
import type { RestLease } from "./rest-budget.ts"
import { type AskForLease, LeasedGate, OPEN_GATE, type RestGate, waitUntil } from "./rest-gate.ts"

const VERSION = "10"
/** Per attempt, of which there are at most four. Discord answers in well under a second. */
const TIMEOUT_MS = 15_000
/** For all attempts of a request, with its waits. */
const DEADLINE_MS = 20_000
/** More routes than this are not remembered as limited. */
const MOST_LIMITS = 1_000

type Path = `/${string}`
type Method = "GET" | "POST" | "PUT" | "PATCH"

export interface RestOptions {
  query?: URLSearchParams
  body?: unknown
  files?: RawFile[]
  /** `false`: the path has a token of its own. */
  auth?: boolean
  /** The deadline, if it is not the usual one. */
  withinMs?: number
}

/** Throws what the library throws if Discord refuses or is down, and `RestLimited` if it must be asked later. */
export class DiscordRest {
  readonly #client: REST
  readonly #gate: RestGate
  /** Until when Discord refuses a method and path. */
  readonly #limits = new Map<string, Time>()

  constructor(client: REST, gate: RestGate) {
    this.#client = client
    this.#gate = gate
  }

  get(path: Path, options: RestOptions = {}): Promise<unknown> {
    return this.#request("GET", path, options)
  }

  post(path: Path, options: RestOptions = {}): Promise<unknown> {
    return this.#request("POST", path, options)
  }

  put(path: Path, options: RestOptions = {}): Promise<unknown> {
    return this.#request("PUT", path, options)
  }

  patch(path: Path, options: RestOptions = {}): Promise<unknown> {
    return this.#request("PATCH", path, options)
  }

  async #request(method: Method, path: Path, options: RestOptions): Promise<unknown> {
    const { withinMs = DEADLINE_MS, ...sent } = options
    const deadline = Date.now() + withinMs
    const route = `${method} ${path}`
    for (;;) {
      await waitUntil(this.#limits.get(route) ?? 0, { deadline, isForBot: false })
      await this.#gate.enter(deadline)
      try {
        return await this.#attempt({ ...sent, method, fullRoute: path }, deadline)
      } catch (error) {
        if (!(error instanceof RateLimitError)) throw error
        this.#limit(route, error)
      }
    }
  }

  async #attempt(request: AttemptRequest, deadline: Time): Promise<unknown> {
    // The library's own waits end with its options. This bounds a server that never finishes its answer.
    const answer = await abortAfter(Math.max(0, deadline - Date.now()), (signal) =>
      this.#client.request({ ...request, signal } as Parameters<REST["request"]>[0]),
    )
    if (answer === OVERDUE) throw new Error("Discord did not answer in time")
    return answer
  }

  #limit(route: string, error: RateLimitError): void {
    const until = Date.now() + Math.max(error.timeToReset, error.retryAfter, error.sublimitTimeout)
    if (error.global) this.#gate.limited(until)
    if (this.#limits.size >= MOST_LIMITS) this.#limits.clear()
    this.#limits.set(route, until)
  }
}

type AttemptRequest = Omit<RestOptions, "withinMs"> & { method: Method; fullRoute: Path }

const clients = new WeakMap<object, DiscordRest>()

/**
 * Returns `null` if no token is set. A Durable Object passes itself as `holder` to keep one client with its
 * rate limit state. Clients are not shared further: requests of one route queue behind each other, and would
 * wait forever behind one whose object or request ended midway. Without `ask`, requests need no lease: for a
 * single one.
 */
export function discordRest(
  env: Env,
  holder: object = {},
  ask: AskForLease | null = null,
): DiscordRest | null {
  const { DISCORD_TOKEN: token, DISCORD_API_URL: api } = readSettings(env)
  if (token === undefined) return null
  const made = clients.get(holder) ?? tokenRest(api, token, ask === null ? OPEN_GATE : new LeasedGate(ask))
  clients.set(holder, made)
  return made
}

function tokenRest(api: string, token: string, gate: RestGate): DiscordRest {
  return new DiscordRest(libraryClient(api, gate).setToken(token), gate)
}

/** For requests that carry their own token. The bot's limit does not cover them. */
export function webhookRest(api: string): DiscordRest {
  return new DiscordRest(libraryClient(api, OPEN_GATE), OPEN_GATE)
}

function libraryClient(api: string, gate: RestGate): REST {
  return new REST({
    api,
    version: VERSION,
    timeout: TIMEOUT_MS,
    // The gate paces the bot as a whole, and `DiscordRest` waits for routes: a wait inside the library has no
    // deadline and holds up its queue.
    globalRequestsPerSecond: Number.POSITIVE_INFINITY,
    rejectOnRateLimit: () => true,
    // Its sweepers are endless timers. A client lives no longer than its holder.
    hashSweepInterval: 0,
    handlerSweepInterval: 0,
    makeRequest: async (url, init) => {
      const response = await fetchDiscord(url, init)
      if (countsTowardBan(response)) gate.refused()
      return response
    },
  })
}

/**
 * Fetches without following redirects: a request may carry the bot's token and people's words, and Discord's
 * API redirects nothing. Throws on a redirect, which the library would take for an answer.
 * @internal
 */
export const fetchDiscord: MakeRequest = async (url, init) => {
  // The platform's fetch must not be called as a method. Its types and the library's name the same standard.
  const response = await fetch(url, { ...(init as RequestInit), redirect: "manual" })
  const { status } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    throw new Error(`Discord's address answered ${status}, a redirect`)
  }
  return response as unknown as Awaited<ReturnType<MakeRequest>>
}

type MakeRequest = REST["options"]["makeRequest"]

/** Discord does not count limits of a resource that is shared with others. */
function countsTowardBan({ status, headers }: Awaited<ReturnType<MakeRequest>>): boolean {
  if (status === 429) return headers.get("x-ratelimit-scope") !== "shared"
  return status === 401 || status === 403
}

/** A person waits for the answer. */
const ASK_MS = 1_000
/** Lets one request through while the budget cannot be asked. */
const ONE_REQUEST: RestLease = { kind: "lease", requests: 1, everyMs: 0, forMs: ASK_MS }

/** For answers to people. Fallback if shard 0 does not answer: the request is sent. */
export function leaseForAnswers(env: Env): AskForLease {
  return async (report) => {
    const ask = async (): Promise<RestLease> =>
      env.SHARDS.getByName("0").leaseRest({ ...report, holder: "", use: "answer" })
    try {
      const lease = await within(ASK_MS, ask)
      return lease === OVERDUE ? ONE_REQUEST : lease
    } catch (error) {
      console.warn({ event: "rest.no_lease", error: describeError(error) })
      return ONE_REQUEST
    }
  }
}
