/**
 * Makes one call to a service whose dialect is unknown: under one deadline, rewording the request while the
 * service refuses its form.
 */

import type { ChatReply, ChatRequest } from "../chat.ts"
import { abortAfter, OVERDUE } from "../deadline.ts"
import { classifyFailure, describeFailure, errorText, type ServiceFailure } from "../failures.ts"
import { estimatedUsage } from "./completion.ts"
/** The result of one request: a reply, or a failure still to be classified. */
export type ChatAttempt = { kind: "replied"; reply: ChatReply } | { kind: "trouble"; trouble: ServiceFailure }

/** Sends the request in one dialect. An exception counts as a network failure. */
export type SendChat = (dialect: Dialect, signal: AbortSignal) => Promise<ChatAttempt>

/** The dialects a service accepts, by model and schema. Lives as long as the ChatModel that owns it. */
export class Negotiation {
  private readonly learned = new Map<string, Dialect>()

  /** Returns a reply or a classified failure within `timeoutMs` overall. Never throws. */
  async complete(
    request: ChatRequest,
    opening: { model: string; dialect: Dialect },
    send: SendChat,
  ): Promise<ChatReply> {
    const { model } = opening
    const reply = await abortAfter(request.timeoutMs, (signal) =>
      this.negotiate(request, opening, (d) => attempt(send, d, signal)),
    )
    if (reply !== OVERDUE) return reply
    // The model may continue and be billed. The known part of the cost is the prompt.
    const detail = `no reply within ${request.timeoutMs} ms`
    return { kind: "failed", failure: "retry_now", detail, usage: estimatedUsage(request, model) }
  }

  private async negotiate(
    request: ChatRequest,
    opening: { model: string; dialect: Dialect },
    send: (dialect: Dialect) => Promise<ChatAttempt>,
  ): Promise<ChatReply> {
    const key = `${opening.model} ${request.schemaName}`
    let dialect = this.learned.get(key) ?? opening.dialect
    for (;;) {
      const sent = await send(dialect)
      if (sent.kind === "replied") return sent.reply
      const next = refusesWording(sent.trouble) ? nextDialect(dialect, sent.trouble.text) : null
      if (!next) return failed(sent.trouble)
      this.learned.set(key, next)
      dialect = next
    }
  }
}

async function attempt(send: SendChat, dialect: Dialect, signal: AbortSignal): Promise<ChatAttempt> {
  try {
    return await send(dialect, signal)
  } catch (thrown) {
    // Any exception of the service or the network is an outcome here, not a bug.
    return { kind: "trouble", trouble: { status: null, text: errorText(thrown) } }
  }
}

function refusesWording(trouble: ServiceFailure): boolean {
  const wording = trouble.status === null || trouble.status === 400 || trouble.status === 422
  return wording && classifyFailure(trouble) === "retry_later"
}

function failed(trouble: ServiceFailure): ChatReply {
  return { kind: "failed", failure: classifyFailure(trouble), detail: describeFailure(trouble), usage: null }
}

// Request dialects of different servers, and how to adapt after a refusal. Pure.

/**
 * The way to request the reply's format: a named schema (OpenAI and Workers AI's newer models), the schema
 * alone (Workers AI's JSON Mode), any JSON object, or nothing. The last two put the schema into the prompt.
 */
type Format = "named" | "bare" | "object" | "none"

export interface Dialect {
  /** Formats to request, best first. Each refusal drops the first. Never empty. */
  formats: readonly [Format, ...Format[]]
  /** Reasoning models of some servers refuse any temperature. */
  temperature: boolean
  /** OpenAI's newer models refuse `max_tokens`. */
  limit: "max_tokens" | "max_completion_tokens"
}

/** Precedes a schema in a prompt. */
export const SCHEMA_NOTE = "Reply with one JSON value that meets this JSON schema, and with nothing else:"

const FORMAT_REFUSED = /response_format|json.?schema|json_object|structured.?output|grammar/i

/** Returns the dialect to try after this refusal; `null` if the refusal names nothing to drop. */
function nextDialect(dialect: Dialect, refusal: string): Dialect | null {
  if (dialect.limit === "max_tokens" && /max_completion_tokens/i.test(refusal))
    return { ...dialect, limit: "max_completion_tokens" }
  if (FORMAT_REFUSED.test(refusal)) {
    const [, next, ...rest] = dialect.formats
    if (next) return { ...dialect, formats: [next, ...rest] }
  }
  if (dialect.temperature && /temperature/i.test(refusal)) return { ...dialect, temperature: false }
  return null
}

/**
 * Builds the request body in this dialect: messages, token limit, temperature 0 and reply format. The caller
 * adds the model.
 */
export function chatBody(request: ChatRequest, dialect: Dialect): Record<string, unknown> {
  const format = dialect.formats[0]
  const inPrompt = format === "object" || format === "none"
  const system = inPrompt
    ? `${request.system}\n\n${SCHEMA_NOTE}\n${JSON.stringify(request.schema)}`
    : request.system
  return {
    messages: [
      { role: "system", content: system },
      { role: "user", content: request.user },
    ],
    [dialect.limit]: request.maxTokens,
    ...(dialect.temperature ? { temperature: 0 } : {}),
    ...responseFormat(request, format),
  }
}

function responseFormat(request: ChatRequest, format: Format): Record<string, unknown> {
  switch (format) {
    case "named": {
      const name = request.schemaName.replace(/[^\w-]/g, "_").slice(0, 64)
      return {
        response_format: { type: "json_schema", json_schema: { name, strict: true, schema: request.schema } },
      }
    }
    case "bare":
      return { response_format: { type: "json_schema", json_schema: request.schema } }
    case "object":
      return { response_format: { type: "json_object" } }
    case "none":
      return {}
  }
}
