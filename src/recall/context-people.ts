/** The people of a context: whom its items are about, and those who ask, are mentioned, talk or are named by notes. Pure. */
import type { Id } from "../domain/types.ts"
import type { ContextPerson, Item, PersonRole } from "./context.ts"
import type { Candidates } from "./find/candidates.ts"
import type { QuestionInput } from "./find/question.ts"

export interface PersonCount {
  id: Id
  name: string | null
  facts: number
}

/** Returns the people whom items are about, with how many facts of each there are. */
export function countsOf(items: readonly Item[]): PersonCount[] {
  const people = new Map<Id, PersonCount>()
  for (const { subject, kind } of items) {
    if (!subject) continue
    const known = people.get(subject.id) ?? { id: subject.id, name: subject.name, facts: 0 }
    people.set(subject.id, {
      ...known,
      name: known.name ?? subject.name,
      facts: known.facts + Number(kind === "memory"),
    })
  }
  return [...people.values()]
}

/** The people of a context without duplicates, with names where known. */
export function peopleOf(
  question: Pick<QuestionInput, "asker" | "mentions" | "talking">,
  { about, noted, matching, notes }: Candidates,
): ContextPerson[] {
  const names = new Map<Id, string | null>()
  for (const note of notes) for (const { id, name } of note.participants) names.set(id, name)
  for (const { memory, subjectName } of [...matching, ...noted, ...about])
    if (memory.subject.scope === "user") names.set(memory.subject.id, subjectName)
  const told = new Set([...matching, ...noted, ...about].map(({ memory }) => memory.subject.id))
  const roles = new Map<Id, PersonRole>()
  for (const { memory } of noted) roles.set(memory.subject.id, "noted")
  for (const id of question.talking ?? []) roles.set(id, "talking")
  for (const id of question.mentions) roles.set(id, "mentioned")
  if (question.asker !== null) roles.set(question.asker, "asking")
  return [...roles].map(([id, role]) => ({
    id,
    name: names.get(id) ?? null,
    role,
    digests: { context: null, today: null, history: null },
    ...(role === "mentioned" && !told.has(id) ? { isUnknown: true } : {}),
  }))
}
