/** What the rules are silent on, whatever is said of it: the classes that a guild refuses to keep of people. */

import type { Person } from "../../domain/types.ts"
import { refusedIn, type SensitiveRule } from "../../privacy/sensitive.ts"

/** Whether a text is silent matter: a line for a note, or a fact; of the group's facts only those that speak of somebody. */
export type IsSensitive = (text: string, ofGroup?: boolean) => boolean

export function sensitiveTo(rule: SensitiveRule, members: readonly Person[]): IsSensitive {
  const people = members.map((person) => person.name)
  return (text, ofGroup = false) => refusedIn(text, rule, { people, ofGroup }) !== null
}
