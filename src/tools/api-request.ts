/** Requests to a running Keepsake's HTTP API, and the words in which they fail. */
import { z } from "zod"

/** A request that did not succeed. `message` says what was asked and what the server answered. */
export class ApiError extends Error {
  /** The HTTP status; `null` if there was no answer. */
  readonly status: number | null
  /** How long the server asks to wait. */
  readonly retryAfterMs: number | null

  constructor(
    message: string,
    options: ErrorOptions & { status?: number; retryAfterMs?: number | null } = {},
  ) {
    super(message, options)
    this.status = options.status ?? null
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}

const Problem = z.object({ title: z.string().optional(), detail: z.string().optional() })

export interface ApiServer {
  url: string
  token: string
}

interface Request {
  path: string
  /** By default POST with a body, otherwise GET. */
  method?: "PUT" | "PATCH" | "DELETE"
  /** Sent as JSON. */
  body?: unknown
  timeoutMs?: number
}

/** Sends a request and parses the reply. Throws an ApiError if it does not succeed. */
export async function callApi<Reply extends z.ZodType>(
  server: ApiServer,
  expected: Reply,
  { path, method, body, timeoutMs }: Request,
) {
  const { reply, text } = await fetch(new URL(path, server.url), {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs ?? 30_000),
  })
    .then(async (answer) => ({ reply: answer, text: await answer.text() }))
    .catch((cause: unknown) => {
      throw new ApiError(`No answer to ${path}: ${failureText(cause)}.`, { cause })
    })
  if (!reply.ok) {
    const seconds = Number(reply.headers.get("retry-after") ?? Number.NaN)
    throw new ApiError(`${path} was answered with ${reply.status}: ${problemText(text)}`, {
      status: reply.status,
      retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : null,
    })
  }
  // 204 has no body.
  const parsed = expected.safeParse(text === "" ? null : JSON.parse(text))
  if (parsed.success) return parsed.data
  throw new ApiError(`${path} returned an unexpected response: ${z.prettifyError(parsed.error)}`)
}

export function failureText(cause: unknown): string {
  if (cause instanceof Error && cause.name === "TimeoutError") return "the server took too long"
  return cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause)
}

/** Returns the detail of a problem+json body, or the start of any other reply. */
export function problemText(text: string): string {
  try {
    const { title, detail } = Problem.parse(JSON.parse(text))
    return detail ?? title ?? text.slice(0, 200)
  } catch {
    return text.slice(0, 200)
  }
}
