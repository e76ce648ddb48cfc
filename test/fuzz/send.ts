/** Sends one request and reads its whole answer, or reports that none came in time. */
import type { FuzzRequest } from "./requests.ts"

export interface Answer {
  /** 0 if no answer came. */
  status: number
  /** Media type without parameters. */
  type: string
  body: string
  ms: number
}

/** Longer than any documented wait of the worker. */
const HANG_MS = 30_000

/** The local server's own answer when a refusal closed the connection while the body was still on its way. */
const CONNECTION_LOST = /Network connection lost|other side closed|ECONNRESET|EPIPE/
const ATTEMPTS = 5

/**
 * Sends a request. One whose refusal cut off its upload is sent again, as a client would: locally the answer
 * is then lost, and Cloudflare delivers it.
 */
export async function send(url: string, request: FuzzRequest): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await sendOnce(url, request)
    if (attempt === ATTEMPTS || !CONNECTION_LOST.test(answer.body)) return answer
  }
}

async function sendOnce(url: string, request: FuzzRequest): Promise<Answer> {
  const { method, path, headers, body } = request
  const startedAt = performance.now()
  const elapsed = () => Math.round(performance.now() - startedAt)
  try {
    const response = await fetch(url + path, {
      method,
      headers: asLatin1(headers),
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(HANG_MS),
    })
    const type = (response.headers.get("content-type") ?? "").split(";")[0]?.trim() ?? ""
    return { status: response.status, type, body: await response.text(), ms: elapsed() }
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    return { status: 0, type: "", body: String(cause), ms: elapsed() }
  }
}

/** Header values are bytes: a character above 255 cannot be sent. */
function asLatin1(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace(/[^\x20-\xff]/g, "?")]),
  )
}
