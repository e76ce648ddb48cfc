/** Who a context is about: each person once, with the facts and the prose about them. Pure. */
import type { Id } from "../../domain/types.ts"
import { type Context, type Item, type PersonPart, STANDINGS } from "../context.ts"
import { quiet } from "./words.ts"

export interface Prose {
  of: keyof PersonPart["digests"]
  text: string
}

export interface Portrait {
  /** null: the server itself. */
  person: { id: Id; name: string } | null
  /** The name as it was given; with the id where two go by one name. Not yet made safe for a format. */
  label: string
  shared: boolean
  standing: PersonPart["standing"] | null
  facts: Item[]
  prose: Prose[]
}

/** Those asking first, then mentioned, then noted, then whom else the facts are about, best first. Nobody without a word to say. */
export function portraits(context: Context): Portrait[] {
  const names = namesOf(context)
  const drafts = new Map<Id | null, Portrait>()
  const draft = (id: Id | null) => {
    const known = drafts.get(id) ?? blank(id, names)
    drafts.set(id, known)
    return known
  }
  for (const part of inOrder(context.people)) {
    const portrait = draft(part.id)
    portrait.standing ??= part.standing
    if (portrait.prose.length === 0) portrait.prose = proseOf(part.digests)
  }
  for (const item of context.items)
    if (item.kind === "memory") draft(item.subject?.id ?? null).facts.push(item)
  return [...drafts.values()].filter(({ facts, prose }) => facts.length + prose.length > 0)
}

/** The merged prose says it all; without it, today and the days before each say their part. */
function proseOf({ context, today, history }: PersonPart["digests"]): Prose[] {
  const all: { of: Prose["of"]; text: string | null }[] =
    context === null
      ? [
          { of: "today", text: today },
          { of: "history", text: history },
        ]
      : [{ of: "context", text: context }]
  return all.flatMap(({ of, text }) => (text !== null && quiet(text) !== "" ? [{ of, text }] : []))
}

/** What to call each person of a context: their name, with their id where somebody else goes by it too. */
export class Names {
  readonly #names = new Map<Id, string>()
  readonly #shared = new Set<Id>()

  constructor(people: Iterable<{ id: Id; name: string | null }>) {
    const bearers = new Map<string, Id>()
    for (const { id, name } of people) {
      const shown = name === null || this.#names.has(id) ? "" : quiet(name)
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

export function namesOf(context: Context): Names {
  return new Names([...context.people, ...context.items.flatMap(({ subject }) => subject ?? [])])
}

function blank(id: Id | null, names: Names): Portrait {
  const person = id === null ? null : { id, name: names.name(id) }
  const label = id === null ? "this server" : names.label(id)
  return { person, label, shared: id !== null && names.isShared(id), standing: null, facts: [], prose: [] }
}

function inOrder(people: readonly PersonPart[]): PersonPart[] {
  return STANDINGS.flatMap((standing) => people.filter((part) => part.standing === standing))
}
