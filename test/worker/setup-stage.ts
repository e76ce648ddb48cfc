/** A new deployment: an empty database, a stand-in for its application at Discord, and its owner's browser. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import type { GatewayStatus, ShardStatus } from "../../src/runtime/gateway-status.ts"
import { setup } from "../../src/setup/app.ts"
import { discord } from "./knocking.ts"

export const ORIGIN = "https://keepsake.test"
export const TOKEN = "k8Zq1-correct-horse-battery"
export const BOT_TOKEN = "bot-token-that-nobody-may-see"
const APPLICATION = "880000000000000001"
const KEY = "ab".repeat(32)

/** Drops everything in the second database. */
export async function emptyDatabase(): Promise<void> {
  const { results } = await env.EMPTY.prepare(
    `SELECT type, name FROM sqlite_master WHERE name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND type IN ('table', 'view')
       AND name NOT GLOB '*_terms_*'`,
  ).all<{ type: string; name: string }>()
  for (const { type, name } of results) await env.EMPTY.prepare(`DROP ${type} IF EXISTS "${name}"`).run()
}

export async function tablesIn(db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare(
      "SELECT name FROM sqlite_master WHERE name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' ORDER BY name",
    )
    .all<{ name: string }>()
  return results.map(({ name }) => name)
}

export async function migrationsIn(db: D1Database): Promise<string[]> {
  const { results } = await db.prepare("SELECT name FROM d1_migrations ORDER BY id").all<{ name: string }>()
  return results.map(({ name }) => name)
}

/** Stands in for the application at Discord: what was set stays set. */
export function application() {
  const at = discord()
  const state = {
    told: at.told,
    flags: 0,
    endpoint: null as string | null,
    commands: [] as unknown[],
    guilds: 0,
    redirects: undefined as string[] | undefined,
    verify_key: KEY,
    /** Overrides an answer, such as `PATCH /applications/@me`. May throw. */
    fault: (_call: string) => undefined as Response | undefined,
  }
  at.answers = ({ method, path, body }) => {
    const call = `${method} ${path.split("?")[0]}`
    const fault = state.fault(call)
    if (fault) return fault
    if (call.endsWith("/commands")) {
      if (method === "PUT") state.commands = body as unknown as unknown[]
      return Response.json(state.commands)
    }
    if (method === "PATCH") {
      if (typeof body.flags === "number") state.flags = body.flags
      if (typeof body.interactions_endpoint_url === "string") state.endpoint = body.interactions_endpoint_url
    }
    return Response.json({
      id: APPLICATION,
      flags: state.flags,
      verify_key: state.verify_key,
      interactions_endpoint_url: state.endpoint,
      approximate_guild_count: state.guilds,
      ...(state.redirects && { redirect_uris: state.redirects }),
    })
  }
  return state
}

/** Stands in for the shards: connected once started. */
function shards() {
  const status: GatewayStatus = { state: "stopped", toDo: null, lastFailure: null, shards: [] }
  const first = {
    statusOfAll: async () => status,
    startAll: async () => {
      status.state = "running"
      status.shards = [
        {
          shard: 0,
          phase: "ready",
          lastHeardAt: Date.now(),
          stoppedBy: null,
          lastFailure: null,
        } as ShardStatus,
      ]
      return status
    },
  }
  // Only these methods are called.
  return { getByName: () => first } as unknown as Env["SHARDS"]
}

/** Returns the bindings of a deployment on the empty database. */
export function deployment(change: Partial<Env> = {}): Env {
  return {
    ...env,
    DB: env.EMPTY,
    SHARDS: shards(),
    ADMIN_TOKEN: TOKEN,
    DISCORD_APPLICATION_ID: APPLICATION,
    DISCORD_PUBLIC_KEY: KEY,
    DISCORD_TOKEN: BOT_TOKEN,
    ...change,
  }
}

export interface PageAnswer {
  status: number
  html: string
  /** The text as people read it. */
  text: string
  headers: Headers
}

/** A browser: keeps the cookie, sends its origin, and follows redirects after a form. */
export class Browser {
  readonly env: Env
  cookie = ""
  origin: string = ORIGIN

  constructor(bindings: Env) {
    this.env = bindings
  }

  get(path = "/setup"): Promise<PageAnswer> {
    return this.#send(path, {})
  }

  async post(path: string, fields: Record<string, string> = {}): Promise<PageAnswer> {
    const answer = await this.#send(path, {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", origin: this.origin },
    })
    const location = answer.headers.get("location")
    return answer.status === 303 && location !== null ? this.get(location) : answer
  }

  async signIn(token = TOKEN): Promise<PageAnswer> {
    return this.post("/setup/sign-in", { token })
  }

  press(step: string): Promise<PageAnswer> {
    return this.post("/setup/do", { step })
  }

  async #send(path: string, init: RequestInit): Promise<PageAnswer> {
    const headers = {
      ...(init.headers as Record<string, string>),
      ...(this.cookie && { cookie: this.cookie }),
    }
    const ctx = createExecutionContext()
    const response = await setup.fetch(new Request(ORIGIN + path, { ...init, headers }), this.env, ctx)
    await waitOnExecutionContext(ctx)
    const set = response.headers.get("set-cookie")
    if (set !== null) this.cookie = set.split(";")[0] ?? ""
    const html = await response.text()
    const text = html
      .replace(/<style>[\s\S]*?<\/style>/g, "")
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
    return { status: response.status, html, text, headers: response.headers }
  }
}

/** Returns a part's state and text, by its title. */
export function partOf({ html }: PageAnswer, title: string): { state: string; text: string } {
  const section = html.split("<section").find((one) => one.includes(`<h2>${title} `))
  if (section === undefined) throw new Error(`the page has no part ${title}`)
  return {
    state: /class="(\w+)"/.exec(section)?.[1] ?? "",
    text: section.replace(/<[^>]+>/g, " ").replace(/\s+/g, " "),
  }
}
