/** The stems of a text as a set, remembered: the same texts come up again and again. */
import { stems } from "./stems.ts"

const known = new Map<string, ReadonlySet<string>>()
const MOST_KNOWN = 4_000

export function stemSet(text: string): ReadonlySet<string> {
  const before = known.get(text)
  if (before) return before
  if (known.size >= MOST_KNOWN) known.clear()
  const set = new Set(stems(text))
  known.set(text, set)
  return set
}
