/**
 * Parses a chat service's answer, in either common format, into a ChatReply. The body is foreign: nothing in
 * it is trusted.
 */

import { z } from "zod"
import type { Usage } from "../../domain/types.ts"
import type { ChatReply, ChatRequest } from "../chat.ts"
import { classifyFailure, describeFailure } from "../failures.ts"

const Count = z.number().int().nonnegative().optional().catch(undefined)
const Choice = z.object({
  message: z
    .object({ content: z.unknown().optional(), refusal: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
  finish_reason: z.string().nullish().catch(null),
  error: z.unknown().optional(),
})
const Completion = z.object({
  choices: z.array(Choice).optional().catch(undefined),
  /** The reply of Workers AI's older models: a string, or the value itself in JSON Mode. */
  response: z.unknown().optional(),
  usage: z.object({ prompt_tokens: Count, completion_tokens: Count }).optional().catch(undefined),
  error: z.unknown().optional(),
})
type Completion = z.infer<typeof Completion>

/**
 * Estimates tokens if the service reports none: one token per three characters, which overestimates to
 * protect the budget.
 */
export function estimatedTokens(text: string): number {
  return Math.ceil(text.length / 3)
}

/**
 * Estimates the usage of a call if the service does not report it. Without a reply, it counts the prompt
 * alone.
 */
export function estimatedUsage(request: ChatRequest, model: string, reply = ""): Usage {
  const inputTokens = estimatedTokens(request.system + request.user)
  return { purpose: request.purpose, model, inputTokens, outputTokens: estimatedTokens(reply) }
}

/**
 * Reads the reply from the body of a successful call. An error inside the body is still an error. An empty
 * text is a bad reply that was billed: a thinking model can spend all its tokens before the reply begins.
 */
export function readCompletion(body: unknown, request: ChatRequest, model: string): ChatReply {
  const parsed = Completion.safeParse(body)
  if (!parsed.success) return unreadableCompletion("not a chat completion", request, model)
  const completion = parsed.data
  const choice = completion.choices?.[0]
  const error = completion.error ?? choice?.error
  if (error !== undefined && error !== null) return readError(error, reported(completion, request, model))
  if (!choice && (completion.response === undefined || completion.response === null))
    return unreadableCompletion("a chat completion without a choice", request, model)
  const text = textOf(choice ? choice.message?.content : completion.response)
  const usage = reported(completion, request, model) ?? estimatedUsage(request, model, text)
  if (text.trim()) return { kind: "ok", text, usage }
  const detail = emptyReason(choice?.finish_reason, choice?.message?.refusal)
  return { kind: "failed", failure: "bad_reply", detail, usage }
}

/**
 * The reply to an unreadable answer: something between this Worker and the model is broken, or it is not a
 * model. The call may have been billed.
 */
export function unreadableCompletion(what: string, request: ChatRequest, model: string): ChatReply {
  const usage = estimatedUsage(request, model)
  return { kind: "failed", failure: "retry_later", detail: `the service answered with ${what}`, usage }
}

function readError(error: unknown, usage: Usage | null): ChatReply {
  const text = typeof error === "string" ? error : JSON.stringify(error)
  const code = z.object({ code: z.coerce.number().int().min(400).max(599) }).safeParse(error)
  const trouble = { status: code.success ? code.data.code : null, text }
  return { kind: "failed", failure: classifyFailure(trouble), detail: describeFailure(trouble), usage }
}

function reported(completion: Completion, request: ChatRequest, model: string): Usage | null {
  const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = completion.usage ?? {}
  if (inputTokens === undefined || outputTokens === undefined) return null
  return { purpose: request.purpose, model, inputTokens, outputTokens }
}

const Parts = z.array(z.object({ text: z.string().catch("") }))

/** Content is text, a list of text parts, or in JSON Mode the value itself. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content
  if (content === undefined || content === null) return ""
  const parts = Parts.safeParse(content)
  if (parts.success && parts.data.some((part) => part.text))
    return parts.data.map((part) => part.text).join("")
  return JSON.stringify(content)
}

function emptyReason(finish: string | null | undefined, refusal: string | null | undefined): string {
  if (refusal) return `the model refused: ${refusal.slice(0, 200)}`
  if (finish === "length") return "the model spent all its tokens before it wrote a reply"
  if (finish === "content_filter") return "a content filter removed the reply"
  return "the reply was empty"
}
