/** Extraction by a model: one structured call per window, and the reply converted to an Extraction. */

import { structured } from "../ai/chat/structured.ts"
import type { ChatModel } from "../ai/chat.ts"
import type { Extraction, Usage } from "../domain/types.ts"
import { extractionPrompt, notePrompt, type PromptInput } from "./prompt.ts"
import { ExtractionReplySchema, fromReply, NoteReplySchema, noteFromReply } from "./reply.ts"
import { salvageReply } from "./salvage.ts"

export type ModelOutcome =
  | { kind: "extracted"; extraction: Extraction }
  | { kind: "retry_later" | "stop_today" | "bad_reply"; detail: string; usage: Usage[] }

/** 15 claims of about 100 tokens, a note and a line for each person. */
const MAX_TOKENS = 3_000
const TIMEOUT_MS = 90_000

export async function extractByModel(chat: ChatModel, shown: PromptInput): Promise<ModelOutcome> {
  const { hash, ...prompt } = extractionPrompt(shown)
  const answer = await structured(chat, {
    purpose: "extraction",
    tier: "fast",
    ...prompt,
    schemaName: "extraction",
    schema: ExtractionReplySchema,
    salvage: salvageReply,
    maxTokens: MAX_TOKENS,
    timeoutMs: TIMEOUT_MS,
  })
  if (answer.kind !== "ok") return { kind: answer.kind, detail: answer.detail, usage: answer.usage }
  const { model, usage } = answer
  return {
    kind: "extracted",
    extraction: { method: "model", model, promptHash: hash, usage, ...fromReply(answer.value, shown) },
  }
}

// Notes only, for channels in `notes` mode: a title and a summary, without claims. The model is shown no
// memories.

const NOTE_TOKENS = 600
const NOTE_TIMEOUT_MS = 90_000

export async function noteByModel(chat: ChatModel, shown: PromptInput): Promise<ModelOutcome> {
  const { hash, ...prompt } = notePrompt(shown)
  const answer = await structured(chat, {
    purpose: "extraction",
    tier: "fast",
    ...prompt,
    schemaName: "note",
    schema: NoteReplySchema,
    maxTokens: NOTE_TOKENS,
    timeoutMs: NOTE_TIMEOUT_MS,
  })
  if (answer.kind !== "ok") return { kind: answer.kind, detail: answer.detail, usage: answer.usage }
  return {
    kind: "extracted",
    extraction: {
      method: "model",
      model: answer.model,
      promptHash: hash,
      note: noteFromReply(answer.value),
      claims: [],
      digests: [],
      usage: answer.usage,
    },
  }
}

/** Reduces any extraction to what `notes` mode keeps. */
export function withoutClaims<T extends Extraction>(extraction: T): T {
  return { ...extraction, claims: [], digests: [] }
}
