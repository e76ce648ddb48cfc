/** What to search for where a question leans on what was said before it: "and her sister?". Pure. */
import { stems } from "../../text/stems.ts"
import { truncate } from "../../text/truncate.ts"
import { subjectMatter } from "../find/question.ts"
import type { Turn } from "./matter.ts"

const LEANS =
  /^(?:and|but|so|or|why|what about|how about|since when)\b|\b(?:he|she|they|him|her|them|his|hers|their|it|its|that one|this one|there)\b/i
/** A question with so many telling words stands on its own. */
const ENOUGH = 3
const CHARACTERS = 200

/** The question's words; with those of the last two turns before them, where it would find nothing by itself. */
export function searchedFor(question: string, turns: readonly Turn[]): string {
  const telling = stems(subjectMatter(question)).length
  if (turns.length === 0 || telling >= ENOUGH || !(LEANS.test(question) || telling < 2)) return question
  const before = turns
    .slice(-2)
    .map(({ text }) => truncate(text.toWellFormed(), CHARACTERS, { ellipsis: false }))
  return [question, ...before].join(" ")
}
