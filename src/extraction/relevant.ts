/** Selects the known memories that a window may repeat or outdate, for the prompt. Pure. */
import type { Memory, Person, Window } from "../domain/types.ts"
import { stems } from "../text/stems.ts"
import { displayText } from "./prompt.ts"

const MOST_SHOWN = 16
/**
 * Outdated facts are often replaced in other words ("moved" for "lives"), so the first memories of each
 * subject are always shown.
 */
const ALWAYS_SHOWN = 3

/**
 * `known` holds each subject's memories, most important first. Returns each subject's first three, then those
 * that share a content word with the window, at most 16, in the given order.
 * @internal
 */
export function relevantMemories(
  window: Pick<Window, "messages">,
  known: readonly Memory[],
  people: readonly Person[],
): Memory[] {
  const names = new Set(people.flatMap((person) => stems(person.name)))
  const said = new Set(window.messages.flatMap((message) => stems(displayText(message))))
  const places = new Map<string, number>()
  const ranked = known.map((memory) => {
    const place = places.get(memory.subject.id) ?? 0
    places.set(memory.subject.id, place + 1)
    const shares = stems(memory.fact).some((stem) => said.has(stem) && !names.has(stem))
    return { memory, place, shares }
  })
  const wanted = ranked
    .filter(({ place, shares }) => shares || place < ALWAYS_SHOWN)
    .sort((a, b) => Number(b.shares) - Number(a.shares) || a.place - b.place)
  const shown = new Set(wanted.slice(0, MOST_SHOWN).map(({ memory }) => memory))
  return known.filter((memory) => shown.has(memory))
}
