/**
 * Remembers what was made of the texts seen last, for work that a window or a question asks for again and again. Pure in
 * effect: nothing leaves the isolate.
 */

/** Longer texts are read once, and would take the room of many. */
const LONGEST = 2_000

/**
 * Returns `make`, which must depend on its text alone, with a memory of the last results: at least `most / 2` and at most
 * `most`. A result that was not asked for while half as many others were made is dropped. Callers share a result and must
 * not change it.
 */
export function remembered<Made>(
  make: (text: string) => Made,
  { most, longest = LONGEST }: { most: number; longest?: number },
): (text: string) => Made {
  let fresh = new Map<string, { made: Made }>()
  let aging: typeof fresh = new Map()
  return (text) => {
    const recent = fresh.get(text)
    if (recent) return recent.made
    const found = aging.get(text) ?? { made: make(text) }
    if (text.length > longest) return found.made
    if (fresh.size >= most / 2) {
      aging = fresh
      fresh = new Map()
    }
    fresh.set(text, found)
    return found.made
  }
}
