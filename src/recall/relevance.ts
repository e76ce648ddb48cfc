/**
 * Keeps only the recalled items that match the question. Used for search results that people read: a model
 * can use the other items as background, but for a person they are noise. Pure.
 */

import type { Id } from "../domain/types.ts"
import { stems } from "../text/stems.ts"
import { type Item, isQuotable } from "./context.ts"
import { parseQuestion, type QuestionInput } from "./find/question.ts"

/**
 * Minimum score at which a memory or note counts as relevant without a shared word. A message can reach it by
 * age and place alone, so messages need a shared word.
 */
const NEAR = 0.35

/**
 * Keeps items that share a word with the question, are about the person asked for, or score at least `NEAR`.
 */
export function relevantItems(items: readonly Item[], asked: QuestionInput, about: Id | null): Item[] {
  const question = parseQuestion(asked)
  if (question.onlyTime) return [...items]
  const questionStems = stems(question.words)
  const relevant = items.filter(({ kind, subject, text, title, topics, score }) => {
    if (about !== null && subject?.id === about) return true
    const words = new Set(stems([text, title ?? "", subject?.name ?? "", ...topics].join(" ")))
    return (kind !== "message" && score >= NEAR) || questionStems.some((stem) => words.has(stem))
  })
  return withoutEchoes(relevant, question.words)
}

export function isSaidBy({ kind, sources }: Pick<Item, "kind" | "sources">, authorId: Id | null): boolean {
  return kind === "message" && sources.some((source) => source.author_id === authorId)
}

/**
 * Removes messages that add nothing: sources of a memory in the list, and messages found only for the
 * preceding message if that one is itself in the list.
 */
export function withoutEchoes(items: readonly Item[], question: string): Item[] {
  const questionStems = new Set(stems(question))
  const memories = items.filter(({ kind }) => kind === "memory")
  const kept: Item[] = []
  for (const item of items)
    if (item.kind !== "message" || !isEcho(item, [...memories, ...kept], questionStems)) kept.push(item)
  return kept
}

function isEcho(
  { text, sources }: Item,
  others: readonly Item[],
  questionStems: ReadonlySet<string>,
): boolean {
  const [own] = sources
  const cited = others.flatMap((other) => (other.kind === "note" ? [] : other.sources))
  if (cited.some((source) => source.message_id !== null && source.message_id === own?.message_id)) return true
  if (stems(own?.excerpt ?? "").some((stem) => questionStems.has(stem))) return false
  return cited.some(({ excerpt }) => isQuotable(excerpt) && text.includes(excerpt))
}
