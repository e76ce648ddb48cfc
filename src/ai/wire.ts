/**
 * The HTTP connection to a model server: its address, its key, and the waiting time it asked for. Also reads
 * bodies up to a size limit.
 */
import { classifyFailure, redactKey, retryAfterMs, type ServiceFailure } from "./failures.ts"

export interface ModelServer {
  /** The URL before paths such as `/chat/completions` or `/rerank`; usually ends in `/v1`. */
  baseUrl: string
  /** Empty if the server needs none. */
  apiKey: string
  fetch?: typeof fetch
}

/** `resting`: the server asks for a longer wait than a caller accepts. */
export type WireResponse =
  | { kind: "answered"; response: Response }
  | { kind: "trouble"; trouble: ServiceFailure }
  | { kind: "resting"; detail: string }

const MAX_ERROR_BYTES = 1_000_000
/** If a server asks for a longer wait than this, the call fails with `resting`. */
const MAX_REST_MS = 5_000

/**
 * Posts JSON to a path below a server's base URL. Throws network errors. A redirect is an answer like any other
 * refusal: following it would send people's words, and perhaps the key, to a server that nobody chose. Workers
 * do not implement `redirect: "error"`.
 */
export function postJson(
  { baseUrl, apiKey, fetch: send = fetch }: ModelServer,
  path: string,
  { body, signal }: { body: Record<string, unknown>; signal: AbortSignal },
): Promise<Response> {
  return send(`${baseUrl.replace(/\/+$/, "")}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
    },
    body: JSON.stringify(body),
    redirect: "manual",
    signal,
  })
}

export class Wire {
  private restUntil = 0
  private readonly server: ModelServer

  constructor(server: ModelServer) {
    this.server = server
  }

  restMs(now: number): number {
    return Math.min(Math.max(0, this.restUntil - now), MAX_REST_MS)
  }

  redacted(detail: string): string {
    return redactKey(detail, this.server.apiKey)
  }

  /**
   * Posts JSON to a path below the base URL. Throws network errors. The caller reads the body of an answer.
   */
  async post(path: string, body: Record<string, unknown>, signal: AbortSignal): Promise<WireResponse> {
    const response = await postJson(this.server, path, { body, signal })
    if (response.ok) return { kind: "answered", response }
    const { text } = await readCapped(response.body, MAX_ERROR_BYTES)
    return this.refused(response, text)
  }

  /** The next call of any caller waits for a short rest. A long one turns `retry_now` into `retry_later`. */
  private refused(response: Response, text: string): WireResponse {
    const trouble = { status: response.status, text }
    const restMs = retryAfterMs(response.headers.get("retry-after"), Date.now())
    if (restMs <= MAX_REST_MS) {
      this.restUntil = Math.max(this.restUntil, Date.now() + restMs)
      return { kind: "trouble", trouble }
    }
    if (classifyFailure(trouble) !== "retry_now") return { kind: "trouble", trouble }
    const detail = `HTTP ${response.status}: asks to be left alone for ${Math.ceil(restMs / 1000)} s`
    return { kind: "resting", detail }
  }
}

// Reads bodies as text without holding more than a given number of bytes.

interface CappedText {
  text: string
  /** The body exceeds the limit; `text` is its beginning. */
  cut: boolean
}

/** Reads at most `maxBytes` of a body. Throws stream errors: a connection may break off. */
export async function readCapped(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<CappedText> {
  if (!body) return { text: "", cut: false }
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ""
  let left = maxBytes
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { text: text + decoder.decode(), cut: false }
    text += decoder.decode(value.subarray(0, left), { stream: true })
    left -= value.byteLength
    if (left < 0) {
      await reader.cancel().catch(() => undefined) // fallback: the rest is not needed
      return { text, cut: true }
    }
  }
}

/**
 * Returns the answer itself, or the parsed stream that the binding returns if the content type is not exactly
 * `application/json`.
 */
export async function unwrapResponse(answer: unknown, maxBytes: number): Promise<unknown> {
  if (!(answer instanceof ReadableStream)) return answer
  const { text } = await readCapped(answer, maxBytes)
  try {
    return JSON.parse(text)
  } catch {
    return text // fallback: no schema accepts a string, so it counts as unreadable; cut JSON does not parse
  }
}
