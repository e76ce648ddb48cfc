/**
 * The answers a chat service may give, as data. The loopback server and the fake binding share them, so one
 * contract covers both.
 */
import { SCHEMA_NOTE } from "../../src/ai/chat/negotiate.ts"

export interface ModelRequest {
  model: string
  messages: { role: string; content: string }[]
  max_tokens?: number
  response_format?: { type: string; json_schema?: { schema?: unknown } }
}

/** Behaviors that answer 200 with this content. */
export const CONTENTS: Record<string, (good: string) => string> = {
  good: (good) => good,
  fenced: (good) => `\`\`\`json\n${good}\n\`\`\``,
  wrapped: (good) => `Sure! Here is [what you] asked for:\n${good}\nAnything else?`,
  truncated: (good) => good.slice(0, -1),
  invalid_json: () => "{claims: none, since nothing was said}",
  wrong_schema: () => '{"unexpected":["schema",1]}',
  blank: () => "",
}

/** Behaviors that answer with an HTTP error: status, body, and headers if any. */
export const ERRORS: Record<string, [status: number, error: string, headers?: Record<string, string>]> = {
  capacity: [429, "Capacity temporarily exceeded, please try again."],
  rest_briefly: [429, "Slow down", { "retry-after": "1" }],
  rest_long: [429, "Slow down", { "retry-after": "120" }],
  quota: [429, "insufficient_quota"],
  too_large: [413, "Request is too large"],
  timeout: [408, "Request timeout"],
  broken: [500, "Internal error"],
  unauthorized: [401, "Incorrect API key provided: secret-key"],
  no_model: [404, "model not found"],
  context_length: [400, "context_length_exceeded"],
  json_unmet: [400, "JSON Mode couldn't be met"],
}

/** Builds a chat completion in OpenAI's format, with its usage. */
export function completion(request: ModelRequest, content: string | null, finish = "stop") {
  return {
    object: "chat.completion",
    model: request.model,
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: finish }],
    usage: {
      prompt_tokens: promptTokens(request),
      completion_tokens: Math.ceil((content?.length ?? 400) / 4),
    },
  }
}

/** Estimates four characters per token, which is exact enough for sums. */
export function promptTokens(request: ModelRequest): number {
  return Math.ceil((request.messages ?? []).map((message) => message.content).join("").length / 4)
}

/**
 * Builds the smallest value that satisfies the request's schema, taken from its response format or from its
 * prompt.
 */
export function emptiest(request: ModelRequest): unknown {
  const prompt = request.messages.map((message) => message.content).join("\n")
  const told = prompt.slice(prompt.indexOf(SCHEMA_NOTE) + SCHEMA_NOTE.length).split("\n")[1] ?? ""
  return emptyValue(request.response_format?.json_schema?.schema ?? parsed(told) ?? { type: "object" })
}

function emptyValue(node: unknown): unknown {
  const schema: Record<string, unknown> = typeof node === "object" && node !== null ? { ...node } : {}
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (Array.isArray(schema.anyOf)) return schema.anyOf.some(isNull) ? null : emptyValue(schema.anyOf[0])
  const type = Array.isArray(schema.type)
    ? schema.type.includes("null")
      ? "null"
      : schema.type[0]
    : schema.type
  if (type === "array") return []
  if (type === "string") return "text"
  if (type === "integer" || type === "number") return 1
  if (type === "boolean") return false
  if (type !== "object") return null
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, emptyValue(inner)]),
  )
}

function isNull(branch: unknown): boolean {
  return typeof branch === "object" && branch !== null && "type" in branch && branch.type === "null"
}

export function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
