/**
 * HTTP as Discord's REST API speaks it: routes, JSON and multipart bodies, the bot's token, rate limits,
 * faults, and a record of every call.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { ApiError, unauthorized } from "./api-error.ts"
import { type Loose, looseOf } from "./loose.ts"
import type { RateLimits } from "./rate-limits.ts"

export interface UploadedFile {
  name: string
  filename: string
  bytes: Uint8Array
}

/** One call as a route receives it. */
export interface Exchange {
  params: Record<string, string>
  query: URLSearchParams
  /** The JSON of the body, or of its `payload_json`. */
  body: unknown
  files: UploadedFile[]
}

export interface Answer {
  status: number
  body?: unknown
}

export interface Route {
  method: string
  /** Such as `/channels/:channel/messages`. */
  path: string
  /** True if the route needs no bot token. */
  open?: boolean
  answer: (exchange: Exchange) => Answer | Promise<Answer>
}

/** One finished call, for tests to inspect. */
export interface Call {
  at: number
  method: string
  path: string
  /** Method and path pattern of the route, or "none". */
  route: string
  body: unknown
  files: string[]
  status: number
}

export interface RestFault {
  kind: "error" | "drop" | "drop_after" | "slow"
  /** The route that fails, such as `POST /channels/:channel/messages`; all routes by default. */
  route?: string
  /** How often it fails; by default until cleared. */
  times?: number
  /** For `error`; 500 by default. */
  status?: number
  /** For `slow`. */
  ms?: number
}

const API = /^\/api(?:\/v(\d+))?(?=\/)/

export class RestServer {
  readonly calls: Call[] = []
  private readonly routes: (Route & { name: string; pattern: RegExp })[]
  private readonly limits: RateLimits
  private readonly isToken: (token: string) => boolean
  private faults: RestFault[] = []

  constructor(told: { routes: Route[]; limits: RateLimits; isToken: (token: string) => boolean }) {
    this.routes = told.routes.map((route) => ({
      ...route,
      name: nameOf(route),
      pattern: patternOf(route.path),
    }))
    this.limits = told.limits
    this.isToken = told.isToken
  }

  /** Adds a fault, or clears them all. */
  fail(fault: RestFault | null): void {
    this.faults = fault ? [...this.faults, { ...fault }] : []
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://fake")
    // Some clients write %40original.
    const path = decodeURIComponent(url.pathname).replace(API, "")
    const method = request.method ?? "GET"
    const route = this.routes.find((one) => one.method === method && one.pattern.test(path))
    const raw = await bytesOf(request)
    const call: Call = {
      at: Date.now(),
      method,
      path,
      route: route?.name ?? "none",
      body: null,
      files: [],
      status: 0,
    }
    this.calls.push(call)
    const fault = this.strike(call.route)
    if (fault?.kind === "drop") return void request.socket.destroy()
    if (fault?.kind === "slow") await new Promise((resolve) => setTimeout(resolve, fault.ms ?? 1000))
    const answer =
      fault?.kind === "error" ? failed(fault) : await this.answer({ request, url, path, raw, route, call })
    call.status = answer.status
    if (fault?.kind === "drop_after") return void request.socket.destroy()
    const empty = answer.body === undefined
    response
      .writeHead(answer.status, { ...(!empty && { "content-type": "application/json" }), ...answer.headers })
      .end(empty ? undefined : JSON.stringify(answer.body))
  }

  private async answer(told: {
    request: IncomingMessage
    url: URL
    path: string
    raw: Uint8Array
    route: (Route & { name: string; pattern: RegExp }) | undefined
    call: Call
  }): Promise<Answer & { headers?: Record<string, string> }> {
    const { request, url, route, call } = told
    const version = API.exec(url.pathname)?.[1] ?? "10"
    if (!API.test(url.pathname) || !route)
      return { status: 404, body: { message: "404: Not Found", code: 0 } }
    if (version !== "10") return { status: 400, body: { message: "Invalid API version", code: 50041 } }
    const params = route.pattern.exec(told.path)?.groups ?? {}
    let headers: Record<string, string> = {}
    try {
      if (!route.open) this.authorize(request)
      const verdict = this.limits.take(route.name, placeOf(params))
      headers = verdict.headers
      if (verdict.kind === "limited") return { status: 429, body: verdict.body, headers }
      const { body, files } = await parsed(request, told.raw)
      Object.assign(call, { body, files: files.map((file) => file.filename) })
      return { ...(await route.answer({ params, query: url.searchParams, body, files })), headers }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { status: error.status, body: error.body, headers }
    }
  }

  private authorize(request: IncomingMessage): void {
    const [scheme, token] = (request.headers.authorization ?? "").split(" ")
    if (scheme !== "Bot" || !token || !this.isToken(token)) throw unauthorized()
  }

  private strike(route: string): RestFault | undefined {
    const fault = this.faults.find((one) => (one.route ?? route) === route && one.times !== 0)
    if (fault?.times !== undefined) fault.times -= 1
    return fault
  }
}

function failed(fault: RestFault): Answer & { headers?: Record<string, string> } {
  return { status: fault.status ?? 500, body: { message: "500: Internal Server Error", code: 0 } }
}

/** Returns the rate-limit bucket's place: Discord's major parameters. */
function placeOf(params: Record<string, string>): string {
  return params.channel ?? params.guild ?? params.token ?? ""
}

function nameOf(route: Route): string {
  return `${route.method} ${route.path}`
}

function patternOf(path: string): RegExp {
  const escaped = path.replaceAll("@", "@").replace(/:(\w+)/g, "(?<$1>[^/]+)")
  return new RegExp(`^${escaped}/?$`)
}

async function bytesOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}

/** Parses JSON or multipart: `payload_json` and `files[n]`. */
async function parsed(
  request: IncomingMessage,
  raw: Uint8Array,
): Promise<{ body: unknown; files: UploadedFile[] }> {
  const type = request.headers["content-type"] ?? ""
  if (raw.length === 0) return { body: null, files: [] }
  if (type.startsWith("multipart/form-data")) {
    const form = await new Response(new Uint8Array(raw), { headers: { "content-type": type } }).formData()
    const files: UploadedFile[] = []
    for (const [name, value] of form)
      if (typeof value !== "string") {
        const file = value as File // What is not text in a form is a file.
        files.push({ name, filename: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })
      }
    return { body: looseOf(json(String(form.get("payload_json") ?? "{}"))), files }
  }
  return { body: json(new TextDecoder().decode(raw)), files: [] }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(400, 50109, "The request body contains invalid JSON.")
  }
}

/** Returns the body as an object; an empty one for a list or no body. */
export function objectOf(exchange: Exchange): Loose {
  return looseOf(exchange.body)
}
