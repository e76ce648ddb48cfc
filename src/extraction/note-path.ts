/** What a channel that is heard for notes alone yields: title and summary of its talks, and nothing about anybody. A model is asked for no more than that, and shown nothing that is known. */

import { structured } from "../ai/chat/structured.ts"
import type { ChatModel } from "../ai/chat.ts"
import type { Extraction } from "../domain/types.ts"
import { type ModelOutcome, noteSaid } from "./model-path.ts"
import { notePrompt, type Shown } from "./prompt.ts"
import { NoteReplySchema } from "./reply.ts"

const MAX_TOKENS = 600
const TIMEOUT_MS = 90_000

export async function noteByModel(chat: ChatModel, shown: Shown): Promise<ModelOutcome> {
  const { hash, ...prompt } = notePrompt(shown)
  const answer = await structured(chat, {
    purpose: "extraction",
    tier: "fast",
    ...prompt,
    schemaName: "note",
    schema: NoteReplySchema,
    maxTokens: MAX_TOKENS,
    timeoutMs: TIMEOUT_MS,
  })
  if (answer.kind !== "ok") return { kind: answer.kind, detail: answer.detail, usage: answer.usage }
  return {
    kind: "extracted",
    extraction: {
      method: "model",
      model: answer.model,
      promptHash: hash,
      note: noteSaid(answer.value),
      claims: [],
      digests: [],
      usage: answer.usage,
    },
  }
}

/** What was read in another way, as far as it may be kept here. */
export function noteAlone<T extends Extraction>(extraction: T): T {
  return { ...extraction, claims: [], digests: [] }
}
