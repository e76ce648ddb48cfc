/** Asks a chat model for a value of a zod schema: the one way a model's reply gets into Keepsake, always parsed, mended by at most one further question. */

import type { z } from "zod"
import type { Usage } from "../../domain/types.ts"
import type { ChatModel, ChatRequest } from "../chat.ts"
import { pause } from "../deadline.ts"
import { fenced } from "../fence.ts"
import { SCHEMA_NOTE } from "./negotiate.ts"
import { type JsonSchema, looseSchema, strictSchema, withoutNulls } from "./strict-schema.ts"

/** `usage` lists every attempt that was or may have been billed, whatever came of it. */
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
 * The value a model replies with. A stumble (`retry_now`) is asked again twice at most, then is a `retry_later`; a bad
 * reply is answered once with what was wrong with it. So one question costs four calls at the very most.
 *
 * The schema goes both ways: as JSON schema with the request, and as zod over the reply. Its root should be an
 * object, and what it cannot state as JSON schema (transforms, `catch`) is applied to the reply all the same.
 *
 * Never throws for anything the service does.
 */
export async function structured<T>(
  chat: ChatModel,
  ask: Omit<ChatRequest, "schema"> & { schema: z.ZodType<T> },
  wait: (ms: number) => Promise<void> = pause,
): Promise<Structured<T>> {
  const { schema: shape, ...rest } = ask
  const question = new Question(chat, { shape, loose: looseSchema(shape) }, wait)
  const request: ChatRequest = { ...rest, schema: strictSchema(shape) }
  const first = await question.ask(request)
  const last = first.kind === "bad_reply" ? await question.ask(repair(request, first.detail)) : first
  return { ...last, usage: question.usage, model: chat.model(ask.tier) }
}

/** One question: what its attempts have cost, and how many retries are left to it. */
class Question<T> {
  readonly usage: Usage[] = []
  private retries = 0
  private readonly chat: ChatModel
  private readonly schema: { shape: z.ZodType<T>; loose: JsonSchema }
  private readonly wait: (ms: number) => Promise<void>

  constructor(
    chat: ChatModel,
    schema: { shape: z.ZodType<T>; loose: JsonSchema },
    wait: (ms: number) => Promise<void>,
  ) {
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
    const found = findJson(text)
    if (found.kind === "cut_short") return { kind: "bad_reply", detail: "the JSON breaks off before its end" }
    if (found.kind === "none") return { kind: "bad_reply", detail: "there is no JSON object in it" }
    const parsed = this.schema.shape.safeParse(withoutNulls(found.value, this.schema.loose))
    if (parsed.success) return { kind: "ok", value: parsed.data }
    return { kind: "bad_reply", detail: problemOf(parsed.error) }
  }
}

/** Half a second, then one and a half, each give or take half of it, so that many windows do not come back as one. `random` is 0 to 1. */
export function retryDelayMs(retry: number, random: number): number {
  return Math.round(FIRST_DELAY_MS * 3 ** retry * (0.5 + random))
}

/** Where the reply misses the schema and how, for the model and for the log. It may quote the reply, so it is kept short. */
function problemOf(error: z.ZodError): string {
  const lines = error.issues
    .slice(0, MAX_ISSUES)
    .map((issue) => `${issue.path.map(String).join(".") || "(root)"}: ${issue.message}`)
  return lines.join("; ").slice(0, PROBLEM_CHARS)
}

/** The same request with the problem told. The schema is repeated: servers exist that take one and ignore it. */
function repair(request: ChatRequest, problem: string): ChatRequest {
  const schema = JSON.stringify(request.schema)
  const shape = schema.length <= SCHEMA_CHARS ? `\n\n${SCHEMA_NOTE}\n${schema}` : ""
  const note = `Your last reply to this could not be used: ${fenced(problem)}. Reply again, complete and brief.`
  return { ...request, user: `${request.user}\n\n---\n${note}${shape}` }
}

// Finds the JSON in what a model wrote: alone, in a code fence, or with text around it. Pure. It never mends JSON: a reply cut short must not pass for a whole one.

type Found = { kind: "json"; value: unknown } | { kind: "cut_short" } | { kind: "none" }

const CLOSERS: Record<string, string> = { "{": "}", "[": "]" }

/**
 * The first balanced JSON object or array of a reply, thoughts in `<think>` aside. Bracketed prose is passed over. A
 * bracket that never closes ends the search: what stands inside it is a part, and a part is not the reply.
 */
export function findJson(reply: string): Found {
  const whole = parsed(reply)
  if (whole && typeof whole.value === "object") return { kind: "json", value: whole.value }
  const text = reply.replace(/^[\s\S]*?<\/think>/, "")
  let from = text.search(/[{[]/)
  while (from >= 0) {
    const end = endOfBracket(text, from)
    if (end === null) return { kind: "cut_short" }
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

/** Just past the bracket that closes the one at `start`, strings minded; null where none does. */
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
