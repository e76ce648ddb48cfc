/** Why an import refuses a row: who is in it, and what it says. The target's consents and erasures apply. Pure. */
import { NO_AUTHOR } from "../domain/events.ts"
import type { Id, Time } from "../domain/types.ts"
import { mayRemember } from "../privacy/consent.ts"
import { checkContent } from "../privacy/content-check.ts"
import type { SensitiveRule } from "../privacy/sensitive.ts"
import type { Target } from "./target.ts"

/**
 * - `opted_out`, `erased`: of, by or about somebody who must not be remembered, or naming them; or said in a channel that
 *   was erased here since.
 * - `forgotten`, `deleted`: rests on a message that was forgotten or deleted here, or is an event that was.
 * - `unfit`: the target's policy does not allow the words.
 * - `decided_here`: the fact is known here and no longer active, or waits for a decision; or the accounts are
 *   attributed in another way here.
 * - `no_statement`: nothing is left that it rests on.
 * - `no_source`: a topic without all its conversations.
 * - `id_taken`: another guild has a row of this id, or the target an event of this id with other content.
 * - `global`: belongs to the whole deployment, and only the operator may bring it.
 */
export type ImportRefusal =
  | "opted_out"
  | "erased"
  | "forgotten"
  | "deleted"
  | "unfit"
  | "decided_here"
  | "no_statement"
  | "no_source"
  | "id_taken"
  | "global"

/** Checks a person in a row with words from between these times. The author of an event about nobody is nobody. */
export function refusedPerson(target: Target, id: Id, span: { from: Time; to: Time }): ImportRefusal | null {
  if (id === NO_AUTHOR) return null
  const person = target.people.get(id)
  const said = { consent: person?.consent ?? null, objects: target.objections.has(id) }
  if (!mayRemember(said, target.optIn)) return "opted_out"
  const erasedAt = person?.erasedAt ?? null
  return erasedAt !== null && span.from <= erasedAt ? "erased" : null
}

/** Checks a channel for words that were said there at a time. */
export function refusedChannel(target: Target, id: Id | null, at: Time): ImportRefusal | null {
  const until = id === null ? undefined : target.erasedChannels.get(id)
  return until !== undefined && at <= until ? "erased" : null
}

/** Checks texts for names that must not be written. */
export function refusedName(target: Target, texts: readonly string[]): ImportRefusal | null {
  if (texts.some((text) => target.objecting.mentions(text))) return "opted_out"
  return texts.some((text) => target.erased.mentions(text)) ? "erased" : null
}

/** Checks words about these people, or about a group, by the policy. */
export function refusedWords(
  texts: readonly string[],
  rule: SensitiveRule,
  about: { people: readonly string[]; ofGroup: boolean },
): ImportRefusal | null {
  return texts.some((text) => checkContent(text, rule, about) !== null) ? "unfit" : null
}

/** The first reason; `null` if there is none. */
export function firstOf(reasons: readonly (ImportRefusal | null)[]): ImportRefusal | null {
  return reasons.find((reason) => reason !== null) ?? null
}
