/**
 * Two fake rerankers, the `AI` binding and a loopback server. Both follow the same good and bad behaviors, so
 * one contract covers both.
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

/** The request a fake received, in a form common to both services. */
export interface Asked {
  query: string
  texts: string[]
  authorization: string | null
  model: string
  most: number
}

type Row = { at: unknown; score: unknown }

/** Returns the share of the question's words that a text contains. */
function share(query: string, text: string): number {
  const words = query.toLowerCase().split(" ")
  return words.filter((word) => text.toLowerCase().includes(word)).length / words.length
}

const good = (asked: Asked): Row[] =>
  asked.texts.map((text, at) => ({ at, score: share(asked.query, text) })).sort((a, b) => b.score - a.score)

/** Behaviors that succeed and return these rows, in the service's own format. */
const ROWS: Record<string, (asked: Asked) => Row[]> = {
  good,
  logits: (asked) => good(asked).map(({ at, score }) => ({ at, score: Number(score) * 12 - 6 })),
  best_only: (asked) => good(asked).slice(0, 1),
  no_rows: () => [],
  wrong_ids: (asked) => [-1, asked.texts.length, 1e9, 0.5, "0", null].map((at) => ({ at, score: 0.9 })),
  some_wrong: (asked) => [{ at: 99, score: 1 }, { at: "x", score: 1 }, ...good(asked)],
  no_numbers: (asked) => good(asked).map(({ at }) => ({ at, score: null })),
  one_no_number: (asked) =>
    good(asked).map(({ at, score }, place) => ({ at, score: place === 0 ? null : score })),
  doubled: (asked) => [...good(asked), ...good(asked).map(({ at }) => ({ at, score: 0.123 }))],
}

/** Behaviors that refuse: HTTP status, the server's message, and the error that the binding throws. */
const REFUSALS: Record<string, [status: number, said: string, thrown: string]> = {
  capacity: [429, "Capacity temporarily exceeded", "3040: Capacity temporarily exceeded, please try again."],
  quota: [429, "insufficient_quota", "4006: you have used up your daily free allocation of 10,000 neurons"],
  broken: [500, "<h1>Internal Server Error</h1>", "1031: internal error"],
  too_large: [413, "Request is too large", "3006: Request is too large"],
  unauthorized: [401, "Incorrect API key provided: secret-key", "3023: Service unavailable for account"],
  no_model: [404, "model not found", "5007: No such model @cf/acme/nothing or task"],
}

const HTML = "<html><body>Welcome</body></html>"

/** Starts a server that follows the script call by call. The last behavior repeats. */
export async function startRerankServer(...script: string[]) {
  const asked: Asked[] = []
  const server = createServer(async (incoming, response) => {
    const body = JSON.parse(await read(incoming))
    const call: Asked = {
      query: body.query,
      texts: body.documents,
      authorization: incoming.headers.authorization ?? null,
      model: body.model,
      most: body.top_n,
    }
    asked.push(call)
    if (incoming.url !== "/v1/rerank") return void response.writeHead(404).end("no such address")
    respond(next(script), call, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address ? address.port : 0
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}/v1`, asked, close }
}

function respond(behavior: string, asked: Asked, response: ServerResponse): void {
  const rows = ROWS[behavior === "slow" ? "good" : behavior]
  const refusal = REFUSALS[behavior]
  const body = rows && JSON.stringify({ results: rows(asked).map(jina), usage: { total_tokens: 77 } })
  if (behavior === "hang") return
  if (behavior === "slow") setTimeout(() => response.end(body), 100)
  else if (body) response.end(body)
  else if (refusal) response.writeHead(refusal[0]).end(refusal[1])
  else if (behavior === "html") response.writeHead(200, { "content-type": "text/html" }).end(HTML)
  else if (behavior === "empty_body") response.end()
  else if (behavior === "no_list") response.end('{"object":"list"}')
  else if (behavior === "half_body")
    response.end(JSON.stringify({ results: good(asked).map(jina) }).slice(0, 30))
  else if (behavior === "error_in_200") response.end('{"error":{"code":429,"message":"overloaded"}}')
  else if (behavior === "rest")
    response.writeHead(429, { "retry-after": "30" }).end("Too many requests, slow down")
  else if (behavior === "drip") drip(response)
  else response.writeHead(501).end(`no such behavior: ${behavior}`)
}

function drip(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" })
  const drops = setInterval(() => response.write(" "), 20)
  response.on("close", () => clearInterval(drops))
}

const jina = (row: Row) => ({ index: row.at, relevance_score: row.score, document: { text: "" } })

/** Builds a binding that follows the script call by call. The last behavior repeats. */
export function rerankBinding(...script: string[]) {
  const asked: Asked[] = []
  const run = async (model: string, sent: { query: string; contexts: { text: string }[]; top_k: number }) => {
    const texts = sent.contexts.map((context) => context.text)
    const call = { query: sent.query, texts, authorization: null, model, most: sent.top_k }
    asked.push(call)
    return answered(next(script), call)
  }
  // Tests call only the binding's `run`.
  return { ai: { run } as unknown as Ai, asked }
}

function answered(behavior: string, asked: Asked): unknown {
  const rows = ROWS[behavior === "slow" ? "good" : behavior]
  const refusal = REFUSALS[behavior]
  // Unlike JSON, the binding's values can be NaN.
  const body = rows && {
    response: rows(asked).map(({ at, score }) => ({ id: at, score: score === null ? Number.NaN : score })),
    usage: { prompt_tokens: 77 },
  }
  if (behavior === "hang") return new Promise(() => undefined)
  if (behavior === "slow") return new Promise((resolve) => setTimeout(resolve, 100, body))
  if (body) return body
  if (refusal) throw Object.assign(new Error(refusal[2]), { name: "InferenceUpstreamError" })
  if (behavior === "html") return new Response(HTML).body
  if (behavior === "empty_body") return new Response("").body ?? ""
  if (behavior === "no_list") return { object: "list" }
  if (behavior === "half_body") return new Response('{"response":[{"id":0,').body
  if (behavior === "error_in_200") return { error: { code: 429, message: "overloaded" } }
  throw new Error(`no such behavior: ${behavior}`)
}

function next(script: string[]): string {
  return (script.length > 1 ? script.shift() : script[0]) ?? "good"
}

async function read(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks).toString("utf8")
}
