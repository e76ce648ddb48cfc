/**
 * Remembers what was made of the texts seen last, for work that a window or a question asks for again and again. Pure in
 * effect: nothing leaves the isolate, and a full memory starts anew.
 */

/** Longer texts are read once, and would take the room of many. */
const LONGEST = 2_000

/**
 * Returns `make`, which must depend on its text alone, with a memory of up to `most` results. Callers share a result and
 * must not change it.
 */
export function remembered<Made>(
  make: (text: string) => Made,
  { most, longest = LONGEST }: { most: number; longest?: number },
): (text: string) => Made {
  const known = new Map<string, { made: Made }>()
  return (text) => {
    const found = known.get(text)
    if (found) return found.made
    const made = make(text)
    if (known.size >= most) known.clear()
    if (text.length <= longest) known.set(text, { made })
    return made
  }
}
