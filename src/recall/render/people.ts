/** Who a context is about: each person once, with the facts and the prose about them. Pure. */
import type { Id } from "../../domain/types.ts"
import { type ContextPerson, type Item, PERSON_ROLES, type RecallContext } from "../context.ts"
import { sanitizeLine } from "./sanitize.ts"

export interface PersonProse {
  of: keyof ContextPerson["digests"]
  text: string
}

export interface PersonSection {
  /** null: the server itself. */
  person: { id: Id; name: string } | null
  /** The name as it was given; with the id where two go by one name. Not yet made safe for a format. */
  label: string
  shared: boolean
  role: ContextPerson["role"] | null
  facts: Item[]
  prose: PersonProse[]
}

/** Those asking first, then mentioned, then noted, then whom else the facts are about, best first. Nobody without a word to say. */
export function personSections(context: RecallContext): PersonSection[] {
  const names = contextNames(context)
  const drafts = new Map<Id | null, PersonSection>()
  const draft = (id: Id | null) => {
    const known = drafts.get(id) ?? blank(id, names)
    drafts.set(id, known)
    return known
  }
  for (const part of inOrder(context.people)) {
    const portrait = draft(part.id)
    portrait.role ??= part.role
    if (portrait.prose.length === 0) portrait.prose = proseOf(part.digests)
  }
  for (const item of context.items)
    if (item.kind === "memory") draft(item.subject?.id ?? null).facts.push(item)
  return [...drafts.values()].filter(({ facts, prose }) => facts.length + prose.length > 0)
}

/** The merged prose says it all; without it, today and the days before each say their part. */
function proseOf({ context, today, history }: ContextPerson["digests"]): PersonProse[] {
  const all: { of: PersonProse["of"]; text: string | null }[] =
    context === null
      ? [
          { of: "today", text: today },
          { of: "history", text: history },
        ]
      : [{ of: "context", text: context }]
  return all.flatMap(({ of, text }) => (text !== null && sanitizeLine(text) !== "" ? [{ of, text }] : []))
}

/** What to call each person of a context: their name, with their id where somebody else goes by it too. */
export class DisplayNames {
  readonly #names = new Map<Id, string>()
  readonly #shared = new Set<Id>()

  constructor(people: Iterable<{ id: Id; name: string | null }>) {
    const bearers = new Map<string, Id>()
    for (const { id, name } of people) {
      const shown = name === null || this.#names.has(id) ? "" : sanitizeLine(name)
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

function blank(id: Id | null, names: DisplayNames): PersonSection {
  const person = id === null ? null : { id, name: names.name(id) }
  const label = id === null ? "this server" : names.label(id)
  return { person, label, shared: id !== null && names.isShared(id), role: null, facts: [], prose: [] }
}

function inOrder(people: readonly ContextPerson[]): ContextPerson[] {
  return PERSON_ROLES.flatMap((standing) => people.filter((part) => part.role === standing))
}
