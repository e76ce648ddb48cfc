/**
 * Asks a chat model for a value of a zod schema. This is the only way a model's reply enters Keepsake: always
 * parsed, and repaired by at most one further request.
 */

import type { z } from "zod"
import type { Usage } from "../../domain/types.ts"
import type { ChatModel, ChatRequest } from "../chat.ts"
import { pause } from "../deadline.ts"
import { fenced } from "../fence.ts"
import { SCHEMA_NOTE } from "./negotiate.ts"
import { type JsonSchema, looseSchema, strictSchema, withoutNulls } from "./strict-schema.ts"

/** `usage` lists every attempt that was or may have been billed, successful or not. */
export type Structured<T> =
  | { kind: "ok"; value: T; usage: Usage[]; model: string }
  | { kind: "retry_later" | "stop_today" | "bad_reply"; detail: string; usage: Usage[]; model: string }

type Outcome<T> =
  | { kind: "ok"; value: T }
  | { kind: "retry_later" | "stop_today" | "bad_reply"; detail: string }

const MAX_RETRIES = 2
const FIRST_DELAY_MS = 500
const MAX_ISSUES = 8
const PROBLEM_CHARS = 800
const SCHEMA_CHARS = 6_000

/**
 * Requests a value from the model. A temporary failure (`retry_now`) is retried at most twice and then
 * becomes `retry_later`; a bad reply is sent back once with its problem. One question costs at most four
 * calls.
 *
 * The schema is used twice: as JSON schema in the request and as zod schema on the reply. Its root should be
 * an object. Parts that JSON schema cannot express (transforms, `catch`) still apply to the reply. `salvage` keeps
 * the valid parts of a reply before it is parsed. With it, a reply that breaks off is used up to its last complete item.
 *
 * Never throws for anything the service does.
 */
export async function structured<T>(
  chat: ChatModel,
  ask: Omit<ChatRequest, "schema"> & { schema: z.ZodType<T>; salvage?: Salvage },
  wait: (ms: number) => Promise<void> = pause,
): Promise<Structured<T>> {
  const { schema: shape, salvage = null, ...rest } = ask
  const question = new Question(chat, { shape, loose: looseSchema(shape), salvage }, wait)
  const request: ChatRequest = { ...rest, schema: strictSchema(shape) }
  const first = await question.ask(request)
  const last = first.kind === "bad_reply" ? await question.ask(repair(request, first.detail)) : first
  return { ...last, usage: question.usage, model: chat.model(ask.tier) }
}

/** Returns the valid parts of a parsed reply, in the schema's shape, or the reply itself if there are none. */
type Salvage = (reply: unknown) => unknown

interface ReplyShape<T> {
  shape: z.ZodType<T>
  loose: JsonSchema
  salvage: Salvage | null
}

/** One question: the usage of its attempts and its remaining retries. */
class Question<T> {
  readonly usage: Usage[] = []
  private retries = 0
  private readonly chat: ChatModel
  private readonly schema: ReplyShape<T>
  private readonly wait: (ms: number) => Promise<void>

  constructor(chat: ChatModel, schema: ReplyShape<T>, wait: (ms: number) => Promise<void>) {
    this.chat = chat
    this.schema = schema
    this.wait = wait
  }

  async ask(request: ChatRequest): Promise<Outcome<T>> {
    for (;;) {
      const reply = await this.chat.complete(request)
      if (reply.usage) this.usage.push(reply.usage)
      if (reply.kind === "ok") return this.parse(reply.text)
      if (reply.failure !== "retry_now") return { kind: reply.failure, detail: reply.detail }
      if (this.retries === MAX_RETRIES) return { kind: "retry_later", detail: reply.detail }
      await this.wait(retryDelayMs(this.retries++, Math.random()))
    }
  }

  private parse(text: string): Outcome<T> {
    const { shape, loose, salvage } = this.schema
    const found = findJson(text)
    if (found.kind === "none") return { kind: "bad_reply", detail: "there is no JSON object in it" }
    const value = found.kind === "json" ? found.value : salvage && completeItems(found.text)
    if (!value) return { kind: "bad_reply", detail: "the JSON breaks off before its end" }
    const parsed = shape.safeParse(withoutNulls(salvage ? salvage(value) : value, loose))
    if (parsed.success) return { kind: "ok", value: parsed.data }
    return { kind: "bad_reply", detail: problemOf(parsed.error) }
  }
}

/**
 * Returns half a second, then one and a half, each ±50 %, so that many windows do not retry at the same
 * moment. `random` is 0 to 1.
 * @internal
 */
export function retryDelayMs(retry: number, random: number): number {
  return Math.round(FIRST_DELAY_MS * 3 ** retry * (0.5 + random))
}

/**
 * Describes where the reply violates the schema, for the model and the log. Kept short because it may quote
 * the reply.
 */
function problemOf(error: z.ZodError): string {
  const lines = error.issues
    .slice(0, MAX_ISSUES)
    .map((issue) => `${issue.path.map(String).join(".") || "(root)"}: ${issue.message}`)
  return lines.join("; ").slice(0, PROBLEM_CHARS)
}

/**
 * Repeats the request with the problem. The schema is repeated because some servers accept one and ignore it.
 */
function repair(request: ChatRequest, problem: string): ChatRequest {
  const schema = JSON.stringify(request.schema)
  const shape = schema.length <= SCHEMA_CHARS ? `\n\n${SCHEMA_NOTE}\n${schema}` : ""
  const note = `Your last reply to this could not be used: ${fenced(problem)}. Reply again, complete and brief.`
  return { ...request, user: `${request.user}\n\n---\n${note}${shape}` }
}

// Finds the JSON in a model's reply: alone, in a code fence, or with text around it. Pure. It never repairs
// JSON: a truncated reply must not pass for a complete one.

type Found = { kind: "json"; value: unknown } | { kind: "cut_short"; text: string } | { kind: "none" }

const CLOSERS: Record<string, string> = { "{": "}", "[": "]" }

/**
 * Returns the first balanced JSON object or array of a reply, ignoring `<think>` blocks. Skips bracketed
 * prose. A bracket that never closes ends the search: its content is only part of a reply.
 * @internal
 */
export function findJson(reply: string): Found {
  const whole = parsed(reply)
  if (whole && typeof whole.value === "object") return { kind: "json", value: whole.value }
  const text = reply.replace(/^[\s\S]*?<\/think>/, "")
  let from = text.search(/[{[]/)
  while (from >= 0) {
    const end = endOfBracket(text, from)
    if (end === null) return { kind: "cut_short", text: text.slice(from) }
    const inner = parsed(text.slice(from, end))
    if (inner) return { kind: "json", value: inner.value }
    const next = text.slice(end).search(/[{[]/)
    from = next < 0 ? -1 : end + next
  }
  return { kind: "none" }
}

function parsed(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null // fallback: not JSON, so the search goes on
  }
}

/**
 * Returns the position after the bracket that closes the one at `start`, respecting strings; `null` if none
 * does.
 */
function endOfBracket(text: string, start: number): number | null {
  const open: string[] = []
  let inString = false
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at)
    if (inString) {
      if (char === "\\") at++
      else if (char === '"') inString = false
      continue
    }
    if (char === '"') inString = true
    else if (CLOSERS[char]) open.push(CLOSERS[char])
    else if (char === open.at(-1)) open.pop()
    if (open.length === 0) return at + 1
  }
  return null
}

/**
 * Returns an object that breaks off, up to the last complete object in one of its lists, or `null` if there is
 * none. Only what the model finished is used.
 */
function completeItems(text: string): unknown {
  for (let end = text.lastIndexOf("}"); end > 0; end = text.lastIndexOf("}", end - 1)) {
    const found = parsed(`${text.slice(0, end + 1)}]}`)
    if (found) return found.value
  }
  return null
}
