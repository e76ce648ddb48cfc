/**
 * Remembers what was shown lately in each place, in memory and within bounds. A place is a channel and those who read there:
 * what one person alone saw counts for that person alone. Pure but for its own state.
 */
import { HOUR, MINUTE } from "./calendar.ts"
import type { Time } from "./types.ts"

/** Half of it counts after this long, and nothing after the second. */
const HALF_LIFE = 30 * MINUTE
const LONGEST = 3 * HOUR
/** Places and items in each that are remembered; the ones used longest ago go first. */
const MOST_PLACES = 200
const MOST_ITEMS = 100

/** Items shown in a place, by their names. */
export interface ShownItems {
  place: string
  items: string[]
}

export class ShownLately {
  readonly #places = new Map<string, Map<string, Time>>()

  note(place: string, items: readonly string[], now: Time): void {
    const shown = this.#places.get(place) ?? new Map<string, Time>()
    this.#places.delete(place)
    this.#places.set(place, shown)
    for (const item of items) {
      shown.delete(item)
      shown.set(item, now)
    }
    dropFirst(shown, MOST_ITEMS)
    dropFirst(this.#places, MOST_PLACES)
  }

  clear(): void {
    this.#places.clear()
  }

  /** Returns how much each item was shown lately in a place, above 0 and at most 1. */
  recent(place: string, now: Time): Map<string, number> {
    const recent = new Map<string, number>()
    for (const [item, at] of this.#places.get(place) ?? []) {
      const age = Math.max(0, now - at)
      if (age <= LONGEST) recent.set(item, 0.5 ** (age / HALF_LIFE))
    }
    return recent
  }
}

function dropFirst(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return
    map.delete(key)
  }
}
