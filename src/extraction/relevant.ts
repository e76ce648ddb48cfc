/** Which of what is known a window's prompt shows: what it may repeat or put out of date, and no more. Pure. */

import type { Memory, Person, Window } from "../domain/types.ts"
import { stems } from "../text/stems.ts"
import { readable } from "./prompt.ts"

const MOST_SHOWN = 16
/** What is no longer true is often said in other words ("moved" for "lives"): so the first of each person are shown whatever was said. */
const ALWAYS = 3

/**
 * Of memories given person by person, the most important first: each person's first three, then those that share a telling
 * word with the window, at most 16, in the order given.
 */
export function relevantTo(
  window: Pick<Window, "messages">,
  known: readonly Memory[],
  people: readonly Person[],
): Memory[] {
  const names = new Set(people.flatMap((person) => stems(person.name)))
  const said = new Set(window.messages.flatMap((message) => stems(readable(message))))
  const places = new Map<string, number>()
  const ranked = known.map((memory) => {
    const place = places.get(memory.subject.id) ?? 0
    places.set(memory.subject.id, place + 1)
    const shares = stems(memory.fact).some((stem) => said.has(stem) && !names.has(stem))
    return { memory, place, shares }
  })
  const wanted = ranked
    .filter(({ place, shares }) => shares || place < ALWAYS)
    .sort((a, b) => Number(b.shares) - Number(a.shares) || a.place - b.place)
  const shown = new Set(wanted.slice(0, MOST_SHOWN).map(({ memory }) => memory))
  return known.filter((memory) => shown.has(memory))
}
