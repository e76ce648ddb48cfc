/** Groups a context by person: each person once, with facts and digests. Pure. */
import type { Id } from "../../domain/types.ts"
import { type ContextPerson, type Item, PERSON_ROLES, type RecallContext } from "../context.ts"
import { safeLine } from "./sanitize.ts"

interface PersonProse {
  of: keyof ContextPerson["digests"]
  text: string
}

export interface PersonSection {
  /** `null` for the server itself. */
  person: { id: Id; name: string } | null
  /** The name as given, with the id if two people share it. Not yet sanitized. */
  label: string
  shared: boolean
  role: ContextPerson["role"] | null
  facts: Item[]
  prose: PersonProse[]
  /** Nothing is known of a person asked about. */
  isUnknown: boolean
}

/**
 * Askers first, then mentioned, then noted people, then other subjects of facts, best first. People without
 * content are left out, except those asked about of whom nothing is known.
 */
export function personSections(context: RecallContext): PersonSection[] {
  const names = contextNames(context)
  const sections = new Map<Id | null, PersonSection>()
  const sectionOf = (id: Id | null) => {
    const known = sections.get(id) ?? emptySection(id, names)
    sections.set(id, known)
    return known
  }
  for (const part of byRole(context.people)) {
    const section = sectionOf(part.id)
    section.role ??= part.role
    section.isUnknown ||= part.isUnknown === true
    if (section.prose.length === 0) section.prose = proseOf(part.digests)
  }
  for (const item of context.items)
    if (item.kind === "memory") sectionOf(item.subject?.id ?? null).facts.push(item)
  return [...sections.values()]
    .map((one) => ({ ...one, isUnknown: one.isUnknown && one.facts.length + one.prose.length === 0 }))
    .filter(({ facts, prose, isUnknown }) => facts.length + prose.length > 0 || isUnknown)
}

/** The merged digest covers everything. Without it, today and earlier days are separate. */
function proseOf({ context, today, history }: ContextPerson["digests"]): PersonProse[] {
  const all: { of: PersonProse["of"]; text: string | null }[] =
    context === null
      ? [
          { of: "today", text: today },
          { of: "history", text: history },
        ]
      : [{ of: "context", text: context }]
  return all.flatMap(({ of, text }) => (text !== null && safeLine(text) !== "" ? [{ of, text }] : []))
}

/** Display names of a context's people, with the id if another person has the same name. */
export class DisplayNames {
  readonly #names = new Map<Id, string>()
  readonly #shared = new Set<Id>()

  constructor(people: Iterable<{ id: Id; name: string | null }>) {
    const bearers = new Map<string, Id>()
    for (const { id, name } of people) {
      const shown = name === null || this.#names.has(id) ? "" : safeLine(name)
      if (name === null || shown === "") continue
      const other = bearers.get(shown)
      if (other === undefined) bearers.set(shown, id)
      else this.#shared.add(other).add(id)
      this.#names.set(id, name)
    }
  }

  name(id: Id): string {
    return this.#names.get(id) ?? id
  }

  isShared(id: Id): boolean {
    return this.#shared.has(id)
  }

  label(id: Id): string {
    return this.isShared(id) ? `${this.name(id)} (${id})` : this.name(id)
  }
}

export function contextNames(context: RecallContext): DisplayNames {
  return new DisplayNames([...context.people, ...context.items.flatMap(({ subject }) => subject ?? [])])
}

function emptySection(id: Id | null, names: DisplayNames): PersonSection {
  const person = id === null ? null : { id, name: names.name(id) }
  const label = id === null ? "this server" : names.label(id)
  return {
    person,
    label,
    shared: id !== null && names.isShared(id),
    role: null,
    facts: [],
    prose: [],
    isUnknown: false,
  }
}

function byRole(people: readonly ContextPerson[]): ContextPerson[] {
  return PERSON_ROLES.flatMap((role) => people.filter((part) => part.role === role))
}

/** Names what a fact was learned from: its conversation by title, or the kind of source. */
export function originOf({ title, sources }: Item): string {
  if (title !== null) return title
  if (sources.some((source) => source.event_id !== undefined)) return "an event"
  return sources.some((source) => source.message_id !== null) ? "a conversation" : "told directly"
}
