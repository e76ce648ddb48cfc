/**
 * A fake OpenAI-compatible server on loopback only. It answers well, slowly, badly or not at all, as
 * configured. Run it by itself (`node test/e2e/model-server.ts --ttl 600`, stdin a pipe its parent holds) or
 * import it. It ends with its time to live or its parent, whichever comes first.
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { pathToFileURL } from "node:url"
import {
  CONTENTS,
  completion,
  ERRORS,
  emptiest,
  type ModelRequest,
  parsed,
  promptTokens,
} from "../contract/chat-answers.ts"

type Answer = (call: { request: ModelRequest; good: string; response: ServerResponse }) => void

const ANSWERS: Record<string, Answer> = {
  cut_by_length: (call) => json(call.response, 200, completion(call.request, null, "length")),
  hang: () => undefined,
  empty_body: (call) => call.response.writeHead(200).end(),
  html: (call) => call.response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>"),
  half_body: (call) => call.response.end(JSON.stringify(completion(call.request, call.good)).slice(0, 40)),
  error_in_200: (call) =>
    json(call.response, 200, { error: { code: 429, message: "Provider is overloaded" } }),
  huge: (call) => json(call.response, 200, completion(call.request, "x".repeat(1_200_000))),
  reset: ({ response }) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" })
    response.write('{"choices":[')
    setTimeout(() => response.destroy(), 20)
  },
  drip: ({ response }) => {
    response.writeHead(200, { "content-type": "application/json" })
    const drops = setInterval(() => response.write(" "), 20)
    response.on("close", () => clearInterval(drops))
  },
  no_json_schema: (call) => refuseFormat(call, ["json_schema"]),
  no_format: (call) => refuseFormat(call, ["json_schema", "json_object"]),
}

export type Behavior = string

const SLOW_MS = 300

/**
 * All behaviors the server knows. `slow` is `good` after `delayMs`, or after a moment if no delay is given.
 */
export const BEHAVIORS: Behavior[] = [
  ...Object.keys(CONTENTS),
  ...Object.keys(ERRORS),
  ...Object.keys(ANSWERS),
  "slow",
]

export interface Control {
  /** One behavior for all calls, or a list for the next calls whose last one repeats. */
  behavior?: Behavior | Behavior[]
  /** Delay before every answer. */
  delayMs?: number
}

export interface ModelServerOptions extends Control {
  /** Content of a good reply. The default is the emptiest value that meets the request's schema. */
  reply?: (request: ModelRequest) => unknown
  ttlSeconds?: number
  /** Port to listen on; any free port by default. */
  port?: number
  /** Picks the behavior for this request. `behavior` decides if it returns nothing. */
  behave?: (request: ModelRequest) => Behavior | undefined
  /** Returns the embeddings of texts. Without it, the server has no embeddings route. */
  embed?: (texts: string[]) => number[][]
  /** Called when a request arrives, and again once its answer was sent. */
  watch?: (event: "asked" | "answered", request: ModelRequest) => void
}

export interface Call {
  behavior: Behavior
  request: ModelRequest
  promptTokens: number
}

export interface ModelServer {
  /** The base URL to give to a client: ends in `/v1`. */
  url: string
  control(change: Control): void
  calls(): Call[]
  close(): Promise<void>
}

export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const model = new ScriptedModel(options)
  const server = createServer(async (incoming, response) => {
    if (incoming.url === "/calls") return json(response, 200, model.calls)
    const body = parsed(await read(incoming))
    if (body === null) return json(response, 400, { error: "no JSON" })
    if (options.embed && incoming.url?.endsWith("/embeddings"))
      return json(
        response,
        200,
        embeddings(options.embed(Array.isArray(body.input) ? body.input.map(String) : [])),
      )
    // Our own clients send a request of this shape. A person's mistake with curl may crash the call, not the
    // server.
    if (incoming.url !== "/control") return model.answer(body as unknown as ModelRequest, response)
    model.control(body)
    json(response, 200, body)
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address ? address.port : 0
  const close = () =>
    new Promise<void>((resolve) => {
      clearTimeout(life)
      server.close(() => resolve())
      server.closeAllConnections()
    })
  const life = setTimeout(close, (options.ttlSeconds ?? 600) * 1000).unref()
  const url = `http://127.0.0.1:${port}/v1`
  return { url, control: (change) => model.control(change), calls: () => model.calls, close }
}

/** Holds the configured behavior and the requests received. */
class ScriptedModel {
  readonly calls: Call[] = []
  private script: Behavior[] = []
  private delayMs = 0
  private readonly reply: (request: ModelRequest) => unknown
  private readonly watch: NonNullable<ModelServerOptions["watch"]>
  private readonly behave: NonNullable<ModelServerOptions["behave"]>

  constructor(options: ModelServerOptions) {
    this.reply = options.reply ?? emptiest
    this.watch = options.watch ?? (() => undefined)
    this.behave = options.behave ?? (() => undefined)
    this.control(options)
  }

  control(change: Control): void {
    if (change.behavior !== undefined) this.script = [change.behavior].flat()
    if (change.delayMs !== undefined) this.delayMs = change.delayMs
  }

  private nextOfScript(): Behavior {
    return (this.script.length > 1 ? this.script.shift() : this.script[0]) ?? "good"
  }

  async answer(request: ModelRequest, response: ServerResponse): Promise<void> {
    const behavior = this.behave(request) ?? this.nextOfScript()
    this.calls.push({ behavior, request, promptTokens: promptTokens(request) })
    response.once("finish", () => this.watch("answered", request))
    this.watch("asked", request)
    const waitMs = this.delayMs || (behavior === "slow" ? SLOW_MS : 0)
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    const good = JSON.stringify(this.reply(request))
    answer(behavior === "slow" ? "good" : behavior, { request, good, response })
  }
}

function embeddings(vectors: number[][]) {
  const data = vectors.map((embedding, index) => ({ object: "embedding", index, embedding }))
  return {
    object: "list",
    data,
    usage: { prompt_tokens: vectors.length * 10, total_tokens: vectors.length * 10 },
  }
}

function answer(behavior: Behavior, call: Parameters<Answer>[0]): void {
  const { request, response, good } = call
  const content = CONTENTS[behavior]
  const error = ERRORS[behavior]
  const other = ANSWERS[behavior]
  if (content) json(response, 200, completion(request, content(good)))
  else if (error) json(response, error[0], { error: { message: error[1] } }, error[2])
  else if (other) other(call)
  else json(response, 501, { error: `no such behavior: ${behavior}; there are ${BEHAVIORS.join(", ")}` })
}

function refuseFormat(call: Parameters<Answer>[0], refused: string[]): void {
  const type = call.request.response_format?.type ?? ""
  if (!refused.includes(type)) json(call.response, 200, completion(call.request, call.good))
  else json(call.response, 400, { error: { message: `response_format type '${type}' is not supported` } })
}

function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
}

async function read(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks).toString("utf8")
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const ttl = Number(process.argv[process.argv.indexOf("--ttl") + 1])
  const ttlSeconds = process.argv.includes("--ttl") && Number.isFinite(ttl) ? ttl : 600
  const server = await startModelServer({ ttlSeconds })
  console.log(JSON.stringify({ url: server.url }))
  setTimeout(() => process.exit(0), ttlSeconds * 1000)
  process.stdin
    .resume()
    .on("close", () => process.exit(0))
    .on("end", () => process.exit(0))
}
