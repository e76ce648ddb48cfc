/** How a request is worded for servers that differ in what they take, and how it is reworded when one refuses. Pure. */

import type { ChatRequest } from "../chat.ts"

/**
 * How the reply's shape is asked for: the schema under a name (OpenAI, and Workers AI's newer models), the schema
 * alone (Workers AI's JSON Mode), any JSON object, or not at all. The last two put the schema into the prompt.
 */
export type Format = "named" | "bare" | "object" | "none"

export interface Dialect {
  /** What to ask for, best first; each refusal drops the first. Never empty. */
  formats: readonly [Format, ...Format[]]
  /** Reasoning models of some servers refuse any temperature. */
  temperature: boolean
  /** OpenAI's newer models refuse the old name. */
  limit: "max_tokens" | "max_completion_tokens"
}

/** What precedes a schema in a prompt. */
export const SCHEMA_NOTE = "Reply with one JSON value that meets this JSON schema, and with nothing else:"

const UNSHAPED = /response_format|json.?schema|json_object|structured.?output|grammar/i

/** The dialect to try after a refusal in these words, or null where it names nothing that could be given up. */
export function concede(dialect: Dialect, refusal: string): Dialect | null {
  if (dialect.limit === "max_tokens" && /max_completion_tokens/i.test(refusal))
    return { ...dialect, limit: "max_completion_tokens" }
  if (UNSHAPED.test(refusal)) {
    const [, next, ...rest] = dialect.formats
    if (next) return { ...dialect, formats: [next, ...rest] }
  }
  if (dialect.temperature && /temperature/i.test(refusal)) return { ...dialect, temperature: false }
  return null
}

/** The request as this dialect words it: messages, limit, temperature 0 and the reply's shape. The model is the caller's to add. */
export function worded(request: ChatRequest, dialect: Dialect): Record<string, unknown> {
  const format = dialect.formats[0]
  const told = format === "object" || format === "none"
  const system = told
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
