/** Answers a question from what recall found: a model words it, with the sources it names; without one, what is known is quoted. Reads no memory of its own. */
import { structured } from "../../ai/chat/structured.ts"
import type { ChatModel } from "../../ai/chat.ts"
import { withDeadline } from "../../ai/deadline.ts"
import type { Usage } from "../../domain/types.ts"
import type { Item } from "../context.ts"
import { checkAnswer } from "./check.ts"
import { type AnswerInput, AnswerReplySchema, answerPrompt, type Basis, dropUnrepeatable } from "./prompt.ts"
import { type Quotes, quoteAnswer } from "./quote.ts"

export type Answer =
  /** Each [n] in the text is the nth of `items`. */
  | { method: "model"; text: string; basis: Basis; items: Item[] }
  | ({ method: "quote" } & Quotes)
  | { method: "nothing" }

export interface Answered {
  answer: Answer
  /** What the model was paid, whatever came of it. */
  usage: Usage[]
  /** Why no model worded it although one was asked; null: one did, or none was. */
  failed: "retry_later" | "stop_today" | "bad_reply" | "unfit" | null
}

/** A person waits: past this, what is known is quoted. */
const ANSWER_MS = 25_000
/** Some models think before the first letter, and that counts. */
const MAX_TOKENS = 1_500
/** Longer answers are cut at a sentence: quotation and sources need room too. */
const MOST_CHARACTERS = 1_200

/** `chat` is null where there is no model, or the day's tokens are spent. Never throws for anything the model does. */
export async function composeAnswer(matter: AnswerInput, chat: ChatModel | null): Promise<Answered> {
  const shown = dropUnrepeatable(matter)
  if (chat === null) return { answer: quoting(shown), usage: [], failed: null }
  const { system, user } = answerPrompt(shown)
  const reply = await structured(withDeadline(Date.now() + ANSWER_MS, chat), {
    purpose: "answer",
    tier: "strong",
    system,
    user,
    schemaName: "answer",
    schema: AnswerReplySchema,
    maxTokens: MAX_TOKENS,
    timeoutMs: ANSWER_MS,
  })
  const { usage } = reply
  if (reply.kind !== "ok") return { answer: quoting(shown), usage, failed: reply.kind }
  const worded = checkAnswer(reply.value, shown.items.length, MOST_CHARACTERS)
  if (worded === null) return { answer: quoting(shown), usage, failed: "unfit" }
  const { text, basis, cited } = worded
  const items = cited.flatMap((number) => shown.items[number - 1] ?? [])
  return { answer: { method: "model", text, basis, items }, usage, failed: null }
}

function quoting(matter: AnswerInput): Answer {
  const found = quoteAnswer(matter)
  return found === null ? { method: "nothing" } : { method: "quote", ...found }
}
