/** Whether words may become a memory at all, told by a person or written by one: the one order in which they are judged. Pure. */
import type { Refusal } from "../domain/errors.ts"
import type { Sensitive } from "../domain/types.ts"
import type { Found } from "../memory/read/search.ts"
import { readsAsInstruction } from "./instructions.ts"
import { holdsSecret } from "./secrets.ts"
import { type About, refusedIn, type SensitiveRule } from "./sensitive.ts"

/** Why a text may not be kept, as the refusal to whoever wrote it. */
export type Unfit =
  | Extract<Refusal, { reason: "secret" | "instruction" }>
  | { reason: "sensitive"; kind: Sensitive }

/** null where nothing speaks against keeping it. */
export function unfitToKeep(text: string, rule: SensitiveRule, about: About): Unfit | null {
  if (holdsSecret(text)) return { reason: "secret" }
  const kind = refusedIn(text, rule, about)
  if (kind) return { reason: "sensitive", kind }
  return readsAsInstruction(text) ? { reason: "instruction" } : null
}

/** The same for the words that a person gives a memory: they may word it as little as anything else may in a way that is not to be kept. */
export function unfitFor(
  { memory, subjectName }: Pick<Found, "memory" | "subjectName">,
  texts: readonly string[],
  rule: SensitiveRule,
): Unfit | null {
  const people = subjectName === null ? [] : [subjectName]
  const ofGroup = memory.subject.scope !== "user"
  for (const text of texts) {
    const unfit = unfitToKeep(text, rule, { people, ofGroup })
    if (unfit) return unfit
  }
  return null
}
