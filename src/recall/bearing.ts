/** Which of what recall found bears on the question at all: to a model the rest is background, to a person who looks something up it is noise. Pure. */
import { stems } from "../memory/terms.ts"
import type { Id } from "../vocabulary.ts"
import type { Item } from "./context.ts"
import { type Asked, understand } from "./question.ts"

/** As near as this, something bears on the question whatever its words. */
const NEAR = 0.35

/** What shares a word with the question, names or is about whom it asks for, or is near to it in meaning. */
export function bearing(items: readonly Item[], asked: Asked, about: Id | null): Item[] {
  const question = understand(asked)
  if (question.onlyTime) return [...items]
  const telling = stems(question.words)
  return items.filter(({ subject, text, title, topics, score }) => {
    if (about !== null && subject?.id === about) return true
    const words = new Set(stems([text, title ?? "", subject?.name ?? "", ...topics].join(" ")))
    return score >= NEAR || telling.some((stem) => words.has(stem))
  })
}
