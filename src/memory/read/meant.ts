/** Which memories a person means when asking to forget something in their own words. Pure. */

import { stems } from "../../text/stems.ts"
import type { Found } from "./search.ts"

const EVERYTHING = /^\W*(?:everything|all|it all|all of it)\W*$/i
const FILLER = new Set(
  stems("forget remember know known about that the fact please told said tell memory memories"),
)
/** Share of the words asked with that a fact must have, where none has all. */
const ENOUGH = 0.6

/** The memories meant: all that have every telling word of the request, or failing that those with most of them. */
export function meant(request: string, memories: readonly Found[], name: string): Found[] {
  if (EVERYTHING.test(request)) return [...memories]
  const named = new Set(stems(name))
  const asked = [...new Set(stems(request))].filter((stem) => !FILLER.has(stem) && !named.has(stem))
  if (asked.length === 0) return []
  const scored = memories.map((found) => {
    const has = new Set(stems(`${found.memory.fact} ${found.memory.topics.join(" ")}`))
    return { found, share: asked.filter((stem) => has.has(stem)).length / asked.length }
  })
  const best = Math.max(0, ...scored.map((entry) => entry.share))
  return best < ENOUGH ? [] : scored.filter((entry) => entry.share === best).map((entry) => entry.found)
}
