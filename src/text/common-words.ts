/** Tells how much a word says of a matter, by its place among the most frequent words of everyday talk. Pure. */
import { FREQUENT_WORDS } from "./frequent-words.ts"
import { stems } from "./stems.ts"

/** Returns how much a stem tells of a matter: from 0.26 for the most common words to 1 for those that no list holds. */
export function tellingShare(stem: string): number {
  ranks ??= readRanks()
  const rank = ranks.get(stem)
  return rank === undefined ? 1 : (Math.log(rank) / Math.log(RAREST)) ** 2
}
/** The rank of a word that tells as much as one that no list holds. */
const RAREST = 3_000
/** The lists leave out function words, which are as many of the most frequent ones. */
const FUNCTION_WORDS = 60

let ranks: ReadonlyMap<string, number> | null = null

/** Returns the best rank of each stem in any language. */
function readRanks(): Map<string, number> {
  const best = new Map<string, number>()
  for (const list of FREQUENT_WORDS) {
    for (const [place, word] of list.split(" ").entries()) {
      for (const stem of stems(word))
        best.set(stem, Math.min(best.get(stem) ?? Number.POSITIVE_INFINITY, place + FUNCTION_WORDS))
    }
  }
  return best
}
