/** Connects to the worker's `/mcp` with the official client, as a holder of a key does. */
import { exports } from "cloudflare:workers"
import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client"

const ADDRESS = new URL("https://keepsake.test/mcp")

/** The current version of the protocol, without sessions. */
const CURRENT = { pin: "2026-07-28" }

/** Sends the client's requests to a worker. */
export type Fetching = (request: Request) => Promise<Response>

const toWorker: Fetching = (request) => exports.default.fetch(request)

/** Connects with a key's token. `mode`: `legacy` for the protocol of 2025. */
export async function connect(
  token: string,
  { mode = CURRENT, fetching = toWorker }: { mode?: VersionNegotiationMode; fetching?: Fetching } = {},
): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(ADDRESS, {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    fetch: (url, init) => fetching(new Request(url, init as RequestInit)),
  })
  await client.connect(transport)
  return client
}

/** A tool's result: its text, and its structured content as an object. */
export interface ToolAnswer<T = Record<string, unknown>> {
  text: string
  data: T
  isError: boolean
}

export async function useTool<T = Record<string, unknown>>(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<ToolAnswer<T>> {
  const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: args })
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("")
  // The caller asserts the shape; the client has checked it against the tool's output schema.
  return { text, data: (structuredContent ?? {}) as T, isError }
}

/** Sends one JSON-RPC message as it is. */
export function post(
  token: string | null,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const all = {
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...headers,
  }
  const init = { method: "POST", headers: all, body: JSON.stringify(body) }
  return exports.default.fetch(new Request(ADDRESS, init))
}
