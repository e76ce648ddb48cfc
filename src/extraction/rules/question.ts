/** Questions read from a sentence, chat spellings evened out first. */

import type { ParsedQuestion } from "./question-builders.ts"
import { QUESTION_PATTERNS } from "./question-patterns.ts"

const INSENSITIVE = QUESTION_PATTERNS.map(
  ([pattern, read]) => [new RegExp(pattern.source, pattern.flags.includes("u") ? "iu" : "i"), read] as const,
)

export function readQuestion(text: string): ParsedQuestion | null {
  if (text.length > 160) return null
  const plain = text
    .replace(/[?!.,"]+$/g, "")
    .replace(
      /,? (?:then|btw|by the way|bro|man|dude|mate|again|if you don't mind(?: me asking)?|if i may ask|if i can ask|exactly|anyway)$/gi,
      "",
    )
    .replace(/\s+/g, " ")
    .replace(
      /^(?:what|which) (?:city|country|town|state|part of \w+) (are|do|did|will|were|d'you)\b(.*?)(?: to| in)?$/i,
      "where $1$2",
    )
    .replace(
      /^(?:have you|did you|you|u)(?: guys| all)? (?:decided?|figured?(?: out)?|picked?|chosen?|choose|settled?)(?: yet)?(?: on)? where (?:to|you're going to|you are going to|you want to|you'll|you're) /i,
      "where did you decide to ",
    )
    .trim()
  for (const [pattern, read] of INSENSITIVE) {
    const match = pattern.exec(plain)
    if (match !== null) return read(match.slice(1).map((group) => group ?? ""))
  }
  return null
}
