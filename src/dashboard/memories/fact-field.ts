/** The words that a person gives a memory: the same checks for a correction and for an edit in review. Pure. */
import { z } from "zod"
import { Refused } from "../../domain/errors.ts"
import type { FoundMemory } from "../../memory/read/search.ts"

export const LONGEST_FACT = 300
/** A fact is read without the conversation around it. */
const PRONOUN = /^(?:he|she|they|i|you|we)\b/i
/** Mentions and custom emoji of Discord, which begin with a sign, are no markup. */
const MARKUP = /<\/?[a-z][^<>]*>/i

export const FactField = z
  .string()
  .transform((words) => words.replace(/\s+/g, " ").trim())
  .refine((words) => /[\p{L}\p{N}]/u.test(words), "must not be empty")
  .refine((words) => !MARKUP.test(words), "must be plain text, without markup such as bold or links")
  .refine((words) => !PRONOUN.test(words), "must begin with the name of the person, not with a pronoun")
  .refine((words) => words.length <= LONGEST_FACT, `must have at most ${LONGEST_FACT} characters`)

/** Refuses new words that are no sentence, or that do not begin with the name of the person they are about. */
export function checkNewWords(fact: string, { memory, subjectName }: FoundMemory): void {
  if (fact === memory.fact) return
  const isPerson = memory.subject.scope === "user"
  if (isPerson && subjectName !== null && !beginsWithName(fact, [subjectName, memory.fact]))
    refuse("must begin with the name of the person")
  if (!/[\p{L}\p{N}]\S*\s+\S*[\p{L}\p{N}]/u.test(fact) && /^[\p{Script=Latin}\p{N}\p{P}\s]+$/u.test(fact))
    refuse("must be a sentence")
}

function refuse(problem: string): never {
  throw new Refused({ reason: "invalid", issues: [{ field: "fact", problem }] })
}

/** Compares with the first word of each text: the person's name, and the fact as it stands, which may use another one. */
function beginsWithName(fact: string, named: readonly string[]): boolean {
  const words = fact.toLocaleLowerCase()
  return named.some((text) => {
    const first = firstWord(text.toLocaleLowerCase())
    return first === "" || words.startsWith(first) || firstWord(words) === first
  })
}

function firstWord(text: string): string {
  return /[\p{L}\p{N}]+/u.exec(text)?.[0] ?? ""
}
