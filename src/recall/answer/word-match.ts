/**
 * Tells if two words may mean the same: of one stem, parts of one word ("curro" and "curra", "bike" and "motorbike"), or
 * of one class of everyday words. Pure.
 */
import { stems } from "../../text/stems.ts"
import { EVERYDAY_KINDS } from "./everyday-kinds.ts"
import { EVERYDAY_WORDS } from "./everyday-words.ts"

/** The shortest beginning that two forms of a word share, and the shortest part of a compound. */
const SHORTEST_PART = 4
/** How much longer than its shared beginning a form may be. */
const MOST_ENDING = 5

/** Returns true if a set of stems holds a word of this meaning. */
export function holdsWord(held: ReadonlySet<string>, stem: string): boolean {
  if (held.has(stem)) return true
  for (const one of held) if (meansSame(stem, one)) return true
  return false
}

const cache = new Map<string, boolean>()
const MOST_PAIRS = 50_000

function meansSame(a: string, b: string): boolean {
  const key = a < b ? `${a} ${b}` : `${b} ${a}`
  const known = cache.get(key)
  if (known !== undefined) return known
  if (cache.size >= MOST_PAIRS) cache.clear()
  const same = isKin(plain(a), plain(b)) || sharesClass(a, b)
  cache.set(key, same)
  return same
}

/** In lower case and without accents. */
function plain(word: string): string {
  return word.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ß", "ss")
}

/** The index's stems are English ones, so forms of other languages are told by what they share. */
function isKin(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short === long) return true
  if (short.length < SHORTEST_PART) return false
  if (long.length >= short.length + 3 && (long.startsWith(short) || long.endsWith(short))) return true
  let shared = 0
  while (shared < short.length && short[shared] === long[shared]) shared++
  if (shared === SHORTEST_PART) return long.length - shared <= 1
  return shared > SHORTEST_PART && short.length - shared <= 2 && long.length - shared <= MOST_ENDING
}

let classes: ReadonlyMap<string, ReadonlySet<number>> | null = null

function sharesClass(a: string, b: string): boolean {
  classes ??= readClasses()
  const [of, other] = [classes.get(plain(a)), classes.get(plain(b))]
  return of !== undefined && other !== undefined && [...of].some((one) => other.has(one))
}

function readClasses(): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>()
  for (const [index, line] of [...EVERYDAY_WORDS, ...EVERYDAY_KINDS].entries())
    for (const stem of stems(line).map(plain)) {
      const of = found.get(stem) ?? new Set()
      found.set(stem, of.add(index))
    }
  return found
}
