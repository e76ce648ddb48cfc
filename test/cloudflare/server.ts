/**
 * A fake of Cloudflare's API on loopback, as far as wrangler calls it to deploy Keepsake. It keeps state, records
 * every call, and fails one call on request. Its replies have the types of Cloudflare's own client.
 */
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { accountRoutes } from "./accounts.ts"
import { ASSETS_UPLOAD, assetRoutes } from "./assets.ts"
import { d1Routes } from "./d1.ts"
import { type ApiRequest, type ApiRoute, envelopeOf, Refusal, refusalOf } from "./replies.ts"
import { scriptRoutes } from "./scripts.ts"
import { type AccountTraits, type CloudflareState, emptyState } from "./state.ts"
import { vectorizeRoutes } from "./vectorize.ts"
import { versionRoutes } from "./versions.ts"
import { workflowRoutes } from "./workflows.ts"

/** The token that wrangler must send. */
export const API_TOKEN = "fake-api-token"

/**
 * Fails the calls of a deployment one after the other: in each run the first that has not failed yet. Calls of one
 * route are told apart by their order in the run.
 */
export interface ApiFaults {
  /** `refused`: nothing is done. `lost`: it is done, and the answer never arrives. */
  kind: "refused" | "lost"
  /** Changes and questions fail in deployments of their own: a failed question may lead around a change. */
  of: "changes" | "questions"
  failed: Set<string>
  /** Calls of this run, by route. */
  seen: Map<string, number>
  /** True until a call has failed in this run. */
  armed: boolean
  /** The call that fails in this run. */
  failing?: string
}

export interface FakeCloudflare {
  url: string
  state: CloudflareState
  /** Method and path pattern of every call, such as `GET /accounts`. */
  calls: string[]
  faults: ApiFaults | null
  stop(): Promise<void>
}

export async function startCloudflare(traits: Partial<AccountTraits> = {}): Promise<FakeCloudflare> {
  const state = emptyState(traits)
  const fake: FakeCloudflare = { url: "", state, calls: [], faults: null, stop: async () => {} }
  const routes = [
    ...accountRoutes(state),
    ...assetRoutes(state),
    ...d1Routes(state, () => fake.url),
    ...vectorizeRoutes(state),
    ...versionRoutes(state),
    ...scriptRoutes(state),
    ...workflowRoutes(state),
  ]
  const server = createServer((request, response) => void serve({ fake, routes, request, response }))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the fake listens on no port")
  fake.url = `http://127.0.0.1:${address.port}`
  fake.stop = async () => {
    server.closeAllConnections()
    server.close()
    for (const { sqlite } of state.databases) sqlite.close()
  }
  return fake
}

interface Serving {
  fake: FakeCloudflare
  routes: ApiRoute[]
  request: IncomingMessage
  response: ServerResponse
}

async function serve({ fake, routes, request, response }: Serving): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const url = new URL(request.url ?? "/", fake.url)
  const found = findRoute(routes, request.method ?? "GET", url.pathname)
  const name = `${request.method} ${found?.route.path ?? url.pathname}`
  fake.calls.push(name)
  const fault = failsNow(fake.faults, name) ? fake.faults?.kind : null
  if (fault === "refused") return answer(response, new Refusal(500, 10013, "An unknown error has occurred"))
  const given = { query: url.searchParams, headers: headersOf(request), bytes: Buffer.concat(chunks) }
  const reply = await replyTo(found, request.method ?? "GET", given)
  if (fault) response.destroy()
  else answer(response, reply)
}

function failsNow(faults: ApiFaults | null, name: string): boolean {
  if (!faults) return false
  const order = (faults.seen.get(name) ?? 0) + 1
  faults.seen.set(name, order)
  // wrangler repeats these by itself, which would hide the fault and leave nothing to upload for the next run.
  if (!faults.armed && faults.failing === name && name.includes("assets")) return true
  if (!faults.armed || !isOf(faults.of, name) || faults.failed.has(`${name} ${order}`)) return false
  faults.failed.add(`${name} ${order}`)
  faults.armed = false
  faults.failing = name
  return true
}

/** Tells changes from questions by the name of a call, such as `GET /accounts`. */
export function isOf(kind: ApiFaults["of"], name: string): boolean {
  return name.startsWith("GET ") === (kind === "questions")
}

function headersOf({ headers }: IncomingMessage): Headers {
  return new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

async function replyTo(
  found: ReturnType<typeof findRoute>,
  method: string,
  request: Omit<ApiRequest, "params">,
): Promise<unknown> {
  try {
    if (!found) throw new Refusal(404, 7000, `No route for that URI: ${method}`)
    const isUpload = found.route.path.startsWith("/upload/")
    if (
      !isUpload &&
      found.route.path !== ASSETS_UPLOAD &&
      request.headers.get("authorization") !== `Bearer ${API_TOKEN}`
    )
      throw new Refusal(403, 10000, "Authentication error")
    return await found.route.answer({ ...request, params: found.params })
  } catch (error) {
    if (error instanceof Refusal) return error
    return new Refusal(500, 1, `The fake failed: ${error}`)
  }
}

function findRoute(routes: ApiRoute[], method: string, path: string) {
  for (const route of routes) {
    const pattern = route.path.replace(/:(\w+)/g, "(?<$1>[^/]+)")
    const match = route.method === method ? new RegExp(`^${pattern}$`).exec(path) : null
    if (match) return { route, params: { ...match.groups } as Record<string, string> }
  }
  return null
}

function answer(response: ServerResponse, reply: unknown): void {
  if (reply instanceof Response) {
    response.writeHead(reply.status, Object.fromEntries(reply.headers)).end()
    return
  }
  const isRefused = reply instanceof Refusal
  response.writeHead(isRefused ? reply.status : 200, { "content-type": "application/json" })
  response.end(isRefused ? refusalOf(reply) : envelopeOf(reply))
}
