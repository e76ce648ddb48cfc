/** A fact in the making: what was said so far about whom, before it becomes a claim. */
import type { Person } from "../../domain/types.ts"
import type { Kind } from "./kinds.ts"
import { undated } from "./times.ts"

export interface Draft {
  /** Whom the claim is about. */
  subject: Person
  /** Who said it. */
  by: Person
  /** The subject in words: "Alice", "Alice's sister". */
  label: string
  plural: boolean
  /** Whether it is about somebody of the subject's, not themselves. */
  ofKin: boolean
  /** The verb group in third person. */
  verb: string
  /** What follows the verb, retold. */
  object: string
  /** What later lines added. */
  tail: string
  lemma: string
  kind: Kind
  confidence: number
  lines: Set<number>
  /** The place it names, as "there" may mean it. */
  place: string | null
  timed: boolean
  /** The last line that made or grew it. */
  lastLine: number
  lastAt: number
}

export function factOf(draft: Draft): string {
  const fact = `${draft.label} ${draft.verb} ${draft.object}${draft.tail}`
  const paired = fact.split('"').length % 2 === 1 ? fact : fact.replaceAll('"', "")
  return undated(
    paired
      .replace(/\s+/g, " ")
      .replace(/ ([,.;])/g, "$1")
      .trim(),
  )
}
