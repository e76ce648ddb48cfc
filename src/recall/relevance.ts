/** Which of what recall found bears on the question at all: to a model the rest is background, to a person who looks something up it is noise. Pure. */

import type { Id } from "../domain/types.ts"
import { stems } from "../text/stems.ts"
import { type Item, isQuotable } from "./context.ts"
import { parseQuestion, type QuestionInput } from "./find/question.ts"

/** As near as this, a memory or note bears on the question whatever its words. A message may stand so high for its age and place alone. */
const NEAR = 0.35

/** What shares a word with the question, names or is about whom it asks for, or is near to it in meaning. */
export function relevantItems(items: readonly Item[], asked: QuestionInput, about: Id | null): Item[] {
  const question = parseQuestion(asked)
  if (question.onlyTime) return [...items]
  const telling = stems(question.words)
  const bear = items.filter(({ kind, subject, text, title, topics, score }) => {
    if (about !== null && subject?.id === about) return true
    const words = new Set(stems([text, title ?? "", subject?.name ?? "", ...topics].join(" ")))
    return (kind !== "message" && score >= NEAR) || telling.some((stem) => words.has(stem))
  })
  return withoutEchoes(bear, question.words)
}

/** Whether it is a message of this author's. */
export function isSaidBy({ kind, sources }: Pick<Item, "kind" | "sources">, authorId: Id | null): boolean {
  return kind === "message" && sources.some((source) => source.author_id === authorId)
}

/**
 * Without messages that tell nothing more: those a memory among the items was learned from, and those found only for the line
 * before them, which stands among the items itself.
 */
export function withoutEchoes(items: readonly Item[], question: string): Item[] {
  const telling = new Set(stems(question))
  const memories = items.filter(({ kind }) => kind === "memory")
  const kept: Item[] = []
  for (const item of items)
    if (item.kind !== "message" || !echoes(item, [...memories, ...kept], telling)) kept.push(item)
  return kept
}

function echoes({ text, sources }: Item, others: readonly Item[], telling: ReadonlySet<string>): boolean {
  const [own] = sources
  const cited = others.flatMap((other) => (other.kind === "note" ? [] : other.sources))
  if (cited.some((source) => source.message_id !== null && source.message_id === own?.message_id)) return true
  if (stems(own?.excerpt ?? "").some((stem) => telling.has(stem))) return false
  return cited.some(({ excerpt }) => isQuotable(excerpt) && text.includes(excerpt))
}
