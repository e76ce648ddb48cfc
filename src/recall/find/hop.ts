/** The second search without a model: people, places and titles that the best finds speak of lead to what the question did not name. Pure. */

import { searchText } from "../../memory/db/rows.ts"
import type { Hit } from "../../memory/read/message-query.ts"
import { stemSet } from "../../text/stem-set.ts"
import type { FirstLook } from "./lookups.ts"
import type { Question } from "./question.ts"

const BEST = 3
const SEEDS = 5

/**
 * Names in the best finds that the question does not hold, the most often named first; at most 5. None where a find holds
 * every word of the question: nothing is left to look for.
 */
export function seedsOf(
  question: Pick<Question, "words">,
  { matching }: Pick<FirstLook, "matching">,
  hits: readonly Hit[],
): string[] {
  if (isAnswered(question, matching)) return []
  const asked = ` ${wordsOf(question.words)} `
  const texts = [
    ...matching.slice(0, BEST).map(({ memory }) => memory.fact),
    ...hits.slice(0, BEST).map(({ message }) => message.content),
  ]
  const counts = new Map<string, number>()
  for (const name of texts.flatMap(names)) {
    if (!asked.includes(` ${wordsOf(name)} `)) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, SEEDS)
    .map(([name]) => name)
}

function isAnswered({ words }: Pick<Question, "words">, matching: FirstLook["matching"]): boolean {
  const asked = [...stemSet(words)]
  return matching.slice(0, BEST).some(({ memory }) => {
    const held = stemSet(searchText(memory))
    return asked.every((stem) => held.has(stem))
  })
}

/** Lower-case words, a space between each two. */
function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/['’]s\b|[^\p{L}\p{M}\p{N}]+/gu, " ")
    .replace(/ +/g, " ")
    .trim()
}

/** Runs of capitalized words that do not only begin a sentence, and what stands in quotation marks. */
function names(text: string): string[] {
  const capitalized =
    text.match(/(?<=[\p{Ll}\p{N},;] )\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+)*/gu) ?? []
  const quoted = [...text.matchAll(/["“]([^"“”]{2,60})["”]/gu)].map((match) => match[1] ?? "")
  return [...capitalized, ...quoted].map((name) => name.replace(/['’]s$/u, ""))
}
