/** Finds the subject that a model's reply means by a handle, a name or a word for the group. Pure. */
import type { Person, Subject } from "../domain/types.ts"
import { mentionsPerson, nameKey, onlyOne, peopleAtStart, peopleMeant } from "../text/person-names.ts"
import type { PromptInput } from "./prompt.ts"

const GROUP = new Set(["guild", "server", "group", "everyone", "everybody", "all", "team", "community", "us"])

/**
 * Returns the subject of `about`: by handle, as channel or server, by id, by the whole name, by a part of the
 * name that only one person has, or else by the name the fact begins with. A fact that begins with another
 * offered name and never mentions the handle's person has the wrong handle. Returns `null` if nobody or more
 * than one person is meant.
 */
export function resolveAbout(about: string, fact: string, shown: PromptInput): Subject | null {
  const { people, window, namesakes = [] } = shown
  const byHandle = people[handleNumber(about, "P") - 1]
  if (byHandle) {
    const named = mentionsPerson(fact, byHandle) ? null : atStart(fact, people)
    return { scope: "user", id: (named ?? byHandle).id }
  }
  const name = plainName(about)
  if (handleNumber(about, "P") === 0 && !isName(name, people)) {
    if (name === "channel" || name === `${plainName(window.channelName ?? "")}`)
      return { scope: "channel", id: window.channelId }
    if (GROUP.has(name.replace(/^(?:the|this|our|whole) /, ""))) return { scope: "guild", id: window.guildId }
  }
  const all = [...people, ...namesakes]
  const person = byName(name, all) ?? atStart(fact, all)
  return person ? { scope: "user", id: person.id } : null
}

function isName(name: string, people: readonly Person[]): boolean {
  return people.some((person) => nameKey(person.name) === nameKey(name))
}

function byName(name: string, people: readonly Person[]): Person | null {
  const byId = people.find(({ id }) => id === name)
  return byId ?? onlyOne(peopleMeant(name, people, { parts: true }))
}

/** The person whose name, whole or in part, begins the fact: "Ana's cousin Tim lives in Oslo" is about Ana. */
function atStart(fact: string, people: readonly Person[]): Person | null {
  return onlyOne(peopleAtStart(fact, people))
}

function plainName(name: string): string {
  return name.normalize("NFKC").trim().replace(/^[@#]/, "").toLowerCase()
}

/** Returns the number in a handle such as P3, F1, "[M2]" or "M2: Ana", or 0 for anything else. */
export function handleNumber(handle: string, letter: "P" | "M" | "F"): number {
  const match = /^[\s[(<"']*([PMF])(\d{1,4})(?![\p{L}\p{N}_-])/iu.exec(handle)
  return match?.[1]?.toUpperCase() === letter ? Number(match[2]) : 0
}
