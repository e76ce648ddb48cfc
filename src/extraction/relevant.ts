/** Selects the known memories that a window may repeat or outdate, for the prompt. Pure. */
import type { Id, Memory, Person, Window } from "../domain/types.ts"
import { displayText } from "../text/display.ts"
import { stems } from "../text/stems.ts"

const MOST_SHOWN = 16
/** In a talk of one person with Keepsake, their whole profile is shown, up to this many facts. */
export const MOST_OF_PROFILE = 40
/**
 * Outdated facts are often replaced in other words ("moved" for "lives"), so the first memories of each
 * subject are always shown.
 */
const ALWAYS_SHOWN = 3

/**
 * `known` holds each subject's memories, most important first. Returns each subject's first three, then those
 * that share a content word with the window, at most 16, in the given order. Somebody's own talk with Keepsake may change
 * anything about them.
 */
export function relevantMemories(
  window: Pick<Window, "messages">,
  known: readonly Memory[],
  people: readonly Person[],
): Memory[] {
  if (known.length === 0) return []
  const partner = soleSpeaker(window)
  const names = new Set(people.flatMap((person) => stems(person.name)))
  const said = new Set(window.messages.flatMap((message) => stems(displayText(message))))
  const places = new Map<string, number>()
  const ranked = known.map((memory) => {
    const place = places.get(memory.subject.id) ?? 0
    places.set(memory.subject.id, place + 1)
    const shares = stems(memory.fact).some((stem) => said.has(stem) && !names.has(stem))
    return { memory, place, shares }
  })
  const isPartners = (memory: Memory) => memory.subject.scope === "user" && memory.subject.id === partner
  const wanted = ranked
    .filter(({ memory, place, shares }) => shares || place < ALWAYS_SHOWN || isPartners(memory))
    .sort((a, b) => Number(b.shares) - Number(a.shares) || a.place - b.place)
  const most = partner === null ? MOST_SHOWN : MOST_OF_PROFILE
  const shown = new Set(wanted.slice(0, most).map(({ memory }) => memory))
  return known.filter((memory) => shown.has(memory))
}

/** Returns the one member who speaks with Keepsake in this window, or `null` if others speak too. */
function soleSpeaker({ messages }: Pick<Window, "messages">): Id | null {
  const members = new Set(messages.filter(({ role }) => role === "member").map(({ author }) => author.id))
  const [only] = members
  return members.size === 1 && only !== undefined && messages.some(({ role }) => role === "keepsake")
    ? only
    : null
}
