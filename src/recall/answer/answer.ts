/**
 * Answers a question from recalled items. A model writes the answer and cites its sources; without a model,
 * items are quoted. Reads no memory itself.
 */
import { structured } from "../../ai/chat/structured.ts"
import type { ChatModel } from "../../ai/chat.ts"
import { withDeadline } from "../../ai/deadline.ts"
import type { Usage } from "../../domain/types.ts"
import { languageOf } from "../../text/language.ts"
import { stemSet } from "../../text/stems.ts"
import type { Item } from "../context.ts"
import { checkAnswer, indexedWords, type Offered } from "./check.ts"
import { composeByRules } from "./compose.ts"
import { numberedFacts } from "./people-lines.ts"
import { type Answer, type AnswerInput, AnswerReplySchema, answerPrompt, dropUnrepeatable } from "./prompt.ts"

export interface Answered {
  answer: Answer
  /** Usage of every model call, including failed ones. */
  usage: Usage[]
  /** Why the model's answer was not used. `null` if it was used, or if no model was called. */
  failed: "retry_later" | "stop_today" | "bad_reply" | "unfit" | null
}

/** Includes the tokens that some models spend on reasoning before the answer. */
const MAX_TOKENS = 1_500
/**
 * Longer answers are cut at the end of a sentence. The rest of a Discord message holds the question and the
 * sources.
 */
const MOST_CHARACTERS = 1_200

/**
 * `chat` is `null` if no model is bound or today's tokens are spent. After `timeoutMs` rules answer: a person waits. Model failures fall back to quotes and
 * never throw.
 */
export async function composeAnswer(
  input: AnswerInput,
  chat: ChatModel | null,
  timeoutMs: number,
): Promise<Answered> {
  const repeatable = dropUnrepeatable(input)
  if (chat === null) return { answer: composeByRules(repeatable), usage: [], failed: null }
  const { system, user } = answerPrompt(repeatable)
  const reply = await structured(withDeadline(Date.now() + timeoutMs, chat), {
    purpose: "answer",
    tier: "strong",
    system,
    user,
    schemaName: "answer",
    schema: AnswerReplySchema,
    maxTokens: MAX_TOKENS,
    timeoutMs,
  })
  const { usage } = reply
  if (reply.kind !== "ok") return { answer: composeByRules(repeatable), usage, failed: reply.kind }
  const checked = checkAnswer(reply.value, offeredBy(repeatable), MOST_CHARACTERS)
  if (checked === null) return { answer: composeByRules(repeatable), usage, failed: "unfit" }
  const { text, basis, cited } = checked
  const offered = offeredItems(repeatable)
  const items = cited.flatMap((number) => offered[number - 1] ?? [])
  return { answer: { method: "model", text, basis, items }, usage, failed: null }
}

/** Everything that an answer may cite, in the order of its numbers: see `numberedFacts`. */
function offeredItems({ items, people }: AnswerInput): Item[] {
  return [...items, ...numberedFacts(people, items).map(({ item }) => item)]
}

function offeredBy(input: AnswerInput): Offered {
  const { question, searched } = input
  const items = offeredItems(input)
  const asked = stemSet(searched)
  return {
    count: items.length,
    literals: [question, ...items.map(({ text }) => text)].flatMap(indexedWords),
    // A source shares a word with the sentence or the question, unless one of them is in another language.
    bears: (number, sentence) => {
      const item = items[number - 1]
      if (item === undefined) return false
      const text = [item.text, item.title ?? "", item.subject?.name ?? "", item.around ?? ""].join(" ")
      if (languageOf(text) !== languageOf(sentence)) return true
      const said = stemSet(sentence)
      return [...stemSet(text)].some((stem) => asked.has(stem) || said.has(stem))
    },
  }
}
